import Foundation
import Reporting
import Specification
import Testing
import Workbooks

@Suite struct WorkbookFileTests {
  @Test(arguments: SampleReport.all)
  func sameReportGivesSameBytes(sample: SampleReport) throws {
    let folder = try TemporaryFolder()
    let plan = WorkbookPlan(sample.report)
    try writeWorkbook(plan, to: folder.path("first.xlsx"))
    // Times in a zip archive have a resolution of two seconds.
    Thread.sleep(forTimeInterval: 2.1)
    try writeWorkbook(plan, to: folder.path("second.xlsx"))
    #expect(try folder.data("first.xlsx") == folder.data("second.xlsx"))
    #expect(try folder.names == ["first.xlsx", "second.xlsx"])
  }

  @Test func dayOfCreationIsWritten() throws {
    let folder = try TemporaryFolder()
    let report = SampleReport(language: .english).report
    try writeWorkbook(WorkbookPlan(report), to: folder.path("a.xlsx"))
    try writeWorkbook(WorkbookPlan(report, created: 1_700_000_000), to: folder.path("b.xlsx"))
    try writeWorkbook(WorkbookPlan(report, created: 0), to: folder.path("c.xlsx"))
    try writeWorkbook(WorkbookPlan(report, created: -5), to: folder.path("d.xlsx"))
    #expect(try folder.data("a.xlsx") != folder.data("b.xlsx"))
    #expect(try folder.data("c.xlsx") == folder.data("d.xlsx"))
  }

  @Test func existingFileIsReplaced() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: folder.url.appendingPathComponent("a.xlsx"))
    try writeWorkbook(WorkbookPlan(NastyReport.report), to: folder.path("a.xlsx"))
    #expect(try folder.data("a.xlsx").starts(with: Data("PK".utf8)))
    #expect(try folder.names == ["a.xlsx"])
  }

  @Test func missingFolderIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("missing/a.xlsx")
    let error = try #require(throws: WorkbookError.self) {
      try writeWorkbook(WorkbookPlan(NastyReport.report), to: path)
    }
    guard case .unwritable(path, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try folder.names == [])
  }

  @Test func folderInPlaceOfTheFileIsAnErrorThatLeavesNothing() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("a.xlsx/inside"),
      withIntermediateDirectories: true
    )
    #expect(throws: WorkbookError.self) {
      try writeWorkbook(WorkbookPlan(NastyReport.report), to: folder.path("a.xlsx"))
    }
    #expect(throws: WorkbookError.self) {
      try writeWorkbook(WorkbookPlan(NastyReport.report), to: folder.path("a.xlsx") + "/")
    }
    #expect(try folder.names == ["a.xlsx"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("a.xlsx")) == ["inside"]
    )
  }

  @Test func refusedPlanKeepsTheOldFile() throws {
    let folder = try TemporaryFolder()
    try Data("old".utf8).write(to: folder.url.appendingPathComponent("a.xlsx"))
    var plan = WorkbookPlan(NastyReport.report)
    plan.sheets[1].validations = [
      ValidationPlan(
        range: CellRange(column: 0, rows: 1...2),
        choices: [String(repeating: "x", count: 256)],
        promptTitle: "",
        prompt: ""
      )
    ]
    let error = try #require(throws: WorkbookError.self) {
      try writeWorkbook(plan, to: folder.path("a.xlsx"))
    }
    guard case .refused(step: "drop-down", _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try folder.names == ["a.xlsx"])
    #expect(try folder.data("a.xlsx") == Data("old".utf8))
  }

  @Test func sheetsBeyondTheLimitsAreRefused() throws {
    let folder = try TemporaryFolder()
    var plan = WorkbookPlan(NastyReport.report)
    plan.sheets[1].rows = Array(repeating: RowPlan(), count: 1_048_577)
    #expect(throws: WorkbookError.tooManyRows(sheet: plan.sheets[1].name, count: 1_048_577)) {
      try writeWorkbook(plan, to: folder.path("a.xlsx"))
    }
    plan.sheets[1].rows = []
    plan.sheets[1].columns = Array(repeating: ColumnPlan(width: 8), count: 16_385)
    #expect(throws: WorkbookError.tooManyColumns(sheet: plan.sheets[1].name, count: 16_385)) {
      try writeWorkbook(plan, to: folder.path("a.xlsx"))
    }
    #expect(try folder.names == [])
  }
}
