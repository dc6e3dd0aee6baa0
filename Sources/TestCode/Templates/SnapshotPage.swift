package import Diagnostics
import Specification
import TestDesign

extension CodeModel {
  /// Returns a Markdown page of all snapshots, with a chapter for each expected outcome and a row for each case.
  ///
  /// The page links to the place of each snapshot whether or not it exists, so that the same spec gives the same page. `pattern` is the
  /// path of a snapshot with the placeholder `{case}` and optionally `{expected}`, or `nil` for the path that swift-snapshot-testing uses
  /// for the generated tests.
  package func snapshotPage(at pattern: String?) -> Checked<CodeFile> {
    let pattern = pattern ?? "__Snapshots__/\(space).snapshots/{expected}.{case}.png"
    let chapters = groups { entry in
      let operation = operations[entry.operation]
      // Parts are shown together.
      return entry.outcomes.compactMap(\.outcome.rule).first.map { rule in
        operation.hasParts ? operation.id : specification.rules[rule].id
      }
    }
    let values: TemplateValues = [
      "space": .text(space),
      // Two hyphens would end the comment.
      "generated": .text(
        generated.replacing("--", with: "- -").replacing(">", with: "&gt;")
      ),
      "english": .flag(specification.language == .english),
      "japanese": .flag(specification.language == .japanese),
      "heading": .text("\(specification.id) \(specification.feature)"),
      "chapters": .list(
        chapters.map { expectation, places in
          let rows = places.map { row(of: cases[$0], pattern, expectation) }
          return ["expectation": .text(expectation), "cases": .list(rows)]
        }
      ),
      "waiting": .texts(cases.filter { !$0.isDecided }.map(\.testCase.id)),
    ]
    do throws(TemplateMistake) {
      let renderer = try TemplateRenderer(PackageResources.snapshots_mustache, CodeText.forms)
      return Checked(try renderer.file("{{space}}.snapshots.md", values))
    } catch {
      return Checked(nil, diagnostics: [error.diagnostic])
    }
  }

  private func row(of entry: Case, _ pattern: String, _ expectation: String) -> TemplateValues {
    let factors = zip(specification.factors, entry.testCase.combination.values)
    let setup = factors.compactMap { factor, value in
      factor.comparison == nil ? value.map { "\(factor.label): \(factor.values[$0].label)" } : nil
    }
    // Parts may also have undecided outcomes.
    let expected = entry.outcomes.flatMap { one in
      one.outcome.results + undecided(one.outcome).map(\.text)
    }
    // The way in which swift-snapshot-testing forms path components.
    let words = expectation.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let path = pattern.replacing("{case}", with: entry.testCase.id)
      .replacing("{expected}", with: words.joined(separator: "-"))
    let ending = pattern.split(separator: ".").last?.lowercased() ?? ""
    let isImage = ["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(ending)
    return [
      "id": .text(entry.testCase.id), "title": .text(entry.testCase.title),
      "setup": .texts(setup), "expected": .texts(expected),
      // A link target ends at a space or parenthesis.
      "address": .text(
        path.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(")", with: "%29")
      ),
      "isImage": .flag(isImage),
    ]
  }
}
