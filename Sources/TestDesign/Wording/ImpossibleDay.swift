import Text

/// Finds days in a text that no calendar has: `31 June`, `2027-02-30`, 9月31日.
///
/// Only forms that can be nothing but a day are read, so that no number is taken for one: `2027-02-30` and `2027/2/30` with the year in front,
/// 9月31日 with or without a year, and a day beside the name of a month. Without a year 29 February is a day.
enum ImpossibleDay {
  /// The first such day, as written; `nil` if there is none, or the text itself says that the day does not exist.
  static func first(in text: String) -> String? {
    guard text.unicodeScalars.contains(where: { digit($0) != nil }), !isAboutSuchDays(text) else {
      return nil
    }
    let tokens = tokens(of: text)
    for start in tokens.indices {
      for form in [numeric, japanese, dayThenMonth, monthThenDay] {
        guard let end = form(tokens, start) else { continue }
        return String(tokens[start..<end].map(\.text).joined())
      }
    }
    return nil
  }

  /// The dates before and after one that does not exist, in its own form: 30 June and 1 July; empty if no month has such a day.
  ///
  /// - Parameter day: As `first` returns it.
  /// - Returns: Two days, or none.
  static func neighbours(of day: String) -> [String] {
    let tokens = tokens(of: day)
    var numbers = tokens.compactMap(\.number)
    let word = tokens.first { Self.month($0.text) != nil }
    let isNumeric = word == nil && !day.contains("月")
    let year = numbers.firstIndex { $0 >= 1900 }.map { numbers.remove(at: $0) }
    if let word, let month = Self.month(word.text) { numbers.insert(month, at: 0) }
    guard numbers.count == 2, (1...12).contains(numbers[0]) else { return [] }
    let month = numbers[0]
    let last = (1...31).last { exists($0, month, year: year) } ?? 1
    let next = month == 12 ? (1, year.map { $0 + 1 }) : (month + 1, year)
    return [(last, month, year), (1, next.0, next.1)].map { day, month, year in
      if let word {
        let name = monthNames[month - 1].capitalisedAtStart
        let text = word.text == tokens[0].text ? "\(name) \(day)" : "\(day) \(name)"
        return text + (year.map { " \($0)" } ?? "")
      }
      guard isNumeric, let year else { return (year.map { "\($0)年" } ?? "") + "\(month)月\(day)日" }
      let sign = day < 10 ? "0" : ""
      return "\(year)-\(month < 10 ? "0" : "")\(month)-\(sign)\(day)"
    }
  }

  /// A run of digits, a run of Latin letters, or one other character.
  private struct Token {
    enum Kind {
      /// `nil` for a number of more than four digits.
      case number(Int?)
      case word, other
    }

    var kind: Kind
    var text: String

    var number: Int? {
      if case .number(let number) = kind { number } else { nil }
    }

    var isNumber: Bool {
      if case .number = kind { true } else { false }
    }

    var isWord: Bool {
      if case .word = kind { true } else { false }
    }
  }

  private static func isAboutSuchDays(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["存在しない", "実在しない", "ありえない", "あり得ない", "no such", "not exist", "impossible", "invalid"]
      .contains { text.contains($0) }
  }

