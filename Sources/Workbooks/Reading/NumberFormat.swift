import Text

/// What a cell's format makes of a number.
struct NumberFormat: Hashable {
  var showsDate = false
  /// True if it shows a time of day or a duration.
  var showsTime = false
  /// True if it shows hundredths.
  var showsPercent = false

  static let plain = Self()

  /// A format that is known by its number alone (ECMA-376-1, 18.8.30).
  ///
  /// Where countries differ, those of Japanese Excel; times of day (18–21, 32, 33, 45–47) are not dates.
  init(builtIn id: Int) {
    let dates = [14...17, 22...22, 27...31, 34...36, 50...58]
    showsDate = dates.contains { $0.contains(id) }
    showsTime = [18, 19, 20, 21, 22, 32, 33, 45, 46, 47].contains(id)
    showsPercent = id == 9 || id == 10
  }

  init(code: String) {
    let letters = Self.placeholders(of: code)
    showsDate = Self.showsDate(letters: letters)
    showsTime = letters.contains("h") || letters.contains("s")
    showsPercent = letters.contains("%")
  }

  private init() {}

  /// True if a written format does: one with years, days, eras or weekdays, or with months, which no hour or second makes minutes.
  ///
  /// Only the section for positive numbers counts. What stands in quotes or brackets, or behind a backslash, `_` or `*`, is shown as it
  /// is or is not part of the date (`[Red]`, `[$-411]`).
  private static func showsDate(letters: String) -> Bool {
    func has(_ piece: String) -> Bool { letters.contains(piece) }
    if has("y") || has("d") || has("g") || has("e") || has("b") || has("aaa") { return true }
    return has("m") && !has("h") && !has("s")
  }

  /// The letters that stand for something, in lower case, without the words `General` and `AM/PM` and the exponents.
  private static func placeholders(of code: String) -> String {
    var result = ""
    var rest = Substring(code.lowercased())
    while let character = rest.first, character != ";" {
      if let word = ["general", "g/標準", "am/pm", "a/p", "e+", "e-"].first(where: rest.hasPrefix) {
        rest = rest.dropFirst(word.count)
        continue
      }
      rest = rest.dropFirst()
      switch character {
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "[":
        let inside = rest.prefix { $0 != "]" }
        // Hours that go beyond a day.
        if let first = inside.first, inside.allSatisfy({ $0 == first }), "hms".contains(first) {
          result += "h"
        }
        rest = rest.dropFirst(inside.count + 1)
      case "\\", "_", "*": rest = rest.dropFirst()
      default: result.append(character)
      }
    }
    return result
  }
}

/// How a workbook counts days.
enum DateSystem {
  /// 1 is 1900-01-01, and 60 a 29 February that the year 1900 did not have: Lotus 1-2-3 counted so, and Excel took it over.
  case from1900
  /// 0 is 1904-01-01, as old programs on the Macintosh counted.
  case from1904

  /// The day of a serial number, whatever its time; `nil` for those that stand for no day.
  func day(_ serial: Double) -> CalendarDate? {
    let day = serial.rounded(.down)
    switch self {
    case .from1900:
      guard (1...2_958_465).contains(day), day != 60 else { return nil }
      return CalendarDate(number: Int(day) - (day < 60 ? 25_568 : 25_569))
    case .from1904:
      guard (0...2_957_003).contains(day) else { return nil }
      return CalendarDate(number: Int(day) - 24_107)
    }
  }
}

extension NumberFormat {
  /// A number as people see it: a cell with `9:30` or `50%` holds 0.3958… or 0.5, which is not what somebody wrote.
  ///
  /// A day where only that is shown, text for times and hundredths, the number otherwise.
  func shown(_ number: Double, _ dates: DateSystem) -> SavedCell {
    if showsPercent, let text = Self.percent(number) { return .text(text) }
    if showsDate, let day = dates.day(number) {
      let time = number - number.rounded(.down)
      let isDayAlone = !showsTime || Self.seconds(time) == 0
      return isDayAlone ? .day(day) : .text("\(day) \(Self.time(time))")
    }
    let isTime = showsTime && !showsDate && (0..<10_000).contains(number)
    return isTime ? .text(Self.time(number)) : .number(number)
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
