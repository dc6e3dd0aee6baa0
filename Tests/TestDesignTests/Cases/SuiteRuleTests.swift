import TestSupport
import Testing

@testable import TestDesign

/// What suites of variants and of additions hold; every rule by example is in `Specs/suite-rules.md`.
struct SuiteRuleTests {
  private func reference(_ operations: String, _ rules: String) throws -> SuiteReference {
    SuiteReference(
      try analysed(
        spec(
          """
          states: {plan: {values: [free, premium], usual: free}, weather: [rain, sun]}
          operations: \(operations)
          rules: \(rules)
          """
        )
      )
    )
  }

  @Test func `each variant may have to hold its tuples`() throws {
    var reference = try reference(
      "{fail: {label: It fails, variants: [once, twice]}}",
      "{fail: {plan: {free: {weather: {rain: A, sun: B}}, premium: {weather: {rain: C, sun: D}}}}}"
    )
    reference.wholeTuples = .perValue
    let rows = [
      "review: free rain @ fail/once", "review: premium sun @ fail/once",
      "review: free sun @ fail/twice", "review: premium rain @ fail/twice",
      "relevant: free rain @ fail/twice",
    ]
    #expect(
      reference.complaints(try SuiteReferenceTests.matrix(rows, of: reference)) == [
        "plan=free weather=sun @ fail/once is in no row in which plan and weather matter",
        "plan=premium weather=rain @ fail/once is in no row in which plan and weather matter",
        "plan=premium weather=sun @ fail/twice is in no row in which plan and weather matter",
      ]
    )
  }

  @Test func `what a rule adds is expected with the rest`() throws {
    let reference = try reference(
      "[send]",
      "{send: [{when: {plan: free}, then: A}, {when: {plan: premium}, then: B}, {when: {weather: sun}, adds: C}]}"
    )
    let rows = [
      "review: free rain @ send", "review: free sun @ send", "review: premium rain @ send",
      "relevant: premium sun @ send",
    ]
    let matrix = try SuiteReferenceTests.matrix(rows, of: reference)
    #expect(matrix.cases.map(\.expected) == [["A"], ["A", "C"], ["B"], ["B", "C"]])
  }
}
