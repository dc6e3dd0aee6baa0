/// Sets cells of a saved workbook and leaves everything else unchanged.
///
/// - Parameters:
///   - saved: The path of the saved workbook, which is only read.
///   - edits: The new cells, which also replace formulas.
///   - path: The file to overwrite, which must not be the saved one.
///   - scratch: The folder for temporary files, or `nil` for that of the file.
/// - Throws: `WorkbookError`; after a failed write, the contents of the file are undefined.
package func editWorkbook(
  _ saved: String,
  _ edits: [CellEdit],
  to path: String,
  scratch: String? = nil
) throws(WorkbookError) {
  guard !edits.isEmpty else { return try copyFile(saved, to: path) }
  var sheets: [String: [RowPlan]] = [:]
  for edit in edits {
    let place = edit.position
    var rows = sheets[edit.sheet] ?? []
    while rows.count <= place.row { rows.append(RowPlan()) }
    while rows[place.row].cells.count <= place.column {
      rows[place.row].cells.append(CellPlan(.kept, style: .text))
    }
    rows[place.row].cells[place.column] = edit.cell.plan
    sheets[edit.sheet] = rows
  }
  let plan = WorkbookPlan(
    properties: WorkbookProperties(title: "", subject: "", comments: "", created: 0),
    font: "Arial",
    sheets: sheets.sorted { $0.key < $1.key }.map { name, rows in
      var sheet = SheetPlan(
        name: name,
        columns: [],
        rows: rows,
        page: PagePlan(repeatedRows: nil, footer: "")
      )
      sheet.overlay = SheetOverlay(isForContents: true)
      return sheet
    }
  )
  _ = try reviseWorkbook(saved, by: plan, to: path, scratch: scratch)
}

extension SavedCell {
  /// The cell to be written, using the value of a formula, and only the date format of the style.
  fileprivate var plan: CellPlan {
    switch self {
    case .empty: CellPlan(style: .text)
    case .text(let text): CellPlan(.text(CellText.fitted(text)), style: .text)
    case .day: CellPlan(.saved(self), style: .peopleDate)
    case .number, .boolean, .error: CellPlan(.saved(self), style: .text)
    case .formula(_, let value): value.plan
    }
  }
}
