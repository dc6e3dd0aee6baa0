import Combinatorics
import Testing

/// Strengths 4 to 6, certified by the independent checker.
@Suite struct HighStrengthTests {
  @Test(arguments: [
    (4, Array(repeating: 2, count: 12)), (5, Array(repeating: 2, count: 10)),
    (6, Array(repeating: 2, count: 9)), (4, [3, 2, 3, 2, 4, 2, 3]), (6, [2, 3, 2, 2, 3, 2, 2]),
  ])
  func suitesAreCertified(strength: Int, sizes: [Int]) throws {
    var model = CoveringModel(sizes: sizes, strength: strength)
    model.forbid(0, [1], 1, [1])
    model.forbid(1, [0], 4, [0])
    model.forbid(2, [0], 5, [0])
    model.request.effort = .quick
    let prepared = try model.prepared()
    let suite = try prepared.suite()
    #expect(prepared.complaints(about: suite) == [])
    // The other measure agrees, also on the number of impossible tuples.
    let measured = try measureCoverage(
      of: suite.rows.map { $0.map(Optional.some) },
      space: prepared.joined,
      groups: model.request.groups
    )
    #expect(measured.groups.map { $0.possible == $0.covered } == [true])
    #expect(measured.invalid == [])
    #expect(suite.rows.count >= suite.lowerBound)
  }
}
