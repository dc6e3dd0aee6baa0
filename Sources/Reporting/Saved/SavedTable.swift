/// A sheet of a workbook, or a CSV file, as somebody saved it.
package struct SavedTable: Hashable, Sendable {
  /// The sheet's name; empty for a CSV file.
  package var name: String
  /// Whether people do not see it.
  package var isHidden: Bool
  /// From the first row and column of the sheet; rows may be of different lengths, and end with their last cell that is not empty.
  package var rows: [[SavedCell]]
  /// In characters, by column; `nil` where the file does not say.
  package var widths: [Double?]

  /// In the order of the file.
  package var comments: [SavedComment]

  package init(
    name: String,
    isHidden: Bool = false,
    rows: [[SavedCell]],
    widths: [Double?] = [],
    comments: [SavedComment] = []
  ) {
    self.name = name
    self.isHidden = isHidden
    self.rows = rows
    self.widths = widths
    self.comments = comments
  }

  /// A cell, empty outside of what was saved.
  package subscript(row row: Int, column column: Int) -> SavedCell {
    guard rows.indices.contains(row), rows[row].indices.contains(column) else { return .empty }
    return rows[row][column]
  }
}
