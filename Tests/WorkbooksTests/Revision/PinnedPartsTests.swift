import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Pictures, comments, links and charts when cells change and rows are appended.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct PinnedPartsTests {
  private let three = RevisedBook.three

  /// Gives every row a comment, a link and a chart, and adds a sheet with a chart of the results.
  private static let decoration = """
    from openpyxl.chart import BarChart, Reference
    from openpyxl.comments import Comment
    sheet = book['Cases']
    for row in range(2, 5):
      sheet.cell(row, 4).comment = Comment(f'note {row}', 'me')
      sheet.cell(row, 5).value = f'log {row}'
      sheet.cell(row, 5).hyperlink = f'https://example.org/{row}'
      chart = BarChart()
      chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=4))
      sheet.add_chart(chart, f'G{row}')
    own = book.create_sheet('Report')
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=2, max_row=4))
    own.add_chart(chart, 'B2')
    own['A1'] = '=B2'
    """

  private static let facts = """
    for name in book.sheetnames:
      sheet = book[name]
      for row in sheet.iter_rows():
        for cell in row:
          if cell.comment: print(name, cell.coordinate, cell.comment.text)
          if cell.hyperlink: print(name, cell.coordinate, cell.hyperlink.target or cell.hyperlink.location)
      for chart in sheet._charts:
        print(name, 'chart', chart.anchor._from.row + 1, chart.series[0].val.numRef.f)
    """

  @Test func theReaderTellsWhereTheyBegin() throws {
    let book = try RevisedBook()
    try book.edit(Self.decoration)
    let tables = try readWorkbook(at: book.path).tables
    let cases = try #require(tables.first { $0.name == "Cases" })
    #expect(cases.drawings == [1, 2, 3])
    #expect(cases.pinnedRows == cases.drawings.union(cases.comments.map(\.row)))
    #expect(tables.first { $0.name == "Report" }?.drawings == [1])
    #expect(tables.first { $0.name == "Summary" }?.drawings == [])
  }

  @Test func stayOnTheirRows() throws {
    let book = try RevisedBook()
    try book.edit(Self.decoration)
    var cases = three
    cases[2].title = "other"
    cases.insert(.init(id: "0", title: "zero"), at: 0)
    #expect(try book.revise(cases).isEmpty)
    let printed = try book.inspect(Self.facts)
    #expect(
      printed == """
        Summary B2 'Cases'!A5
        Cases D2 note 2
        Cases E2 https://example.org/2
        Cases D3 note 3
        Cases E3 https://example.org/3
        Cases D4 note 4
        Cases E4 https://example.org/4
        Cases chart 2 'Cases'!$C$2:$C$4
        Cases chart 3 'Cases'!$C$2:$C$4
        Cases chart 4 'Cases'!$C$2:$C$4
        Report chart 2 'Cases'!$C$2:$C$4
        """
    )
  }

  @Test(.enabled(if: LibreOffice.isThere)) func libreOfficeOpensWhatWasRevised() throws {
    let book = try RevisedBook()
    try book.edit(Self.decoration)
    let office = try TemporaryFolder()
    try LibreOffice.save([book.path], as: "xlsx", in: office)
    try office.data("book.xlsx").write(to: book.folder.url.appendingPathComponent("book.xlsx"))
    try book.revise(three)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
    var cases = three
    cases.insert(.init(id: "0", title: "zero", result: "NG"), at: 0)
    try book.revise(cases)
    try book.accept()
    let again = try TemporaryFolder()
    try LibreOffice.save([book.path], as: "xlsx", in: again)
    let saved = try readWorkbook(at: again.path("book.xlsx"))
    #expect(saved.tables.map(\.name) == ["Summary", "Cases", "specmatrix", "Report"])
    #expect(saved.tables[0][row: 0, column: 1].plainText == "1")
    #expect(saved.tables[1].comments.map(\.text) == ["note 2", "note 3", "note 4"])
    #expect(saved.tables[1].comments.map(\.row) == [1, 2, 3])
    try book.revise(cases)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }
}
