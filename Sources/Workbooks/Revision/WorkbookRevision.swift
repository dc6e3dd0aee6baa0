/// How the planned sheets lie in a saved workbook.
package struct WorkbookRevision: Hashable, Sendable {
  package var plan: WorkbookPlan
  /// By planned sheet; `nil` for one that the saved workbook does not have.
  package var sheets: [SheetAlignment?]
  /// The names of saved sheets that go.
  package var removedSheets: [String]
  package var moves: [RowMove]

  package init(
    plan: WorkbookPlan,
    sheets: [SheetAlignment?],
    removedSheets: [String],
    moves: [RowMove]
  ) {
    self.plan = plan
    self.sheets = sheets
    self.removedSheets = removedSheets
    self.moves = moves
  }
}

/// Where the rows and columns of a planned sheet stand in the saved one.
package struct SheetAlignment: Hashable, Sendable {
  package var saved: String
  package var rows: [Int?]
  package var columns: [Int?]
  package var removedRows: Set<Int>
  package var clearedColumns: Set<Int>
  package var restatesValidations: Bool

  package init(
    saved: String,
    rows: [Int?],
    columns: [Int?],
    removedRows: Set<Int> = [],
    clearedColumns: Set<Int> = [],
    restatesValidations: Bool = false
  ) {
    self.saved = saved
    self.rows = rows
    self.columns = columns
    self.removedRows = removedRows
    self.clearedColumns = clearedColumns
    self.restatesValidations = restatesValidations
  }
}

/// Where what is pinned to a saved row goes.
package struct RowMove: Hashable, Sendable {
  package var sheet: String
  package var row: Int
  package var toSheet: String
  package var toRow: Int

  package init(sheet: String, row: Int, toSheet: String, toRow: Int) {
    self.sheet = sheet
    self.row = row
    self.toSheet = toSheet
    self.toRow = toRow
  }
}

package func reviseWorkbook(
  _ saved: String,
  by revision: WorkbookRevision,
  to path: String,
  scratch: String?
) throws(WorkbookError) -> [String] {
  try writeWorkbook(revision.plan, to: path, scratch: scratch)
  return []
}

package struct CellEdit: Hashable, Sendable {
  package var sheet: String
  package var position: CellPosition
  package var content: CellPlan.Content
  package init(sheet: String, position: CellPosition, content: CellPlan.Content) {
    self.sheet = sheet
    self.position = position
    self.content = content
  }
}

package func editWorkbook(
  _ saved: String,
  _ edits: [CellEdit],
  to path: String,
  scratch: String?
) throws(WorkbookError) {
  preconditionFailure()
}
