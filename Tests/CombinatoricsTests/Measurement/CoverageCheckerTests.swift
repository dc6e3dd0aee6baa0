import Testing

@testable import Combinatorics

/// The checker must notice everything that is removed from a good suite.
struct CoverageCheckerTests {
  private static func prepared() throws -> PreparedModel {
    var model = CoveringModel(sizes: [2, 2, 2], strength: 2)
    model.forbid(0, [1], 1, [1])
    model.request.fixed = [CoveringRequest.FixedRow(values: [nil, 0, 1])]
    return try model.prepared()
  }

  private static let rows = [[1, 0, 1], [0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0]]

  @Test func acceptsAGoodSuite() throws {
    let suite = Suite(rows: Self.rows, fixedCount: 1)
    #expect(try Self.prepared().complaints(about: suite) == [])
  }

  @Test func seesARowOutsideTheSpace() throws {
    let suite = Suite(rows: Self.rows + [[1, 1, 0]], fixedCount: 1)
    #expect(try Self.prepared().complaints(about: suite) == [.rowOutsideSpace(5)])
  }

  @Test func namesMissedTuples() throws {
    let suite = Suite(rows: Array(Self.rows.dropLast()), fixedCount: 1)
    #expect(
      try Self.prepared().complaints(about: suite)
        == [.tupleMissed(factors: [0, 2], values: [1, 0])]
    )
  }

  @Test func seesAFixedRowGone() throws {
    let moved = Suite(rows: Self.rows.reversed(), fixedCount: 1)
    #expect(try Self.prepared().complaints(about: moved) == [.fixedRowMissing(0)])
    let dropped = Suite(rows: Self.rows, fixedCount: 0, dropped: [0])
    #expect(try Self.prepared().complaints(about: dropped) == [.fixedRowDropped(0)])
  }

  @Test func seesThatThereAreNoRows() throws {
    var prepared = try Self.prepared()
    prepared.request = CoveringModel(sizes: [2, 2, 2], strength: 2).request
    prepared.request.groups = []
    #expect(prepared.complaints(about: Suite(rows: [], fixedCount: 0)) == [.noRows])
  }
}

struct SharedBudgetTests {
  /// Returns a checker for fifteen factors of four values and no row, so that each pair needs a search.
  private func checker(_ budget: StepBudget) -> CoverageChecker {
    let sizes = Array(repeating: 4, count: 15)
    return CoverageChecker(
      sizes: sizes,
      constraints: [],
      request: CoveringModel(sizes: sizes, strength: 2).request,
      budget: budget
    )
  }

  @Test func whatOneTakesTheNextOneLacks() {
    let row = Suite(rows: [Array(repeating: 0, count: 15)], fixedCount: 0)
    var alone = checker(StepBudget())
    let whole = alone.report(on: row)
    #expect(whole.undecided == 0)
    // 105 pairs of factors; the row covers one pair of values of each.
    #expect(whole.complaints.count == 105 * 15)

    let budget = StepBudget(limit: 10_000)
    var first = checker(budget)
    _ = first.report(on: row)
    let spent = budget.steps
    #expect(spent >= 10_000)
    var second = checker(budget)
    let report = second.report(on: row)
    // Nothing more is examined, and the report says so: neither refused nor certified.
    #expect(report.complaints.isEmpty && report.undecided > 0 && !report.isCertified)
    #expect(budget.steps - spent < 10_000)
  }
}

/// The checker against deliberately wrong generators, and its search against all rows.
struct IndependentCheckTests {
  private static func model(_ random: inout TestRandom) -> CoveringModel {
    let sizes = (0..<(3 + random.below(4))).map { _ in 1 + random.below(3) }
    var model = CoveringModel(sizes: sizes, strength: 2 + random.below(2))
    model.forbidPairs(random.below(7), &random)
    return model
  }

  @Test(arguments: 0..<150)
  func searchFindsARowWhereThereIsOne(seed: Int) {
    var random = TestRandom(seed)
    let model = Self.model(&random)
    let rows = model.rows()
    var search = PartialRowSearch(sizes: model.sizes, constraints: model.constraints)
    for _ in 0..<20 {
      var values: [Int: Int] = [:]
      for factor in model.sizes.indices where random.chance(40) {
        values[factor] = random.below(model.sizes[factor])
      }
      let expected = rows.contains { row in values.allSatisfy { row[$0.key] == $0.value } }
      #expect(search.isPossible(values, steps: 10_000) == expected)
    }
  }

  /// A generator that believes too many tuples impossible, and one that forbids nothing.
  @Test(arguments: 0..<60)
  func wrongGeneratorsAreCaught(seed: Int) throws {
    var random = TestRandom(seed + 500)
    let model = Self.model(&random)
    guard !model.rows().isEmpty else { return }
    let honest = try model.prepared()
    #expect(honest.complaints(about: try honest.suite()) == [])

    var fearful = model
    let row = model.rows()[random.below(model.rows().count)]
    fearful.forbid(0, [row[0]], 1, [row[1]])
    let fewer = try fearful.prepared().suite()
    #expect(
      honest.complaints(about: fewer).contains { complaint in
        switch complaint {
        case .tupleMissed(let factors, let values):
          zip(factors, values).contains { $0 == 0 && $1 == row[0] }
        case .noRows: true
        default: false
        }
      }
    )

    var careless = model
    careless.forbidden = []
    let more = try careless.prepared().suite()
    let outside = more.rows.indices.filter { !model.rows().contains(more.rows[$0]) }
    #expect(
      honest.complaints(about: more).prefix(outside.count)
        == outside.map { .rowOutsideSpace($0) }[...]
    )
  }

  /// Without steps to decide it, an uncovered tuple is neither missing nor impossible.
  @Test func whatIsUndecidedIsNotCertified() throws {
    var model = CoveringModel(sizes: [2, 2, 2], strength: 2)
    model.forbid(0, [1], 1, [1])
    let prepared = try model.prepared()
    let suite = try prepared.suite()
    func report(steps: Int) -> CoverageChecker.Report {
      var checker = CoverageChecker(
        sizes: model.sizes,
        constraints: model.constraints,
        request: prepared.request,
        stepLimit: steps
      )
      return checker.report(on: suite)
    }
    #expect(report(steps: 0) == CoverageChecker.Report(complaints: [], undecided: 1))
    #expect(!report(steps: 0).isCertified)
    #expect(report(steps: 1_000).isCertified)
  }

  /// A chain of N implications whose ends contradict each other: the proof takes O(N) steps.
  @Test func aProofGrowsWithTheChain() {
    func steps(_ length: Int) -> Int {
      let constraints = (1..<length).map { place in
        RowConstraint(factors: [place - 1, place]) { row in
          row[place - 1] == 1 && row[place] == 0
        }
      }
      var search = PartialRowSearch(
        sizes: Array(repeating: 2, count: length),
        constraints: constraints
      )
      #expect(search.isPossible([0: 1, length - 1: 0], steps: 1_000_000) == false)
      return search.steps
    }
    let (once, twice) = (steps(50), steps(100))
    #expect(Double(twice) < 2.3 * Double(once), "\(once) and \(twice)")
  }
}
