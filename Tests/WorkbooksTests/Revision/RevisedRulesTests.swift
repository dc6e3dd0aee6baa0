import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Drop-downs, removed columns and dates in the revision of a saved workbook.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct RevisedRulesTests {
  private let three = RevisedBook.three

  private static let rules = """
    for rule in sorted(book['Cases'].data_validations.dataValidation, key=lambda rule: str(rule.sqref)):
      print(rule.sqref, rule.formula1)
    """

  private func revise(_ book: RevisedBook, restates: Bool) throws {
    var plan = try book.laid(three)
    plan.sheets[1].overlay?.replacesValidations = restates
    try book.revise(plan)
  }

  @Test func dropDownsOfThePlanFillOrReplace() throws {
    let book = try RevisedBook()
    // Custom choices for the second case, and none for the third.
    try book.edit(
      """
      from openpyxl.worksheet.datavalidation import DataValidation
      sheet = book['Cases']
      sheet.data_validations.dataValidation[0].sqref = 'C2'
      own = DataValidation(type='list', formula1='"good,bad"')
      own.add('C3')
      own.add('F3')
      sheet.add_data_validation(own)
      """
    )
    try revise(book, restates: false)
    #expect(try book.inspect(Self.rules) == "C2 C4 \"OK,NG\"\nC3 F3 \"good,bad\"")
    try revise(book, restates: true)
    #expect(try book.inspect(Self.rules) == "C2:C4 \"OK,NG\"\nF3 \"good,bad\"")
    try book.accept()
    try revise(book, restates: true)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
  }

  @Test func columnsThatGoAreEmptiedAndHidden() throws {
    let book = try RevisedBook(extraColumns: ["Old"])
    try book.edit("book['Cases']['F2'] = '=E2'\nbook['Cases']['E6'] = 'mine'")
    var plan = try book.laid(three, extraColumns: ["New"])
    plan.sheets[1].overlay?.goneColumns = [4]
    for row in 0...3 { plan.sheets[1].rows[row].cells[4].content = .blank }
    try book.revise(plan)
    let printed = try book.inspect(
      """
      sheet = book['Cases']
      print([[cell.value for cell in row[4:]] for row in sheet.iter_rows()])
      print(sheet.column_dimensions['E'].hidden, sheet.column_dimensions['G'].width > 20)
      """
    )
    #expect(
      printed == """
        [[None, None, 'New'], [None, '=E2', 'New of 1'], [None, None, 'New of 2'], [None, None, 'New of 3'], [None, None, None], ['mine', None, None]]
        True True
        """
    )
  }

  @Test func whatPeopleReadDecidesWhetherACellStays() throws {
    let book = try RevisedBook()
    try book.edit(
      """
      import datetime
      sheet = book['Cases']
      sheet['D2'], sheet['D3'], sheet['D4'] = 0.5, datetime.date(2027, 1, 31), 0.395833333333333
      sheet['D2'].number_format, sheet['D4'].number_format = '0%', 'h:mm'
      """
    )
    var cases = three
    cases[0].note = "50%"
    cases[1].note = "2027-01-31"
    cases[2].note = "9:30"
    cases.append(.init(id: "4", title: "four"))
    try book.revise(cases)
    let printed = try book.inspect("print([row[3].value for row in book['Cases'].iter_rows()])")
    #expect(
      printed
        == "['Note', 0.5, datetime.datetime(2027, 1, 31, 0, 0), datetime.time(9, 30), None]"
    )
  }

  @Test func tablesKnowTheirRowsAndHeadings() throws {
    let book = try RevisedBook()
    try book.edit(
      """
      from openpyxl.worksheet.table import Table
      sheet = book['Cases']
      sheet.auto_filter.ref = None
      sheet['B1'] = 'Titel'
      sheet.add_table(Table(displayName='T', ref='A1:D4'))
      """
    )
    var cases = three
    cases.append(.init(id: "4", title: "four"))
    var plan = RevisedBook.plan(cases)
    for number in plan.sheets.indices { plan.sheets[number].overlay = SheetOverlay() }
    try book.revise(plan)
    let printed = try book.inspect(
      """
      table = book['Cases'].tables['T']
      print(table.ref, table.autoFilter.ref, [column.name for column in table.tableColumns])
      print(book['Cases'].auto_filter.ref)
      """
    )
    #expect(printed == "A1:D5 A1:D5 ['Case', 'Title', 'Result', 'Note']\nNone")
  }

  @Test func pivotTablesAreReadAnewAndSignaturesAreNamed() throws {
    let book = try RevisedBook()
    try Python.run(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], 'a') as z:
        z.writestr('xl/pivotCache/pivotCacheDefinition1.xml', '<pivotCacheDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cacheSource type="worksheet"><worksheetSource ref="A1:D4" sheet="Cases"/></cacheSource></pivotCacheDefinition>')
        z.writestr('_xmlsignatures/origin.sigs', '')
      """,
      [book.path]
    )
    func relate(_ part: String, _ type: String, _ target: String) throws {
      try book.editPart(part) {
        $0.replacingOccurrences(
          of: "</Relationships>",
          with: "<Relationship Id=\"x1\" Type=\"\(type)\" Target=\"\(target)\"/></Relationships>"
        )
      }
    }
    let base = "http://schemas.openxmlformats.org/"
    try relate(
      "xl/_rels/workbook.xml.rels",
      base + "officeDocument/2006/relationships/pivotCacheDefinition",
      "pivotCache/pivotCacheDefinition1.xml"
    )
    try relate(
      "_rels/.rels",
      base + "package/2006/relationships/digital-signature/origin",
      "_xmlsignatures/origin.sigs"
    )
    try book.revise(three)
    #expect(try book.folder.data("book.xlsx") == book.folder.data("revised.xlsx"))
    let lost = try book.revise(three + [.init(id: "4", title: "four")])
    #expect(lost == ["the digital signature"])
    let cache = try RevisedBook.part(
      "xl/pivotCache/pivotCacheDefinition1.xml",
      of: book.revised
    )
    #expect(cache.contains("ref=\"A1:D5\"") && cache.contains("refreshOnLoad=\"1\""))
    let names = try ZipArchive(path: book.revised, limits: .standard).listing
    #expect(!names.contains("_xmlsignatures/origin.sigs"))
  }

  @Test func sharesAreWritten() throws {
    let folder = try TemporaryFolder()
    var plan = RevisedBook.plan(three)
    plan.sheets[2].rows[0].cells.append(CellPlan(.share(0.25), style: .gridShare))
    try writeWorkbook(plan, to: folder.path("a.xlsx"))
  }
}
