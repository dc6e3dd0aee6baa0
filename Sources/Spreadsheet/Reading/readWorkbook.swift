package import Reporting

/// Reads what people saved in a workbook (`.xlsx`, `.xlsm`): the cells of every sheet, hidden ones too, in the order of the tabs.
///
/// - Parameters:
///   - path: The file; it is opened to be read only, and nothing is unpacked beside it.
///   - limits: How much is read at most. Whatever a file holds, time and memory stay within what these allow.
/// - Returns: The sheets, with what formulas gave when the workbook was saved.
/// - Throws: `WorkbookReadError` for a file that is no workbook, damaged, protected by a password, or beyond the limits.
package func readWorkbook(
  at path: String,
  limits: ReadingLimits = .standard
) throws(WorkbookReadError) -> SavedWorkbook {
  do throws(WorkbookProblem) {
    try FileBeginning.expectArchive(at: path, limits: limits)
    var reader = try WorkbookReader(path: path, limits: limits)
    return SavedWorkbook(tables: try reader.tables())
  } catch {
    throw WorkbookReadError(path: path, problem: error)
  }
}
