/// A day of the proleptic Gregorian calendar, without time zone.
package struct CalendarDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of days since 1970-01-01.
  package var number: Int

  package init(number: Int) {
    self.number = number
  }

  /// Parses a day in the form `YYYY-MM-DD`; `nil` for any other text and for days that do not exist.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard Self.isWritten(text), let year = Int(Substring(parts[0])),
      let month = Int(Substring(parts[1])), let day = Int(Substring(parts[2]))
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// Creates a day; `nil` for days that do not exist and years of more than four digits.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9_999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    number = Self.dayNumber(year: year, month: month, day: day)
    guard components == (year, month, day) else { return nil }
  }

  /// True if a text has the form `YYYY-MM-DD`, even if the day does not exist.
  package static func isWritten(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2]
      && parts.joined().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
  }

  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  /// The day in the form `YYYY-MM-DD`.
  package var description: String {
    let (year, month, day) = components
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// The year, month and day.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  package var components: (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The inverse of `components`: `days_from_civil` in the same source.
  private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
