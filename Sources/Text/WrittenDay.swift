/// A day as people write it in a sentence, with what it says or why nobody can tell.
///
/// `2027-01-31`, `2027/1/31`, `2027.1.31`, `20270131`, `2027年1月31日`, `2027年1月末`, `令和9年1月31日`, `R9.1.31`, `31/1/2027`, `1/31/2027`,
/// `Jan 31 2027`, `31st of January, 2027`, `end of January 2027`, in any width. Without a year it is the next such day: `1月末`, `Jan 31`.
package struct WrittenDay: Hashable, Sendable {
  /// What a date says.
  package enum Reading: Hashable, Sendable {
    case day(CalendarDay)
    /// It can be read in several ways, or in none: why, as a phrase.
    case unclear(String)
    /// No calendar has it: why, as a phrase.
    case missing(String)
  }

  package var reading: Reading
  /// Where it stands in the text in plain forms, in characters.
  package var range: Range<Int>

  /// The days that a text names, in its order.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - today: What “the next” is counted from; without it, a day without a year is unclear.
  /// - Returns: The days, each with what it says.
  package static func all(in text: String, today: CalendarDay?) -> [WrittenDay] {
    var reader = DayReader(text, today: today)
    return reader.days()
  }

  /// The text in plain forms with something else in place of the days that it names.
  package static func replacing(_ days: [WrittenDay], in text: String, with other: String) -> String
  {
    var characters = Array(CompatibilityForms.plain(text))
    for day in days.reversed() { characters.replaceSubrange(day.range, with: Array(other)) }
    return String(characters)
  }
}

/// Finds days among the words and numbers of a text.
private struct DayReader {
  private enum Token: Equatable {
    case number(String)
    /// Latin letters, in lower case.
    case word(String)
    case sign(Character)
  }

  private let tokens: [(token: Token, range: Range<Int>)]
  private let today: CalendarDay?
  private var place = 0

  init(_ text: String, today: CalendarDay?) {
    self.today = today
    var tokens: [(token: Token, range: Range<Int>)] = []
    for (index, character) in CompatibilityForms.plain(text).enumerated() {
      let next = index..<index + 1
      let isBeside = tokens.last?.range.upperBound == index
      switch tokens.last?.token {
      case .number(let digits)? where isBeside && character.isDigit:
        tokens[tokens.count - 1] = (
          .number(digits + String(character)), tokens[tokens.count - 1].range.lowerBound..<index + 1
        )
      case .word(let letters)? where isBeside && character.isLatin:
        tokens[tokens.count - 1] = (
          .word(letters + character.lowercased()),
          tokens[tokens.count - 1].range.lowerBound..<index + 1
        )
      default:
        if character.isDigit {
          tokens.append((.number(String(character)), next))
        } else if character.isLatin {
          tokens.append((.word(character.lowercased()), next))
        } else if !character.isWhitespace {
          tokens.append((.sign(character), next))
        }
      }
    }
    self.tokens = tokens
  }

  mutating func days() -> [WrittenDay] {
    var days: [WrittenDay] = []
    while place < tokens.count {
      if let (reading, count) = day() {
        let range =
          tokens[place].range.lowerBound..<tokens[place + count - 1].range.upperBound
        days.append(WrittenDay(reading: reading, range: range))
        place += count
      } else {
        place += 1
      }
    }
    return days
  }

  // MARK: Tokens from the place on

  private func token(_ offset: Int) -> Token? {
    tokens.indices.contains(place + offset) ? tokens[place + offset].token : nil
  }

  private func digits(_ offset: Int, _ widths: ClosedRange<Int>) -> Int? {
    guard case .number(let digits)? = token(offset), widths.contains(digits.count) else {
      return nil
    }
    return Int(digits)
  }

  private func word(_ offset: Int) -> String? {
    if case .word(let word)? = token(offset) { word } else { nil }
  }

  private func isSign(_ offset: Int, _ sign: Character) -> Bool { token(offset) == .sign(sign) }

