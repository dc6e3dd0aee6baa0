/// What a cell's format makes of a number.
struct NumberFormat: Hashable {
  /// Whether it shows a date.
  var showsDate = false
  /// Whether it shows a time of day or a duration.
  var showsTime = false
  /// Whether it shows hundredths.
  var showsPercent = false

  static let plain = Self()

  /// A format that is known by its number alone (ECMA-376-1, 18.8.30).
  init(builtIn id: Int) {
    showsDate = Self.showsDate(builtIn: id)
    showsTime = [18, 19, 20, 21, 22, 32, 33, 45, 46, 47].contains(id)
    showsPercent = id == 9 || id == 10
  }

  /// A written format.
  init(code: String) {
    let letters = Self.placeholders(of: code)
    showsDate = Self.showsDate(letters: letters)
    showsTime = letters.contains("h") || letters.contains("s")
    showsPercent = letters.contains("%")
  }

  private init() {}

  /// Whether one of the formats that are known by their number alone does; those of Japanese Excel where countries differ.
  ///
  /// Times of day (18–21, 32, 33, 45–47) are no dates.
  private static func showsDate(builtIn id: Int) -> Bool {
    switch id {
    case 14...17, 22, 27...31, 34...36, 50...58: true
    default: false
    }
  }

  /// Whether a written format does: one with years, days, eras or weekdays, or with months, which no hour or second makes minutes.
  ///
  /// Only the section for positive numbers counts. What stands in quotes or brackets, or behind a backslash, `_` or `*`, is shown as it
  /// is or is no part of the date (`[Red]`, `[$-411]`).
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
