/// The rows of a covering array.
package struct Suite: Hashable, Sendable {
  /// Rows × factors, value indices.
  package var rows: [[Int]]
  /// How many of the first rows are the request's `fixed` ones, completed where they left a value open, in their order.
  package var fixedCount: Int
  /// Indices of the request's `fixed` rows that are not among them, ascending.
  ///
  /// A droppable row goes where nothing needs it, and any row of which the space holds no completion.
  package var dropped: [Int]
  /// No suite that covers the request has fewer rows.
  package var lowerBound: Int

  /// Whether no smaller suite exists for certain.
  package var isOptimal: Bool { rows.count <= lowerBound }

  package init(rows: [[Int]], fixedCount: Int, dropped: [Int] = [], lowerBound: Int = 0) {
    self.rows = rows
    self.fixedCount = fixedCount
    self.dropped = dropped
    self.lowerBound = lowerBound
  }
}
