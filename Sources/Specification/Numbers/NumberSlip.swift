import Text

/// What was most probably meant by numbers that a condition cannot be written with: `1 to 5`, `100 EUR`, `>= 2`, `１..４`.
struct NumberSlip {
  /// What a condition does instead, as the end of "the condition on `n` …".
  let rule: String
  let right: String

  private init(_ rule: String, _ right: String) {
    self.rule = rule
    self.right = right
  }

  /// Reads numbers, signs and words in the order in which people write them; `nil` if they mean nothing that can be told.
  init?(_ text: String) {
    guard let tokens = Self.tokens(of: text) else { return nil }
    let numbers = tokens.filter { $0.kind == "n" }.map(\.text)
    let ofOne =
      "writes numbers " + (text.contains(where: Self.isUnit) ? "without a unit" : "in plain digits")
    let hasDots = text.contains("..") && !text.contains("...")
    let comparison = "writes comparisons as intervals"
    switch String(tokens.map(\.kind)) {
    case "n": self.init(ofOne, numbers[0])
    case "n~n", "fn~n":
      let isBackwards = (Int(numbers[0]) ?? .min) > (Int(numbers[1]) ?? .max)
      let ends = isBackwards ? numbers.reversed() : numbers
      let rule = hasDots ? ofOne : "writes intervals with two dots"
      self.init(rule, ends.joined(separator: ".."))
    case "n~", "fn", "n|>", "≥n": self.init(comparison, "\(numbers[0])..")
    case "~n", "n|<", "≤n": self.init(comparison, "..\(numbers[0])")
    case ">n", "<n":
      guard let number = Int(numbers[0]), Scale.integer.writable.contains(number) else {
        return nil
      }
      self.init(comparison, tokens[0].kind == ">" ? "\(number + 1).." : "..\(number - 1)")
    case "n|n": self.init("separates values with commas", numbers.joined(separator: ", "))
    default:
      guard numbers.count == tokens.count, numbers.dropFirst().allSatisfy({ $0.count == 3 }) else {
        return nil
      }
      self.init("writes numbers without separators", numbers.joined())
    }
  }

  /// A text with digits in groups, as in `10,000`, without the commas between them; `nil` if it has none.
  static func ungrouped(_ text: String) -> String? {
    let signs = Array(text)
    let kept = signs.indices.filter { index in
      signs[index] != "," || index == 0 || !isDigit(signs[index - 1])
        || signs[(index + 1)...].prefix(while: isDigit).count != 3
    }
    return kept.count == signs.count ? nil : String(kept.map { signs[$0] })
  }

  // MARK: Tokens

  /// A number `n`, what stands between two numbers `~`, `from`, `or`, or a comparison `<`, `>`, `≤`, `≥`.
  private struct Token {
    var kind: Character
    var text = ""
  }

  private static let words: [String: Character] = [
    "to": "~", "through": "~", "from": "f", "or": "|", "and": "|", "more": ">", "above": ">",
    "over": ">", "less": "<", "fewer": "<", "below": "<", "under": "<",
  ]
  private static let comparisons: [String: Character] = [
    ">": ">", "<": "<", ">=": "≥", "≥": "≥", "<=": "≤", "≤": "≤",
  ]

  /// Numbers, and the words and signs between them, without units behind numbers; `nil` if anything else stands there.
  private static func tokens(of text: String) -> [Token]? {
    var rest = CompatibilityForms.plain(text).replacing("〜", with: "~")
      .replacing("at least", with: "≥").replacing("at most", with: "≤")
      .replacing("than", with: "")[...]
    var tokens: [Token] = []
    func run(_ isPart: (Character) -> Bool) -> String {
      let run = rest.prefix(while: isPart)
      rest = rest[run.endIndex...]
      return String(run)
    }
    while let sign = rest.first {
      let isMinus =
        sign == "-" && rest.dropFirst().first.map(isDigit) == true && tokens.last?.kind != "n"
      if isDigit(sign) || isMinus {
        if isMinus { rest.removeFirst() }
        tokens.append(Token(kind: "n", text: (isMinus ? "-" : "") + run(isDigit)))
      } else if isUnit(sign) {
        if let kind = words[run(isUnit).lowercased()] {
          tokens.append(Token(kind: kind))
        } else if tokens.last?.kind != "n" {
          return nil
        }
      } else if "<>=≤≥".contains(sign) {
        guard let kind = comparisons[run({ "<>=≤≥".contains($0) })] else { return nil }
        tokens.append(Token(kind: kind))
      } else if sign == "." {
        if run({ $0 == "." }).count == 1 { return nil }
        tokens.append(Token(kind: "~"))
      } else {
        rest.removeFirst()
        if "-–—~".contains(sign) {
          tokens.append(Token(kind: "~"))
        } else if !sign.isWhitespace, sign != "+" {
          return nil
        }
      }
    }
    return tokens.contains { $0.kind == "n" } ? tokens : nil
  }

