import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// What `cases` asks for: all combinations of some factors, and single cases.
struct IncludedCaseTests {
  private func text(_ cases: String, impossible: String = "") -> String {
    spec(
      """
      states:
        a: {values: [a0, a1, a2], usual: a1}
        b: {values: [b0, b1, b2], usual: b2}
        c: {values: [c0, c1, c2]}
        d: {values: [d0, d1], only_when: {a: a1}}
      operations: {tap: {label: Tap, variants: [once, twice]}, hold: Hold}
      impossible: \(impossible)
      rules: {tap: Tapped, hold: Held}
      cases: \(cases)
      """
    )
  }

  /// The cases of a suite at strength 1, in ids, that have some values.
  private func rows(_ text: String) throws -> [[String]] {
    let analysed = try analysed(text)
    let matrix = try analysed.cases(earlier: nil, depth: .all, strength: 1)
    #expect(try analysed.verify(matrix).isCertified)
    let specification = analysed.specification
    return matrix.cases.map { testCase in
      zip(specification.factors, testCase.combination.values).map { factor, value in
        value.map { factor.values[$0].id } ?? "-"
      } + [specification.operationValues[testCase.combination.operation].id]
    }
  }

  @Test func `every combination of some factors occurs, not applicable ones aside`() throws {
    let rows = try rows(text("[every: [b, c, d]]"))
    let met = Set(rows.map { "\($0[1]) \($0[2]) \($0[3])" })
    for b in ["b0", "b1", "b2"] {
      for c in ["c0", "c1", "c2"] {
        for d in ["d0", "d1"] { #expect(met.contains("\(b) \(c) \(d)")) }
      }
    }
    // 18 combinations; the others are plain cases and hold the values that are left.
    #expect(rows.count == 22)
  }

  @Test func `of several values of a factor the usual one is taken`() throws {
    let rows = try rows(text("[when: {a: [a0, a1], b: not b0, c: [c1, c2], operation: tap}]"))
    #expect(rows.contains { Array($0[...2]) == ["a1", "b2", "c1"] && $0[4] == "tap/once" })
  }

  @Test func `where the usual value cannot be the first that can is taken`() throws {
    let rows = try rows(
      text(
        "[when: {a: [a0, a1], b: [b0, b2], c: [c1, c2]}]",
        impossible: "[{when: {a: a1, c: [c1, c2]}}, {when: {a: a0, b: b2, c: c1}}]"
      )
    )
    // a1 stands with neither c1 nor c2; then b2 is still possible, with c2.
    #expect(rows.contains { Array($0[...2]) == ["a0", "b2", "c2"] })
  }

  @Test func `any leaves a factor open, be it not applicable`() throws {
    let rows = try rows(text("[when: {d: any, a: a0, b: b0, c: c0}]"))
    #expect(rows.contains { Array($0[...3]) == ["a0", "b0", "c0", "-"] })
  }

  @Test func `a case that cannot happen is an error with its reasons`() throws {
    let text = text(
      "[{when: {a: [a0, a2], b: b0}, because: the bug of May}, {when: {a: a0, d: d0}}]",
      impossible: "[{when: {a: not a1, b: b0}, because: there is no such thing}]"
    )
    let checked = try analyse(specification(text), today: testDay)
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.code) == ["impossible-include", "impossible-include"])
    #expect(
      checked.diagnostics.map(\.message) == ["the case cannot happen", "the case cannot happen"]
    )
    #expect(
      checked.diagnostics.map { $0.related.map(\.message) } == [
        ["this entry of `impossible`: there is no such thing"], ["`d` applies only here"],
      ]
    )
    #expect(checked.diagnostics[0].help == ["change its `when` or what excludes it"])
  }

  @Test func `a suite meets a case by any of its values`() throws {
    let analysed = try analysed(text("[when: {a: [a0, a1], b: b0, c: c0, operation: hold}]"))
    let hold = 2
    func measure(_ a: Int, _ d: PartialCombination.Value) throws -> [Int] {
      let row = PartialCombination(
        values: [.value(a), .value(0), .value(0), d, .value(hold)]
      )
      return try analysed.measure([row], strength: 1).includes.missing
    }
    #expect(try measure(1, .value(0)) == [])
    #expect(try measure(0, .notApplicable) == [])
    #expect(try measure(2, .notApplicable) == [0])
  }
}
