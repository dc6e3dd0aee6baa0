/// The rows of a covering array.
package struct Suite: Sendable {
  /// Rows × factors, value indices.
  package var rows: [[Int]]
  /// How many of the first rows are the request's `fixed` ones, completed where they left a value open, in their order.
  package var fixedCount: Int

  package init(rows: [[Int]], fixedCount: Int) {
    self.rows = rows
    self.fixedCount = fixedCount
  }
}
