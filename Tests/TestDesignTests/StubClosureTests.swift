import Diagnostics
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

  @Test func `a stub closes exactly its question of a sample`() throws {
    var closed = 0
    for path in SuiteSpecs.samples {
      closed += try expectClosed(SuiteSpecs.text(path), maxQuestions: 100, path)
    }
    #expect(closed > 20)
  }

  /// Inserts the stubs of a spec after its rules, one at a time, and returns their number.
  private func expectClosed(_ text: String, maxQuestions: Int, _ name: String) throws -> Int {
    let specification = try TestDesignTests.specification(text)
    guard let before = try Self.analysis(specification) else { return 0 }
    let questions = before.findings.filter { $0.code == .undefinedCombination }
      .prefix(maxQuestions)
    for question in questions {
      let stub = try #require(question.stub)
      guard let whole = try adding(stub.withResult, to: text) else { return 0 }
      let answered = try TestDesignTests.specification(whole)
      guard let after = try Self.analysis(answered) else {
        // Lists may contradict each other only if `others` includes a rule.
        let mistakes = try analyse(answered, today: testDay).diagnostics.map(\.code)
        #expect(mistakes == ["circular-precedence"], "\(name)\n\(whole)")
        continue
      }
      let comment: Comment = "\(name): \(stub)"
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

  private static func analysis(_ specification: Specification) throws -> Analysis? {
    try analyse(specification, today: testDay).value?.analysis
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
  /// The stub with a result instead of the placeholder.
  fileprivate var withResult: String {
    replacing(PlaceholderKind.stubInEnglish, with: "It is shown")
      .replacing(PlaceholderKind.stubInJapanese, with: "表示される")
  }
}
