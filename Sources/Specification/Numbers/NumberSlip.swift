import Text

/// Suggestions for malformed numbers in conditions: `1 to 5`, `100 EUR`, `>= 2`, `１..４`.
enum NumberSlip {
  /// Interprets numbers, signs and words as people write them; returns `nil` if the meaning is unclear.
  ///
  /// Without a line, the next number and the unit are unknown.
  static func meant(by text: String, on line: NumberLine?) -> String? {
    guard line?.scale.isCounted ?? true, let tokens = tokens(of: text) else { return nil }
    let scale = line?.scale ?? .integer
    let written = tokens.filter { $0.kind == "n" }
    if written.count == tokens.count, written.count > 1 {
      let isGrouped = written.dropFirst().allSatisfy { $0.text.prefix { $0 != "." }.count == 3 }
      let joined = written.map(\.text).joined()
      return isGrouped && scale.number(joined) != nil ? joined : nil
    }
    // In `1 to 2 days`, the unit belongs to both.
    let unit = written.last?.unit ?? ""
    if !unit.isEmpty, line == nil { return nil }
    let numbers = written.compactMap { token in
      let unit = token.unit.isEmpty ? unit : token.unit
      let number = line.map { $0.number(token.text, in: unit) } ?? scale.number(token.text)
      return number.flatMap { scale.writable.contains($0) ? $0 : nil }
    }
    guard numbers.count == written.count else { return nil }
    let shown = numbers.map(scale.written)
    switch String(tokens.map(\.kind)) {
    case "n": return shown[0]
    case "n~n", "fn~n", "bn|n", "n|>n|<":
      return numbers.sorted().map(scale.written).joined(separator: "..")
    case "n~", "fn", "n|>", "≥n": return "\(shown[0]).."
    case "~n", "n|<", "≤n": return "..\(shown[0])"
    case ">n", "<n", "n>", "n<":
      let isMore = tokens.contains { $0.kind == ">" }
      return line.flatMap { _ in scale.beyond(numbers[0], isMore: isMore) }
    case "n≠": return "not \(shown[0])"
    case "n|n": return shown.joined(separator: ", ")
    default: return nil
    }
  }

  // MARK: Tokens

  /// A number `n`, a separator of two numbers `~`, `from`, `between`, `or`, or a comparison `<`, `>`, `≤`, `≥`, `≠`.
  fileprivate struct Token {
    var kind: Character
    var text = ""
    /// The unit after the number, or before it in a range.
    var unit = ""
  }

  private static let words: [String: Character] = [
    "to": "~", "through": "~", "from": "f", "between": "b", "or": "|", "and": "|", "more": ">",
    "above": ">", "over": ">", "less": "<", "fewer": "<", "below": "<", "under": "<",
  ]
  private static let comparisons: [String: Character] = [
    ">": ">", "<": "<", ">=": "≥", "≥": "≥", "≧": "≥", "<=": "≤", "≤": "≤", "≦": "≤", "≠": "≠",
  ]
  /// Other spellings of these signs and words.
  private static let spellings = [
    ("〜", "~"), ("…", ".."), ("‥", ".."), ("at least", "≥"), ("at most", "≤"), ("than", ""),
    ("以上", " or more"), ("以下", " or less"), ("未満", " less"), ("より大きい", " more"),
    ("を超える", " more"), ("より多い", " more"), ("超過", " more"), ("超", " more"), ("より小さい", " less"),
    ("より少ない", " less"),
    ("から", "~"), ("以外", " ≠"), ("ではない", " ≠"), ("でない", " ≠"),
  ]
  private static let kanji = Array("〇一二三四五六七八九")

  /// Returns the text in these signs and words, without the まで of から…まで, and with kanji digits replaced if there are no others.
  private static func inSigns(_ text: String) -> String {
    var plain = CompatibilityForms.plain(text)
    if plain.contains("から") { plain = plain.replacing("まで", with: "") }
    if !plain.contains(where: isDigit) {
      plain = String(
        plain.map { sign in kanji.firstIndex(of: sign).map { Character("\($0)") } ?? sign }
      )
    }
    return spellings.reduce(plain) { $0.replacing($1.0, with: $1.1) }
  }

