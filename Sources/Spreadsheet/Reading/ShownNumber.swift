import Reporting

/// A number as people see it: a cell with `9:30` or `50%` holds 0.3958… or 0.5, which is not what somebody wrote.
struct ShownNumber {
  /// A day where only that is shown, text for times and hundredths, the number otherwise.
  let cell: SavedCell

  init(_ number: Double, _ format: NumberFormat, _ dates: DateSystem) {
    if format.showsPercent, let text = Self.percent(number) {
      cell = .text(text)
    } else if format.showsDate, let day = dates.day(number) {
      let time = number - number.rounded(.down)
      let isDayAlone = !format.showsTime || Self.seconds(time) == 0
      cell = isDayAlone ? .day(day) : .text("\(day) \(Self.time(time))")
    } else if format.showsTime, !format.showsDate, (0..<10_000).contains(number) {
      cell = .text(Self.time(number))
    } else {
      cell = .number(number)
    }
  }

  private static func seconds(_ days: Double) -> Int { Int((days * 86_400).rounded()) }

  /// `9:30`, with seconds where there are any; hours go on beyond a day.
  private static func time(_ days: Double) -> String {
    let seconds = seconds(days)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let text = "\(seconds / 3_600):\(two(seconds / 60 % 60))"
    return seconds % 60 == 0 ? text : text + ":" + two(seconds % 60)
  }

  /// `12.5%`, without the digits that only binary fractions have.
  private static func percent(_ number: Double) -> String? {
    let hundredths = (number * 100 * 1e9).rounded() / 1e9
    guard abs(hundredths) < 1e15 else { return nil }
    return (Int(exactly: hundredths).map { String($0) } ?? String(hundredths)) + "%"
  }
}
