import Testing

@testable import Text

/// Dates as people write them.
@Suite struct WrittenDateTests {
  @Test(arguments: [
    "2027-01-31", "2027/1/31", "2027年1月31日", "２０２７年１月３１日", "by 2027-01-31 at the latest",
    "2027年1月31日までに決めます",
  ])
  func `a day is written in three ways`(text: String) {
    #expect(WrittenDate.all(in: text) == [CalendarDate("2027-01-31")])
  }

  @Test(arguments: ["2027-02-30", "2027/2/30までに回答", "2027年13月1日"])
  func `a day that does not exist is nil`(text: String) {
    #expect(WrittenDate.all(in: text) == [nil])
  }

  @Test(arguments: [
    "令和9年1月31日", "Jan 31 2027", "1/31", "31.1.2027", "2027年1月末", "next week", "end of January",
    "来月末",
    "1/31/2027", "2027-01-31", "until 2027-03-31", "Monday", "1月末までに",
  ])
  func `a date alone is not a result`(text: String) {
    #expect(WrittenDate.isAlone(text))
  }

  @Test(arguments: [
    "version 5.2.1", "3 of 4", "https://example.com/2027", "10,000 EUR", "the list may open", "12",
    "5日",
    "20 characters", "1.5 GB", "2027年1月31日と表示する",
  ])
  func `other numbers are not days`(text: String) {
    #expect(!WrittenDate.isAlone(text))
    #expect(text.contains("年") || WrittenDate.all(in: text).isEmpty)
  }
}

@Suite struct ListedLinesTests {
  @Test(arguments: [
    ("・一つ目\n・二つ目", ["一つ目", "二つ目"]), ("- A\n- B", ["A", "B"]), ("* A\n* B  ", ["A", "B"]),
    ("1. A\n2. B", ["A", "B"]),
    ("(1) A\n(2) B", ["A", "B"]), ("①A\n②B", ["A", "B"]), ("・A", ["A"]),
    ("A\n\nB", ["A", "B"]), ("１．A\n２．B", ["A", "B"]), ("-1 is shown", ["-1 is shown"]),
    ("1.5 GB are used", ["1.5 GB are used"]),
    ("3. A", ["3. A"]), ("ユーザー・グループ", ["ユーザー・グループ"]), ("2 of 3", ["2 of 3"]), ("A - B", ["A - B"]),
  ])
  func `bullets are left out`(text: String, texts: [String]) {
    #expect(ListedLines.texts(in: text) == texts)
  }
}

/// Fields of a CSV document that are set in place.
@Suite struct CSVCellsTests {
  @Test func `all other bytes stay`() throws {
    let text = "\u{FEFF}a;\"b;\"\"\nc\";d\r\n1;2\r\n\r\n x ;;\n"
    let edited = try #require(
      CSVCells.setting(
        [(0, 1, "new; one"), (1, 3, "=x"), (3, 0, "")],
        in: Array(text.utf8)
      )
    )
    #expect(
      String(decoding: edited, as: UTF8.self)
        == "\u{FEFF}a;\"new; one\";d\r\n1;2;;'=x\r\n\r\n;;\n"
    )
  }

  @Test func `what is not UTF-8 or lacks the row is left alone`() {
    #expect(CSVCells.setting([(0, 0, "x")], in: [0x83, 0x41]) == nil)
    #expect(CSVCells.setting([(4, 0, "x")], in: Array("a,b".utf8)) == nil)
    #expect(CSVCells.setting([(0, 0, "x")], in: Array("\"a".utf8)) == nil)
  }
}
