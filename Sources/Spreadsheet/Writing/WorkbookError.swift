/// Why a workbook could not be written; nothing is left behind of it.
package enum WorkbookError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooManyRows(sheet: String, count: Int)
  case tooManyColumns(sheet: String, count: Int)
  /// The folder does not take a file, or the file could not be put in its place.
  case unwritable(path: String, reason: String)
  case noRoom(path: String)
  /// The library refused; the step and its own words.
  case refused(step: String, reason: String)

  package var description: String {
    switch self {
    case .tooManyRows(let sheet, let count):
      "sheet '\(sheet)' has \(count) rows, more than the \(SpreadsheetLimits.rows) that a workbook holds"
    case .tooManyColumns(let sheet, let count):
      "sheet '\(sheet)' has \(count) columns, more than the \(SpreadsheetLimits.columns) that a workbook holds"
    case .unwritable(let path, let reason): "cannot write '\(path)': \(reason)"
    case .noRoom(let path): "cannot write '\(path)': not enough room on the disk"
    case .refused(let step, let reason): "cannot make the workbook (\(step)): \(reason)"
    }
  }
}
