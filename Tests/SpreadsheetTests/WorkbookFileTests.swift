import Foundation
import Reporting
import Spreadsheet
import Testing

@Suite struct WorkbookFileTests {
  @Test(arguments: SampleReport.all)
  func sameReportGivesSameBytes(sample: SampleReport) throws {
    let folder = try TemporaryFolder()
    let plan = WorkbookPlan(sample.report)
    try writeWorkbook(plan, to: folder.path("first.xlsx"))
    // Two seconds is the resolution of times in a zip archive.
    Thread.sleep(forTimeInterval: 2.1)
    try writeWorkbook(plan, to: folder.path("second.xlsx"))
    #expect(try folder.data("first.xlsx") == folder.data("second.xlsx"))
    #expect(try folder.names == ["first.xlsx", "second.xlsx"])
  }
}
