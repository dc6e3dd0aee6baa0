package import Diagnostics
import Specification
import TestDesign

extension CodeModel {
  /// A page of all pictures in Markdown, as hosts of repositories show it: a chapter for each expected state, a row for each case.
  ///
  /// It says where each picture belongs, not which are there, so that the same spec gives the same page. The pattern is the path of a picture,
  /// with `{case}` and perhaps `{expected}` in it; `nil` stands for where swift-snapshot-testing puts what the generated tests ask for.
  package func snapshotPage(at pattern: String?) -> Checked<CodeFile> {
    let pattern = pattern ?? "__Snapshots__/\(space).snapshots/{expected}.{case}.png"
    let chapters = groups { entry in
      let operation = operations[entry.operation]
      // Parts are looked at together.
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
    // Of parts also what nobody can say yet.
    let expected = entry.outcomes.flatMap { one in
      one.outcome.results + undecided(one.outcome).map(\.text)
    }
    // As swift-snapshot-testing makes parts of a path.
    let words = expectation.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let path = pattern.replacing("{case}", with: entry.testCase.id)
      .replacing("{expected}", with: words.joined(separator: "-"))
    let ending = pattern.split(separator: ".").last?.lowercased() ?? ""
    let isImage = ["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(ending)
    return [
      "id": .text(entry.testCase.id), "title": .text(entry.testCase.title),
      "setup": .texts(setup), "expected": .texts(expected),
      // The target of a link ends at a blank or a bracket.
      "address": .text(
        path.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(")", with: "%29")
      ),
      "isImage": .flag(isImage),
    ]
  }
}
