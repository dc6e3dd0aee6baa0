import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// Edits of workbooks other than entries in cells, and their preservation.
@Suite(.enabled(if: Python.hasOpenPyXL)) struct PeoplesEditsTests {
  private let three = RevisedBook.three
  private var four: [RevisedBook.Case] {
    var cases = three
    cases.insert(.init(id: "1a", title: "new"), at: 1)
    return cases
  }

  @Test func filtersStayInForce() throws {
    let book = try RevisedBook()
    try book.edit(
      """
      sheet = book['Cases']
      sheet.auto_filter.add_filter_column(1, ['one', 'three'])
      sheet.row_dimensions[3].hidden = True
      sheet.column_dimensions['B'].hidden = True
      sheet.row_dimensions[4].outlineLevel = 1
      """
    )
    try book.revise(four)
    let printed = try book.inspect(
      """
      sheet = book['Cases']
      print([row for row in range(1, 6) if sheet.row_dimensions[row].hidden])
      print([row for row in range(1, 6) if sheet.row_dimensions[row].outlineLevel])
      print(sheet.auto_filter.ref, sheet.auto_filter.filterColumn[0].filters.filter)
      print(sheet.column_dimensions['B'].hidden)
      """
    )
    #expect(printed == "[3]\n[4]\nA1:D5 ['one', 'three']\nTrue")
    let names = try RevisedBook.part("xl/workbook.xml", of: book.revised)
    #expect(names.contains("'Cases'!$A$1:$D$5</definedName>"))
  }

  @Test func sortedRowsStaySorted() throws {
    let book = try RevisedBook()
    try book.edit(
      """
      sheet = book['Cases']
      for row, name in ((2, '3'), (4, '1')):
        sheet.cell(row, 1).value = name
        sheet.cell(row, 2).value = {'3': 'three', '1': 'one'}[name]
      sheet['F2'] = 'of three'
      """
    )
    try book.revise(four)
    let printed = try book.inspect(
      """
      print([row[0].value for row in book['Cases'].iter_rows()], book['Cases']['F2'].value)
      print(book['Summary']['B1'].value, book['Summary']['B2'].hyperlink.location)
      print(book.defined_names['case_results'].attr_text)
      for rule in book['Cases'].data_validations.dataValidation: print(rule.sqref)
      for area in book['Cases'].conditional_formatting: print(area.sqref, area.rules[0].formula)
      """
    )
    #expect(
      printed == """
        ['Case', '3', '2', '1', '1a'] of three
        =COUNTIF('Cases'!$C$2:$C$5,"NG") 'Cases'!A4
        'Cases'!$C$2:$C$5
        C2:C5
        C2:C5 ['$C2="NG"']
        """
    )
  }

  /// The cached value of a formula may be stale once a cell that it depends on, however indirectly, has changed.
  @Test func valuesOfFormulasGoIfTheyMayBeStale() throws {
    let book = try RevisedBook()
    try book.edit("for name in ('Own', 'Far', 'Apart'): book.create_sheet(name)['A1'] = 'plain'")
    for (part, formulas) in [
      ("xl/worksheets/sheet4.xml", ["Cases!B2", "1+1", "SUM(A1:A2)", "case_results"]),
      ("xl/worksheets/sheet5.xml", ["'Own'!A2"]),
      ("xl/worksheets/sheet6.xml", ["A1&amp;\"Cases!B2\""]),
    ] {
      try book.editPart(part) { text in
        let rows = formulas.enumerated().map { number, formula in
          "<row r=\"\(number + 2)\"><c r=\"A\(number + 2)\"><f>\(formula)</f><v>7</v></c></row>"
        }
        return text.replacing("</sheetData>", with: rows.joined() + "</sheetData>")
      }
    }
    try book.revise(four)
    func values(_ part: String) throws -> Int {
      try RevisedBook.part(part, of: book.revised).ranges(of: "<v>7</v>").count
    }
    #expect(try values("xl/worksheets/sheet4.xml") == 1)
    #expect(try values("xl/worksheets/sheet5.xml") == 0)
    #expect(try values("xl/worksheets/sheet6.xml") == 1)
    let names = try RevisedBook.part("xl/workbook.xml", of: book.revised)
    #expect(names.contains("fullCalcOnLoad=\"1\""))
  }

  /// openpyxl keeps no values of formulas, so their cells have no type either.
  @Test func valuesOfPlannedFormulasComeBackWithTheirType() throws {
    let book = try RevisedBook()
    var plan = RevisedBook.plan(three)
    let formula = CellPlan(.formula("\"N\"&\"G\"", value: .text("NG")), style: .count)
    plan.sheets[0].rows[0].cells[1] = formula
    try writeWorkbook(plan, to: book.path)
    try book.edit("")
    for number in plan.sheets.indices { plan.sheets[number].overlay = SheetOverlay() }
    try book.revise(plan)
    #expect(try book.inspect("print(book.worksheets[0]['B1'].data_type)") == "f")
    let sheet = try RevisedBook.part("xl/worksheets/sheet1.xml", of: book.revised)
    let cell = try #require(sheet.firstMatch(of: /<c r="B1"[^>]*>/)).output
    #expect(sheet.contains("<v>NG</v>") && cell.contains(#"t="str""#), "\(cell)")
  }

  @Test func unconcernedPartsStayByteForByte() throws {
    let book = try RevisedBook()
    try book.edit("book.create_sheet('Own')['A1'] = '=1+1'")
    try book.revise(four)
    let saved = try ZipArchive(path: book.path, limits: .standard).listing
    var same: [String] = []
    for part in saved {
      let before = try RevisedBook.part(part, of: book.path)
      if try RevisedBook.part(part, of: book.revised) == before { same.append(part) }
    }
    #expect(try ZipArchive(path: book.revised, limits: .standard).listing == saved)
    let changed = Set(saved).subtracting(same)
    #expect(
      changed.isSubset(of: [
        "xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml",
      ]),
      "\(changed.sorted())"
    )
  }

  @Test func repeatedRevisionsDoNotGrow() throws {
    let book = try RevisedBook()
    var sizes: [Int] = []
    for round in 0..<6 {
      var cases = three
      cases[1].title = "title of round \(round)"
      try book.revise(cases)
      try book.accept()
      sizes.append(try RevisedBook.part("xl/sharedStrings.xml", of: book.path).utf8.count)
      sizes.append(try RevisedBook.part("xl/styles.xml", of: book.path).utf8.count)
    }
    #expect(Set(sizes).count == 2, "\(sizes)")
  }

  @Test func macrosAndNamesThatLeadOutAreRefused() throws {
    let book = try RevisedBook()
    for (name, message) in [
      ("xl/vbaProject.bin", "without macros"), ("../evil.xml", "leads out of the archive"),
      ("/etc/evil.xml", "leads out of the archive"), ("xl\\\\evil.xml", "leads out of the archive"),
    ] {
      try book.write(three)
      try Python.run(
        "import sys, zipfile\nwith zipfile.ZipFile(sys.argv[1], 'a') as z: z.writestr(sys.argv[2], b'x')",
        [book.path, name]
      )
      let error = try #require(throws: WorkbookError.self) { try book.revise(three) }
      #expect("\(error)".contains(message), "\(name): \(error)")
    }
  }

  @Test func documentTypesAreRefusedInEveryPartThatIsRead() throws {
    let book = try RevisedBook()
    for part in ["xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/comments/comment1.xml"] {
      try book.write(three)
      try book.edit(
        "from openpyxl.comments import Comment\nbook['Cases']['D2'].comment = Comment('a', 'b')"
      )
      try book.editPart(part) { "<!DOCTYPE a [<!ENTITY b \"c\">]>" + $0.drop { $0 != "<" } }
      let error = try #require(throws: (any Error).self) { try book.revise(four) }
      #expect("\(error)".contains("a document type declaration"), "\(part): \(error)")
    }
  }

  @Test func picturesAreCopiedWithoutBeingRead() throws {
    let book = try RevisedBook()
    // Larger than the unpacking limit.
    try Python.run(
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], 'a', zipfile.ZIP_DEFLATED) as z:
        z.writestr('xl/media/image1.png', b'0' * 60_000_000)
      """,
      [book.path]
    )
    try book.revise(four)
    let size = try Python.run(
      "import sys, zipfile\nprint(zipfile.ZipFile(sys.argv[1]).testzip(), zipfile.ZipFile(sys.argv[1]).getinfo('xl/media/image1.png').file_size)",
      [book.revised]
    )
    #expect(size == "None 60000000\n")
  }
}
