/// Which formats show a number as a date.
enum NumberFormat {
  /// Whether one of the formats that are known by their number alone does; those of Japanese Excel where countries differ.
  ///
  /// Times of day (18–21, 32, 33, 45–47) are no dates. Source: ECMA-376-1, 18.8.30.
  static func showsDate(builtIn id: Int) -> Bool {
    switch id {
    case 14...17, 22, 27...31, 34...36, 50...58: true
    default: false
    }
  }

  /// Whether a written format does: one with years, days, eras or weekdays, or with months, which no hour or second makes minutes.
  ///
  /// Only the section for positive numbers counts. What stands in quotes or brackets, or behind a backslash, `_` or `*`, is shown as it
  /// is or is no part of the date (`[Red]`, `[$-411]`).
  static func showsDate(_ code: String) -> Bool {
    let letters = placeholders(of: code)
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
