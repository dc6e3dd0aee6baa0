import Testing
import Text

@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1970-01-02", 1), ("1969-12-31", -1), ("2000-02-29", 11_016),
    ("2026-01-01", 20_454), ("0000-01-01", -719_528), ("9999-12-31", 2_932_896),
  ])
  func `a day has its number`(text: String, number: Int) {
    #expect(CalendarDate(text)?.number == number)
    #expect(CalendarDate(number: number).description == text)
  }

  @Test(arguments: [
    "", "2026", "2026-1-1", "2026-01-1", "26-01-01", "2026-13-01", "2026-00-10", "2026-01-00",
    "2026-02-29", "1900-02-29", "2026-04-31", "2026/01/01", "2026-01-01 ", "+026-01-01",
    "-2026-01-01", "２０２６-01-01", "2026-01-01-01", "2026--01-01",
  ])
  func `what no calendar has is no day`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `every day follows the one before`() {
    // Every day of a full 400-year period of the calendar, plus a year.
    var previous = CalendarDate(number: -1)
    for number in 0...146_463 {
      let day = CalendarDate(number: number)
      let (year, month, date) = previous.components
      let next = [(year, month, date + 1), (year, month + 1, 1), (year + 1, 1, 1)]
      #expect(next.contains { $0 == day.components })
      previous = day
    }
  }

  @Test func `what is written is read again`() {
    for number in stride(from: -719_528, through: 2_932_896, by: 97) {
      #expect(CalendarDate(CalendarDate(number: number).description)?.number == number)
    }
  }
}
