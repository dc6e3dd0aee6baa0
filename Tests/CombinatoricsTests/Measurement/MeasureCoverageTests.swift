import Combinatorics
import Testing

/// Measured coverage against listing all rows and all tuples.
@Suite struct MeasureCoverageTests {
  @Test(arguments: 0..<60)
  func randomSuitesAreMeasuredExactly(seed: Int) throws {
    var random = TestRandom(seed)
    let sizes = (0..<(3 + random.below(4))).map { _ in 1 + random.below(3) }
    var model = CoveringModel(sizes: sizes, strength: 2)
    model.forbidPairs(random.below(5), &random)
    let prepared = try model.prepared()
    let space = model.rows()
    let rows: [[Int?]] = (0..<random.below(8)).map { _ in
      sizes.map { random.chance(20) ? nil : random.below($0) }
    }
    let isAsked: [[Bool]]? =
      random.chance(50) ? nil : sizes.map { size in (0..<size).map { _ in random.chance(80) } }
    let groups = (1...6).map {
      CoveringRequest.Group(factors: random.some(below: sizes.count), strength: $0)
    }
    let condition = isAsked.map { asked in
      { (tuple: ValueTuple) in zip(tuple.factors, tuple.values).allSatisfy { asked[$0][$1] } }
    }
    let measured = try measureCoverage(
      of: rows,
      space: prepared.joined,
      groups: groups,
      listing: 3,
      where: condition
    )
    let apart = try measureCoverage(
      of: rows,
      space: prepared.apart,
      groups: groups,
      listing: 3,
      where: condition
    )
    #expect(apart == measured, "constraints apart say the same")
    let valid = rows.indices.filter { row in space.contains { Self.agrees(rows[row], $0) } }
    #expect(measured.invalid.map(\.row) == rows.indices.filter { !valid.contains($0) })
    for invalid in measured.invalid { Self.check(invalid.values, space) }

    for (group, result) in zip(groups, measured.groups) {
      let possible = Self.tuples(of: space.map { $0.map(Optional.some) }, group, isAsked)
      var left = Set(possible)
      var newTuples = Array(repeating: 0, count: rows.count)
      for row in valid {
        for tuple in Self.tuples(of: [rows[row]], group, isAsked)
        where left.remove(tuple) != nil {
          newTuples[row] += 1
        }
      }
      #expect(result.possible == possible.count)
      #expect(result.possible - result.covered == left.count)
      #expect(result.newTuples == newTuples)
      let missed = left.sorted {
        ($0.factors, $0.values).0 == $1.factors
          ? $0.values.lexicographicallyPrecedes($1.values)
          : $0.factors.lexicographicallyPrecedes($1.factors)
      }
      #expect(result.uncovered == Array(missed.prefix(3)))
    }
  }

  private static func agrees(_ row: [Int?], _ complete: [Int]) -> Bool {
    row.count == complete.count && zip(row, complete).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// Checks that the reason holds and is minimal.
  private static func check(_ tuple: ValueTuple, _ space: [[Int]]) {
    for spared in [nil] + tuple.factors.map(Optional.some) {
      let isPossible = space.contains { other in
        zip(tuple.factors, tuple.values).allSatisfy { $0 == spared || other[$0] == $1 }
      }
      #expect(isPossible == (spared != nil))
    }
  }

  private static func tuples(
    of rows: [[Int?]],
    _ group: CoveringRequest.Group,
    _ isAsked: [[Bool]]?
  ) -> Set<ValueTuple> {
    let strength = min(group.strength, group.factors.count)
    var tuples: Set<ValueTuple> = []
    for mask in 0..<(1 << group.factors.count) where mask.nonzeroBitCount == strength {
      let factors = group.factors.indices.filter { mask >> $0 & 1 == 1 }.map { group.factors[$0] }
      for row in rows {
        let values = factors.compactMap { row[$0] }
        guard values.count == factors.count,
          zip(factors, values).allSatisfy({ isAsked?[$0][$1] ?? true })
        else { continue }
        tuples.insert(ValueTuple(factors: factors, values: values))
      }
    }
    return tuples
  }

  @Test(arguments: 0..<30)
  func impossibleTuplesAreThoseThatNoRowHas(seed: Int) throws {
    var random = TestRandom(1_000 + seed)
    let sizes = (0..<(3 + random.below(3))).map { _ in 1 + random.below(3) }
    var model = CoveringModel(sizes: sizes, strength: 2)
    model.forbidPairs(1 + random.below(5), &random)
    let prepared = try model.prepared()
    let space = model.rows()
    let rows = space.map { $0.map(Optional.some) }
    for strength in 1...3 {
      let group = CoveringRequest.Group(factors: Array(sizes.indices), strength: strength)
      let found = try ImpossibleTuples(
        of: prepared.joined,
        groups: [group],
        listing: .max,
        where: { $0.values.last != 2 }
      )
      var everything = CoveringModel(sizes: sizes, strength: 2)
      everything.forbidden = []
      let possible = Self.tuples(of: rows, group, nil)
      let expected = Self.tuples(of: everything.rows().map { $0.map(Optional.some) }, group, nil)
        .filter { tuple in
          !possible.contains(tuple) && tuple.values.last != 2
            && zip(tuple.factors, tuple.values).allSatisfy { factor, value in
              space.contains { $0[factor] == value }
            }
        }
      #expect(Set(found.listed) == expected)
      #expect(found.count == expected.count)
    }
  }

  @Test func limitsAreKept() throws {
    let prepared = try CoveringModel(sizes: Array(repeating: 4, count: 6), strength: 2).prepared()
    let group = CoveringRequest.Group(factors: Array(0..<6), strength: 2)
    var limits = CoveringLimits()
    limits.tuples = 239
    #expect(throws: LimitExceeded.self) {
      try measureCoverage(
        of: [],
        space: prepared.joined,
        groups: [group],
        limits: limits
      )
    }
  }
}