  private static func isDigit(_ sign: Character) -> Bool { ("0"..."9").contains(sign) }

  private static func isUnit(_ sign: Character) -> Bool { sign.isLetter || "%°$€¥".contains(sign) }
}

/// What was most probably meant by a range that cannot be read; `nil` if nothing can be told.
enum RangeForm {
  /// `1-4`, `1...4`, `+1..+4`, `{min: 1, max: 4}` and `１〜４` give `1..4`, `100yen..1000yen` gives `100..1000 yen`.
  static func integers(_ text: String, takesUnit: Bool) -> String? {
    let plain = CompatibilityForms.plain(text).filter { $0 != "," }
    let numbers = digits(in: plain)
    let units = plain.split { !$0.isLetter && !"%°$€¥".contains($0) }.map(String.init)
    guard numbers.count == 2, let from = Int(numbers[0]), let to = Int(numbers[1]) else {
      return nil
    }
    let unit = units.last { !["min", "max", "from", "to"].contains($0) }
    return "\(min(from, to))..\(max(from, to))"
      + (takesUnit ? unit.map { " \($0)" } ?? "" : "")
  }

  /// `9:00-18:00` and `9時〜18時` give `09:00..18:00`; the end of a day is its last minute.
  static func times(_ text: String) -> String? {
    let plain = CompatibilityForms.plain(text)
    let ends = plain.split { !$0.isNumber && !":時分".contains($0) }
    let minutes = ends.compactMap { end -> Int? in
      let numbers = digits(in: String(end))
      guard (1...2).contains(numbers.count) else { return nil }
      let time = "\(numbers[0]):\(numbers.count > 1 ? numbers[1] : "00")"
      return minute(time == "24:00" ? "23:59" : time)
    }
    return minutes.count == 2 ? minutes.map(time).joined(separator: "..") : nil
  }

  /// The minutes since midnight of a time of day: 545 for `09:05` and `9:05`.
  static func minute(_ text: String) -> Int? {
    guard isTime(text) else { return nil }
    let numbers = text.split(separator: ":").compactMap { Int($0) }
    return numbers[0] < 24 && numbers[1] < 60 ? numbers[0] * 60 + numbers[1] : nil
  }

  static func isTime(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return parts.count == 2 && (1...2).contains(parts[0].count) && parts[1].count == 2
      && parts.joined().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// A minute of the day as `HH:MM`.
  static func time(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }

  static func dates(_ text: String) -> String? {
    let numbers = digits(in: text)
    guard numbers.count == 6, let from = date(numbers.prefix(3)), let to = date(numbers.suffix(3))
    else { return nil }
    return "\(from)..\(to)"
  }

  /// A date in its right form: `2027/2/3` and `2027年2月3日` give `2027-02-03`; `nil` if it is written so already.
  static func date(_ text: String) -> String? {
    CalendarDate.isWritten(text) ? nil : date(digits(in: text)[...])
  }

  private static func date(_ numbers: ArraySlice<String>) -> String? {
    guard numbers.count == 3, numbers.first?.count == 4 else { return nil }
    let padded = numbers.map { ($0.count == 1 ? "0" : "") + $0 }
    return CalendarDate(padded.joined(separator: "-"))?.description
  }

  private static func digits(in text: String) -> [String] {
    CompatibilityForms.plain(text).split { !("0"..."9").contains($0) }.map(String.init)
  }
}
