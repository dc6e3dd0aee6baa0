import Combinatorics
import Testing

struct CoveringArrayTests {
  @Test(arguments: [
    (sizes: [3, 3, 3, 3], strength: 2, most: 12),
    (sizes: Array(repeating: 2, count: 20), strength: 2, most: 12),
    (sizes: Array(repeating: 3, count: 13), strength: 2, most: 23),
    (sizes: Array(repeating: 10, count: 10), strength: 2, most: 170),
    (sizes: Array(repeating: 2, count: 8), strength: 3, most: 18),
    (sizes: Array(repeating: 2, count: 7), strength: 6, most: 110),
    (sizes: [4, 3, 2], strength: 3, most: 24),
    (sizes: [6], strength: 1, most: 6),
    (sizes: [2, 5, 3], strength: 1, most: 5),
  ])
  func isNoLargerThanUsual(sizes: [Int], strength: Int, most: Int) throws {
    let prepared = try CoveringModel(sizes: sizes, strength: strength).prepared()
    let suite = try prepared.suite()
    #expect(suite.rows.count <= most)
    #expect(prepared.complaints(about: suite) == [])
  }

  @Test func needsFiveRowsForTheWorkedExample() throws {
    var model = CoveringModel(sizes: [2, 2, 2], strength: 2)
    model.forbid(0, [1], 1, [1])
    #expect(try model.prepared().suite().rows.count == 5)
  }

  @Test func coversFortyFactorsUnderConstraints() throws {
    var model = CoveringModel(sizes: Array(repeating: 5, count: 40), strength: 2)
    for factor in stride(from: 0, to: 36, by: 3) {
      model.forbid(factor, [0, 1], factor + 1, [1, 2])
      model.forbid(factor + 1, [3], factor + 2, [0, 4])
    }
    let prepared = try model.prepared()
    let suite = try prepared.suite()
    #expect(prepared.complaints(about: suite) == [])
    #expect((25...75).contains(suite.rows.count))
  }

  @Test func coversAFactorOfThreeHundredValues() throws {
    var model = CoveringModel(sizes: [300, 3, 2], strength: 2)
    model.forbid(0, Array(100..<200), 1, [0])
    let prepared = try model.prepared()
    let suite = try prepared.suite()
    #expect(prepared.complaints(about: suite) == [])
    #expect((800...820).contains(suite.rows.count), "100 values have two partners, 200 have three")
  }

  /// Each factor equals its predecessor, so only 6 of 36 pairs of neighbours are possible.
  @Test(arguments: 2...4, [0, 1_000, 1_000_000])
  func findsImpossibleTuplesWhereMostAre(strength: Int, earlySteps: Int) throws {
    var model = CoveringModel(sizes: Array(repeating: 6, count: 8), strength: strength)
    for factor in 0..<7 {
      for value in 0..<6 {
        model.forbid(factor, [value], factor + 1, (0..<6).filter { $0 != value })
      }
    }
    let prepared = try model.prepared()
    var limits = CoveringLimits()
    limits.earlySteps = earlySteps
    let suite = try prepared.suite(limits: limits)
    #expect(suite.rows.sorted { $0[0] < $1[0] } == (0..<6).map { Array(repeating: $0, count: 8) })
    #expect(prepared.complaints(about: suite) == [])
  }

  @Test func makesNoRowsOfAnEmptySpace() throws {
    var model = CoveringModel(sizes: [2, 2], strength: 2)
    model.forbidden = [[nil, nil]]
    model.request.fixed = [CoveringRequest.FixedRow(values: [0, nil])]
    let prepared = try model.prepared()
    let suite = try prepared.suite()
    #expect(suite == Suite(rows: [], fixedCount: 0, dropped: [0]))
    #expect(prepared.complaints(about: suite) == [])
  }

  @Test func makesOneRowWhereNothingIsAsked() throws {
    var model = CoveringModel(sizes: [2, 3], strength: 2)
    model.request.groups = []
    #expect(try model.prepared().suite().rows.count == 1)
    #expect(try CoveringModel(sizes: [], strength: 1).prepared().suite().rows == [[]])
    model.request.fixed = [CoveringRequest.FixedRow(values: [1, 2], isDroppable: true)]
    #expect(try model.prepared().suite().rows == [[1, 2]])
  }

  @Test func dropsTheLaterOfTwoEqualRows() throws {
    var model = CoveringModel(sizes: [2, 2], strength: 1)
    model.request.fixed = [[0, 1], [0, 1], [1, 0]].map {
      CoveringRequest.FixedRow(values: $0, isDroppable: true)
    }
    #expect(
      try model.prepared().suite()
        == Suite(
          rows: [[0, 1], [1, 0]],
          fixedCount: 2,
          dropped: [1],
          lowerBound: 2
        )
    )
  }

  @Test func keepsRowsThatStandThoughNothingNeedsThem() throws {
    var model = CoveringModel(sizes: [2, 2], strength: 1)
    model.request.fixed = [[0, 1], [0, 1], [1, 0]].map {
      CoveringRequest.FixedRow(values: $0)
    }
    #expect(
      try model.prepared().suite()
        == Suite(
          rows: [[0, 1], [0, 1], [1, 0]],
          fixedCount: 3,
          lowerBound: 2
        )
    )
  }

  @Test func prefersTheHeavierValueWhereCoverageLeavesTheChoice() throws {
    var model = CoveringModel(sizes: [9, 3], strength: 1)
    model.request.weights[1] = [1, 1, 7]
    let suite = try model.prepared().suite()
    #expect(suite.rows.filter { $0[1] == 2 }.count == 7)
  }

  @Test func asksForNoValueThatIsNotAsked() throws {
    var model = CoveringModel(sizes: [4, 4], strength: 2)
    model.request.isAsked[0][3] = false
    model.request.isAsked[1][0] = false
    let prepared = try model.prepared()
    #expect(try prepared.suite().rows.count == 9)
  }

  @Test(arguments: [
    (sizes: Array(repeating: 40, count: 100), strength: 4),
    (sizes: Array(repeating: 1, count: 400), strength: 3),
    (sizes: Array(repeating: 1000, count: 900), strength: 6),
  ])
  func refusesWhatIsTooLarge(sizes: [Int], strength: Int) throws {
    let prepared = try CoveringModel(sizes: sizes, strength: strength).prepared()
    #expect(throws: LimitExceeded.self) { try prepared.suite() }
  }

  @Test func givesUpAtTheLimits() throws {
    var model = CoveringModel(sizes: Array(repeating: 4, count: 6), strength: 2)
    model.forbid(0, [0], 1, [0])
    let prepared = try model.prepared()
    var limits = CoveringLimits()
    limits.steps = 10_000
    #expect(throws: LimitExceeded.self) { try prepared.suite(limits: limits) }
    limits = CoveringLimits()
    limits.cells = 60
    #expect(throws: LimitExceeded.self) { try prepared.suite(limits: limits) }
    limits.cells = 600
    limits.tuples = 15 * 16
    #expect(try prepared.suite(limits: limits).rows.count >= 16)
    limits.tuples -= 1
    let error = #expect(throws: LimitExceeded.self) { try prepared.suite(limits: limits) }
    let what = "coverage of 240 tuples of values, the limit being 239; it would take about "
    #expect(error?.what.hasPrefix(what) == true)
  }
}
