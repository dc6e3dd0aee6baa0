import Reporting
import Specification
import Testing
import Text
import Workbooks

/// SpreadsheetML, part by part.
@Suite struct WorkbookReadingTests {
  @Test func textsOfAllKinds() throws {
    var book = HandMadeWorkbook(
      cells: """
        <c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>\
        <c t="inlineStr"><is><t>in</t><rPh sb="0" eb="1"><t>よみ</t></rPh><r><t>line</t></r></is></c>\
        <c t="str"><f>A1&amp;"x"</f><v>plainx</v></c>
        """
    )
    book.strings = """
      <si><t>plain &amp; &lt;b&gt; &#x3042;</t></si>\
      <si><r><rPr><b/></rPr><t xml:space="preserve">東京 </t></r><r><t>都</t></r>\
      <rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>\
      <si><t> edges\n</t></si>
      """
    #expect(
      try book.firstRow() == [
        .text("plain & <b> あ"), .text("東京 都"), .text(" edges\n"), .text("inline"),
        .formula("A1&\"x\"", .text("plainx")),
      ]
    )
  }

  @Test func wordsThatAreStruckThrough() throws {
    let run = "<r><rPr><strike/></rPr><t>old</t></r>"
    var book = HandMadeWorkbook(
      cells: """
        <c t="s"><v>0</v></c><c t="inlineStr"><is>\(run)</is></c>\
        <c t="inlineStr"><is><r><rPr><strike val="0"/></rPr><t>kept</t></r></is></c>
        """
    )
    book.strings = "<si>\(run)<r><t>new</t></r></si>"
    let table = try book.read().tables[0]
    #expect(table.rows[0] == [.text("oldnew"), .text("old"), .text("kept")])
    #expect(
      table.unstruckTexts == [
        CellPosition(row: 0, column: 0): "new", CellPosition(row: 0, column: 1): "",
      ]
    )
  }

  @Test(arguments: [
    ("a_x000D_\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a_x000D_b", "a\nb"),
    ("_x005F_x0041_", "_x0041_"),
    ("_xD83D__xDE00_", "😀"), ("_x00e9_", "é"), ("_x12_ _x004G_ __x0041_", "_x12_ _x004G_ _A"),
    ("_xD83D_", "\u{FFFD}"), ("_x0041", "_x0041"),
  ])
  func escapesAndLineBreaks(written: String, meant: String) throws {
    let cell = "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(written)</t></is></c>"
    #expect(try HandMadeWorkbook(cells: cell).firstRow() == [.text(meant)])
  }

  @Test func valuesOfAllKinds() throws {
    let book = HandMadeWorkbook(
      cells: """
        <c><v>1.5</v></c><c><v>-2E-3</v></c><c t="b"><v>1</v></c><c t="b"><v>0</v></c>\
        <c t="e"><v>#REF!</v></c><c t="d"><v>2026-01-31T10:00:00</v></c><c t="d"><v>soon</v></c>\
        <c><v>NaN</v></c><c><v>inf</v></c><c><v>0x10</v></c><c><v>1e999</v></c><c t="n"><v> 7 </v></c>\
        <c><f>SUM(A1:B1)</f></c><c><f/><v>3</v></c>
        """
    )
    #expect(
      try book.firstRow() == [
        .number(1.5), .number(-0.002), .boolean(true), .boolean(false), .error("#REF!"),
        .text("2026-01-31T10:00:00"), .text("soon"), .text("NaN"), .text("inf"), .text("0x10"),
        .text("1e999"), .number(7), .formula("SUM(A1:B1)", .empty), .number(3),
      ]
    )
  }

  @Test func placesWrittenOrNot() throws {
    let book = HandMadeWorkbook(
      rows: """
        <row r="2"><c r="B2"><v>1</v></c><c><v>2</v></c><c r="F2"/></row>\
        <row><c><v>3</v></c></row><row r="6"><c r="A6" s="9"/></row>\
        <row r="5"><c r="$A$5"><v>4</v></c></row><row r="9" ht="20"/>
        """
    )
    #expect(
      try book.read().tables[0].rows == [
        [], [.empty, .number(1), .number(2)], [.number(3)], [], [.number(4)],
      ]
    )
  }

  @Test(arguments: [
    (1.0, "1900-01-01"), (59, "1900-02-28"), (61, "1900-03-01"), (46_053.75, "2026-01-31"),
    (2_958_465, "9999-12-31"),
  ])
  func daysSince1900(serial: Double, day: String) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>\(serial)</v></c>")
    book.builtIn = [14]
    #expect(try book.firstRow() == [.day(try #require(CalendarDate(day)))])
  }

  @Test(arguments: [0, 0.5, 60, -1, 2_958_466, 1e300])
  func numbersThatAreNoDay(serial: Double) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>\(serial)</v></c>")
    book.builtIn = [14]
    #expect(try book.firstRow() == [.number(serial)])
  }

  @Test(arguments: [(0.0, "1904-01-01"), (44_591, "2026-01-31"), (2_957_003, "9999-12-31")])
  func daysSince1904(serial: Double, day: String) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>\(serial)</v></c>")
    book.builtIn = [14]
    book.properties = "<workbookPr date1904=\"1\"/>"
    #expect(try book.firstRow() == [.day(try #require(CalendarDate(day)))])
  }

  @Test func formatsKnownByNumber() throws {
    let dates = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36] + Array(50...58)
    for id in 0...81 {
      var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>40000</v></c>")
      book.builtIn = [id]
      let day = SavedCell.day(CalendarDate(number: 40_000 - 25_569))
      let other = id == 9 || id == 10 ? SavedCell.text("4000000%") : .number(40_000)
      #expect(try book.firstRow() == [dates.contains(id) ? day : other], "format \(id)")
    }
  }

  @Test(arguments: [
    "yyyy-mm-dd", "[$-411]ggge\"年\"m\"月\"d\"日\";@", "m/d", "mmm", "[$-409]d\\-mmm\\-yy;@", "aaaa",
    "yyyy/m/d h:mm", "e.m.d", "m\"月\"", "YYYY", "[Red]dd", "[h]\" on \"d",
  ])
  func formatsOfDates(code: String) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>40000</v></c>")
    book.formats = [code]
    #expect(try book.firstRow() == [.day(CalendarDate(number: 40_000 - 25_569))])
  }

  @Test(arguments: [
    "General", "G/標準", "0.00E+00", "##0.0E-0", "0\"days\"", "[Red]0", "[$¥-411]#,##0", "h:mm AM/PM",
    "[mm]:ss", "[h]:mm", "mm:ss.0", "0_d", "*d0", "\\d0", "0;\"y\"", "@", "0;yyyy", "\"open",
    "[DBNum1][$-411]General",
  ])
  func formatsOfOtherThings(code: String) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>40000</v></c>")
    book.formats = [code]
    #expect(try book.firstRow() == [.number(40_000)])
  }

  @Test(arguments: [
    ("A1+$A1+A$1+$A$1", "B2+$A2+B$1+$A$1"), ("SUM(A1:B2)", "SUM(B2:C3)"),
    ("\"A1\"&'A1'!A1&[A1]S!A1", "\"A1\"&'A1'!B2&[A1]S!B2"), ("LOG10(A1)", "LOG10(B2)"),
    ("SUM(A:A,$B:C,1:1,$2:3)", "SUM(B:B,$B:D,2:2,$2:4)"),
    ("A1B+Tax1_1+あA1+1.5E3", "A1B+Tax1_1+あA1+1.5E3"),
    ("XFD1+A1048576", "#REF!+#REF!"), ("a1", "B2"),
    ("Table[[#This Row],[A1]]", "Table[[#This Row],[A1]]"),
    ("TRUE+10+AB12", "TRUE+10+AC13"), ("\"open", "\"open"), ("\"a\"\"A1\"", "\"a\"\"A1\""),
  ])
  func sharedFormulasMoveAlong(text: String, moved: String) throws {
    let formula = HandMadeWorkbook.escaped(text)
    let book = HandMadeWorkbook(
      rows: """
        <row r="1"><c r="C1"><f t="shared" si="0" ref="C1:D2">\(formula)</f><v>1</v></c></row>\
        <row r="2"><c r="D2"><f t="shared" si="0"/><v>2</v></c></row>
        """
    )
    let table = try book.read().tables[0]
    #expect(table[row: 0, column: 2] == .formula(text, .number(1)))
    #expect(table[row: 1, column: 3] == .formula(moved, .number(2)))
  }

  @Test func sheetsOfAllKindsInTheirOrder() throws {
    var archive = HandMadeWorkbook("<sheetData/>", "<sheetData/>", "<sheetData/>").archive
    let book = try #require(archive["xl/workbook.xml"])
    archive["xl/workbook.xml"]?.bytes = Array(
      String(decoding: book.bytes, as: UTF8.self)
        .replacing("name=\"Sheet1\"", with: "name=\"Z &amp; _x0041_\" state=\"hidden\"")
        .replacing("name=\"Sheet2\"", with: "name=\"A\" state=\"veryHidden\"").utf8
    )
    let relations = try #require(archive["xl/_rels/workbook.xml.rels"])
    archive["xl/_rels/workbook.xml.rels"]?.bytes = Array(
      String(decoding: relations.bytes, as: UTF8.self)
        .replacing("worksheet\" Target=\"worksheets/2", with: "chartsheet\" Target=\"nowhere/2")
        .utf8
    )
    let tables = try HandMadeWorkbook.read(archive.bytes).tables
    #expect(tables.map(\.name) == ["Z & A", "A"])
    #expect(tables.map(\.isHidden) == [true, true])
  }

  @Test func strictNamespacesAndPrefixes() throws {
    var book = HandMadeWorkbook(
      "<x:sheetData xmlns:x=\"http://purl.oclc.org/ooxml/spreadsheetml/main\"><x:row>"
        + "<x:c><x:v>1</x:v></x:c></x:row></x:sheetData>"
    )
    book.namespace = "http://purl.oclc.org/ooxml/spreadsheetml/main"
    book.relations = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    #expect(try book.firstRow() == [.number(1)])
  }

  @Test func elementsOfOtherNamespacesAreNotCells() throws {
    let book = HandMadeWorkbook(
      """
      <sheetData xmlns:o="urn:other"><row><c><o:v>1</o:v><v>2</v><o:f>3</o:f></c></row></sheetData>\
      <extLst><ext><sheetData xmlns="urn:other"><row><c><v>9</v></c></row></sheetData></ext></extLst>
      """
    )
    #expect(try book.read().tables[0].rows == [[.number(2)]])
  }

  @Test func widthsOfTheColumnsThatAreUsed() throws {
    let book = HandMadeWorkbook(
      """
      <cols><col min="2" max="2" width="9.140625"/><col min="2" max="9" width="5"/>\
      <col min="4" max="16384" width="20.7109375"/></cols>\
      <sheetData><row><c r="E1"><v>1</v></c></row></sheetData>
      """
    )
    let widths = try book.read().tables[0].widths
    #expect(widths.count == 5 && widths[0] == nil && widths[2] == nil)
    #expect(abs((widths[1] ?? 0) - 8.43) < 0.01 && widths[3] == 20 && widths[4] == 20)
  }

  @Test(arguments: [
    ("0%", "0.5", SavedCell.text("50%")), ("0.00%", "0.07", .text("7%")),
    ("0%", "0.125", .text("12.5%")), ("h:mm", "0.3958333333333333", .text("9:30")),
    ("[h]:mm:ss", "1.5", .text("36:00")), ("mm:ss", "0.0007060185185185185", .text("0:01:01")),
    ("yyyy\\-mm\\-dd\\ hh:mm", "46053.25", .text("2026-01-31 6:00")),
    ("yyyy\\-mm\\-dd\\ hh:mm", "46053", .day(CalendarDate(number: 20_484))),
    ("0.0", "0.5", .number(0.5)), ("\"%\"0", "0.5", .number(0.5)),
  ])
  func numbersAreReadAsTheyAreShown(code: String, value: String, meant: SavedCell) throws {
    var book = HandMadeWorkbook(cells: "<c s=\"1\"><v>\(value)</v></c>")
    book.formats = [code]
    #expect(try book.firstRow() == [meant])
  }
}
