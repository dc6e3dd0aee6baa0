package import Reporting
import Text
package import Workbooks

/// The results that testers entered into the present round of a workbook.
package struct EnteredResults: Sendable {
  /// By the id of a case; what must be checked again, or says nothing, has none.
  package let results: [String: TestResult]

  /// - Parameter workbook: The workbook as it was saved; one without a round, or with several that could be the present one, has no results.
  package init(_ workbook: SavedWorkbook) {
    guard let sheet = try? RecordedResults.round(of: workbook) else {
      results = [:]
      return
    }
    var results: [String: TestResult] = [:]
    for row in sheet.rows {
      guard let id = sheet.key(ofRow: row)?.first, results[id] == nil, !sheet.isGone(row: row),
        sheet.text(.recheck, row: row).isEmpty,
        let result = TestResult(sheet.text(.result, row: row).trimmed)
      else { continue }
      results[id] = result
    }
    self.results = results
  }
}
