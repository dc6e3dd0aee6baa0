/// How the planned sheets lie in a saved workbook.
///
/// The plan is written in an order of its own; people sort, insert, and rename. A revision says for each planned row and column where it
/// stands in the saved file. All places that the plan names are those of the plan; where they lie in the end follows from here.
package struct WorkbookRevision: Hashable, Sendable {
  package var plan: WorkbookPlan
  /// By planned sheet, in the plan's order; `nil` for a sheet that the saved workbook does not have.
  package var sheets: [SheetAlignment?]
  /// Names of saved sheets that go: they were generated, and nobody wrote on them.
  package var removedSheets: [String]
  /// Saved rows that are deleted and go on as a planned row of another sheet.
  package var moves: [RowMove]

  package init(
    plan: WorkbookPlan,
    sheets: [SheetAlignment?],
    removedSheets: [String] = [],
    moves: [RowMove] = []
  ) {
    self.plan = plan
    self.sheets = sheets
    self.removedSheets = removedSheets
    self.moves = moves
  }
}

/// Where the rows and columns of a planned sheet stand in the saved one.
package struct SheetAlignment: Hashable, Sendable {
  /// The sheet's name in the saved file, which it keeps.
  package var saved: String
  /// By planned row the saved row; `nil` for a new one, which goes behind the row that precedes it in the plan.
  package var rows: [Int?]
  /// By planned column the saved column; `nil` for a new one, which goes behind the last.
  package var columns: [Int?]
  /// Saved rows that are deleted; rows that are named nowhere stay.
  package var removedRows: Set<Int>
  /// Saved columns that the plan no longer has: they are emptied in the plan's rows and hidden, never removed, since columns never move.
  package var clearedColumns: Set<Int>
  /// True if the plan's drop-downs replace the saved ones in the plan's cells; otherwise they only fill cells that have none.
  package var restatesValidations: Bool
  /// The planned rows that are data: formulas that name all of them go on to do so; `nil` for all below the headings.
  package var body: Range<Int>?

  package init(
    saved: String,
    rows: [Int?],
    columns: [Int?],
    removedRows: Set<Int> = [],
    clearedColumns: Set<Int> = [],
    restatesValidations: Bool = false,
    body: Range<Int>? = nil
  ) {
    self.saved = saved
    self.rows = rows
    self.columns = columns
    self.removedRows = removedRows
    self.clearedColumns = clearedColumns
    self.restatesValidations = restatesValidations
    self.body = body
  }
}

/// That a deleted row goes on as a row of another sheet: what people made of its cells, what they pinned to it, and what names it.
package struct RowMove: Hashable, Sendable {
  /// The saved sheet.
  package var sheet: String
  /// The saved row.
  package var row: Int
  /// The planned sheet.
  package var toSheet: String
  /// The planned row.
  package var toRow: Int
  /// By saved column the planned one of the other sheet; a column that is not named has no counterpart.
  package var columns: [Int: Int]

  package init(
    sheet: String,
    row: Int,
    toSheet: String,
    toRow: Int,
    columns: [Int: Int]
  ) {
    self.sheet = sheet
    self.row = row
    self.toSheet = toSheet
    self.toRow = toRow
    self.columns = columns
  }
}

/// A cell of a saved workbook that is set.
package struct CellEdit: Hashable, Sendable {
  /// The sheet's name.
  package var sheet: String
  package var position: CellPosition
  package var content: CellPlan.Content

  package init(sheet: String, position: CellPosition, content: CellPlan.Content) {
    self.sheet = sheet
    self.position = position
    self.content = content
  }
}

extension WorkbookRevision {
  /// With a place for every planned cell: a column that an alignment does not name stands where it is planned if nothing else does.
  var withAllColumns: Self {
    var revision = self
    precondition(sheets.count == plan.sheets.count, "a revision has an alignment for each sheet")
    for (number, sheet) in plan.sheets.enumerated() {
      guard var alignment = sheets[number] else { continue }
      precondition(alignment.rows.count == sheet.rows.count, "an alignment names every row")
      var taken = Set(alignment.columns.compactMap { $0 })
      let count = max(sheet.columns.count, sheet.rows.map(\.cells.count).max() ?? 0)
      for column in alignment.columns.count..<max(count, alignment.columns.count) {
        alignment.columns.append(taken.insert(column).inserted ? column : nil)
      }
      revision.sheets[number] = alignment
    }
    return revision
  }
}
