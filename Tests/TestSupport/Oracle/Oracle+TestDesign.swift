package import TestDesign

extension Oracle {
  /// Returns the engine's cube; a factor that it does not name may have any value or be not applicable.
  package func cube(_ named: NamedCube) -> Cube? {
    let operationFactor = factors.count - 1
    guard let operation = named.literals.first(where: { $0.factor == operationFactor }),
      let first = operation.values.first, operationOfValue.indices.contains(first)
    else { return nil }
    var masks = fullMasks(operation: operationOfValue[first])
    for literal in named.literals {
      guard masks.indices.contains(literal.factor) else { return nil }
      var mask: UInt64 = 0
      for value in literal.values {
        guard values[literal.factor].indices.contains(value) else { return nil }
        mask |= 1 << UInt64(value)
      }
      if literal.allowsNotApplicable { mask |= 1 << UInt64(values[literal.factor].count) }
      masks[literal.factor] = mask
    }
    return Cube(masks: masks)
  }

  /// Returns the number of the engine's combination, or `nil` if it is not in the space.
  package func point(of combination: Combination) -> Int? {
    point(of: combination.values + [combination.operation])
  }
}