  private func text(_ count: Int) -> String {
    let range = tokens[place].range.lowerBound..<tokens[place + count - 1].range.upperBound
    var text = ""
    var end = range.lowerBound
    for (token, own) in tokens[place..<place + count] {
      if own.lowerBound > end { text += " " }
      switch token {
      case .number(let digits): text += digits
      case .word(let word): text += word
      case .sign(let sign): text.append(sign)
      }
      end = own.upperBound
    }
    return text
  }

  /// What the tokens from the place on say, and how many they are; `nil` if no day begins.
  private func day() -> (WrittenDay.Reading, Int)? {
    dayInOneRun() ?? dayWithSigns() ?? dayInJapanese() ?? endOfMonth() ?? dayWithMonthName()
      ?? relativeDay()
  }

  // MARK: Forms

  /// `20270131`.
  private func dayInOneRun() -> (WrittenDay.Reading, Int)? {
    guard case .number(let digits)? = token(0), digits.count == 8, let all = Int(digits),
      (1900...2999).contains(all / 10_000)
    else { return nil }
    return (reading(all / 10_000, all / 100 % 100, all % 100, 1), 1)
  }

  /// `2027-01-31`, `31.1.2027`, `1/31/2027`, `R9.1.31`, `1/31`.
  private func dayWithSigns() -> (WrittenDay.Reading, Int)? {
    if let era = era(0), let year = digits(1, 1...2), let sign = dateSign(2),
      let month = digits(3, 1...2), isSign(4, sign), let day = digits(5, 1...2)
    {
      return (reading(era + year, month, day, 6), 6)
    }
    // A version, an address or a larger number is not a date.
    guard !isJoined(before: 0), let first = token(0), case .number(let one) = first,
      let sign = dateSign(1), let second = digits(2, 1...2)
    else { return nil }
    if isSign(3, sign), case .number(let three)? = token(4), !isJoined(after: 4) {
      if one.count == 4, three.count <= 2, let year = Int(one), let day = Int(three) {
        return (reading(year, second, day, 5), 5)
      }
      if one.count <= 2, three.count == 4, let year = Int(three), let first = Int(one) {
        return (reading(year, first, second), 5)
      }
      guard sign == "/", one.count <= 2, three.count <= 2 else { return nil }
      return (.unclear("`\(text(5))` does not say which year; write all four digits of it"), 5)
    }
    guard sign == "/", one.count <= 2, let first = Int(one), !isJoined(after: 2),
      let today
    else { return nil }
    let days = [(first, second), (second, first)].filter { isDay(in: 2028, $0, $1) }
    switch Set(days.map { $0.0 * 100 + $0.1 }).count {
    case 0: return nil
    case 1: return (next(days[0].0, days[0].1, after: today, 3), 3)
    default: return (unclear(year: nil, first, second, 3), 3)
    }
  }

  /// `2027年1月31日`, `令和9年1月末`, `1月31日`.
  private func dayInJapanese() -> (WrittenDay.Reading, Int)? {
    var year: Int?
    var at = 0
    if let era = era(0), isSign(eraLength(0) + 1, "年") {
      let length = eraLength(0)
      if let number = digits(length, 1...2) {
        year = era + number
      } else if isSign(length, "元") {
        year = era + 1
      } else {
        return nil
      }
      at = length + 2
    } else if let number = digits(0, 4...4), isSign(1, "年") {
      year = number
      at = 2
    }
    guard let month = digits(at, 1...2), isSign(at + 1, "月") else { return nil }
    if isSign(at + 2, "末") {
      let count = at + (isSign(at + 3, "日") ? 4 : 3)
      return (end(year, month, count), count)
    }
    guard let day = digits(at + 2, 1...2), isSign(at + 3, "日") || year != nil else {
      guard !isSign(at + 2, "次") else { return nil }
      return (
        .unclear("`\(text(at + 2))` does not say which day; write it, for example 2027-01-31"),
        at + 2
      )
    }
    let count = at + (isSign(at + 3, "日") ? 4 : 3)
    return (reading(year, month, day, count), count)
  }

