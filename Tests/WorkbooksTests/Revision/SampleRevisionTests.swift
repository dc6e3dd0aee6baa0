import Foundation
import Reporting
import TestSupport
import Testing

@testable import Workbooks

/// Whole workbooks of the program: a stepwise revision equals writing the workbook at once.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct SampleRevisionTests {
  /// Returns an earlier plan: two thirds of the data rows, in other words.
  private func earlier(_ plan: WorkbookPlan) -> WorkbookPlan {
    var plan = plan
    for index in plan.sheets.indices {
      let sheet = plan.sheets[index]
      guard let filter = sheet.filter else { continue }
      let last = filter.first.row + max((filter.last.row - filter.first.row) * 2 / 3, 1)
      func shorter(_ range: CellRange) -> CellRange {
        var range = range
        range.last.row = min(range.last.row, last)
        return range
      }
      plan.sheets[index].rows.removeSubrange((last + 1)...)
      for row in plan.sheets[index].rows.indices.dropFirst(filter.first.row + 1) {
        for column in plan.sheets[index].rows[row].cells.indices {
          guard case .text(let text) = plan.sheets[index].rows[row].cells[column].content else {
            continue
          }
          plan.sheets[index].rows[row].cells[column].content = .text("earlier \(text)")
        }
      }
      plan.sheets[index].filter = shorter(filter)
      plan.sheets[index].digitsAsText = sheet.digitsAsText.map(shorter)
      plan.sheets[index].conditionalFormats = sheet.conditionalFormats.map {
        ConditionalFormatPlan(range: shorter($0.range), $0.rule)
      }
      plan.sheets[index].validations = sheet.validations.filter { $0.range.first.row <= last }.map {
        var validation = $0
        validation.range = shorter($0.range)
        return validation
      }
      for name in plan.definedNames.indices where plan.definedNames[name].sheet == sheet.name {
        plan.definedNames[name].range = shorter(plan.definedNames[name].range)
      }
    }
    return plan
  }

  @Test(arguments: SampleReport.all)
  func theSameAsWrittenAtOnce(sample: SampleReport) throws {
    let folder = try TemporaryFolder()
    let plan = WorkbookPlan(sample.report)
    try writeWorkbook(earlier(plan), to: folder.path("small.xlsx"))
    try writeWorkbook(plan, to: folder.path("whole.xlsx"))
    var laid = plan
    for number in laid.sheets.indices {
      laid.sheets[number].overlay = SheetOverlay(replacesValidations: true)
    }
    let lost = try reviseWorkbook(
      folder.path("small.xlsx"),
      by: laid,
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
    var laid = plan
    for number in laid.sheets.indices {
      laid.sheets[number].overlay = SheetOverlay(replacesValidations: true)
    }
    _ = try reviseWorkbook(folder.path("whole.xlsx"), by: laid, to: folder.path("b.xlsx"))
    #expect(try folder.data("b.xlsx") == folder.data("whole.xlsx"))
  }
}
