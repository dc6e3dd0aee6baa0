/// A comment that somebody pinned to a cell: what Excel calls a note, or the first of a thread.
package struct SavedComment: Hashable, Sendable {
  /// Counted from 0, as the rows and columns of its table.
  package var row: Int
  package var column: Int
  package var text: String

  package init(row: Int, column: Int, text: String) {
    self.row = row
    self.column = column
    self.text = text
  }
}
