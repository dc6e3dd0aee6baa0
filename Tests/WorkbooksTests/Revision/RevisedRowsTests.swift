import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Appended and preserved rows and cells in the revision of a saved workbook.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct RevisedRowsTests {
  private let three = RevisedBook.three

  @Test func withoutChangeTheBytesAreTheSame() throws {
    let book = try RevisedBook()
    #expect(try book.revise(three).isEmpty)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }

  @Test func newRowsAreAppended() throws {
    let book = try RevisedBook()
    var cases = three
    cases.insert(.init(id: "1a", title: "new", result: "NG"), at: 1)
    cases.append(.init(id: "4", title: "last"))
    try book.revise(cases)
    let column = "print(*[row[0].value for row in book['Cases'].iter_rows()])"
    #expect(try book.inspect(column) == "Case 1 2 3 1a 4")
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

  @Test func rowsAreFoldedAndRestored() throws {
    let book = try RevisedBook()
    var plan = try book.laid(three)
    plan.sheets[1].rows[2].isFolded = true
    try book.revise(plan)
    let folded = """
      sheet = book['Cases']
      print([(row, sheet.row_dimensions[row].outlineLevel) for row in range(1, 5) if sheet.row_dimensions[row].hidden])
      """
    #expect(try book.inspect(folded) == "[(3, 1)]")
    try book.accept()
    // Somebody who unfolds a row wants to see it.
    try book.edit("book['Cases'].row_dimensions[3].hidden = False")
    try book.revise(plan)
    #expect(try book.inspect(folded) == "[]")
    var restored = try book.laid(three)
    restored.sheets[1].overlay?.restoredRows = [2]
    try book.revise(restored)
    #expect(
      try book.inspect("print(book['Cases'].row_dimensions[3].outlineLevel)") == "0"
    )
  }

  @Test func whatPeopleDidStays() throws {
    let book = try RevisedBook()
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
    try book.revise(cases)
    let script = """
      sheet = book['Cases']
      print(sheet['B3'].value, sheet['B3'].fill.fgColor.rgb)
      print(sheet['D4'].hyperlink.target, sheet['C4'].comment.text, sheet.merged_cells.ranges, sheet['F3'].value)
      print(*[cell.value for cell in book['Report']['A']])
      """
    let printed = try book.inspect(script)
    #expect(
      printed == """
        two, changed FF00FF00
        https://example.org/log why? {<MergedCellRange F3:G3>} =B3&"!"
        =COUNTIF(Cases!C2:C4,"NG") =Cases!B4 =COUNTA(Cases!B:B)
        """
    )
    // This version of openpyxl writes inline strings.
    let sheet = try RevisedBook.part("xl/worksheets/sheet2.xml", of: book.revised)
    #expect(sheet.contains("<r><rPr><b val=\"1\"/></rPr><t>this</t></r>"))
  }

  @Test func columnsAreAppendedAndCellsEdited() throws {
    let book = try RevisedBook()
    try book.edit("book['Cases']['F1'] = 'mine'\nbook['Cases'].move_range('B1:B4', cols=3)")
    try book.revise(three, extraColumns: ["Extra"])
    let row = "print([cell.value for cell in book['Cases'][2]])"
    #expect(try book.inspect(row) == "['1', None, None, None, 'one', None, 'Extra of 1']")
    try book.accept()
    try editWorkbook(
      book.path,
      [CellEdit(sheet: "Cases", position: CellPosition(row: 1, column: 2), cell: .text("OK"))],
      to: book.revised
    )
    #expect(try book.inspect(row) == "['1', None, 'OK', None, 'one', None, 'Extra of 1']")
  }

  @Test func newSheetsComeBehindTheirPredecessors() throws {
    let book = try RevisedBook()
    try book.edit(
      "book['Cases'].title = 'Fälle 1'\nbook.create_sheet('Own')['A1'] = \"='Fälle 1'!B2\""
    )
    var plan = try book.laid(three + [.init(id: "4", title: "four")], name: "Fälle 1")
    plan.sheets.insert(
      SheetPlan(
        name: "New",
        columns: [ColumnPlan(width: 10)],
        rows: [
          RowPlan(cells: [
            CellPlan(.formula("COUNTA('Fälle 1'!A2:A5)", value: .number(4)), style: .count)
          ])
        ],
        page: PagePlan(repeatedRows: nil, footer: "")
      ),
      at: 1
    )
    try book.revise(plan)
    let script = """
      print(book.sheetnames)
      print(book['New']['A1'].value, book['Own']['A1'].value, book['Summary']['B1'].value)
      print(book['Summary']['B2'].hyperlink.location)
      """
    let printed = try book.inspect(script)
    #expect(
      printed == """
        ['Summary', 'New', 'Fälle 1', 'specmatrix', 'Own']
        =COUNTA('Fälle 1'!A2:A5) ='Fälle 1'!B2 =COUNTIF('Fälle 1'!$C$2:$C$5,"NG")
        'Fälle 1'!A2
        """
    )
  }

  /// A formula without a result, or with the planned value, still differs from the plan.
  @Test func formulasGiveWayToTextsAndBlanks() throws {
    let book = try RevisedBook()
    try book.edit("book['Cases']['B2'] = '=\"one\"'\nbook['Cases']['C3'] = '=\"\"'")
    try book.revise(three)
    #expect(
      try book.inspect("print(book['Cases']['B2'].value, book['Cases']['C3'].value)") == "one None"
    )
  }

  /// Only the first of the cells that share a formula has its text.
  @Test func replacingAFormulaLeavesThoseThatSharedIt() throws {
    let book = try RevisedBook()
    try book.editPart("xl/worksheets/sheet2.xml") { text in
      text.replacing(
        #/<c r="B2"[^>]*>.*?</c>/#,
        with:
          "<c r=\"B2\" t=\"str\"><f t=\"shared\" ref=\"B2:B6\" si=\"0\">A2&amp;\"!\"</f><v>x</v></c>"
      ).replacing(
        "</sheetData>",
        with:
          "<row r=\"6\"><c r=\"B6\" t=\"str\"><f t=\"shared\" si=\"0\"/><v>x</v></c></row></sheetData>"
      )
    }
    try book.revise(three)
    #expect(
      try book.inspect("print(book['Cases']['B2'].value, book['Cases']['B6'].value)")
        == "one =A6&\"!\""
    )
  }
}
