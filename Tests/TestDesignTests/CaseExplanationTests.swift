import Specification
import TestSupport
import Testing

@testable import TestDesign

/// The reasons for the expectation of a combination.
struct CaseExplanationTests {
  @Test func winnersAndLosersAreThoseOfBruteForce() throws {
    var losers = 0
    for seed in 0..<60 {
      guard let sample = try RandomAnalysis(seed: UInt64(seed)) else { continue }
      let oracle = sample.oracle
      for point in stride(from: 0, to: oracle.count, by: 7) {
        let explanation = try #require(
          sample.analysed.explanation(of: sample.combination(point))
        )
        #expect(explanation.status.rawValue == oracle.status(of: point).rawValue)
        #expect(explanation.winners == oracle.winners(of: point))
        let covering = oracle.covered.indices.filter { oracle.covered[$0].contains(point) }
        let lost = covering.filter { !oracle.won[$0].contains(point) }
        #expect(explanation.overridden.map(\.rule) == lost)
        for overridden in explanation.overridden {
          let takers = oracle.takers(of: overridden.rule, at: point)
          #expect(overridden.by.map(\.rule) == takers.map(\.rule))
          #expect(overridden.by.map(\.reason.rawValue) == takers.map(\.taking.rawValue))
          losers += 1
        }
        #expect(!explanation.near.contains { covering.contains($0.rule) })
      }
    }
    #expect(losers > 20)
  }

  @Test func theNearestRuleSaysWhatDiffers() throws {
    let text = """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit, look]
      rules:
        look:
          - {id: far, when: {login: guest, plan: free}, then: A}
        submit:
          - {id: two, when: {login: guest, plan: free}, then: A}
          - {id: one, when: {login: member, plan: free}, then: B}
      """
    let analysed = try analysed(spec(text))
    let near = analysed.explanation(of: Combination(values: [1, 1], operation: 0))?.near ?? []
    #expect(near.map(\.rule) == [2, 1])
    #expect(
      near.first?.phrase == "`one` (line 11) says: B. It decides this only if the plan is free."
    )
  }

  @Test func whatIsOutsideTheSpaceHasNoExplanation() throws {
    let text = """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit]
      impossible: [{when: {login: guest, plan: premium}}]
      rules:
        submit: A
      """
    let analysed = try analysed(spec(text))
    #expect(analysed.explanation(of: Combination(values: [0, 1], operation: 0)) == nil)
    #expect(analysed.explanation(of: Combination(values: [0, 0], operation: 0)) != nil)
  }
}
