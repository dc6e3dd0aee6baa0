import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Workbooks

@Suite struct WorkbookPlanTests {
  @Test(arguments: SampleReport.all)
  func planIsAsRecorded(sample: SampleReport) throws {
    let name = "workbook-\(sample.testDescription).txt"
    let recorded = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recorded/\(name)")
    let dump = WorkbookPlan(sample.report).dump
    if Recording.isOn { try Data(dump.utf8).write(to: recorded) }
    let expected = try String(contentsOf: recorded, encoding: .utf8)
    let lines = [dump, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let place = zip(lines[0], lines[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    #expect(dump == expected, "\(name) differs first in line \((place ?? lines[0].count) + 1)")
  }

  @Test func namesOfSheetsAreValidAndDiffer() {
    let names = WorkbookPlan(NastyReport.report).sheets.map(\.name)
    #expect(names == ["Summary", "A title that is much longer th…", "summary 2", "specmatrix"])
  }

  @Test func linksThatLeadNowhereAreNone() {
    let cells = WorkbookPlan(NastyReport.report).sheets[2].rows.flatMap(\.cells)
    #expect(cells.allSatisfy { $0.link == nil })
  }

  @Test func footersKeepTheirLimitAndEscapeAmpersands() {
    for sheet in WorkbookPlan(NastyReport.report).sheets {
      #expect(sheet.page.footer.utf16.count <= 255)
      #expect(sheet.page.footer.hasPrefix("&L&8 1 nasty && text ␁&&👨‍👩‍👧‍👦&&"))
    }
  }

  @Test(arguments: [
    (0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA"),
    (16_383, "XFD"),
  ])
  func columnsHaveLetters(column: Int, letters: String) {
    #expect(CellPosition.letters(ofColumn: column) == letters)
  }

  @Test func apostrophesInSheetNamesAreDoubled() {
    let range = CellRange(column: 1, rows: 1...3)
    #expect(range.absolute(in: "Bob's") == "'Bob''s'!$B$2:$B$4")
  }

  @Test func rowsAreHighEnoughForWrappedText() throws {
    let text = String(repeating: "長い期待結果の文", count: 20)
    let table = ReportTable(
      name: .cases,
      title: "t",
      columns: [ReportColumn(role: .expected, heading: "h")],
      rows: [ReportTable.Row(key: "1", cells: [.text(text)])]
    )
    var report = NastyReport.report
    report.language = .japanese
    report.tables = [table]
    let sheet = WorkbookPlan(report).sheets[1]
    // 160 characters of 13 pixels at 10 points; a digit of the default font is 7 pixels wide.
    let lines = (160.0 * 13 / (sheet.columns[0].width * 7)).rounded(.up)
    #expect(try #require(sheet.rows[1].height) >= lines * 17)
  }
}
