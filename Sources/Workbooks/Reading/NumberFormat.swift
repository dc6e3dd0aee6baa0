import Text

/// The way in which a cell's number format shows a number.
struct NumberFormat: Hashable {
  var showsDate = false
  /// True if the format shows a time of day or a duration.
  var showsTime = false
  /// True if the format shows a percentage.
  var showsPercent = false

  static let plain = Self()

  /// Creates a built-in format from its id (ECMA-376-1, 18.8.30).
  ///
  /// Where ids depend on the country, those of Japanese Excel apply. Times of day (18–21, 32, 33, 45–47) are not dates.
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

  /// True if the format code shows a date: it has years, days, eras or weekdays, or months that are not minutes next to hours or seconds.
  ///
  /// Only the section for positive numbers counts. Text in quotes or brackets, or after a backslash, `_` or `*`, is either literal or not
  /// part of the date (`[Red]`, `[$-411]`).
  private static func showsDate(letters: String) -> Bool {
    func has(_ piece: String) -> Bool { letters.contains(piece) }
    if has("y") || has("d") || has("g") || has("e") || has("b") || has("aaa") { return true }
    return has("m") && !has("h") && !has("s")
  }

  /// Returns the placeholders of the format code in lower case, without `General`, `AM/PM` and exponents.
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
        // Elapsed hours, which may exceed a day.
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

/// The origin from which a workbook counts days.
enum DateSystem {
  /// Day 1 is 1900-01-01, and day 60 is a 29 February that did not exist in 1900, as in Lotus 1-2-3 and Excel.
  case from1900
  /// Day 0 is 1904-01-01, as in old Macintosh programs.
  case from1904

  /// Returns the date of a serial number regardless of its time, or `nil` if it stands for no date.
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
  /// Returns a number as people see it, since a cell that shows `9:30` or `50%` contains 0.3958… or 0.5.
  ///
  /// The result is a day if only a date is shown, a text for times and percentages, and the number otherwise.
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

  /// Returns a time such as `9:30`, with seconds if there are any; hours may exceed a day.
  private static func time(_ days: Double) -> String {
    let seconds = seconds(days)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let text = "\(seconds / 3_600):\(two(seconds / 60 % 60))"
    return seconds % 60 == 0 ? text : text + ":" + two(seconds % 60)
  }

  /// Returns a percentage such as `12.5%`, without the imprecise digits of binary fractions.
  private static func percent(_ number: Double) -> String? {
    let hundredths = (number * 100 * 1e9).rounded() / 1e9
    guard abs(hundredths) < 1e15 else { return nil }
    return (Int(exactly: hundredths).map { String($0) } ?? String(hundredths)) + "%"
  }
}
