import RoundTrip
import Text
import Workbooks

/// Writes back into workbooks and CSV files why answers were not applied.
///
/// Nothing depends on it: where a file is open elsewhere, or is a CSV of another form, the reasons have been printed.
struct AnswerMarks {
  /// Writes the marks of a file.
  ///
  /// - Returns: What to tell people, where the file could not be marked; `nil` where it was, or nothing was to be written.
  func write(_ marks: [AnswerMark], to file: ReturnedFile) -> String? {
    guard !marks.isEmpty else {
      TemporaryFiles.clear(beside: [file.path])
      return nil
    }
    do throws(FileFailure) {
      let isWritten =
        file.isWorkbook ? try writeWorkbook(marks, file.path) : try writeCSV(marks, file.path)
      return isWritten
        ? nil
        : "\(file.path): the reasons above could not be written into the file"
    } catch {
      return "\(file.path): the reasons above could not be written into the file: \(error.reason)"
    }
  }

  /// Sets the cells of a workbook; all else in it stays.
  private func writeWorkbook(_ marks: [AnswerMark], _ path: String) throws(FileFailure) -> Bool {
    let state = try FileState(following: path)
    let edits = marks.map { mark in
      CellEdit(
        sheet: mark.sheet,
        position: mark.position,
        content: mark.text.isEmpty ? .blank : .text(CellText.fitted(mark.text))
      )
    }
    try edits.write(from: path, to: path, over: state, advice: "then answer again")
    return true
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
    var transaction = try FileReplacement(of: [path])
    try transaction.add(edited, to: path, over: FileState(of: bytes))
    try transaction.commit()
    return true
  }
}
