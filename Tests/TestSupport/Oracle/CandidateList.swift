/// Every combination that factors, operations and their `only_when` allow with at most one invalid value: the space before constraints.
struct CandidateList: Sendable {
  /// The value of each factor (the operation last) per combination; the number of values stands for *not applicable*.
  private(set) var combinations: [[Int]] = []
  private let values: [[AbstractValue]]
  private let onlyWhen: [CompiledCondition?]
  private let operationConditions: [CompiledCondition?]

  /// Lists the combinations.
  ///
  /// `values` includes the operation as the last factor, `onlyWhen` does not; `operationConditions` has the applicability by operation
  /// value.
  init(
    values: [[AbstractValue]],
    onlyWhen: [CompiledCondition?],
    operationConditions: [CompiledCondition?]
  ) {
    self.values = values
    self.onlyWhen = onlyWhen
    self.operationConditions = operationConditions
    let operation = values.count - 1
    let order = Self.order(of: onlyWhen, operation: operation)
    for number in values[operation].indices {
      var combination = Array(repeating: 0, count: values.count)
      combination[operation] = number
      extend(combination, order[...], invalid: values[operation][number].isInvalid ? 1 : 0)
    }
  }

  /// Returns the factors in an order in which each follows those that its `only_when` names.
  private static func order(of onlyWhen: [CompiledCondition?], operation: Int) -> [Int] {
    var order: [Int] = []
    while order.count < onlyWhen.count {
      let known = Set(order + [operation])
      let next = onlyWhen.indices.first { factor in
        !known.contains(factor) && (onlyWhen[factor]?.factors ?? []).isSubset(of: known)
      }
      guard let next else { preconditionFailure("only_when goes in a circle") }
      order.append(next)
    }
    return order
  }

  private mutating func extend(_ combination: [Int], _ rest: ArraySlice<Int>, invalid: Int) {
    guard invalid <= 1 else { return }
    guard let factor = rest.first else {
      let condition = operationConditions[combination[values.count - 1]]
      if condition?.holds(in: combination) ?? true { combinations.append(combination) }
      return
    }
    var longer = combination
    guard onlyWhen[factor]?.holds(in: combination) ?? true else {
      longer[factor] = values[factor].count
      extend(longer, rest.dropFirst(), invalid: invalid)
      return
    }
    for (number, value) in values[factor].enumerated() {
      longer[factor] = number
      extend(longer, rest.dropFirst(), invalid: invalid + (value.isInvalid ? 1 : 0))
    }
  }
}
