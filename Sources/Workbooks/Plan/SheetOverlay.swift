/// How a planned sheet lies on a saved one of the same name: cell on cell, since rows and columns never move.
///
/// Cells that are planned as `kept`, and those that are not planned, stay as they were saved.
package struct SheetOverlay: Hashable, Sendable {
  /// Columns that the saved sheet does not have; they get the planned width.
  package var newColumns: Set<Int>
  /// Columns that the program filled and no longer does; they are hidden.
  package var goneColumns: Set<Int>
  /// Rows that are folded no longer.
  package var restoredRows: Set<Int>
  /// True if the plan's drop-downs replace the saved ones in the plan's cells; otherwise they only fill cells that have none.
  package var replacesValidations: Bool
  /// True if cells get new contents and nothing else changes.
  package var isForContents: Bool

  package init(
    newColumns: Set<Int> = [],
    goneColumns: Set<Int> = [],
    restoredRows: Set<Int> = [],
    replacesValidations: Bool = false,
    isForContents: Bool = false
  ) {
    self.newColumns = newColumns
    self.goneColumns = goneColumns
    self.restoredRows = restoredRows
    self.replacesValidations = replacesValidations
    self.isForContents = isForContents
  }
}

/// A cell of a saved workbook that is set.
package struct CellEdit: Hashable, Sendable {
  package var sheet: String
  package var position: CellPosition
  package var cell: SavedCell

  package init(sheet: String, position: CellPosition, cell: SavedCell) {
    (self.sheet, self.position, self.cell) = (sheet, position, cell)
  }
}
