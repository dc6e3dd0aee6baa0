/// A cube in the numbers of a `Specification`: a set of values for some factors, any value (or none) for the others.
package struct NamedCube: Hashable, Sendable {
  /// One factor and what it may be.
  package struct Literal: Hashable, Sendable {
    /// The factor's number; `Specification.operationFactor` for the operation.
    package var factor: Int
    /// The numbers of the values, ascending.
    package var values: [Int]
    /// Whether the factor may also be not applicable.
    package var allowsNotApplicable: Bool

    package init(factor: Int, values: [Int], allowsNotApplicable: Bool) {
      self.factor = factor
      self.values = values
      self.allowsNotApplicable = allowsNotApplicable
    }
  }

  /// The operation first (always named), then the factors named in the order of declaration.
  package var literals: [Literal]

  package init(literals: [Literal]) {
    self.literals = literals
  }
}
