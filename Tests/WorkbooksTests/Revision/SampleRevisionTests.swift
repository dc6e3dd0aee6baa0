import Foundation
import Reporting
import Testing

@testable import Workbooks

/// Whole workbooks of the program: what is revised step by step is what would have been written at once.
@Suite(.enabled(if: OpenPyXL.isThere)) struct SampleRevisionTests {
  /// The plan with fewer rows of data, and for each sheet which rows are left.
  private func reduced(_ plan: WorkbookPlan) -> (plan: WorkbookPlan, rows: [[Int]]) {
    var plan = plan
    var kept: [[Int]] = []
    for index in plan.sheets.indices {
      let sheet = plan.sheets[index]
      let heading = sheet.filter?.first.row ?? sheet.rows.count
      let rows = sheet.rows.indices.filter { $0 <= heading + 1 || $0 % 3 != 0 }
      plan.sheets[index].rows = rows.map { sheet.rows[$0] }
      let missing = Set(sheet.rows.indices).subtracting(rows)
      func shorter(_ range: CellRange) -> CellRange {
        var range = range
        let last = range.last.row
        range.last.row -= missing.count { $0 <= last }
        return range
      }
      plan.sheets[index].filter = sheet.filter.map(shorter)
      plan.sheets[index].digitsAsText = sheet.digitsAsText.map(shorter)
      plan.sheets[index].conditionalFormats = sheet.conditionalFormats.map {
        ConditionalFormatPlan(range: shorter($0.range), formula: $0.formula, tone: $0.tone)
      }
      // Only those of whole columns shrink with the table.
      plan.sheets[index].validations = sheet.validations.filter {
        $0.range.rows.count == sheet.rows.count - heading - 1
      }.map {
        var validation = $0
        validation.range = shorter($0.range)
        return validation
      }
      for name in plan.definedNames.indices where plan.definedNames[name].sheet == sheet.name {
        plan.definedNames[name].range = shorter(plan.definedNames[name].range)
      }
      kept.append(rows)
    }
    return (plan, kept)
  }

  @Test(arguments: SampleReport.all)
  func theSameAsWrittenAtOnce(sample: SampleReport) throws {
    let folder = try TemporaryFolder()
    let plan = WorkbookPlan(sample.report)
    let (small, kept) = reduced(plan)
    try writeWorkbook(small, to: folder.path("small.xlsx"))
    try writeWorkbook(plan, to: folder.path("whole.xlsx"))
    let sheets = zip(plan.sheets, kept).map { sheet, rows -> SheetAlignment? in
      let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1, $0) })
      let table = sample.report.tables.first { $0.title == sheet.name }
      return SheetAlignment(
        saved: sheet.name,
        rows: sheet.rows.indices.map { places[$0] },
        columns: sheet.columns.indices.map { $0 },
        restatesValidations: true,
        // Empty rows stand behind the data.
        body: table.map { $0.headingRow + 1..<$0.headingRow + 1 + $0.rows.count }
      )
    }
    let revision = WorkbookRevision(plan: plan, sheets: sheets)
    let lost = try reviseWorkbook(
      folder.path("small.xlsx"),
      by: revision,
      to: folder.path("revised.xlsx")
    )
    #expect(lost.isEmpty)
    let expected = try readWorkbook(at: folder.path("whole.xlsx"))
    let revised = try readWorkbook(at: folder.path("revised.xlsx"))
    #expect(revised.differences(from: expected) == [])
    let facts = try OpenPyXL.facts(ofWorkbookAt: folder.path("revised.xlsx"))
    let wanted = try OpenPyXL.facts(ofWorkbookAt: folder.path("whole.xlsx"))
    #expect(Set(wanted).subtracting(facts).sorted() == [])
    #expect(Set(facts).subtracting(wanted).sorted() == [])
  }

  @Test(arguments: SampleReport.all)
  func withoutChangeTheBytesAreTheSame(sample: SampleReport) throws {
    let folder = try TemporaryFolder()
    let plan = WorkbookPlan(sample.report)
    try writeWorkbook(plan, to: folder.path("whole.xlsx"))
    let sheets = plan.sheets.map { sheet -> SheetAlignment? in
      SheetAlignment(
        saved: sheet.name,
        rows: sheet.rows.indices.map { $0 },
        columns: sheet.columns.indices.map { $0 },
        restatesValidations: true
      )
    }
    let revision = WorkbookRevision(plan: plan, sheets: sheets)
    _ = try reviseWorkbook(folder.path("whole.xlsx"), by: revision, to: folder.path("b.xlsx"))
    #expect(try folder.data("b.xlsx") == folder.data("whole.xlsx"))
  }
}
