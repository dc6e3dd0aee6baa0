import Specification

/// How a workbook counts days.
enum DateSystem {
  /// 1 is 1900-01-01, and 60 a 29 February that the year 1900 did not have: Lotus 1-2-3 counted so, and Excel took it over.
  case from1900
  /// 0 is 1904-01-01, as old programs on the Macintosh counted.
  case from1904

  /// The day of a serial number, its time dropped; `nil` for those that stand for no day.
  func day(_ serial: Double) -> CalendarDay? {
    let day = serial.rounded(.down)
    switch self {
    case .from1900:
      guard (1...2_958_465).contains(day), day != 60 else { return nil }
      return CalendarDay(number: Int(day) - (day < 60 ? 25_568 : 25_569))
    case .from1904:
      guard (0...2_957_003).contains(day) else { return nil }
      return CalendarDay(number: Int(day) - 24_107)
    }
  }
}
