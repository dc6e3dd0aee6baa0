import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// The requests in `cases`: all combinations of some factors, and single cases.
struct IncludedCaseTests {
  @Test func `a suite meets a case by any of its values`() throws {
    let text = spec(
      """
      states:
        a: {values: [a0, a1, a2], usual: a1}
        b: {values: [b0, b1, b2], usual: b2}
        c: {values: [c0, c1, c2]}
        d: {values: [d0, d1], only_when: {a: a1}}
      operations: {tap: {label: Tap, variants: [once, twice]}, hold: Hold}
      rules: {tap: Tapped, hold: Held}
      cases: [when: {a: [a0, a1], b: b0, c: c0, operation: hold}]
      """
    )
    let analysed = try analysed(text)
    let hold = 2
    func measure(_ a: Int, _ d: PartialCombination.Value) throws -> [Int] {
      let row = PartialCombination(values: [.value(a), .value(0), .value(0), d, .value(hold)])
      return try analysed.measure([row], strength: 1).includes.missing
    }
    #expect(try measure(1, .value(0)) == [])
    #expect(try measure(0, .notApplicable) == [])
    #expect(try measure(2, .notApplicable) == [0])
  }
}
