extension Oracle {
  /// Sets of values, one for each factor (the operation last): bit v stands for value v, the bit after the last for *not applicable*.
  package struct Cube: Hashable, Sendable {
    package var masks: [UInt64]

    package init(masks: [UInt64]) {
      self.masks = masks
    }
  }

  /// Combinations of one operation (its variants included) that somebody must be asked about: the on-set of one list of cubes.
  package struct Region: Sendable {
    /// The number of the operation.
    package var operation: Int
    /// The winners that disagree, ascending; empty for undefined combinations.
    package var rules: [Int]
    package var points: PointSet
  }

  /// The undefined combinations, by operation; operations without any are left out.
  package var undefinedRegions: [Region] {
    spec.operations.indices.map { operation in
      Region(
        operation: operation,
        rules: [],
        points: points(.undefined).intersection(points(ofOperation: operation))
      )
    }
    .filter { !$0.points.isEmpty }
  }

  /// The contradictory combinations by operation and pair of winners that do not say the same, whatever else wins there.
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

  /// The combinations of an operation, all its variants together.
  package func points(ofOperation operation: Int) -> PointSet {
    space.points(factors.count - 1, in: fullMasks(operation: operation)[factors.count - 1])
  }

  /// By factor: all that a cube of the operation may hold.
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

  /// The combinations of the space that the cube holds.
  package func points(in cube: Cube) -> PointSet {
    var result = space.all
    for (factor, mask) in cube.masks.enumerated() {
      result.formIntersection(space.points(factor, in: mask))
    }
    return result
  }

  /// True if the cube speaks of the region's operation alone, holds one of its combinations and no other combination of the space.
  package func isWithin(_ cube: Cube, _ region: Region) -> Bool {
    let held = points(in: cube)
    return zip(cube.masks, fullMasks(operation: region.operation)).allSatisfy { $0 & ~$1 == 0 }
      && !held.isEmpty && held.isSubset(of: region.points)
  }

  /// True if the cube is within the region and no value can be added to any of its factors.
  package func isMaximal(_ cube: Cube, _ region: Region) -> Bool {
    guard isWithin(cube, region) else { return false }
    for (factor, full) in fullMasks(operation: region.operation).enumerated() {
      for bit in 0..<64 where full & ~cube.masks[factor] & (1 << UInt64(bit)) != 0 {
        var larger = cube
        larger.masks[factor] |= 1 << UInt64(bit)
        if isWithin(larger, region) { return false }
      }
    }
    return true
  }

  /// True if the cubes together hold all combinations of the region and nothing else of the space.
  package func isCover(_ cubes: [Cube], _ region: Region) -> Bool {
    cubes.allSatisfy { isWithin($0, region) }
      && cubes.reduce(region.points) { $0.subtracting(points(in: $1)) }.isEmpty
  }

  /// True if each cube holds a combination of the region that no other cube of the list holds.
  package func isIrredundant(_ cubes: [Cube], _ region: Region) -> Bool {
    let held = cubes.map { points(in: $0) }
    return held.indices.allSatisfy { one in
      !held.indices.filter { $0 != one }
        .reduce(held[one].intersection(region.points)) { $0.subtracting(held[$1]) }.isEmpty
    }
  }

  /// The true minimum number of cubes that cover the region, or `nil` where it takes more than `limit` steps to settle.
  package func fewestCubes(_ region: Region, limit: Int = 20_000) -> Int? {
    let others = points(ofOperation: region.operation).subtracting(region.points)
    var search = MaximalCubes(
      on: region.points.members.map { space.combinations[$0] },
      off: others.members.map { space.combinations[$0] },
      full: fullMasks(operation: region.operation),
      limit: limit
    )
    guard let held = search.pointsOfAll() else { return nil }
    var cover = ExactCover(columns: held, rows: region.points.count, limit: limit)
    return cover.minimum()
  }
}
