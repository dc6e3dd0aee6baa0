import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Text

@testable import Workbooks

/// Workbooks as other programs save them.
@Suite(.tags(.external), .external)
struct ExternalOtherProgramTests {
  @Test(.enabled(if: Python.hasOpenPyXL, "python3 with openpyxl is not installed"))
  func workbooksOfAllSamplesSavedByOpenPyXL() throws {
    let folder = try TemporaryFolder()
    let plans = try SampleWorkbooks.plans()
    let paths = plans.indices.map { folder.path("\($0).xlsx") }
    for (plan, path) in zip(plans, paths) { try writeWorkbook(plan, to: path) }
    _ = try Python.run(
      "import sys, openpyxl\nfor path in sys.argv[1:]: openpyxl.load_workbook(path).save(path)",
      paths
    )
    for (plan, path) in zip(plans, paths) {
      let book = try readWorkbook(at: path)
      #expect(book.withoutWidths.differences(from: SavedWorkbook(plan).withoutResults) == [])
    }
  }

  @Test(.enabled(if: Python.hasOpenPyXL, "python3 with openpyxl is not installed"))
  func cellsOfAllKindsMadeByOpenPyXL() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.xlsx")
    _ = try Python.run(
      """
      import sys, datetime, openpyxl
      from openpyxl.cell.rich_text import CellRichText, TextBlock
      from openpyxl.cell.text import InlineFont
      for mac in False, True:
        book = openpyxl.Workbook()
        if mac: book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
        sheet = book.active
        sheet.title = "種類"
        sheet.append(["text", 1, 2.5, True, False, None, "=A1&\\"x\\"", "#N/A", datetime.date(2026, 1, 31),
          datetime.datetime(2026, 1, 31, 23, 59), datetime.time(12, 30), 0.5, "a\\r\\nb", " edges "])
        sheet["A3"] = CellRichText("plain ", TextBlock(InlineFont(b=True), "bold"), "\\n太字")
        sheet["B3"].fill = openpyxl.styles.PatternFill("solid", fgColor="FFFF00")
        sheet["L1"].number_format = "0%"
        sheet["C3"] = 46053
        sheet["C3"].number_format = '[$-411]ggge"年"m"月"d"日";@'
        sheet.column_dimensions["B"].width = 30
        sheet["B3"].comment = openpyxl.comments.Comment("なぜ？\\n後で", "QA")
        book.create_sheet("隠し").sheet_state = "hidden"
        book.create_chartsheet("chart")
        book["隠し"]["C2"] = "見える"
        book.move_sheet("隠し", -1)
        book.save(sys.argv[1] + ("-mac" if mac else ""))
      """,
      [path]
    )
    let day = CalendarDate(number: 20_484)
    func expected(_ serial: SavedCell) -> [SavedTable] {
      [
        SavedTable(name: "隠し", isHidden: true, rows: [[], [.empty, .empty, .text("見える")]]),
        SavedTable(
          name: "種類",
          rows: [
            [
              .text("text"), .number(1), .number(2.5), .boolean(true), .boolean(false), .empty,
              .formula("A1&\"x\"", .empty), .error("#N/A"), .day(day), .text("2026-01-31 23:59"),
              .text("12:30"), .text("50%"), .text("a\nb"), .text(" edges "),
            ], [], [.text("plain bold\n太字"), .empty, serial],
          ],
          comments: [SavedComment(row: 2, column: 1, text: "なぜ？\n後で")]
        ),
      ]
    }
    let book = try readWorkbook(at: path)
    #expect(book.withoutWidths.tables == expected(.day(day)))
    #expect(abs((book.tables[1].widths[1] ?? 0) - 29.29) < 0.01)
    let later = SavedCell.day(CalendarDate(number: 20_484 + 1_462))
    #expect(
      try readWorkbook(at: path + "-mac").withoutWidths.tables == expected(later)
    )
  }

  @Test(.enabled(if: LibreOffice.isThere, "LibreOffice is not installed"))
  func workbooksOfAllSamplesSavedByLibreOffice() throws {
    let folder = try TemporaryFolder()
    let plans = try SampleWorkbooks.plans() + [WorkbookPlan(NastyReport.report)]
    let paths = plans.indices.map { folder.path("\($0).xlsx") }
    for (plan, path) in zip(plans, paths) { try writeWorkbook(plan, to: path) }
    let saved = try TemporaryFolder()
    try LibreOffice.save(paths, as: "xlsx", in: saved)
    for (number, plan) in plans.enumerated() {
      let book = try readWorkbook(at: saved.path("\(number).xlsx"))
      let expected = SavedWorkbook(plan).asLibreOfficeReads
      #expect(
        book.withoutWidths.onlyResults.differences(from: expected.onlyResults) == [],
        "workbook \(number)"
      )
    }
  }
}

extension SavedWorkbook {
  /// The workbook with the texts that LibreOffice takes for escapes although they lack four digits.
  fileprivate var asLibreOfficeReads: Self {
    changed { cell in
      if case .text(let text) = cell {
        .text(text.replacing("_x12_", with: "\u{12}"))
      } else {
        cell
      }
    }
  }
}
