import Foundation
import Reporting
import Specification
import TestSupport
import Testing
import Workbooks

@Suite struct RoundTripTests {
  private func saved(_ plan: WorkbookPlan) throws -> SavedWorkbook {
    let folder = try TemporaryFolder()
    try writeWorkbook(plan, to: folder.path("a.xlsx"))
    return try readWorkbook(at: folder.path("a.xlsx"))
  }

  @Test func workbooksOfAllSamples() throws {
    for plan in try SampleWorkbooks.plans() {
      let book = try saved(plan)
      #expect(book.withoutWidths.differences(from: SavedWorkbook(plan)) == [])
      for (table, sheet) in zip(book.tables, plan.sheets) {
        for (width, column) in zip(table.widths, sheet.columns) {
          #expect(abs((width ?? 0) - column.width) <= 1.0 / 14 + 1e-9)
        }
      }
    }
  }

  @Test func widthsDoNotGrowWithEveryRound() throws {
    var plan = WorkbookPlan(SampleReport(language: .japanese).report)
    let first = try saved(plan)
    for (number, table) in first.tables.enumerated() {
      // A hidden column has no width.
      for (column, width) in table.widths.enumerated() {
        if let width { plan.sheets[number].columns[column].width = width }
      }
    }
    #expect(try saved(plan) == first)
  }

  @Test func nastyTexts() throws {
    let plan = WorkbookPlan(NastyReport.report)
    #expect(try saved(plan).withoutWidths.differences(from: SavedWorkbook(plan)) == [])
  }

  @Test func randomTables() throws {
    var random = SplitMix64(seed: 11)
    let page = WorkbookPlan(NastyReport.report).sheets[0].page
    for _ in 0..<40 {
      var plan = WorkbookPlan(
        properties: WorkbookProperties(title: "", subject: "", comments: "", created: 0),
        font: "Arial",
        sheets: []
      )
      plan.sheets = (0...random.below(3)).map { number in
        SheetPlan(
          name: "\(number)\(random.pick(["", " & <シート>", "'\""]))",
          isHidden: number > 0 && random.chance(30),
          columns: [],
          rows: (0..<random.below(12)).map { _ in
            RowPlan(cells: (0..<random.below(9)).map { _ in Self.cell(&random) })
          },
          page: page
        )
      }
      #expect(try saved(plan).withoutWidths.differences(from: SavedWorkbook(plan)) == [])
    }
  }

  private static func cell(_ random: inout SplitMix64) -> CellPlan {
    switch random.below(5) {
    case 0: CellPlan(.blank, style: .text)
    case 1: CellPlan(.number(random.within(-1_000_000...1_000_000)), style: .text)
    case 2:
      CellPlan(
        .formula("A1+\"<&>\"&'x y'!B2", value: .number(Double(random.below(9)))),
        style: .text
      )
    default: CellPlan(.text(text(&random)), style: .text)
    }
  }

  private static func text(_ random: inout SplitMix64) -> String {
    let pieces = [
      "a", "あ", " ", "\n", "_x0041_", "_x", "_", "<", "&", "\"", "'", "=", "😀", "é", "e\u{301}",
      "\t", "007",
      "]]>", "&amp;", "𠮷", "\u{200B}",
    ]
    return (0..<random.below(8)).map { _ in random.pick(pieces) }.joined()
  }
}
