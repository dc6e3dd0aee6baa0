import RoundTrip
import Text
import Workbooks

/// Writes back into workbooks and CSV files why answers were not applied.
///
/// Nothing depends on it: where a file is open elsewhere, or is a CSV of another form, the reasons have been printed.
struct AnswerMarks {
  /// Sets cells of a saved workbook.
  var editWorkbook: (_ path: String, _ marks: [AnswerMark]) throws(FileFailure) -> Bool

  /// Writes the marks of a file.
  ///
  /// - Returns: What to tell people, where the file could not be marked; `nil` where it was, or nothing was to be written.
  func write(_ marks: [AnswerMark], to file: ReturnedFile) -> String? {
    guard !marks.isEmpty else { return nil }
    do throws(FileFailure) {
      let isWritten =
        file.isWorkbook ? try editWorkbook(file.path, marks) : try writeCSV(marks, file.path)
      return isWritten
        ? nil
        : "\(file.path): the reasons above could not be written into the file"
    } catch {
      return "\(file.path): the reasons above could not be written into the file: \(error.reason)"
    }
  }

  /// Puts the marks into a CSV file whose other bytes stay; whether it has a form in which that is possible.
  private func writeCSV(_ marks: [AnswerMark], _ path: String) throws(FileFailure) -> Bool {
    let bytes = try FileContents.bytes(of: path, limit: SavedWorkbook.csvBytes)
    guard
      let edited = CSVCells.setting(
        marks.map { ($0.position.row, $0.position.column, $0.text) },
        in: bytes
      )
    else { return false }
    guard edited != bytes else { return true }
    var transaction = try FileTransaction(replacing: [path])
    try transaction.add(edited, to: path, over: FileState(of: bytes))
    try transaction.commit()
    return true
  }
}
