import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// A question is closed by its stub, and nothing else is.
///
/// The other questions may be put anew where they overlapped the one that is closed.
struct StubClosureTests {
  @Test(arguments: 0..<4)
  func `a stub closes exactly its question`(part: Int) throws {
    var closed = 0
    for seed in stride(from: part, to: 60, by: 4) {
      let abstract = RandomSpec.make(seed: UInt64(seed))
      let specification = try specification(abstract.yaml())
      guard let before = try Self.analysis(specification) else { continue }
      // An rule can be put behind the other sections unless they are written as JSON.
      var head = abstract
      head.rules = []
      let text = head.yaml()
      guard !text.hasPrefix("{") else { continue }
      let questions = before.findings.filter { $0.code == .undefinedCombination }
      for question in questions.prefix(3) {
        let stub = try #require(question.stub)
        var answered = specification
        answered.rules += try TestDesignTests.specification(
          text + "expectations:\n" + stub + "\n"
        ).rules
        answered.rules[specification.rules.count].id = "the-answer"
        let after = try #require(try Self.analysis(answered))
        let comment: Comment = "seed \(seed): \(stub)"
        #expect(
          after.counts.undefined.flatMap { Int($0) } == Self.rest(before.counts, question),
          comment
        )
        #expect(after.counts.contradictory == before.counts.contradictory, comment)
        #expect(after.counts.undecided == before.counts.undecided, comment)
        let left = after.findings.filter { $0.code == .undefinedCombination }.map(\.id)
        #expect(!left.contains(question.id), comment)
        #expect(Self.others(after) == Self.others(before), comment)
        closed += 1
      }
    }
    #expect(closed > 10)
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
