/// Values that never come together: no row has, of every parameter that is named, one of its values.
package struct ForbiddenCombination: Hashable, Sendable {
  /// A parameter and some of its values.
  package struct Term: Hashable, Sendable {
    package var parameter: Int
    /// Ascending.
    package var values: [Int]

    package init(parameter: Int, values: [Int]) {
      self.parameter = parameter
      self.values = values
    }
  }

  /// One for each parameter that is named, ascending.
  package var terms: [Term]

  package init(terms: [Term]) {
    self.terms = terms
  }
}
