import Reporting
import Testing
import Text

@Suite struct CSVDocumentTests {
  private func text(_ table: ReportTable, _ encoding: CSVEncoding = .utf8) -> String {
    String(decoding: CSVDocument(table, encoding: encoding).bytes, as: UTF8.self)
  }

  private func table(_ cells: ReportCell...) -> ReportTable {
    ReportTable(
      name: .cases,
      title: "t",
      columns: cells.indices.map { ReportColumn(role: .factor($0), heading: "h\($0)") },
      rows: [ReportTable.Row(key: "1", cells: cells)]
    )
  }

  @Test func recordsEndWithCRLFAndBreaksInsideCellsAreLF() {
    #expect(
      text(table(.text("a\nb"), .text("c\r\nd\re"), .empty))
        == "h0,h1,h2\r\n\"a\nb\",\"c\nd\ne\",\r\n"
    )
  }

  @Test func quotesAreDoubledAndCommasQuoted() {
    #expect(
      text(table(.text("say \"hi\""), .text("1,2"), .text("、")))
        == "h0,h1,h2\r\n\"say \"\"hi\"\"\",\"1,2\",、\r\n"
    )
  }

  @Test func documentBeginsWithAMarkByDefault() {
    let bytes = CSVDocument(table(.text("あ"))).bytes
    #expect(Array(bytes.prefix(3)) == [0xEF, 0xBB, 0xBF])
    #expect(CSVDocument(table(.text("あ")), encoding: .utf8).bytes == Array(bytes.dropFirst(3)))
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+81", "'+81"), ("-1+cmd", "'-1+cmd"), ("@a", "'@a"), ("\ta", "'\ta"),
    ("＝A1", "'＝A1"), ("－1", "'－1"), ("\u{0}=1", "'\u{0}=1"),
    ("-", "'-"), ("-1.", "'-1."), ("-.5", "'-.5"), ("-1.5.2", "'-1.5.2"), ("-1 ", "'-1 "),
    ("-１", "'-１"), ("-1,5", "\"'-1,5\""),
    ("--1", "'--1"), ("-0x1", "'-0x1"),
  ])
  func whatLooksLikeAFormulaIsNeutralised(given: String, written: String) {
    let document = CSVDocument(table(.text(given), .text("a=1")), encoding: .utf8)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "h0,h1\r\n\(written),a=1\r\n")
    #expect(document.neutralised == 1)
  }

  @Test func leadingLineBreakIsNeutralised() {
    let document = CSVDocument(table(.text("\r\n=1"), .text("\n")), encoding: .utf8)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "h0,h1\r\n\"'\n=1\",\"'\n\"\r\n")
    #expect(document.neutralised == 2)
  }

  @Test(arguments: ["-1", "-1.5", "-0", "-10000000000000000000"])
  func aNegativeNumberStaysANumber(text: String) {
    let document = CSVDocument(table(.text(text), .text("x")), encoding: .utf8)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "h0,h1\r\n\(text),x\r\n")
    #expect(document.neutralised == 0)
  }

  @Test func numbersOfTheProgramStayNumbers() {
    var tally = ReportTally(.cases, anyOf: [[.init(.result, .isOneOf(["OK"]))]])
    tally.counted = 3
    let document = CSVDocument(table(.number(-1), ReportCell(.tally(tally))), encoding: .utf8)
    #expect(String(decoding: document.bytes, as: UTF8.self) == "h0,h1\r\n-1,3\r\n")
    #expect(document.neutralised == 0)
  }

  @Test func headingsAreNeutralisedToo() {
    var table = table(.text("a"))
    table.columns[0].heading = "=evil"
    #expect(CSVDocument(table).neutralised == 1)
  }

  @Test func wholeTextStandsWhereTheWorkbookShowsABriefOne() {
    #expect(text(table(.text("the whole", brief: "the…"))) == "h0\r\nthe whole\r\n")
  }

  @Test func columnsStandAsOnTheSheetAndNothingAboveThem() {
    func column(_ role: ReportColumn.Role, _ heading: String) -> ReportColumn {
      ReportColumn(role: role, heading: heading)
    }
    var table = ReportTable(
      name: .cases,
      title: "t",
      head: [
        .line("What it is for"), .entry(.answeredBy, label: "Answered by", cell: .text("Sato")),
      ],
      columns: [
        column(.id, "id"), column(.setup, "setup"), column(.steps, "steps"),
        column(.factor(0), "f0"), column(.factor(1), "f1"),
      ],
      rows: [ReportTable.Row(key: "1", cells: ["i", "s", "t", "0", "1"].map { .text($0) })]
    )
    table.emptyRows = 3
    table.columns[4].isFolded = true
    #expect(text(table) == "id,setup,steps,f0,f1\r\ni,s,t,0,1\r\n")
  }
}
