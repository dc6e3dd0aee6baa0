/// The placement of a planned sheet over a saved one of the same name, cell by cell, since rows and columns never move.
///
/// Cells planned as `kept`, and cells without a plan, stay as they were saved.
package struct SheetOverlay: Hashable, Sendable {
  /// The columns missing in the saved sheet, which get the planned width.
  package var newColumns: Set<Int>
  /// The columns that the program no longer fills, which are hidden.
  package var goneColumns: Set<Int>
  package var restoredRows: Set<Int>
  /// True if the plan's drop-downs replace saved ones; otherwise they are only added to cells without one.
  package var replacesValidations: Bool
  /// True if only the contents of cells change.
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

/// A new value for a cell of a saved workbook.
package struct CellEdit: Hashable, Sendable {
  package var sheet: String
  package var position: CellPosition
  package var cell: SavedCell

  package init(sheet: String, position: CellPosition, cell: SavedCell) {
    (self.sheet, self.position, self.cell) = (sheet, position, cell)
  }
}
