extension Oracle {
  /// Sets of values by factor (the operation last): bit v is value v, the bit after the last is *not applicable*.
  package struct Cube: Hashable, Sendable {
    package var masks: [UInt64]
  }

  /// Combinations of one operation (with its variants) in which two rules disagree.
  package struct Region: Sendable {
    /// The index of the operation.
    package var operation: Int
    /// The disagreeing winners, ascending.
    package var rules: [Int]
    package var points: PointSet
  }

  /// The contradictory combinations by operation and pair of disagreeing winners, whatever else wins there.
  package var contradictoryPairs: [Region] {
    var result: [Region] = []
    for operation in spec.operations.indices {
      let points = points(.contradictory).intersection(points(ofOperation: operation))
      for first in won.indices {
        for second in won.indices
        where second > first
          && rules[first].outcome != rules[second].outcome
        {
          let both = points.intersection(won[first]).intersection(won[second])
          guard !both.isEmpty else { continue }
          result.append(Region(operation: operation, rules: [first, second], points: both))
        }
      }
    }
    return result
  }

  /// Returns the combinations of an operation with all its variants.
  package func points(ofOperation operation: Int) -> PointSet {
    space.points(factors.count - 1, in: fullMasks(operation: operation)[factors.count - 1])
  }

  /// Returns the full masks of a cube of the operation, by factor.
  ///
  /// Only a factor with `only_when` can be not applicable.
  package func fullMasks(operation: Int) -> [UInt64] {
    var masks = spec.factors.map { factor in
      (UInt64(1) << UInt64(factor.values.count + (factor.onlyWhen == nil ? 0 : 1))) - 1
    }
    masks.append(
      operationOfValue.indices.reduce(0) { mask, value in
        operationOfValue[value] == operation ? mask | 1 << UInt64(value) : mask
      }
    )
    return masks
  }

  /// Returns the combinations of the space in the cube.
  package func points(in cube: Cube) -> PointSet {
    var result = space.all
    for (factor, mask) in cube.masks.enumerated() {
      result.formIntersection(space.points(factor, in: mask))
    }
    return result
  }
}
