extension AbstractSpec {
  /// Returns the spec with factors, values, operations, impossibilities and rules in another order.
  package func reordered(seed: UInt64) -> AbstractSpec {
    var random = SplitMix64(seed: seed)
    var result = self
    let shuffled = random.shuffled(factors.map { $0.reordered(&random) })
    result.factors = shuffled.filter { $0.kind == .state } + shuffled.filter { $0.kind == .data }
    result.operations = random.shuffled(
      operations.map { operation in
        var operation = operation
        if !operation.inheritsVariants {
          operation.variants = operation.variants?.reordered(&random)
        }
        return operation
      }
    )
    result.impossible = random.shuffled(impossible)
    result.rules = Self.grouped(random.shuffled(rules))
    // A derived id depends on the order of the factors.
    let referenced = Set(precedence.flatMap(\.entries))
    for number in result.rules.indices where referenced.contains(.rule(result.rules[number].id)) {
      result.rules[number].isNamed = true
    }
    return result
  }
}

extension AbstractFactor {
  fileprivate func reordered(_ random: inout SplitMix64) -> AbstractFactor {
    guard !isSelected else { return self }
    var result = self
    // The usual value of a list is its first valid one, so the order would matter.
    if case .listed = source, result.usual == nil {
      result.usual = usualValue.map { values[$0].id }
    }
    result.source = source.reordered(&random)
    return result
  }
}

extension AbstractValues {
  /// Returns listed values in another order; generated ones keep theirs.
  fileprivate func reordered(_ random: inout SplitMix64) -> AbstractValues {
    guard case .listed(let values) = self else { return self }
    return .listed(random.shuffled(values))
  }
}
