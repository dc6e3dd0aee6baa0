/// A rectangle of cells, both corners included.
package struct CellRange: Hashable, Sendable, CustomStringConvertible {
  package var first: CellPosition
  package var last: CellPosition

  package init(first: CellPosition, last: CellPosition) {
    self.first = first
    self.last = last
  }

  /// The rows of one column.
  package init(column: Int, rows: ClosedRange<Int>) {
    first = CellPosition(row: rows.lowerBound, column: column)
    last = CellPosition(row: rows.upperBound, column: column)
  }

  /// `A1:C9`.
  package var description: String { "\(first):\(last)" }

  /// `'Cases'!$A$2:$A$9`.
  package func absolute(in sheet: String) -> String {
    "\(Self.quoted(sheet))!\(first.absolute):\(last.absolute)"
  }

  /// A sheet's name as formulas write it.
  package static func quoted(_ sheet: String) -> String {
    "'" + sheet.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      + "'"
  }
}
