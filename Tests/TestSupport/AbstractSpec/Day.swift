/// A day after 1970, computed by walking the calendar year by year and month by month.
package struct Day: Hashable, Sendable {
  /// Days since 1970-01-01.
  package var number: Int

  package init(number: Int) {
    self.number = number
  }

  /// Creates the day from a text `YYYY-MM-DD`.
  package init(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    precondition(parts.count == 3, "a day is written YYYY-MM-DD")
    var days = parts[2] - 1
    for year in 1970..<parts[0] { days += Self.lengthOfYear(year) }
    for month in 1..<parts[1] { days += Self.lengthOfMonth(month, of: parts[0]) }
    number = days
  }

  package var text: String {
    var rest = number
    var year = 1970
    while rest >= Self.lengthOfYear(year) {
      rest -= Self.lengthOfYear(year)
      year += 1
    }
    var month = 1
    while rest >= Self.lengthOfMonth(month, of: year) {
      rest -= Self.lengthOfMonth(month, of: year)
      month += 1
    }
    return "\(year)-\(month < 10 ? "0" : "")\(month)-\(rest < 9 ? "0" : "")\(rest + 1)"
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func lengthOfYear(_ year: Int) -> Int { isLeap(year) ? 366 : 365 }

  private static func lengthOfMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
