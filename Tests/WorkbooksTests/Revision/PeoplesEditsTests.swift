import Foundation
import TestSupport
import Testing

@testable import Workbooks

/// What people do to workbooks beside writing into cells, and what becomes of it.
@Suite(.enabled(if: OpenPyXL.isThere)) struct PeoplesEditsTests {
  private let three: [RevisedBook.Case] = [
    .init(id: "1", title: "one"), .init(id: "2", title: "two"), .init(id: "3", title: "three"),
  ]
  private var four: [RevisedBook.Case] {
    var cases = three
    cases.insert(.init(id: "1a", title: "new"), at: 1)
    return cases
  }

  @Test func filtersStayInForce() throws {
    let book = try RevisedBook()
    try book.write(three)
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
    #expect(printed == "[4]\n[5]\nA1:D5 ['one', 'three']\nTrue")
    let names = try RevisedBook.part("xl/workbook.xml", of: book.revised)
    #expect(names.contains("'Cases'!$A$1:$D$5</definedName>"))
  }

  @Test func sortedRowsStaySorted() throws {
    let book = try RevisedBook()
    try book.write(three)
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

  @Test func sharedFormulasAndNamesFollow() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.edit(
      """
      from openpyxl.workbook.defined_name import DefinedName
      from openpyxl.worksheet.formula import ArrayFormula
      book.defined_names['mine'] = DefinedName('mine', attr_text="Cases!$B$3")
      book.defined_names['column'] = DefinedName('column', attr_text="Cases!$B:$B")
      own = book.create_sheet('Own')
      own['A1'] = '=SUM(mine)'
      own['A2'] = ArrayFormula('A2', '=SUM(Cases!C2:C4="NG")')
      own['A3'] = '=Cases!B2&Own!A1'
      own['A4'] = 'plain'
      """
    )
    // openpyxl writes no shared formulas.
    try book.editPart("xl/worksheets/sheet4.xml") { text in
      text.replacingOccurrences(
        of: "</sheetData>",
        with: """
          <row r="6"><c r="A6"><f t="shared" ref="A6:A8" si="0">Cases!B2</f><v>1</v></c></row>\
          <row r="7"><c r="A7"><f t="shared" si="0"/><v>2</v></c></row>\
          <row r="8"><c r="A8"><f t="shared" si="0"/><v>3</v></c></row>\
          <row r="9"><c r="A9"><f t="shared" ref="A9:A10" si="1">A6*2</f><v>3</v></c></row>\
          <row r="10"><c r="A10"><f t="shared" si="1"/><v>3</v></c></row></sheetData>
          """
      )
    }
    try book.revise(four)
    let sheet = try RevisedBook.part("xl/worksheets/sheet4.xml", of: book.revised)
    let expected = [
      "<f>SUM(mine)</f>", "<f t=\"array\" ref=\"A2\">SUM(Cases!C2:C5=\"NG\")</f>",
      "<c r=\"A6\"><f>Cases!B2</f></c>", "<c r=\"A7\"><f>Cases!B4</f></c>",
      "<c r=\"A8\"><f>Cases!B5</f></c>",
      "<c r=\"A9\"><f t=\"shared\" ref=\"A9:A10\" si=\"1\">A6*2</f></c>",
      "<c r=\"A10\"><f t=\"shared\" si=\"1\"/></c>",
    ]
    for piece in expected { #expect(sheet.contains(piece), "\(piece) in \(sheet)") }
    let names = try RevisedBook.part("xl/workbook.xml", of: book.revised)
    #expect(names.contains(">Cases!$B$4<") && names.contains(">Cases!$B:$B<"))
    #expect(names.contains("fullCalcOnLoad=\"1\""))
  }

  @Test func unconcernedPartsStayByteForByte() throws {
    let book = try RevisedBook()
    try book.write(three)
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
    try book.write(three)
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
    try book.write(three)
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

  @Test func namesAreRestatedWhenAllTheirCellsAreGone() throws {
    let book = try RevisedBook()
    try book.write(three)
    try book.revise([.init(id: "9", title: "nine")], removing: ["1", "2", "3"])
    let printed = try book.inspect(
      """
      print(book.defined_names['case_results'].attr_text, book['Summary']['B1'].value)
      print([row[0].value for row in book['Cases'].iter_rows()], book['Cases'].auto_filter.ref)
      for rule in book['Cases'].data_validations.dataValidation: print(rule.sqref)
      """
    )
    #expect(
      printed == """
        'Cases'!$C$2:$C$2 =COUNTIF('Cases'!$C$2:$C$2,"NG")
        ['Case', '9'] A1:D2
        C2
        """
    )
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
    try book.write(three)
    // Larger than what is unpacked at most.
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
