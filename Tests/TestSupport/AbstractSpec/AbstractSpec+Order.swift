extension AbstractSpec {
  /// The same spec with its factors, values, operations, constraints and rules declared in another order.
  package func reordered(seed: UInt64) -> AbstractSpec {
    var random = SplitMix64(seed: seed)
    var result = self
    let shuffled = random.shuffled(factors.map { $0.reordered(&random) })
    result.factors = shuffled.filter { $0.kind == .state } + shuffled.filter { $0.kind == .data }
    result.operations = random.shuffled(
      operations.map { operation in
        var operation = operation
        operation.variants = operation.variants?.reordered(&random)
        return operation
      }
    )
    result.constraints = random.shuffled(constraints)
    result.rules = random.shuffled(rules)
    return result
  }
}

extension AbstractFactor {
  fileprivate func reordered(_ random: inout SplitMix64) -> AbstractFactor {
    var result = self
    result.source = source.reordered(&random)
    return result
  }
}

extension AbstractValues {
  /// Values that are written out in another order; generated ones have their own.
  fileprivate func reordered(_ random: inout SplitMix64) -> AbstractValues {
    guard case .listed(let values) = self else { return self }
    return .listed(random.shuffled(values))
  }
}