  /// Returns the numbers with their units, and the words and signs between them; `nil` if there is anything else.
  fileprivate static func tokens(of text: String, ofRange isRange: Bool = false) -> [Token]? {
    var rest = inSigns(text)[...]
    var tokens: [Token] = []
    func run(_ isPart: (Character) -> Bool) -> String {
      let run = rest.prefix(while: isPart)
      rest = rest[run.endIndex...]
      return String(run)
    }
    var unit = ""
    while let sign = rest.first {
      let isMinus =
        sign == "-" && rest.dropFirst().first.map(isDigit) == true && tokens.last?.kind != "n"
      if isDigit(sign) || isMinus {
        if isMinus { rest.removeFirst() }
        var number = (isMinus ? "-" : "") + run(isDigit)
        if rest.first == ".", rest.dropFirst().first.map(isDigit) == true {
          rest.removeFirst()
          number += "." + run(isDigit)
        }
        tokens.append(Token(kind: "n", text: number, unit: unit))
        unit = ""
      } else if isUnit(sign) {
        let word = run(isUnit)
        if let kind = words[word.lowercased()] {
          tokens.append(Token(kind: kind))
        } else if let last = tokens.indices.last, tokens[last].kind == "n" {
          tokens[last].unit += (tokens[last].unit.isEmpty ? "" : " ") + word
        } else if isRange {
          unit = word
        } else {
          return nil
        }
      } else if "<>=≤≥≦≧≠".contains(sign) {
        guard let kind = comparisons[run({ "<>=≤≥≦≧≠".contains($0) })] else { return nil }
        tokens.append(Token(kind: kind))
      } else if sign == "." {
        if run({ $0 == "." }).count == 1 { return nil }
        tokens.append(Token(kind: "~"))
      } else {
        rest.removeFirst()
        // "24+" means 24 or more.
        if "-–—~".contains(sign) || sign == "+" && rest.isEmpty && tokens.last?.kind == "n" {
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

/// Suggestions for malformed ranges, times and dates; `nil` if the meaning is unclear.
enum RangeForm {
  /// Returns `1..4` for `1-4`, `1...4`, `+1..+4`, `{min: 1, max: 4}` and `１〜４`, `100..1000 yen` for `100yen..1000yen`, and `0.5..1.5` for
  /// `0,5..1,5`.
  static func amounts(_ text: String, takesUnit: Bool) -> String? {
    let plain = CompatibilityForms.plain(text)
    let ungrouped = NumberCommas.ungrouped(plain)
    let pointed = NumberCommas.pointed(ungrouped ?? plain) { _ in true }
    guard ungrouped == nil || pointed == nil,
      let tokens = NumberSlip.tokens(
        of: (pointed ?? ungrouped ?? plain).replacing(",", with: " "),
        ofRange: true
      )
    else { return nil }
    let numbers = tokens.filter { $0.kind == "n" }
    let digits = numbers.map { Decimals.digits(of: $0.text) }.max() ?? 0
    let ends = numbers.compactMap { Decimals.number($0.text, digits: digits) }.sorted()
    guard numbers.count == 2, ends.count == 2, digits <= (takesUnit ? Scale.maxDigits : 0) else {
      return nil
    }
    let unit = numbers.map(\.unit).last { !["", "min", "max", "from", "to"].contains($0) }
    return ends.map { Decimals.text($0, digits: digits) }.joined(separator: "..")
      + (takesUnit ? unit.map { " \($0)" } ?? "" : "")
  }

  /// Returns `09:00..18:00` for `9:00-18:00`, `9時〜18時` and `9am to 6pm`, and `17:00` for `5pm`; the end of a day becomes its last minute.
  static func times(_ text: String) -> String? {
    let plain = CompatibilityForms.plain(text).lowercased().replacing(/\s?([ap])\.?m\.?/) {
      "\($0.1)m"
    }
    guard !plain.contains("午") else { return nil }
    let ends = plain.split { !$0.isNumber && !":時分apm".contains($0) }
      .filter { $0.contains(where: \.isNumber) }
    let minutes = ends.compactMap { end -> Int? in
      let numbers = digits(in: String(end))
      guard (1...2).contains(numbers.count), var hour = Int(numbers[0]) else { return nil }
      if end.hasSuffix("m") {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (end.hasSuffix("pm") ? 12 : 0)
      }
      let time = "\(hour):\(numbers.count > 1 ? numbers[1] : "00")"
      return minute(ends.count == 2 && time == "24:00" ? "23:59" : time)
    }
    // `5 to 6pm` is ambiguous.
    guard minutes.count == ends.count,
      minutes.count == 2 || ends.map(String.init) == [plain.filter { !$0.isWhitespace }],
      Set(ends.map { $0.hasSuffix("m") }).count == 1,
      minutes.count == 1 || minutes[0] <= minutes[1]
        || ends.allSatisfy({ $0.hasSuffix("m") || $0.contains(where: ":時".contains) })
    else { return nil }
    return minutes.map(time).joined(separator: "..")
  }

  /// Returns the minutes since midnight of a time of day: 545 for `09:05` and `9:05`.
  static func minute(_ text: String) -> Int? {
    guard isTime(text) else { return nil }
    let numbers = text.split(separator: ":").compactMap { Int($0) }
    return numbers[0] < 24 && numbers[1] < 60 ? numbers[0] * 60 + numbers[1] : nil
  }

  static func isTime(_ text: String) -> Bool {
    text.utf8.count <= 5 && text.holds(":") && text.wholeMatch(of: /[0-9]{1,2}:[0-9]{2}/) != nil
  }

  /// Returns a minute of the day as `HH:MM`.
  static func time(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
  }

  /// Returns a range for two dates, or a date for one.
  static func dates(_ text: String) -> String? {
    let numbers = digits(in: text)
    guard numbers.count == 6 else {
      return text.allSatisfy { $0.isNumber || "/.-年月日 ".contains($0) } ? date(text) : nil
    }
    guard let from = date(numbers.prefix(3)), let to = date(numbers.suffix(3)) else { return nil }
    return "\(from)..\(to)"
  }

  /// Returns `2027-02-03` for `2027/2/3` and `2027年2月3日`; `nil` if the form is already right.
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
