import Testing

@testable import Text

/// Days as people write them.
@Suite struct WrittenDayTests {
  private static let today = CalendarDay("2026-11-22")

  private func readings(_ text: String) -> [WrittenDay.Reading] {
    WrittenDay.all(in: text, today: Self.today).map(\.reading)
  }

  @Test(arguments: [
    "2027-01-31", "2027/1/31", "2027.1.31", "20270131", "2027年1月31日", "２０２７年１月３１日",
    "2027 年 1 月 31 日", "2027年1月末",
    "2027年1月末日", "令和9年1月31日", "令和９年１月末", "R9.1.31", "R9/1/31", "31/1/2027", "1/31/2027",
    "31.01.2027", "Jan 31 2027",
    "Jan. 31, 2027", "January 31st, 2027", "31 January 2027", "31st of January 2027",
    "end of January 2027",
    "End of Jan, 2027", "by 2027-01-31 at the latest", "1月末までに", "1月31日", "Jan 31",
    "the end of January", "1/31",
  ])
  func `one day is written in many ways`(text: String) throws {
    let day = try #require(CalendarDay("2027-01-31"))
    #expect(readings(text) == [.day(day)])
  }

  @Test(arguments: [
    ("2/3/2027", "2027-02-03 or 2027-03-02"), ("3/4", "03-04 or 04-03"), ("31/1/27", "which year"),
    ("2027年1月中", "which day"), ("January 2027", "which day"), ("next week", "which day"),
    ("来月末", "which day"),
    ("end of the month", "which month"),
  ])
  func `what has several readings is unclear`(text: String, why: String) throws {
    guard case .unclear(let reason)? = readings(text).first else {
      Issue.record("\(readings(text))")
      return
    }
    #expect(reason.contains(why), "\(reason)")
  }

  @Test(arguments: [
    "2027-02-30", "2027/2/30までに回答", "2027年2月30日", "Feb 30 2027", "31.4.2027", "2027年13月1日",
  ])
  func `what no calendar has is told`(text: String) throws {
    guard case .missing(let reason)? = readings(text).first else {
      Issue.record("\(readings(text))")
      return
    }
    #expect(reason.hasPrefix("there is no such day"), "\(reason)")
  }

  @Test(arguments: [
    "version 5.2.1", "3 of 4", "https://example.com/2027", "10,000 EUR", "the list may open",
    "20 characters", "1.5 GB",
  ])
  func `numbers are no days`(text: String) {
    #expect(readings(text) == [])
  }

  @Test func `days can be taken out of a text`() {
    let text = "未定。2027年1月末までに決めます"
    let days = WrittenDay.all(in: text, today: nil)
    #expect(WrittenDay.replacing(days, in: text, with: "") == "未定。までに決めます")
  }
}

/// Lists as people type them.
@Suite struct ListedLinesTests {
  @Test(arguments: [
    ("・一つ目\n・二つ目", ["一つ目", "二つ目"]), ("- A\n- B", ["A", "B"]), ("* A\n* B  ", ["A", "B"]),
    ("1. A\n2. B", ["A", "B"]),
    ("(1) A\n(2) B", ["A", "B"]), ("①A\n②B", ["A", "B"]), ("1) A 2) B", ["A", "B"]),
    ("・A ・B", ["A", "B"]), ("・A", ["A"]),
    ("A\n\nB", ["A", "B"]), ("１．A\n２．B", ["A", "B"]), ("-1 is shown", ["-1 is shown"]),
    ("1.5 GB are used", ["1.5 GB are used"]),
    ("3. A", ["3. A"]), ("ユーザー・グループ", ["ユーザー・グループ"]), ("2 of 3", ["2 of 3"]), ("A - B", ["A - B"]),
  ])
  func `bullets are no part of what is listed`(text: String, texts: [String]) {
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

  @Test func `what is no UTF-8 or lacks the row is left alone`() {
    #expect(CSVCells.setting([(0, 0, "x")], in: [0x83, 0x41]) == nil)
    #expect(CSVCells.setting([(4, 0, "x")], in: Array("a,b".utf8)) == nil)
    #expect(CSVCells.setting([(0, 0, "x")], in: Array("\"a".utf8)) == nil)
  }
}
