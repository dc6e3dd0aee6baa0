import Text

/// Finds days in a text that do not exist in the calendar: `31 June`, `2027-02-30`, 9月31日.
///
/// Only unambiguous forms are read: `2027-02-30` and `2027/2/30` with the year first, 9月31日 with or without a year, and a day next to the
/// name of a month. 29 February without a year exists.
enum ImpossibleDay {
  /// Returns the first such day as written, or `nil` if there is none or the text says that the day does not exist.
  static func first(in text: String) -> String? {
    guard text.unicodeScalars.contains(where: { digit($0) != nil }), !isAboutSuchDays(text) else {
      return nil
    }
    let tokens = tokens(of: text)
    for start in tokens.indices {
      for form in [numeric, japanese, dayThenMonth, monthThenDay] {
        if let end = form(tokens, start) { return tokens[start..<end].joined() }
      }
    }
    return nil
  }

  /// Returns the existing days before and after one returned by `first`, in the same form, such as 30 June and 1 July.
  ///
  /// The result is empty if no month has such a day.
  static func neighbours(of day: String) -> [String] {
    let tokens = tokens(of: day)
    var numbers = tokens.compactMap(number)
    let word = tokens.first { Self.month($0) != nil }
    let isNumeric = word == nil && !day.contains("月")
    let year = numbers.firstIndex { $0 >= 1900 }.map { numbers.remove(at: $0) }
    if let month = word.flatMap(Self.month) { numbers.insert(month, at: 0) }
    guard numbers.count == 2, (1...12).contains(numbers[0]) else { return [] }
    let month = numbers[0]
    let last = (1...31).last { exists($0, month, year: year) } ?? 1
    let next = month == 12 ? (1, year.map { $0 + 1 }) : (month + 1, year)
    return [(last, month, year), (1, next.0, next.1)].map { day, month, year in
      if let word {
        let name = monthNames[month - 1].capitalisedAtStart
        let text = word == tokens[0] ? "\(name) \(day)" : "\(day) \(name)"
        return text + (year.map { " \($0)" } ?? "")
      }
      if isNumeric, let year, let date = CalendarDate(year: year, month: month, day: day) {
        return date.description
      }
      return (year.map { "\($0)年" } ?? "") + "\(month)月\(day)日"
    }
  }

  private static func isAboutSuchDays(_ text: String) -> Bool {
    let text = text.lowercased()
    return ["存在しない", "実在しない", "ありえない", "あり得ない", "no such", "not exist", "impossible", "invalid"]
      .contains { text.contains($0) }
  }

