import Diagnostics
import Foundation
import Specification
import Synchronization
import TestDesign
import Testing
import Text
import Workbooks
import YAMLSyntax

@testable import Reporting

/// The visible, folded and printed parts of the sheets of the sample specs.
@Suite struct SheetLayoutTests {
  private static let files = [
    "tsukurepo-post.yaml", "payment-confirmation.yaml", "profile-screen.yaml", "boost-popup.yaml",
    "complete.yaml",
  ]
  /// The width of a 1,920-pixel window without the row numbers and the scroll bar.
  private static let pixelsInSight = 1_850

  private static let plans = Mutex<[String: (report: Report, sheets: [SheetPlan])]>([:])

  private static func plan(_ file: String) throws -> (report: Report, sheets: [SheetPlan]) {
    try plans.withLock { plans in
      if let plan = plans[file] { return plan }
      let report = try made(file)
      let plan = (report, WorkbookPlan(report).sheets)
      plans[file] = plan
      return plan
    }
  }

  private static func made(_ file: String) throws -> Report {
    let path = "specs/\(file)"
    let text = try String(contentsOf: SpecFiles.root.appending(path: path), encoding: .utf8)
    return try RecordedReportTests.report(text, path: path)
  }

  private func sheet(_ name: ReportTable.Name, of file: String) throws -> SheetPlan {
    let (report, sheets) = try Self.plan(file)
    let title = try #require(report[name]).title
    return try #require(sheets.first { $0.name == title })
  }

  /// Returns the width of the visible columns through `last`.
  private func pixels(_ sheet: SheetPlan, through last: Int) -> Int {
    sheet.columns.prefix(last + 1).filter { !$0.isHidden }
      .reduce(0) { $0 + Int(($1.width * 7).rounded()) + 5 }
  }

  @Test(arguments: files) func aQuestionAndItsAnswerAreInSightTogether(file: String) throws {
    let report = try Self.plan(file).report
    let sheet = try sheet(.questions, of: file)
    // Without scrolling on a laptop.
    let questions = try #require(report[.questions])
    let status = try #require(questions.index(of: .refusal))
    #expect(pixels(sheet, through: status) <= 1_180)
  }

  @Test(arguments: files) func aResultIsInSightBesideTitleAndExpectedResult(file: String) throws {
    let report = try Self.plan(file).report
    let sheet = try sheet(.cases, of: file)
    let cases = try #require(report[.cases])
    let last = try #require(cases.index(of: .recheck))
    #expect(pixels(sheet, through: last) <= Self.pixelsInSight)
    #expect(try #require(cases.index(of: .result)) < last)
  }

  /// Screens of 1,040 pixels, where 15 points are 20 pixels.
  @Test func casesOfPostTakeFewScreens() throws {
    let sheet = try sheet(.cases, of: "tsukurepo-post.yaml")
    let points = sheet.rows.reduce(0) { $0 + ($1.height ?? 15) }
    #expect(points * 20 / 15 / 1_040 <= 15)
  }

  @Test(arguments: files) func sheetsFreezeFilterAndRepeatTheirHeadings(file: String) throws {
    let report = try Self.plan(file).report
    for table in report.tables {
      let sheet = try sheet(table.name, of: file)
      let texts = sheet.rows[table.headingRow].cells.map(\.plainText)
      #expect(Array(texts.prefix(table.columns.count)) == table.columns.map(\.heading))
      let frozen = [.cases, .questions].contains(table.name) ? 2 : 1
      #expect(sheet.freeze == CellPosition(row: table.headingRow + 1, column: frozen))
      #expect(sheet.filter?.first == CellPosition(row: table.headingRow, column: 0))
      #expect(sheet.page.repeatedRows == table.headingRow...table.headingRow)
    }
  }

  @Test(arguments: files) func whatIsFoldedIsGroupedAndNotPrinted(file: String) throws {
    let report = try Self.plan(file).report
    for table in report.tables {
      let sheet = try sheet(table.name, of: file)
      let printed = try #require(sheet.page.lastColumn)
      for (number, column) in table.columns.enumerated() {
        let plan = sheet.columns[number]
        #expect((plan.outlineLevel == 1) == column.isFolded)
        #expect(plan.isHidden == (column.isFolded || column.look.isHidden))
        let isNextFolded = table.columns.dropFirst(number + 1).first?.isFolded ?? false
        #expect(plan.isCollapsed == (isNextFolded && !column.isFolded))
        if column.isFolded { #expect(number > printed) }
        if column.kind == .people, !column.isFolded { #expect(number <= printed) }
      }
    }
  }

  /// 10-point type on A3 landscape, 420 mm less margins of 0.4 inches, fitted to the width or at its own scale.
  @Test(arguments: files) func typeIsAtLeastSevenPointsOnPaper(file: String) throws {
    let across = (420 / 25.4 - 0.8) * 96
    for sheet in try Self.plan(file).sheets where !sheet.isHidden {
      let last = sheet.page.lastColumn ?? sheet.columns.count - 1
      switch sheet.page.width {
      case .onePage:
        #expect(10 * across / Double(pixels(sheet, through: last)) >= 7, "\(sheet.name)")
      case .several(let percent, _): #expect(10 * percent / 100 >= 7)
      }
    }
  }

  /// The sentences above the headings span columns; the page ends at the last printed one.
  @Test(arguments: files) func sentencesAreNotCutOnPaper(file: String) throws {
    let report = try Self.plan(file).report
    for table in report.tables {
      let sheet = try sheet(table.name, of: file)
      let printed = try #require(sheet.page.lastColumn)
      let isAll = sheet.columns.indices.dropFirst(printed + 1).allSatisfy {
        sheet.columns[$0].isHidden || !table.columns.indices.contains($0)
      }
      for row in sheet.rows.prefix(table.headingRow) where !isAll {
        let width = DisplayWidth.columns(of: row.cells.first?.plainText ?? "")
        #expect(
          Double(width) * 0.95 * 7 <= Double(pixels(sheet, through: printed)),
          "\(sheet.name)"
        )
      }
    }
  }

  @Test func whoAnswersIsSaidOnceAboveTheQuestions() throws {
    let file = "payment-confirmation.yaml"
    let report = try Self.plan(file).report
    let questions = try #require(report[.questions])
    let sheet = try sheet(.questions, of: file)
    let rows = sheet.rows.prefix(questions.headingRow).map(\.cells)
    // The column of numbers has no room for a label.
    #expect(rows[1].map(\.plainText) == ["", "Answered by", ""])
    #expect(rows[1][2].style == .people)
    #expect(rows[2].map(\.plainText) == ["", "Answered on", ""])
    #expect(rows[2][2].style == .peopleDate)
    // Rows for questions of the director's own.
    let own = sheet.rows.dropFirst(questions.headingRow + 1 + questions.rows.count)
    #expect(own.count == 3)
    #expect(
      own.allSatisfy { row in
        row.cells.prefix(questions.columns.count).allSatisfy {
          $0.content == .blank && [.people, .peopleDate].contains($0.style)
        }
      }
    )
  }
}
