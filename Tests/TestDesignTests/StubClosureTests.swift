import Diagnostics
import Foundation
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// A question is closed by its stub, and nothing else is.
///
/// The other questions may be put anew where they overlapped the one that is closed.
struct StubClosureTests {
  @Test(arguments: 0..<4)
  func `a stub closes exactly its question`(part: Int) throws {
    var closed = 0
    for seed in stride(from: part, to: 200, by: 4) {
      let abstract = RandomSpec.make(seed: UInt64(seed))
      // A rule can be put behind the other sections unless they are written with brackets.
      var head = abstract
      head.rules = []
      head.precedence = []
      let text = head.yaml()
      guard !text.hasPrefix("{") else { continue }
      closed += try expectClosed(
        specification(abstract.yaml()),
        head: text,
        mostQuestions: 3,
        "seed \(seed)"
      )
    }
    #expect(closed > 40)
  }

  @Test func `a stub closes exactly its question of a sample`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../specs").standardizedFileURL
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    var closed = 0
    for name in names where name.hasSuffix(".yaml") {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      closed += try expectClosed(
        specification(text),
        head: withoutRules(text),
        mostQuestions: 100,
        name
      )
    }
    #expect(closed > 20)
  }

  /// Pastes the stubs of a spec behind its other sections, one at a time; how many.
  private func expectClosed(
    _ specification: Specification,
    head: String,
    mostQuestions: Int,
    _ name: String
  ) throws -> Int {
    guard let before = try Self.analysis(specification) else { return 0 }
    let questions = before.findings.filter { $0.code == .undefinedCombination }
      .prefix(mostQuestions)
    for question in questions {
      let stub = try #require(question.stub)
      let rules = try TestDesignTests.specification(
        head + "rules:\n" + stub.indented + "\n"
      ).rules
      #expect(rules.count == 1)
      var answered = specification
      answered.rules += rules
      answered.rules[specification.rules.count].id = "the-answer"
      let after = try #require(try Self.analysis(answered))
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

  /// The text without the sections that name rules.
  private func withoutRules(_ text: String) throws -> String {
    let root = try #require(parseYAML(SourceFile(path: "spec.yaml", text: text)).value)
    guard case .mapping(let entries) = root.content else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, entry) in entries.enumerated().reversed()
    where ["precedence", "rules"].contains(entry.key) {
      let next = entries.indices.contains(number + 1) ? entries[number + 1] : nil
      let end = next.map { $0.keySpan.start.line - 1 } ?? lines.count
      lines.removeSubrange((entry.keySpan.start.line - 1)..<end)
    }
    return lines.joined(separator: "\n") + "\n"
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

  /// Ids of all findings but the undefined combinations.
  private static func others(_ analysis: Analysis) -> [String] {
    analysis.findings.filter { $0.code != .undefinedCombination }.map(\.id).sorted()
  }
}
