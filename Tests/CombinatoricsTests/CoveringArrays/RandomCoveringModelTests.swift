import Combinatorics
import Testing

/// Random small models: the checker and the list of all rows must agree that the suite is complete.
struct RandomCoveringModelTests {
  @Test(arguments: 0..<100)
  func coversWhatIsPossible(seed: Int) throws {
    var random = TestRandom(seed)
    let prepared = try Self.model(&random).prepared()
    // Half of the models find impossible tuples before generating rows, half on demand.
    var limits = CoveringLimits()
    if seed.isMultiple(of: 2) { limits.earlySteps = 0 }
    limits.candidates = 1 + seed % 5
    let suite = try prepared.suite(limits: limits)
    let oracle = BruteForceCoverage(prepared.model, prepared.request)

    #expect(prepared.complaints(about: suite) == [])
    #expect(oracle.isComplete(suite.rows))
    try Self.expectFixedRowsStand(suite, prepared.request, oracle)

    // Only rows that may not be dropped can be superfluous.
    let kept = prepared.request.fixed.indices.filter { !suite.dropped.contains($0) }
    let mustStand = kept.indices.filter { !prepared.request.fixed[kept[$0]].isDroppable }
    #expect(oracle.unneeded(in: suite.rows).allSatisfy(mustStand.contains))

    #expect(try prepared.suite(limits: limits) == suite, "the same request gives the same suite")
  }

  /// With separate constraints, a search replaces the joint diagram.
  @Test(arguments: 0..<60)
  func coversWhatIsPossibleWithConstraintsApart(seed: Int) throws {
    var random = TestRandom(seed)
    let prepared = try Self.model(&random).prepared()
    let suite = try prepared.suiteOfParts()
    let oracle = BruteForceCoverage(prepared.model, prepared.request)
    #expect(prepared.complaints(about: suite) == [])
    #expect(oracle.isComplete(suite.rows))
    #expect(try prepared.suiteOfParts() == suite, "the same request gives the same suite")
  }

  /// Queries on separate constraints agree with those on their joint diagram.
  @Test(arguments: 0..<60)
  func answersOfConstraintsApart(seed: Int) throws {
    var random = TestRandom(seed + 30_000)
    let prepared = try Self.model(&random).prepared()
    let (store, sizes) = (prepared.store, prepared.model.sizes)
    let space = prepared.apart
    for _ in 0..<20 {
      var cube = Cube(full: store.domains)
      for factor in sizes.indices where random.chance(50) {
        cube.restrict(factor, to: random.some(below: sizes[factor]))
      }
      #expect(try space.support(in: cube) == store.support(of: prepared.space, in: cube))
      #expect(try space.intersects(cube) == store.intersects(prepared.space, cube))
      let witness = try space.anyRow(in: cube)
      #expect((witness != nil) == store.intersects(prepared.space, cube))
      #expect(witness.map { cube.contains(row: $0) && space.contains(row: $0) } ?? true)
      let row = sizes.map { random.below($0) }
      #expect(space.contains(row: row) == store.contains(prepared.space, row: row))
    }
  }

  @Test(arguments: 0..<60)
  func leavesItsOwnResultAlone(seed: Int) throws {
    var random = TestRandom(seed + 10_000)
    var prepared = try Self.model(&random).prepared()
    let suite = try prepared.suite()

    let kept = prepared.request.fixed.indices.filter { !suite.dropped.contains($0) }
    prepared.request.fixed = suite.rows.enumerated().map { index, row in
      CoveringRequest.FixedRow(
        values: row,
        isDroppable: index >= kept.count || prepared.request.fixed[kept[index]].isDroppable
      )
    }
    prepared.request.seed &+= 1
    let again = try prepared.suite()
    #expect(again.rows == suite.rows)
    #expect(again.fixedCount == suite.rows.count)
    #expect(again.dropped == [])
  }

  @Test(arguments: 0..<60)
  func completesADamagedSuite(seed: Int) throws {
    var random = TestRandom(seed + 20_000)
    var prepared = try Self.model(&random).prepared()
    let suite = try prepared.suite()
    prepared.request.fixed = suite.rows.filter { _ in random.chance(60) }.map { row in
      CoveringRequest.FixedRow(
        values: row.map { random.chance(90) ? $0 : nil },
        isDroppable: true
      )
    }
    let repaired = try prepared.suite()
    #expect(prepared.complaints(about: repaired) == [])
    #expect(BruteForceCoverage(prepared.model, prepared.request).isComplete(repaired.rows))
  }

  private static func expectFixedRowsStand(
    _ suite: Suite,
    _ request: CoveringRequest,
    _ oracle: BruteForceCoverage
  ) throws {
    var place = 0
    for (index, fixed) in request.fixed.enumerated() {
      let isPossible = oracle.space.contains { row in
        zip(fixed.values, row).allSatisfy { $0 == nil || $0 == $1 }
      }
      if suite.dropped.contains(index) {
        #expect(fixed.isDroppable || !isPossible)
        continue
      }
      let row = try #require(suite.rows.indices.contains(place) ? suite.rows[place] : nil)
      #expect(zip(fixed.values, row).allSatisfy { $0 == nil || $0 == $1 })
      place += 1
    }
    #expect(suite.fixedCount == place)
  }

  /// Returns a model of up to about 700 rows with any feature of a request.
  private static func model(_ random: inout TestRandom) -> CoveringModel {
    var sizes: [Int] = []
    var rowCount = 1
    for _ in 0..<(1 + random.below(6)) {
      let size = 1 + random.below(random.chance(30) ? 6 : 3)
      guard rowCount * size <= 700 else { break }
      sizes.append(size)
      rowCount *= size
    }
    var model = CoveringModel(sizes: sizes, strength: 1 + random.below(4))
    for _ in 0..<random.below(5) { model.forbidden.append(cube(&random, sizes, naming: 3)) }
    for _ in 0..<random.below(3) {
      let factors = random.some(below: sizes.count)
      model.request.groups.append(
        CoveringRequest.Group(factors: factors, strength: 1 + random.below(4))
      )
    }
    if random.chance(10) { model.request.groups.removeFirst() }
    for factor in sizes.indices {
      for value in 0..<sizes[factor] {
        if random.chance(8) { model.request.isAsked[factor][value] = false }
        if random.chance(20) { model.request.weights[factor][value] = 1 + random.below(9) }
      }
    }
    for _ in 0..<random.below(5) {
      model.request.fixed.append(
        CoveringRequest.FixedRow(
          values: sizes.map { random.chance(70) ? random.below($0) : nil },
          isDroppable: random.chance(50)
        )
      )
    }
    model.request.seed = random.next()
    return model
  }

  private static func cube(
    _ random: inout TestRandom,
    _ sizes: [Int],
    naming count: Int
  ) -> [[Int]?] {
    var cube: [[Int]?] = Array(repeating: nil, count: sizes.count)
    for _ in 0..<(1 + random.below(count)) {
      let factor = random.below(sizes.count)
      cube[factor] = random.some(below: sizes[factor])
    }
    return cube
  }
}