  /// `end of January 2027`, `the end of January`.
  private func endOfMonth() -> (WrittenDay.Reading, Int)? {
    guard word(0) == "end" else { return nil }
    let at = word(1) == "of" ? 2 : 1
    guard let name = word(at), let month = Self.month(name) else {
      guard word(at) == "month" || word(at) == "the" && word(at + 1) == "month" else { return nil }
      return (.unclear("`end of the month` does not say which month"), at + 1)
    }
    let comma = isSign(at + 1, ",") ? 1 : 0
    if let year = digits(at + 1 + comma, 4...4) {
      return (end(year, month, at + 2 + comma), at + 2 + comma)
    }
    return (end(nil, month, at + 1), at + 1)
  }

  /// `Jan 31 2027`, `January 31st, 2027`, `31 January 2027`, `31st of January`, `January 2027`.
  private func dayWithMonthName() -> (WrittenDay.Reading, Int)? {
    var at = 0
    var day: Int?
    var month: Int?
    if let number = digits(0, 1...2) {
      day = number
      at = Self.isOrdinal(word(1)) ? 2 : 1
      if word(at) == "of" { at += 1 }
      guard let name = word(at), let named = Self.month(name) else { return nil }
      month = named
      at += 1
      if isSign(at, ".") { at += 1 }
    } else if let name = word(0), let named = Self.month(name) {
      month = named
      at = isSign(1, ".") ? 2 : 1
      if word(at) == "the" { at += 1 }
      if let number = digits(at, 1...2) {
        day = number
        at += Self.isOrdinal(word(at + 1)) ? 2 : 1
      }
    }
    guard let month else { return nil }
    let comma = isSign(at, ",") ? 1 : 0
    let year = digits(at + comma, 4...4)
    let count = year == nil ? at : at + comma + 1
    if let day { return (reading(year, month, day, count), count) }
    // “may” and “march” are words as well.
    guard year != nil else { return nil }
    return (
      .unclear("`\(text(count))` does not say which day; write it, for example 2027-01-31"), count
    )
  }

  /// Days that count from the day on which somebody wrote them, which nobody knows.
  private func relativeDay() -> (WrittenDay.Reading, Int)? {
    let words = [word(0), word(1)].compactMap(\.self)
    let english =
      words.first == "tomorrow"
      ? 1
      : words.count == 2 && ["next", "this", "coming"].contains(words[0])
        && ["week", "month", "monday", "tuesday", "wednesday", "thursday", "friday", "sprint"]
          .contains(words[1])
        ? 2 : 0
    let signs = [0, 1].compactMap { offset -> Character? in
      if case .sign(let sign)? = token(offset) { sign } else { nil }
    }
    let isJapanese =
      signs.count == 2
      && ["来週", "来月", "今週", "今月", "明日", "月末", "週明", "再来"].contains(String(signs))
    let isEnd = isJapanese && (isSign(2, "末") || isSign(2, "中") || isSign(2, "け"))
    let count = isJapanese ? (isEnd ? 3 : 2) : english
    guard count > 0 else { return nil }
    return (
      .unclear("`\(text(count))` does not say which day; write it, for example 2027-01-31"), count
    )
  }

  // MARK: Pieces

  private func dateSign(_ offset: Int) -> Character? {
    guard case .sign(let sign)? = token(offset), "-/.".contains(sign) else { return nil }
    return sign
  }

  /// The year before the first of an era.
  private func era(_ offset: Int) -> Int? {
    if word(offset) == "r" { return 2018 }
    return isSign(offset, "令") && isSign(offset + 1, "和") ? 2018 : nil
  }

  private func eraLength(_ offset: Int) -> Int { word(offset) == "r" ? 1 : 2 }

