import Reporting
import Testing
import Text
import Workbooks

/// CSV files as people save them.
@Suite struct CSVReadingTests {
  private func rows(_ bytes: [UInt8]) throws -> [[SavedCell]] {
    let tables = try SavedWorkbook(csv: bytes).tables
    #expect(tables.count == 1 && tables[0].name == "" && !tables[0].isHidden)
    return tables[0].rows
  }

  private func rows(_ text: String) throws -> [[SavedCell]] { try rows(Array(text.utf8)) }

  private static func cells(_ texts: String...) -> [SavedCell] {
    texts.map { $0.isEmpty ? .empty : .text($0) }
  }

  @Test func recordsAndFields() throws {
    #expect(
      try rows("id,text\r\n1,\"a,\"\"b\"\"\r\nc\"\r\n,\n3\r4,x\"y\"z,\"q\"r,,\r\n\r\n") == [
        Self.cells("id", "text"), Self.cells("1", "a,\"b\"\nc"), [], Self.cells("3"),
        Self.cells("4", "x\"y\"z", "qr"),
      ]
    )
    #expect(try rows("") == [])
    #expect(try rows("\r\n\n") == [])
    #expect(try rows("a\n\nb") == [Self.cells("a"), [], Self.cells("b")])
  }

  @Test(arguments: [",", ";", "\t"])
  func separatorOfTheHeading(separator: String) throws {
    let text = ["id", "\"a,;,;\tb\"", "c"].joined(separator: separator) + "\nx\(separator)1,5;2\t3"
    let heading = try rows(text)[0]
    #expect(heading == Self.cells("id", "a,;,;\tb", "c"))
  }

  @Test func encodings() throws {
    let text = "ケースID,結果\r\nA-1,OK①～髙\r\n"
    let expected = [Self.cells("ケースID", "結果"), Self.cells("A-1", "OK①～髙")]
    #expect(try rows(text) == expected)
    #expect(try rows("\u{FEFF}" + text) == expected)
    let tabs = text.replacing(",", with: "\t")
    #expect(
      try rows([0xFF, 0xFE] + tabs.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == expected
    )
    #expect(
      try rows([0xFE, 0xFF] + tabs.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == expected
    )
    let japaneseWindows: [UInt8] = [
      0x83, 0x50, 0x81, 0x5B, 0x83, 0x58, 0x49, 0x44, 0x2C, 0x8C, 0x8B, 0x89, 0xCA, 0x0D, 0x0A,
      0x41, 0x2D,
      0x31, 0x2C, 0x4F, 0x4B, 0x87, 0x40, 0x81, 0x60, 0xFB, 0xFC, 0x0D, 0x0A,
    ]
    #expect(try rows(japaneseWindows) == expected)
  }

  @Test func secondBytesThatLookLikeSigns() throws {
    // 表 and ソ end with a backslash, ポ with a vertical bar.
    #expect(
      try rows([0x83, 0x5C, 0x2C, 0x95, 0x5C, 0x0A, 0x83, 0x7C])
        == [Self.cells("ソ", "表"), Self.cells("ポ")]
    )
  }

  @Test func encodingsInDoubtAreAnError() throws {
    // "Größe" and "naïve" in Windows-1252.
    for word: [UInt8] in [[0x47, 0x72, 0xF6, 0xDF, 0x65], [0x6E, 0x61, 0xEF, 0x76, 0x65]] {
      #expect(throws: CSVReadError.unknownEncoding(line: 2)) { try rows(Array("id\n".utf8) + word) }
    }
    #expect(throws: CSVReadError.unknownEncoding(line: 1)) {
      try rows([0xEF, 0xBB, 0xBF, 0x83, 0x5C])
    }
  }

  @Test func quotesThatNeverClose() throws {
    #expect(throws: CSVReadError.unterminatedQuote(line: 4)) {
      try rows("a,b\r\n\"c\r\nd\",e\r\nf,\"g\r\nh\r\n")
    }
    #expect(throws: CSVReadError.unterminatedQuote(line: 1)) { try rows("\"") }
  }

  @Test func quotesInFrontOfFormulasComeOff() throws {
    #expect(
      try rows("'=1+1,'+81,'-1a,'＝1,'\tx,'x,','',=1\n\"'\nx\"") == [
        Self.cells("=1+1", "+81", "-1a", "＝1", "\tx", "'x", "'", "''", "=1"), Self.cells("\nx"),
      ]
    )
  }

  /// Negative numbers are written without a quote, so a quote before one is what somebody typed.
  @Test func quotesOfPeopleStay() throws {
    #expect(
      try rows("'-1,'-1.5,'x,'''=1,''=1,''-1") == [
        Self.cells("'-1", "'-1.5", "'x", "''=1", "'=1", "''-1")
      ]
    )
  }

  /// Any number of quotes before formulas, numbers and words survives.
  @Test func quotesAreReadAsTheyWereWritten() throws {
    let rests = ["", "-1", "-1.5", "-", "-1a", "=1", "+1", "@a", "\tx", "＝1", "x", "'", "1"]
    let texts = rests.flatMap { rest in (0..<4).map { String(repeating: "'", count: $0) + rest } }
    for text in texts where !text.isEmpty {
      var writer = CSVWriter(encoding: .utf8)
      let safe = writer.safe(text)
      writer.record([safe, "."])
      #expect(try rows(writer.bytes) == [Self.cells(text, ".")])
      #expect(writer.neutralised == (CSVWriter.isFormulaLike(text) ? 1 : 0))
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    let texts = [
      "plain", "a,b;c\td", "\"quoted\"", "=1", "-1", "a\r\nb\rc", "長い\n行", " edges ", "007",
      "\u{301}", "😀",
    ]
    let table = ReportTable(
      name: .cases,
      title: "",
      columns: texts.indices.map { ReportColumn(role: .factor($0), heading: "h\($0)") },
      rows: [ReportTable.Row(key: "", cells: texts.map { .text($0) })]
    )
    for encoding in CSVEncoding.allCases {
      let rows = try rows(CSVDocument(table, encoding: encoding).bytes)
      #expect(rows.count == 2)
      #expect(
        rows[1] == texts.map { .text($0.replacing("\r\n", with: "\n").replacing("\r", with: "\n")) }
      )
    }
  }
}