  /// Returns the value of a digit, including full-width ones, or `nil`.
  private static func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "0"..."9": Int(scalar.value - 0x30)
    case "０"..."９": Int(scalar.value - 0xFF10)
    default: nil
    }
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && scalar.properties.isAlphabetic
  }

  /// Splits a text into runs of digits, runs of Latin letters, and single other characters.
  private static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    for scalar in text.unicodeScalars {
      let last = tokens.last?.unicodeScalars.last
      if let last, isLatin(scalar) && isLatin(last) || digit(scalar) != nil && digit(last) != nil {
        tokens[tokens.count - 1].unicodeScalars.append(scalar)
      } else {
        tokens.append(String(scalar))
      }
    }
    return tokens
  }

  /// Returns the number of a token, or `nil` if it is none or has more than four digits.
  private static func number(_ token: String) -> Int? {
    let digits = token.unicodeScalars.compactMap(digit)
    guard !digits.isEmpty, token.unicodeScalars.count <= 4 else { return nil }
    return digits.reduce(0) { $0 * 10 + $1 }
  }

  private static func isNumber(_ token: String) -> Bool {
    token.unicodeScalars.first.flatMap(digit) != nil
  }

  private static func isWord(_ token: String) -> Bool {
    token.unicodeScalars.first.map(isLatin) ?? false
  }

  // MARK: Forms

  /// Returns the end of `2027-02-30` or `2027/2/30`, or `nil`.
  private static func numeric(_ tokens: [String], _ start: Int) -> Int? {
    let end = start + 5
    guard end <= tokens.count, let year = number(tokens[start]),
      tokens[start].unicodeScalars.count == 4, (1900...2199).contains(year),
      ["-", "/"].contains(tokens[start + 1]), tokens[start + 3] == tokens[start + 1],
      let month = number(tokens[start + 2]), let day = number(tokens[start + 4]),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let around = [start - 1, end].filter(tokens.indices.contains).map { tokens[$0] }
    guard !around.contains(where: { isWord($0) || ["-", "/", "_", "."].contains($0) }) else {
      return nil
    }
    return exists(day, month, year: year) ? nil : end
  }

  /// Returns the end of 9月31日 or 2027年2月29日, or `nil`.
  private static func japanese(_ tokens: [String], _ start: Int) -> Int? {
    var place = start
    var year: Int?
    if let number = number(tokens[start]), start + 2 < tokens.count, tokens[start + 1] == "年" {
      // A smaller number is the year of an era.
      year = number >= 1900 ? number : nil
      place += 2
    } else if start > 0, tokens[start - 1] == "年" {
      return nil
    }
    guard place + 3 < tokens.count, let month = number(tokens[place]),
      tokens[place + 1] == "月", let day = number(tokens[place + 2]),
      tokens[place + 3] == "日"
    else { return nil }
    let end = place + 4
    // 31日間 and 31日目 are counts.
    if end < tokens.count, ["間", "目"].contains(tokens[end]) { return nil }
    return exists(day, month, year: year) ? nil : end
  }

  /// Returns the end of `31 June` or `31st of June 2027`, or `nil`.
  private static func dayThenMonth(_ tokens: [String], _ start: Int) -> Int? {
    guard let day = number(tokens[start]) else { return nil }
    var place = start + 1
    if place < tokens.count, ["st", "nd", "rd", "th"].contains(tokens[place]) { place += 1 }
    place = skip(" ", tokens, place)
    if place < tokens.count, tokens[place] == "of" { place = skip(" ", tokens, place + 1) }
    guard place > start + 1, place < tokens.count, let month = month(tokens[place]) else {
      return nil
    }
    return end(of: day, month, tokens, behind: place + 1)
  }

  /// Returns the end of `June 31` or `June 31st, 2027`, or `nil`.
  private static func monthThenDay(_ tokens: [String], _ start: Int) -> Int? {
    guard let month = month(tokens[start]) else { return nil }
    let place = skip(" ", tokens, skip(".", tokens, start + 1))
    guard place > start + 1, place < tokens.count, let day = number(tokens[place]) else {
      return nil
    }
    let hasSuffix =
      place + 1 < tokens.count && ["st", "nd", "rd", "th"].contains(tokens[place + 1])
    // `Nov 31%`, `June 31.5` and `June 31:00` are not dates.
    let next = place + 1
    if next < tokens.count, ["%", ":"].contains(tokens[next]) { return nil }
    if next + 1 < tokens.count, tokens[next] == ".", isNumber(tokens[next + 1]) { return nil }
    return end(of: day, month, tokens, behind: place + (hasSuffix ? 2 : 1))
  }

  /// Returns the end of a day next to a month, with its year, or `nil` if the day exists or is out of range for any month.
  private static func end(
    of day: Int,
    _ month: Int,
    _ tokens: [String],
    behind place: Int
  ) -> Int? {
    guard (29...31).contains(day) else { return nil }
    let next = skip(" ", tokens, skip(",", tokens, place))
    if next < tokens.count, let year = number(tokens[next]), (1900...2199).contains(year) {
      return exists(day, month, year: year) ? nil : next + 1
    }
    return exists(day, month, year: nil) ? nil : place
  }

  private static func skip(_ text: String, _ tokens: [String], _ place: Int) -> Int {
    place < tokens.count && tokens[place] == text ? place + 1 : place
  }

  // MARK: Calendar

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Returns the number of a month from its capitalised English name or abbreviation, or `nil`.
  private static func month(_ word: String) -> Int? {
    guard word.first?.isUppercase == true, word.utf8.count >= 3 else { return nil }
    let word = word.lowercased()
    return monthNames.firstIndex {
      $0 == word || $0.prefix(3) == word || $0 == "september" && word == "sept"
    }
    .map { $0 + 1 }
  }

  /// True if the day exists, in any year if none is given.
  private static func exists(_ day: Int, _ month: Int, year: Int?) -> Bool {
    CalendarDate(year: year ?? leapYear, month: month, day: day) != nil
  }

  private static let leapYear = 2000
}
