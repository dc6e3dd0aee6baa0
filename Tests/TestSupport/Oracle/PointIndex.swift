/// Combinations with an index of those that have each value.
struct PointIndex: Sendable {
  let combinations: [[Int]]
  let all: PointSet
  /// The combinations by factor and value (the one after the last is *not applicable*).
  let holders: [[PointSet]]

  init(_ combinations: [[Int]], values: [[AbstractValue]]) {
    self.combinations = combinations
    all = PointSet(all: combinations.count)
    var holders = values.map {
      Array(repeating: PointSet(capacity: combinations.count), count: $0.count + 1)
    }
    for (point, combination) in combinations.enumerated() {
      for (factor, value) in combination.enumerated() { holders[factor][value].insert(point) }
    }
    self.holders = holders
  }

  /// Returns the combinations in which the factor has a value of the mask.
  func points(_ factor: Int, in mask: UInt64) -> PointSet {
    var result = PointSet(capacity: combinations.count)
    for (value, holders) in holders[factor].enumerated() where mask & (1 << UInt64(value)) != 0 {
      result.formUnion(holders)
    }
    return result
  }

  func points(where condition: CompiledCondition) -> PointSet {
    guard !condition.alternatives.isEmpty else { return all }
    var result = PointSet(capacity: combinations.count)
    for entries in condition.alternatives {
      var points = all
      for entry in entries { points.formIntersection(self.points(entry.factor, in: entry.mask)) }
      result.formUnion(points)
    }
    return result
  }
}
