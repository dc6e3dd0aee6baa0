package import Diagnostics

/// A row that is to be in the suite, complete or not.
package struct PICTSeedRow: Hashable, Sendable {
  /// By parameter the index of its value; `nil` where any may stand.
  package var values: [Int?]
  /// Where the row stands in the file of rows.
  package var span: SourceSpan

  package init(values: [Int?], span: SourceSpan) {
    self.values = values
    self.span = span
  }
}
