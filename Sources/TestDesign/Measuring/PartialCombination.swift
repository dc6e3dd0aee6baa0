/// A combination of which not all is known, such as a row of a suite that somebody wrote.
package struct PartialCombination: Hashable, Sendable {
  /// What is known of a factor.
  package enum Value: Hashable, Sendable {
    /// Nothing was said.
    case open
    /// Something was said that is no value of the factor.
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
