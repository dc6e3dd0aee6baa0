/// Sets cells of a saved workbook and leaves everything else as it is.
///
/// - Parameters:
///   - saved: The path of the saved workbook, which is only read.
///   - edits: The cells; one that has a formula loses it.
///   - path: The file that is written over, which must not be the saved one.
///   - scratch: The folder for temporary files; `nil` for that of the file.
/// - Throws: `WorkbookError`; what the file holds after a failed write is not defined.
package func editWorkbook(
  _ saved: String,
  _ edits: [CellEdit],
  to path: String,
  scratch: String? = nil
) throws(WorkbookError) {
  guard !edits.isEmpty else { return try copyFile(saved, to: path) }
  // A sheet of its own for each that is edited, on which only the edited cells are planned.
  var sheets: [String: [CellPosition: CellPlan.Content]] = [:]
  for edit in edits { sheets[edit.sheet, default: [:]][edit.position] = edit.content }
  let names = sheets.keys.sorted()
  var plans: [SheetPlan] = []
  var alignments: [SheetAlignment?] = []
  var touched: [Set<CellPosition>] = []
  for (number, name) in names.enumerated() {
    let cells = sheets[name] ?? [:]
    let rows = Set(cells.keys.map(\.row)).sorted()
    let columns = Set(cells.keys.map(\.column)).sorted()
    plans.append(
      SheetPlan(
        name: "Sheet\(number + 1)",
        columns: columns.map { _ in ColumnPlan(width: 10) },
        rows: rows.map { row in
          RowPlan(
            cells: columns.map { column in
              let content = cells[CellPosition(row: row, column: column)]
              return CellPlan(content ?? .blank, style: content?.editStyle ?? .text)
            }
          )
        },
        page: PagePlan(repeatedRows: nil, footer: "")
      )
    )
    alignments.append(SheetAlignment(saved: name, rows: rows, columns: columns))
    touched.append(
      Set(
        rows.indices.flatMap { row in
          columns.indices.filter {
            cells[CellPosition(row: rows[row], column: columns[$0])] != nil
          }.map { CellPosition(row: row, column: $0) }
        }
      )
    )
  }
  let properties = WorkbookProperties(title: "", subject: "", comments: "", created: 0)
  let plan = WorkbookPlan(properties: properties, font: "Arial", sheets: plans)
  let revision = WorkbookRevision(plan: plan, sheets: alignments)
  _ = try revise(saved, revision, touched: touched, to: path, scratch: scratch)
}

extension CellPlan.Content {
  /// A style that shows days as days; nothing else is taken of it.
  fileprivate var editStyle: CellStyle {
    if case .saved(.day) = self { .peopleDay } else { .text }
  }
}
