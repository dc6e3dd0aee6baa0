import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Rules that disagree are asked about once, however many disagreements there are.
struct DisagreementTests {
  /// All rules disagree with each other: more pairs than are examined.
  @Test func `more pairs than are listed are still one question`() throws {
    let factors = (0..<20).map { "f\($0): [x, y]" }.joined(separator: ", ")
    let rules = (0..<20).map { "    - {id: r\($0), when: {f\($0): x}, then: Result \($0)}\n" }
    let text = spec(
      "states: {\(factors)}\noperations: [submit]\nrules:\n  submit:\n\(rules.joined())"
    )
    let analysis = try analysed(text).analysis
    let finding = try #require(analysis.findings.first { $0.code == .contradictoryRules })
    #expect(finding.rules == Array(0..<20))
    // Of 2^20 combinations, 1 has no rule and 20 have one.
    #expect(finding.combinations == "1048555")
    #expect(analysis.counts.contradictory == "1048555")
    #expect(finding.question?.disagreements.count == 150)
    #expect(finding.question?.listsAllDisagreements == false)
    #expect(analysis.incomplete.isEmpty)
    #expect(finding.message.contains("“Result 0”, “Result 1”, “Result 2” or 17 more?"))
  }
}