  /// The value of a digit, full-width ones included.
  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "0"..."9": Int(scalar.value - 0x30)
    case "０"..."９": Int(scalar.value - 0xFF10)
    default: nil
    }
  }

  private static func tokens(of text: String) -> [Token] {
    var tokens: [Token] = []
    for scalar in text.unicodeScalars {
      let last = tokens.count - 1
      if let digit = digit(scalar) {
        if last >= 0, case .number(let number) = tokens[last].kind {
          tokens[last].text.unicodeScalars.append(scalar)
          let isLong = tokens[last].text.unicodeScalars.count > 4
          tokens[last].kind = .number(isLong ? nil : number.map { $0 * 10 + digit })
        } else {
          tokens.append(Token(kind: .number(digit), text: String(scalar)))
        }
      } else if scalar.isASCII, scalar.properties.isAlphabetic {
        if last >= 0, tokens[last].isWord {
          tokens[last].text.unicodeScalars.append(scalar)
        } else {
          tokens.append(Token(kind: .word, text: String(scalar)))
        }
      } else {
        tokens.append(Token(kind: .other, text: String(scalar)))
      }
    }
    return tokens
  }

  // MARK: Forms

  /// `2027-02-30`, `2027/2/30`: where it ends.
  private static func numeric(_ tokens: [Token], _ start: Int) -> Int? {
    let end = start + 5
    guard end <= tokens.count, let year = tokens[start].number,
      tokens[start].text.unicodeScalars.count == 4, (1900...2199).contains(year),
      ["-", "/"].contains(tokens[start + 1].text), tokens[start + 3].text == tokens[start + 1].text,
      let month = tokens[start + 2].number, let day = tokens[start + 4].number,
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let around = [start - 1, end].filter(tokens.indices.contains).map { tokens[$0] }
    guard !around.contains(where: { $0.isWord || ["-", "/", "_", "."].contains($0.text) }) else {
      return nil
    }
    return exists(day, month, year: year) ? nil : end
  }

  /// 9月31日, 2027年2月29日: where it ends.
  private static func japanese(_ tokens: [Token], _ start: Int) -> Int? {
    var place = start
    var year: Int?
    if let number = tokens[start].number, start + 2 < tokens.count, tokens[start + 1].text == "年" {
      // A year of two digits is one of an era.
      year = number >= 1900 ? number : nil
      place += 2
    } else if start > 0, tokens[start - 1].text == "年" {
      return nil
    }
    guard place + 3 < tokens.count, let month = tokens[place].number,
      tokens[place + 1].text == "月", let day = tokens[place + 2].number,
      tokens[place + 3].text == "日"
    else { return nil }
    let end = place + 4
    // 31日間 and 31日目 are counts.
    if end < tokens.count, ["間", "目"].contains(tokens[end].text) { return nil }
    return exists(day, month, year: year) ? nil : end
  }

  /// `31 June`, `31st of June 2027`: where it ends.
  private static func dayThenMonth(_ tokens: [Token], _ start: Int) -> Int? {
    guard let day = tokens[start].number else { return nil }
    var place = start + 1
    if place < tokens.count, ["st", "nd", "rd", "th"].contains(tokens[place].text) { place += 1 }
    place = skip(" ", tokens, place)
    if place < tokens.count, tokens[place].text == "of" { place = skip(" ", tokens, place + 1) }
    guard place > start + 1, place < tokens.count, let month = month(tokens[place].text) else {
      return nil
    }
    return end(of: day, month, tokens, behind: place + 1)
  }

  /// `June 31`, `June 31st, 2027`: where it ends.
  private static func monthThenDay(_ tokens: [Token], _ start: Int) -> Int? {
    guard let month = month(tokens[start].text) else { return nil }
    let place = skip(" ", tokens, skip(".", tokens, start + 1))
    guard place > start + 1, place < tokens.count, let day = tokens[place].number else {
      return nil
    }
    let hasSuffix =
      place + 1 < tokens.count && ["st", "nd", "rd", "th"].contains(tokens[place + 1].text)
    // `Nov 31%`, `June 31.5` and `June 31:00` are something else.
    let next = place + 1
    if next < tokens.count, ["%", ":"].contains(tokens[next].text) { return nil }
    if next + 1 < tokens.count, tokens[next].text == ".", tokens[next + 1].isNumber { return nil }
    return end(of: day, month, tokens, behind: place + (hasSuffix ? 2 : 1))
  }

  /// Where a day beside the name of a month ends, with its year; `nil` if there is such a day, or too large a number for any month.
  private static func end(
    of day: Int,
    _ month: Int,
    _ tokens: [Token],
    behind place: Int
  ) -> Int? {
    guard (29...31).contains(day) else { return nil }
    let next = skip(" ", tokens, skip(",", tokens, place))
    if next < tokens.count, let year = tokens[next].number, (1900...2199).contains(year) {
      return exists(day, month, year: year) ? nil : next + 1
    }
    return exists(day, month, year: nil) ? nil : place
  }

  private static func skip(_ text: String, _ tokens: [Token], _ place: Int) -> Int {
    place < tokens.count && tokens[place].text == text ? place + 1 : place
  }

  // MARK: Calendar

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// The number of a month by its English name or the first letters of it, which begin with a capital.
  private static func month(_ word: String) -> Int? {
    guard word.first?.isUppercase == true, word.utf8.count >= 3 else { return nil }
    let word = word.lowercased()
    return monthNames.firstIndex {
      $0 == word || $0.prefix(3) == word || $0 == "september" && word == "sept"
    }
    .map { $0 + 1 }
  }

  /// True if there is such a day, in some year where none is named.
  private static func exists(_ day: Int, _ month: Int, year: Int?) -> Bool {
    guard (1...12).contains(month), day >= 1 else { return false }
    let isLeap =
      year.map { $0.isMultiple(of: 4) && !$0.isMultiple(of: 100) || $0.isMultiple(of: 400) } ?? true
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return day <= days[month - 1]
  }
}
