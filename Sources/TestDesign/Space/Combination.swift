/// A combination of the space.
package struct Combination: Hashable, Sendable {
  /// The value index of each factor of the specification (states, then data), or `nil` for *not applicable*.
  package var values: [Int?]
  /// An index into `Specification.operationValues`.
  package var operation: Int

  package init(values: [Int?], operation: Int) {
    self.values = values
    self.operation = operation
  }
}

/// A partly known combination, such as a row of a hand-written suite.
package struct PartialCombination: Hashable, Sendable {
  /// The known state of a factor.
  package enum Value: Hashable, Sendable {
    /// Nothing was said.
    case open
    /// A text that is not a value of the factor.
    case unread
    /// Only for factors that do not always apply.
    case notApplicable
    /// The index of a value of the specification.
    case value(Int)
  }

  /// The values by factor of the specification, the operation last.
  package var values: [Value]

  package init(values: [Value]) {
    self.values = values
  }
}

/// A cube in terms of a `Specification`: sets of values for some factors, and no restriction on the others.
package struct NamedCube: Hashable, Sendable {
  /// A factor with its permitted values.
  package struct Literal: Hashable, Sendable {
    /// The index of the factor, or `Specification.operationFactor`.
    package var factor: Int
    /// The indices of the values, ascending.
    package var values: [Int]
    /// True if the factor may also be not applicable.
    package var allowsNotApplicable = false
  }

  /// The operation, which is always named, then the other named factors in the order of declaration.
  package var literals: [Literal]
}
