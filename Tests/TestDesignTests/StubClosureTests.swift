import Diagnostics
import Foundation
import TestSupport
import Testing
import Text
import YAMLSyntax

@testable import Specification
@testable import TestDesign

/// A question is closed by its stub once the placeholder is replaced, and no other is.
///
/// Other questions may change if they overlapped the closed one.
struct StubClosureTests {
  @Test(arguments: 0..<4)
  func `a stub closes exactly its question`(part: Int) throws {
    var closed = 0
    for seed in stride(from: part, to: Seeds.share(800), by: 4) {
      let abstract = RandomSpec.make(seed: UInt64(seed))
      // A rule can be appended to sections in block style only.
      let text = abstract.yaml()
      guard !text.hasPrefix("{") else { continue }
      closed += try expectClosed(text, maxQuestions: 3, "seed \(seed)")
    }
    #expect(closed > Seeds.share(160))
  }

  @Test(arguments: 0..<2)
  func `a stub closes exactly its question about compared numbers`(part: Int) throws {
    var closed = 0
    for seed in stride(from: part, to: Seeds.share(300), by: 2) {
      let text = ComparedSpec(seed: UInt64(seed)).text
      guard ComparedSpec.decoded(text) != nil else { continue }
      closed += try expectClosed(text, maxQuestions: 9, "seed \(seed)\n\(text)")
    }
    #expect(closed > Seeds.share(60))
  }

  @Test func `a stub closes exactly its question of a sample`() throws {
    var closed = 0
    for path in SuiteSpecs.samples {
      closed += try expectClosed(SuiteSpecs.text(path), maxQuestions: 100, path)
    }
    #expect(closed > 20)
  }

  @Test func `a stub closes exactly its question of a recorded spec`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = try String(contentsOf: folder.appending(path: "Specs/stubs.md"), encoding: .utf8)
    let texts = file.matches(of: /```yaml\n((?:.*\n)*?)```/).map { spec(String($0.1)) }
    let closed = try texts.filter { !$0.contains("%") }.map {
      try expectClosed($0, maxQuestions: 9, $0)
    }
    #expect(closed.reduce(0, +) > 10)
  }

  /// Inserts the stubs of a spec after its rules, one at a time, and returns their number.
  private func expectClosed(_ text: String, maxQuestions: Int, _ name: String) throws -> Int {
    let specification = try TestDesignTests.specification(text)
    guard let before = try analyse(specification, today: testDay).value?.analysis else { return 0 }
    let questions = before.findings.filter { $0.code == .undefinedCombination }
      .prefix(maxQuestions)
    for question in questions {
      let stub = try #require(question.stub)
      guard let whole = try adding(stub.withResults, to: text) else { return 0 }
      let answered = try TestDesignTests.specification(whole)
      let checked = try analyse(answered, today: testDay)
      guard let analysed = checked.value else {
        // Lists may contradict each other only if `others` includes a rule.
        let mistakes = checked.diagnostics.map(\.code)
        #expect(mistakes == ["circular-precedence"], "\(name)\n\(whole)")
        continue
      }
      let after = analysed.analysis
      let comment: Comment = "\(name): \(stub)"
      let answers = answered.rules.indices.filter {
        answered.rules[$0].results?.first?.hasPrefix("Answer ") ?? false
      }
      #expect(
        !analysed.overridePairs.contains {
          answers.contains($0.pair.winner) && answers.contains($0.pair.beaten)
        },
        comment
      )
      // The lists of random specs may name invalid values together with valid ones.
      let asked = name.hasPrefix("seed") ? [] : Self.invalid(before, besides: question)
      #expect(asked.isSubset(of: Self.invalid(after, besides: question)), comment)
      #expect(
        after.counts.undefined.flatMap { Int($0) } == Self.rest(before.counts, question),
        comment
      )
      #expect(after.counts.contradictory == before.counts.contradictory, comment)
      #expect(after.counts.undecided == before.counts.undecided, comment)
      let left = after.findings.filter { $0.code == .undefinedCombination }.map(\.id)
      #expect(!left.contains(question.id), comment)
      #expect(Self.others(after) == Self.others(before), comment)
    }
    return questions.count
  }

  /// Returns the text with another entry under `rules`, or `nil` if these are in braces.
  ///
  /// Its key repeats its operations, which makes it different from every existing key.
  private func adding(_ stub: String, to text: String) throws -> String? {
    let root = try #require(parseYAML(SourceFile(path: "spec.yaml", text: text)).value)
    let written = try #require(parseYAML(SourceFile(path: "stub.yaml", text: stub)).value)
    guard case .mapping(let entries) = root.content, case .mapping(let rules) = written.content
    else { return nil }
    var keys = rules.map(\.key)[...]
    let entry = stub.split(separator: "\n").map { line in
      guard let first = line.first, !" -".contains(first), let key = keys.popFirst(),
        let colon = line.firstRange(of: /:(?=\s|$)/)?.lowerBound
      else { return String(line) }
      return "\"\(key), \(key)\"" + line[colon...]
    }.joined(separator: "\n")
    guard let place = entries.firstIndex(where: { $0.key == "rules" }) else {
      return text + "rules:\n" + entry.indented + "\n"
    }
    guard case .mapping(let own) = entries[place].value.content,
      let first = own.first?.keySpan.start, first.line > entries[place].keySpan.start.line
    else { return nil }
    let blanks = String(repeating: " ", count: first.column - 1)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.insert(
      entry.split(separator: "\n").map { blanks + $0 }.joined(separator: "\n"),
      at: first.line - 1
    )
    return lines.joined(separator: "\n")
  }

  /// Returns the ids of the questions about invalid values of factors that the given question does not name.
  private static func invalid(_ analysis: Analysis, besides question: Finding) -> Set<String> {
    let named = question.question?.asked?.literals.dropFirst().map(\.factor) ?? []
    let asked = analysis.findings.filter { finding in
      finding.code == .invalidLikeValid
        && finding.question?.asked?.literals.contains { named.contains($0.factor) } == false
    }
    return Set(asked.map(\.id))
  }

  private static func rest(_ counts: Analysis.Counts, _ question: Finding) -> Int? {
    guard let all = counts.undefined.flatMap({ Int($0) }),
      let own = question.combinations.flatMap({ Int($0) })
    else { return nil }
    return all - own
  }

  /// Returns the ids of all findings but the undefined combinations.
  private static func others(_ analysis: Analysis) -> [String] {
    // A stub for a whole operation applies to invalid values of unnamed factors, which raises other questions.
    analysis.findings.filter {
      ![
        .undefinedCombination, .invalidLikeValid, .unconfirmedDecision, .partlyUnreachable,
        .unreadFactor,
      ].contains($0.code)
    }
    .map(\.id).sorted()
  }
}

extension String {
  /// The stub with a different result instead of each placeholder.
  fileprivate var withResults: String {
    let empty = replacing(PlaceholderKind.stubInJapanese, with: PlaceholderKind.stubInEnglish)
      .split(separator: PlaceholderKind.stubInEnglish, omittingEmptySubsequences: false)
    return empty.enumerated().map { $0 == 0 ? "\($1)" : "Answer \($0)\($1)" }.joined()
  }
}
