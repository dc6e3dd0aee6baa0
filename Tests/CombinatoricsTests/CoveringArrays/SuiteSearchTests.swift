import Combinatorics
import Testing

struct SuiteSearchTests {
  /// Sizes that a greedy start does not reach; each is proven minimal.
  @Test(arguments: [
    (sizes: [2, 2, 2, 2, 2], strength: 3, rows: 10),
    (sizes: [2, 2, 2, 2, 2, 2], strength: 3, rows: 12),
    (sizes: [3, 3, 3, 3], strength: 3, rows: 27),
    (sizes: [3, 2, 2, 2, 2], strength: 3, rows: 15),
  ])
  func reachesTheFewestRows(sizes: [Int], strength: Int, rows: Int) throws {
    let prepared = try CoveringModel(sizes: sizes, strength: strength).prepared()
    let suite = try Self.suite(prepared, steps: 400_000)
    #expect(suite.rows.count == rows)
    #expect(prepared.complaints(about: suite) == [])
  }

  /// 2^k at strength 2 and 3: the bound equals the known size at 2 and never exceeds it at 3.
  @Test(arguments: [
    (factors: 3, strength: 2, rows: 4), (factors: 4, strength: 2, rows: 5),
    (factors: 10, strength: 2, rows: 6), (factors: 11, strength: 2, rows: 7),
    (factors: 35, strength: 2, rows: 8), (factors: 36, strength: 2, rows: 9),
    (factors: 4, strength: 3, rows: 8), (factors: 5, strength: 3, rows: 10),
    (factors: 11, strength: 3, rows: 12), (factors: 5, strength: 4, rows: 16),
    (factors: 6, strength: 4, rows: 20),
  ])
  func knowsHowManyRowsTwoValuesTake(factors: Int, strength: Int, rows: Int) throws {
    let model = CoveringModel(sizes: Array(repeating: 2, count: factors), strength: strength)
    let suite = try Self.suite(model.prepared(), steps: 0)
    #expect(suite.lowerBound == rows)
    #expect(suite.isOptimal == (suite.rows.count == rows))
  }

  @Test func countsOnlyFactorsWithoutConstraintsWhoseValuesAreAllAsked() throws {
    var model = CoveringModel(sizes: [2, 2, 2, 2, 2], strength: 2)
    #expect(try Self.suite(model.prepared(), steps: 0).lowerBound == 6)
    model.forbid(0, [1], 1, [1])
    #expect(try Self.suite(model.prepared(), steps: 0).lowerBound == 4)
    model = CoveringModel(sizes: [2, 2, 2, 2, 2], strength: 2)
    model.request.isAsked[4][1] = false
    #expect(try Self.suite(model.prepared(), steps: 0).lowerBound == 5)
    model.request.groups[0].factors = [0, 1, 2]
    #expect(try Self.suite(model.prepared(), steps: 0).lowerBound == 4)
  }

  /// No bound exceeds the minimum found by exhaustive search.
  @Test(arguments: 0..<40)
  func boundsAreNotAboveTheFewestRows(seed: Int) throws {
    var random = TestRandom(seed + 40_000)
    let sizes = (0..<4).map { _ in 1 + random.below(2) } + [2]
    var model = CoveringModel(sizes: sizes, strength: 1 + random.below(3))
    if random.chance(50) { model.forbid(0, [0], 4, [random.below(2)]) }
    let prepared = try model.prepared()
    let bound = try Self.suite(prepared, steps: 0).lowerBound
    #expect(try Self.suite(prepared, steps: 20_000).rows.count >= bound)
    #expect(!isEnough(bound - 1, model, prepared.request))
  }

  /// The bound from forced values, on models in which one factor decides if others apply (value 0: they do not).
  @Test(arguments: 0..<40)
  func boundsFromForcedValuesAreNotAboveTheFewestRows(seed: Int) throws {
    var random = TestRandom(seed + 50_000)
    var model = CoveringModel(sizes: [2, 2, 2 + random.below(2), 2, 2], strength: 2)
    for factor in 1...2 {
      let where1 = random.below(2)
      model.forbid(0, [where1], factor, [0])
      if random.chance(80) { model.forbid(0, [1 - where1], factor, Array(1..<model.sizes[factor])) }
    }
    let prepared = try model.prepared()
    let suite = try Self.suite(prepared, steps: 20_000, stepsBeforeSplitBound: 0)
    #expect(suite.rows.count >= suite.lowerBound)
    #expect(prepared.complaints(about: suite) == [])
    #expect(!isEnough(suite.lowerBound - 1, model, prepared.request))
  }

  /// The worked example of `SplitBound`: payment, brand, issuer, bank, kind of account; value 0 of the others is "not applicable".
  @Test func addsUpWhatTheValuesOfAFactorNeed() throws {
    var model = CoveringModel(sizes: [2, 4, 5, 6, 3], strength: 2)
    for factor in 1...4 {
      model.forbid(0, [factor <= 2 ? 1 : 0], factor, Array(1..<model.sizes[factor]))
      model.forbid(0, [factor <= 2 ? 0 : 1], factor, [0])
    }
    let suite = try Self.suite(model.prepared(), steps: 50_000, stepsBeforeSplitBound: 0)
    #expect(suite.lowerBound == 22)
    #expect(suite.rows.count == 22 && suite.isOptimal)
  }

  /// True if `count` rows of the space cover all tuples; tries each row that contains the next uncovered tuple.
  private func isEnough(_ count: Int, _ model: CoveringModel, _ request: CoveringRequest) -> Bool {
    let oracle = BruteForceCoverage(model, request)
    let tuples = Array(oracle.tuples(of: oracle.space))
    let rows = oracle.space.map { row in
      tuples.indices.reduce(into: UInt128(0)) { has, tuple in
        if tuples[tuple].allSatisfy({ row[$0] == $1 }) { has |= 1 << UInt128(tuple) }
      }
    }
    let most = rows.map(\.nonzeroBitCount).max() ?? 0
    func cover(_ open: UInt128, with left: Int) -> Bool {
      guard open != 0 else { return true }
      guard open.nonzeroBitCount <= left * most else { return false }
      return rows.contains { row in
        row >> UInt128(open.trailingZeroBitCount) & 1 == 1 && cover(open & ~row, with: left - 1)
      }
    }
    return count > 0 && cover(rows.reduce(0, |), with: count)
  }

  private static func suite(
    _ prepared: PreparedModel,
    steps: Int,
    stepsBeforeSplitBound: Int = .max
  ) throws -> Suite {
    var request = prepared.request
    request.effort = .thorough
    var limits = CoveringLimits()
    limits.searchSteps = steps
    limits.stepsBeforeSplitBound = stepsBeforeSplitBound
    return try coveringArray(
      space: prepared.joined,
      request: request,
      limits: limits
    )
  }
}
