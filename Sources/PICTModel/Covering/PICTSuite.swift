/// The rows of a suite, and what is to be said of them.
package struct PICTSuite: Hashable, Sendable {
  /// By row and parameter the index of the value; `nil` for an expected result that the row leaves open.
  package var rows: [[Int?]]
  /// How many combinations of allowed values the suite was asked to contain.
  package var combinations: Int

  package init(rows: [[Int?]], combinations: Int) {
    self.rows = rows
    self.combinations = combinations
  }
}
