import Text

/// What was most probably meant by a range that cannot be read.
enum RangeForm {
  /// The range in its right form: `1-4`, `1...4`, `+1..+4`, `{min: 1, max: 4}` and `１〜４` give `1..4`, `100yen..1000yen` gives `100..1000 yen`.
  ///
  /// - Returns: `nil` where nothing can be told.
  static func rightForm(of text: String, _ scale: Scale) -> String? {
    let plain = CompatibilityForms.plain(text)
    if scale == .day { return days(plain) }
    var numbers: [String] = []
    var units: [String] = []
    var kind: Kind?
    for character in plain where character != "," {
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
    let shown = "\(min(from, to))..\(max(from, to))"
    let unit = units.last { !["min", "max", "from", "to"].contains($0) }
    return unit.flatMap { scale == .integer ? "\(shown) \($0)" : nil } ?? shown
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

  private static func days(_ text: String) -> String? {
    let numbers = text.split { !("0"..."9").contains($0) }.map(String.init)
    guard numbers.count == 6 else { return nil }
    let days = [numbers[..<3], numbers[3...]].map { WrittenDate.day(Array($0)) }
    guard let from = days[0], let to = days[1] else { return nil }
    return "\(from)..\(to)"
  }
}

/// Days that are not written `YYYY-MM-DD`.
enum WrittenDate {
  /// The day in its right form: `2027/2/3` and `2027年2月3日` give `2027-02-03`; `nil` where nothing can be told.
  static func rightForm(of text: String) -> String? {
    guard !CalendarDay.isWritten(text) else { return nil }
    return day(CompatibilityForms.plain(text).split { !("0"..."9").contains($0) }.map(String.init))
  }

  /// Year, month and day as a day; `nil` where there is none.
  static func day(_ numbers: [String]) -> String? {
    guard numbers.count == 3, numbers[0].count == 4 else { return nil }
    let padded = numbers.dropFirst().map { ($0.count == 1 ? "0" : "") + $0 }
    return CalendarDay(([numbers[0]] + padded).joined(separator: "-"))?.description
  }
}
