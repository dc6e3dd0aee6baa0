import Text

/// What was most probably meant by a range that cannot be read; `nil` if nothing can be told.
enum RangeForm {
  /// `1-4`, `1...4`, `+1..+4`, `{min: 1, max: 4}` and `１〜４` give `1..4`, `100yen..1000yen` gives `100..1000 yen`.
  static func integers(_ text: String, takesUnit: Bool) -> String? {
    var numbers: [String] = []
    var units: [String] = []
    var kind: Kind?
    for character in CompatibilityForms.plain(text) where character != "," {
      let next = Kind(character)
      switch next {
      case .digit where kind == .digit: numbers[numbers.count - 1].append(character)
      case .digit: numbers.append(String(character))
      case .letter where kind == .letter: units[units.count - 1].append(character)
      case .letter: units.append(String(character))
      case nil: break
      }
      kind = next
    }
    guard numbers.count == 2, let from = Int(numbers[0]), let to = Int(numbers[1]) else {
      return nil
    }
    let unit = units.last { !["min", "max", "from", "to"].contains($0) }
    return "\(min(from, to))..\(max(from, to))"
      + (takesUnit ? unit.map { " \($0)" } ?? "" : "")
  }

  /// What a sign of a range is a part of.
  private enum Kind {
    case digit, letter

    init?(_ character: Character) {
      if ("0"..."9").contains(character) {
        self = .digit
      } else if character.isLetter || "%°$€¥".contains(character) {
        self = .letter
      } else {
        return nil
      }
    }
  }

  static func dates(_ text: String) -> String? {
    let numbers = digits(in: text)
    guard numbers.count == 6, let from = date(numbers.prefix(3)), let to = date(numbers.suffix(3))
    else { return nil }
    return "\(from)..\(to)"
  }

  /// A date in its right form: `2027/2/3` and `2027年2月3日` give `2027-02-03`; `nil` if it is written so already.
  static func date(_ text: String) -> String? {
    CalendarDay.isWritten(text) ? nil : date(digits(in: text)[...])
  }

  private static func date(_ numbers: ArraySlice<String>) -> String? {
    guard numbers.count == 3, numbers.first?.count == 4 else { return nil }
    let padded = numbers.map { ($0.count == 1 ? "0" : "") + $0 }
    return CalendarDay(padded.joined(separator: "-"))?.description
  }

  private static func digits(in text: String) -> [String] {
    CompatibilityForms.plain(text).split { !("0"..."9").contains($0) }.map(String.init)
  }
}
