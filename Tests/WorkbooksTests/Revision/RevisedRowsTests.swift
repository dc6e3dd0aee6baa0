import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Rows and cells that come, go and stay when a saved workbook is revised.
@Suite(.enabled(if: OpenPyXL.isThere)) struct RevisedRowsTests {
  private let three: [RevisedBook.Case] = [
    .init(id: "1", title: "one"), .init(id: "2", title: "two"), .init(id: "3", title: "three"),
  ]

  @Test func withoutChangeTheBytesAreTheSame() throws {
    let book = try RevisedBook()
    try book.write(three)
    #expect(try book.revise(three).isEmpty)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }

  @Test func newRowsStandBehindTheirPredecessors() throws {
    let book = try RevisedBook()
    try book.write(three)
    var cases = three
    cases.insert(.init(id: "1a", title: "new", result: "NG"), at: 1)
    cases.append(.init(id: "4", title: "last"))
    try book.revise(cases)
    let column = "print(*[row[0].value for row in book['Cases'].iter_rows()])"
    #expect(try book.inspect(column) == "Case 1 1a 2 3 4")
    #expect(
      try book.inspect("print(book['Summary']['B1'].value)") == "=COUNTIF('Cases'!$C$2:$C$6,\"NG\")"
    )
    #expect(
      try book.inspect("print(book.defined_names['case_results'].attr_text)") == "'Cases'!$C$2:$C$6"
    )
    #expect(try book.inspect("print(book['Cases'].auto_filter.ref)") == "A1:D6")
    let rules = """
      sheet = book['Cases']
      for rule in sheet.data_validations.dataValidation: print(rule.sqref)
      for area in sheet.conditional_formatting: print(area.sqref, area.rules[0].formula)
      """
    #expect(try book.inspect(rules) == "C2:C6\nC2:C6 ['$C2=\"NG\"']")
    try book.accept()
    try book.revise(cases)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }

  /// A range that goes on below the rows names all of them, the new first one as well.
  @Test func whatComesInFrontOfAllRowsComesIntoRanges() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit(
      """
      own = book.create_sheet('Own')
      own['A1'] = '=COUNTA(Cases!A2:A4)'
      own['A2'] = '=COUNTA(Cases!A2:A6)'
      own['A3'] = '=COUNTA(Cases!A2:A3)'
      """
    )
    try book.revise([.init(id: "0", title: "zero")] + three)
    #expect(
      try book.inspect("print(*[row[0].value for row in book['Own'].iter_rows()])")
        == "=COUNTA(Cases!A2:A5) =COUNTA(Cases!A2:A7) =COUNTA(Cases!A3:A4)"
    )
  }

  /// A row of people's own may stand above all of the table's.
  @Test func whatComesInFrontComesIntoRangesThatBeginAboveAllRows() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit(
      """
      from openpyxl.formatting.rule import FormulaRule
      sheet = book['Cases']
      for row in range(4, 1, -1):
        for column in range(1, 5): sheet.cell(row + 1, column).value = sheet.cell(row, column).value
      for column in range(1, 5): sheet.cell(2, column).value = None
      sheet['D2'] = 'mine'
      sheet.conditional_formatting.add('D2:D5', FormulaRule(formula=['D2="x"']))
      own = book.create_sheet('Own')
      own['A1'] = '=COUNTA(Cases!A2:A5)'
      own['A2'] = '=COUNTA(Cases!A2:A4)'
      own['A3'] = '=COUNTA(Cases!A1:A5)'
      """
    )
    try book.revise([.init(id: "0", title: "zero")] + three)
    #expect(
      try book.inspect("print(*[row[0].value for row in book['Own'].iter_rows()])")
        == "=COUNTA(Cases!A2:A6) =COUNTA(Cases!A3:A5) =COUNTA(Cases!A1:A6)"
    )
    let format = """
      for area in book['Cases'].conditional_formatting: print(area.sqref, area.rules[0].formula[0])
      """
    #expect(try book.inspect(format).contains("D2:D6 D2=\"x\""))
  }

  /// A second run writes the area of a condition in the same way.
  @Test func anAreaThatShrinksToOneCellIsWrittenAsOne() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.revise([three[1]], removing: ["1", "3"])
    let sheet = try RevisedBook.part("xl/worksheets/sheet2.xml", of: book.revised)
    #expect(sheet.contains("<conditionalFormatting sqref=\"C2\">"))
    try book.accept()
    try book.revise([three[1]])
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }

  @Test func whatPeopleDidStays() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit(
      """
      from openpyxl.styles import PatternFill
      from openpyxl.comments import Comment
      from openpyxl.cell.rich_text import CellRichText, TextBlock
      from openpyxl.cell.text import InlineFont
      sheet = book['Cases']
      sheet['B3'].fill = PatternFill('solid', fgColor='FF00FF00')
      sheet['D3'] = CellRichText('see ', TextBlock(InlineFont(b=True), 'this'))
      sheet['D4'] = 'log'
      sheet['D4'].hyperlink = 'https://example.org/log'
      sheet['C4'] = 'NG'
      sheet['C4'].comment = Comment('why?', 'me')
      sheet.merge_cells('F3:G3')
      sheet['F3'] = '=B3&"!"'
      own = book.create_sheet('Report')
      own['A1'] = "=COUNTIF(Cases!C2:C4,\\"NG\\")"
      own['A2'] = "=Cases!B4"
      own['A3'] = "=COUNTA(Cases!B:B)"
      """
    )
    var cases = three
    cases[1].note = "see this"
    cases[2].note = "log"
    cases[2].result = "NG"
    cases.insert(.init(id: "0", title: "zero"), at: 0)
    cases[2].title = "two, changed"
    try book.revise(cases, removing: ["1"])
    let script = """
      sheet = book['Cases']
      print(sheet['B4'].value, sheet['B4'].fill.fgColor.rgb)
      print(sheet['D5'].hyperlink.target, sheet['C5'].comment.text, sheet.merged_cells.ranges, sheet['F4'].value)
      print(*[cell.value for cell in book['Report']['A']])
      """
    let printed = try book.inspect(script)
    #expect(
      printed == """
        two, changed FF00FF00
        https://example.org/log why? {<MergedCellRange F4:G4>} =B4&"!"
        =COUNTIF(Cases!C2:C5,"NG") =Cases!B5 =COUNTA(Cases!B:B)
        """
    )
    // This openpyxl keeps texts in the cells.
    let sheet = try RevisedBook.part("xl/worksheets/sheet2.xml", of: book.revised)
    #expect(sheet.contains("<r><rPr><b val=\"1\"/></rPr><t>this</t></r>"))
  }

  @Test func columnsAreAppendedAndCellsEdited() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit("book['Cases']['F1'] = 'mine'\nbook['Cases'].move_range('B1:B4', cols=3)")
    try book.revise(three, extraColumns: ["Extra"])
    let row = "print([cell.value for cell in book['Cases'][2]])"
    #expect(try book.inspect(row) == "['1', None, None, None, 'one', None, 'Extra of 1']")
    try book.accept()
    try editWorkbook(
      book.path,
      [CellEdit(sheet: "Cases", position: CellPosition(row: 1, column: 2), content: .text("OK"))],
      to: book.revised
    )
    #expect(try book.inspect(row) == "['1', None, 'OK', None, 'one', None, 'Extra of 1']")
  }

  @Test func sheetsComeAndGoAndKeepTheirNames() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit(
      "book['Cases'].title = 'Fälle 1'\nbook.create_sheet('Own')['A1'] = \"='Fälle 1'!B2\""
    )
    var plan = RevisedBook.plan(three + [.init(id: "4", title: "four")])
    plan.sheets.removeLast()
    plan.sheets.insert(
      SheetPlan(
        name: "Own",
        columns: [ColumnPlan(width: 10)],
        rows: [
          RowPlan(cells: [CellPlan(.formula("COUNTA(Cases!A2:A5)", value: 4), style: .count)])
        ],
        page: PagePlan(repeatedRows: nil, footer: "")
      ),
      at: 1
    )
    let saved = try readWorkbook(at: book.path)
    var sheets = try plan.sheets.map {
      try book.alignment(of: $0, in: saved, name: $0.name == "Cases" ? "Fälle 1" : nil)
    }
    sheets[1] = nil
    _ = try reviseWorkbook(
      book.path,
      by: WorkbookRevision(plan: plan, sheets: sheets, removedSheets: ["specmatrix"]),
      to: book.revised
    )
    let script = """
      print(book.sheetnames)
      print(book['Own 2']['A1'].value, book['Own']['A1'].value, book['Summary']['B1'].value)
      print(book['Summary']['B2'].hyperlink.location)
      """
    let printed = try book.inspect(script)
    #expect(
      printed == """
        ['Summary', 'Own 2', 'Fälle 1', 'Own']
        =COUNTA('Fälle 1'!A2:A5) ='Fälle 1'!B2 =COUNTIF('Fälle 1'!$C$2:$C$5,"NG")
        'Fälle 1'!A2
        """
    )
  }
}