  private func isJoined(before offset: Int) -> Bool {
    guard place + offset > 0 else { return false }
    let before = tokens[place + offset - 1]
    guard case .sign(let sign) = before.token, "-/.".contains(sign) else { return false }
    return before.range.upperBound == tokens[place + offset].range.lowerBound
  }

  private func isJoined(after offset: Int) -> Bool {
    guard case .sign(let sign)? = token(offset + 1), "-/.".contains(sign),
      tokens[place + offset + 1].range.lowerBound == tokens[place + offset].range.upperBound,
      case .number? = token(offset + 2)
    else { return false }
    return tokens[place + offset + 2].range.lowerBound
      == tokens[place + offset + 1].range.upperBound
  }

  private static func isOrdinal(_ word: String?) -> Bool {
    word.map { ["st", "nd", "rd", "th"].contains($0) } ?? false
  }

  /// The number of a month by its English name or the first letters of it.
  private static func month(_ name: String) -> Int? {
    let names = [
      "january", "february", "march", "april", "may", "june", "july", "august", "september",
      "october", "november", "december",
    ]
    return names.firstIndex { $0 == name || $0.prefix(3) == name || $0.prefix(4) == name }
      .map { $0 + 1 }
  }

  // MARK: Readings

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
    CalendarDay(year: year, month: month, day: day)
  }

  private func isDay(in year: Int, _ month: Int, _ day: Int) -> Bool {
    Self.day(year, month, day) != nil
  }

  private func reading(_ year: Int?, _ month: Int, _ day: Int, _ count: Int) -> WrittenDay.Reading {
    guard let year else {
      guard let today else {
        return .unclear("`\(text(count))` does not say which year; write it, too")
      }
      return next(month, day, after: today, count)
    }
    return Self.day(year, month, day).map { .day($0) }
      ?? .missing("there is no such day: \(text(count))")
  }

  /// A day whose first two numbers are day and month or month and day.
  private func reading(_ year: Int, _ first: Int, _ second: Int) -> WrittenDay.Reading {
    let days = Set(
      [
        Self.day(year, first, second), Self.day(year, second, first),
      ].compactMap(\.self)
    ).sorted()
    switch days.count {
    case 0: return .missing("there is no such day: \(text(5))")
    case 1: return .day(days[0])
    default: return unclear(year: year, first, second, 5)
    }
  }

  private func unclear(year: Int?, _ first: Int, _ second: Int, _ count: Int) -> WrittenDay.Reading
  {
    let readings = [(first, second), (second, first)].map { month, day in
      let whole = Self.day(year ?? 0, month, day)?.description ?? ""
      return year == nil ? String(whole.dropFirst(5)) : whole
    }
    return .unclear("`\(text(count))` may be \(readings[0]) or \(readings[1]); write the one meant")
  }

  /// The next such day, today included.
  private func next(
    _ month: Int,
    _ day: Int,
    after today: CalendarDay,
    _ count: Int
  ) -> WrittenDay.Reading {
    let year = today.components.year
    // 29 February comes again after eight years at the latest.
    let days = (year...year + 8).compactMap { Self.day($0, month, day) }
    return days.first { $0 >= today }.map { .day($0) }
      ?? .missing("there is no such day: \(text(count))")
  }

  private func end(_ year: Int?, _ month: Int, _ count: Int) -> WrittenDay.Reading {
    guard (1...12).contains(month) else {
      return .missing("there is no such month: \(text(count))")
    }
    func last(_ year: Int) -> CalendarDay? {
      (28...31).reversed().lazy.compactMap { Self.day(year, month, $0) }.first
    }
    if let year { return last(year).map { .day($0) } ?? .missing("there is no such month") }
    guard let today else {
      return .unclear("`\(text(count))` does not say which year; write it, too")
    }
    let days = (0...1).compactMap { last(today.components.year + $0) }
    return days.first { $0 >= today }.map { .day($0) } ?? .missing("there is no such month")
  }
}

extension Character {
  fileprivate var isDigit: Bool { isASCII && isNumber }
  fileprivate var isLatin: Bool { isASCII && isLetter }
}
