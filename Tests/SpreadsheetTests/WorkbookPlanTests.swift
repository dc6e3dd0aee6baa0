import Foundation
import Reporting
import Spreadsheet
import Testing

@Suite struct WorkbookPlanTests {
  @Test(arguments: SampleReport.all)
  func planIsAsRecorded(sample: SampleReport) throws {
    try expectRecorded(
      WorkbookPlan(sample.report).dump,
      "workbook-\(sample.testDescription).txt"
    )
  }
}
