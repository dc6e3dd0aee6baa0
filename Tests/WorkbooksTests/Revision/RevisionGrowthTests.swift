import TestSupport
import Testing

@testable import Workbooks

/// The work of a revision grows with the workbook, not with its square: the bytes of parts that are read into trees and written from
/// them are counted for so many rows and for twice as many.
@Suite(.enabled(if: OpenPyXL.isThere)) struct RevisionGrowthTests {
  /// What twice the size may take: twice as much, and a little for numbers that become longer.
  private static let most = 2.2

  enum Kind: String, CaseIterable { case pictures, comments, links, formulas, rows }

  /// What a person gives to every row.
  private static func decoration(_ kind: Kind, _ count: Int) -> String {
    let body =
      switch kind {
      case .pictures:
        """
          chart = BarChart()
          chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=4))
          sheet.add_chart(chart, f'G{row}')
        """
      case .comments: "  sheet.cell(row, 4).comment = Comment(f'note {row}', f'author {row}')"
      case .links: "  sheet.cell(row, 4).hyperlink = f'https://example.org/{row}'"
      case .formulas: "  sheet.cell(row, 4).value = f'=COUNTBLANK(C$2:C{row})+A{row}'"
      case .rows: "  sheet.row_dimensions[row].height = row % 50 + 10"
      }
    return """
      from openpyxl.chart import BarChart, Reference
      from openpyxl.comments import Comment
      sheet = book['Cases']
      for row in range(2, \(count + 2)):
      \(body)
      """
  }

  /// Every row but the first leaves for another sheet; the bytes that this takes.
  private func work(_ kind: Kind, _ count: Int) throws -> Int {
    let cases = (0..<count).map { RevisedBook.Case(id: "\($0)", title: "title \($0)") }
    let book = try RevisedBook()
    try book.write(cases)
    try book.edit(Self.decoration(kind, count))
    let saved = try readWorkbook(at: book.path)
    var plan = RevisedBook.plan([cases[0]])
    let gone = cases.dropFirst().enumerated().map { number, item in
      RowPlan(
        cells: [
          CellPlan(.text(item.id), style: .text),
          CellPlan(
            .saved(
              saved.tables.first { $0.name == "Cases" }?[row: number + 2, column: 3] ?? .empty
            ),
            style: .people
          ),
        ]
      )
    }
    let headings = RowPlan(cells: ["Case", "Note"].map { CellPlan(.text($0), style: .heading) })
    plan.sheets.append(
      SheetPlan(
        name: "Retired",
        columns: [ColumnPlan(width: 10), ColumnPlan(width: 10)],
        rows: [headings] + gone,
        page: PagePlan(repeatedRows: nil, footer: "")
      )
    )
    let removed = Set(cases.dropFirst().map(\.id))
    let sheets = try plan.sheets.map { try book.alignment(of: $0, in: saved, removing: removed) }
    let moves = gone.indices.map { number in
      RowMove(
        sheet: "Cases",
        row: number + 2,
        toSheet: "Retired",
        toRow: number + 1,
        columns: [0: 0, 3: 1]
      )
    }
    let revision = WorkbookRevision(plan: plan, sheets: sheets, moves: moves)
    try writeWorkbook(plan, to: book.revised)
    var donorParts = try PackageParts(path: book.revised, limits: .standard)
    let donor = try DonorBook(&donorParts)
    var reviser = try WorkbookReviser(book.path, revision, donor, nil)
    let before = reviser.parts.work
    _ = try reviser.revise(&donorParts)
    let work = reviser.parts.work - before
    #expect(work > 0)
    return work
  }

  @Test(arguments: Kind.allCases) func growsWithTheRows(_ kind: Kind) throws {
    let one = try work(kind, 100)
    let two = try work(kind, 200)
    #expect(Double(two) <= Self.most * Double(one), "\(kind): \(one) and \(two) bytes")
  }
}
