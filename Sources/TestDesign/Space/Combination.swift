/// One combination of the space.
package struct Combination: Hashable, Sendable {
  /// By factor of the specification (states, then data): the number of the value, `nil` for not applicable.
  package var values: [Int?]
  /// The number in `Specification.operationValues`.
  package var operation: Int

  package init(values: [Int?], operation: Int) {
    self.values = values
    self.operation = operation
  }
}

/// A combination that is only partly known, such as a row of a hand-written suite.
package struct PartialCombination: Hashable, Sendable {
  /// What is known of a factor.
  package enum Value: Hashable, Sendable {
    /// Nothing was said.
    case open
    /// A text that is not a value of the factor.
    case unread
    /// Only of factors that do not apply everywhere.
    case notApplicable
    /// The number of a value of the specification.
    case value(Int)
  }

  /// By factor of the specification, the operation last.
  package var values: [Value]

  package init(values: [Value]) {
    self.values = values
  }
}

/// A cube in the numbers of a `Specification`: a set of values for some factors, any value (or none) for the others.
package struct NamedCube: Hashable, Sendable {
  /// One factor and what it may be.
  package struct Literal: Hashable, Sendable {
    /// The factor's number; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The numbers of the values, ascending.
    package var values: [Int]
    /// True if the factor may also be not applicable.
    package var allowsNotApplicable = false
  }

  /// The operation first (always named), then the factors named in the order of declaration.
  package var literals: [Literal]
}
