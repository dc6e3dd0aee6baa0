extension Oracle {
  /// Returns the indices of the cases that must stay and that no row meets.
  ///
  /// Of several values of a factor, the row has the usual one if a combination can have that of all such factors.
  package func unmetIncludes(rows: [Int], usual chosen: [Int]) -> [Int] {
    spec.cases.include.indices.filter { number in
      var masks = includeMasks(number)
      var usual = masks
      for (factor, mask) in masks where mask.nonzeroBitCount > 1 && factor < spec.factors.count {
        let bit = UInt64(1) << UInt64(chosen[factor])
        if mask & bit != 0 { usual[factor] = bit }
      }
      if !points(usual).isEmpty { masks = usual }
      return points(masks).isDisjoint(with: Self.set(rows, capacity: count))
    }
  }

  /// Returns the combinations that meet a case that must stay.
  package func points(ofInclude number: Int) -> PointSet { points(includeMasks(number)) }

  private func includeMasks(_ number: Int) -> [Int: UInt64] {
    var masks: [Int: UInt64] = [:]
    for entry in spec.cases.include[number].entries {
      guard let factor = factors.firstIndex(where: { $0.name == entry.factor }) else { continue }
      masks[factor] = AbstractCondition.mask(entry.test, of: values[factor], in: .rule)
    }
    let operation = factors.count - 1
    masks[operation] = masks[operation].map(withWholeOperations)
    return masks
  }

  /// Returns the operation values with all parts of operations of which one is included, since a case covers all of them.
  package func withWholeOperations(_ mask: UInt64) -> UInt64 {
    var whole = mask
    var first = 0
    for operation in spec.operations {
      let count = operation.values.count
      let values = ((UInt64(1) << UInt64(count)) - 1) << UInt64(first)
      if operation.hasParts, mask & values != 0 { whole |= values }
      first += count
    }
    return whole
  }

  private func points(_ masks: [Int: UInt64]) -> PointSet {
    masks.keys.sorted().reduce(space.all) { points, factor in
      points.intersection(space.points(factor, in: masks[factor] ?? 0))
    }
  }

  private static func set(_ rows: [Int], capacity: Int) -> PointSet {
    var result = PointSet(capacity: capacity)
    for row in rows { result.insert(row) }
    return result
  }
}
