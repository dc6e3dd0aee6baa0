/// Writes the workbook to a file, whole or not at all; a file that was there is replaced in one step.
///
/// The same plan gives the same bytes. The work is done in a file beside the target, whose folder must exist.
package func writeWorkbook(_ plan: WorkbookPlan, to path: String) throws(WorkbookError) {
  for sheet in plan.sheets {
    let columns = sheet.rows.map(\.cells.count).max() ?? 0
    guard sheet.rows.count <= SpreadsheetLimits.rows else {
      throw .tooManyRows(sheet: sheet.name, count: sheet.rows.count)
    }
    guard max(columns, sheet.columns.count) <= SpreadsheetLimits.columns else {
      throw .tooManyColumns(sheet: sheet.name, count: max(columns, sheet.columns.count))
    }
  }
  var target = try TargetFile(path)
  try target.reserve(bytes: plan.estimatedBytes)
  var book = try WorkbookHandle(path: target.temporaryPath, scratch: target.folder)
  try book.makeFormats(font: plan.font)
  try book.set(plan.properties)
  for sheet in plan.sheets { try book.add(sheet) }
  for name in plan.definedNames { try book.define(name) }
  try book.close()
  try target.finish()
}

extension WorkbookPlan {
  /// At most so many bytes does the library need on disk while it works: its files before they are compressed.
  fileprivate var estimatedBytes: Int {
    sheets.reduce(1 << 16) { total, sheet in
      sheet.rows.reduce(total + 1 << 12) { total, row in
        row.cells.reduce(total + 64) { total, cell in
          switch cell.content {
          case .text(let text): total + 256 + 2 * text.utf8.count
          case .formula(let formula, _): total + 128 + 2 * formula.utf8.count
          case .saved(let cell): total + 512 + 2 * "\(cell)".utf8.count
          case .blank, .number, .share: total + 64
          }
        }
      }
    }
  }
}
