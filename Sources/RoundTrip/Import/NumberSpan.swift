import Specification
import Text

/// A decimal number as written, with the number of its decimal places.
struct WrittenNumber: Hashable {
  var digits: Int
  var decimals: Int

  /// Reads a number such as `12`, `1,000`, `0.50` or `-3`, or returns `nil` for other texts and for numbers that are too long.
  init?(_ text: some StringProtocol) {
    let plain = text.filter { $0 != "," }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    guard plain.count <= 12, parts.count <= 2, let digits = Int(String(parts.joined())) else {
      return nil
    }
    let decimals = parts.count == 2 ? parts[1].count : 0
    guard decimals <= 3 else { return nil }
    (self.digits, self.decimals) = (digits, decimals)
  }

  /// Returns the number in units of the last of `decimals` places.
  func scaled(to decimals: Int) -> Int {
    (self.decimals..<max(decimals, self.decimals)).reduce(digits) { number, _ in number * 10 }
  }

  static func text(_ number: Int, decimals: Int) -> String {
    guard decimals > 0 else { return String(number) }
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return (number < 0 ? "-" : "") + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }
}

/// The kinds of numbers in a sheet: amounts, dates and times of day.
enum NumberKind: String {
  case range, date, time

  /// The origin for counting days, 0000-01-01, which avoids negative numbers.
  private static let firstDay = CalendarDate("0000-01-01")?.number ?? 0
  nonisolated(unsafe) private static let times =
    #/
    (午[前後])? \b([01]?[0-9]|2[0-3]) (?: :([0-5][0-9])(?![0-9:]) | 時(?![間台頃])(?:([0-5]?[0-9])分)? )
    (?: \s?([AaPp])\.?[Mm]\.? )?
    /#
  nonisolated(unsafe) private static let days =
    /\b([0-9]{4})[-\/年]([0-9]{1,2})[-\/月]([0-9]{1,2})(?:日|\b)/
  nonisolated(unsafe) private static let amounts = /([0-9][0-9,]*(?:\.[0-9]+)?)(万|億)(?![0-9千])/

  /// Returns a text in which dates, times and amounts such as 10万 are plain numbers.
  static func counted(in text: String) -> (text: String, kind: Self) {
    guard text.contains(where: { $0.isASCII && $0.isNumber }) else { return (text, .range) }
    let dated = unsafe text.replacing(days) { match in
      guard let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
        let date = CalendarDate(year: year, month: month, day: day)
      else { return String(match.0) }
      return String(date.number - firstDay)
    }
    if dated != text { return (dated, .date) }
    let timed = unsafe text.replacing(times) { match in
      let (half, hour) = (match.5?.lowercased() ?? match.1.map { String($0) }, Int(match.2) ?? 0)
      let minute = (match.3 ?? match.4).flatMap { Int($0) } ?? 0
      let before = half == nil ? hour : hour % 12
      let added = half == "p" || half == "午後" ? 12 : 0
      return String((before + added) * 60 + minute)
    }
    if timed != text { return (timed, .time) }
    let plain = unsafe text.replacing(amounts) { match in
      let number = (Double(match.1.filter { $0 != "," }) ?? 0) * (match.2 == "万" ? 1e4 : 1e8)
      return Int(exactly: number.rounded()).map { String($0) } ?? String(match.0)
    }
    return (plain, .range)
  }

  func text(_ number: Int, decimals: Int) -> String {
    switch self {
    case .range: WrittenNumber.text(number, decimals: decimals)
    case .date: Scale.date.written(number + Self.firstDay)
    case .time: Scale.time.written(number)
    }
  }

  /// Returns the range of a factor, given the smallest number in the sheet.
  func range(from least: Int, _ decimals: Int, unit: String) -> String {
    switch self {
    case .range: text(min(0, least), decimals: decimals) + ".." + (unit.isEmpty ? "" : " " + unit)
    // The range starts before the first date of the sheet.
    case .date: "\(text(max(0, least - 366), decimals: 0).prefix(4))-01-01.."
    case .time: "00:00..23:59"
    }
  }
}

/// The numbers allowed by a condition: a single one, or a range with one or two bounds.
struct NumberSpan: Hashable {
  var from: WrittenNumber?
  var to: WrittenNumber?
  /// True if the bound is exclusive, as in `more than 4` and `less than 4`.
  var excludesFrom = false
  var excludesTo = false
  var kind = NumberKind.range

  var decimals: Int { max(from?.decimals ?? 0, to?.decimals ?? 0) }

  /// Returns the inclusive bounds in units of the last of `decimals` places.
  func bounds(_ decimals: Int) -> (from: Int?, to: Int?) {
    (
      from.map { $0.scaled(to: decimals) + (excludesFrom ? 1 : 0) },
      to.map { $0.scaled(to: decimals) - (excludesTo ? 1 : 0) }
    )
  }

  /// Returns the condition as written in a spec: `4`, `4..`, `..4`, `1..4`.
  func text(_ decimals: Int) -> String {
    let (from, to) = bounds(decimals)
    let low = from.map { kind.text($0, decimals: decimals) } ?? ""
    let high = to.map { kind.text($0, decimals: decimals) } ?? ""
    return from == to ? low : "\(low)..\(high)"
  }

  /// Returns a number within the span, as written in a spec.
  func example(_ decimals: Int) -> String {
    let (from, to) = bounds(decimals)
    return kind.text(from ?? to ?? 0, decimals: decimals)
  }
}

/// A text that consists of a number with a unit, a bound or an interval.
struct CellNumber {
  var span: NumberSpan
  var unit: String

  init?(_ text: String) {
    guard SheetFactors.excluded(by: text) == nil,
      let found = FoundNumber(in: ConditionReading.tidied(text)),
      found.before.isEmpty || found.before.count == 1 && !found.before.allSatisfy(\.isLetter),
      found.behind.count <= 12, found.behind.split(separator: " ").count <= 2,
      found.span.kind == .range || found.behind.isEmpty
    else { return nil }
    let around = found.behind.isEmpty ? found.before : found.behind
    (span, unit) = (found.span, around.isEmpty ? found.currency : around)
  }
}

/// The only number or interval in a text outside of quotation marks, with the text around it.
struct FoundNumber {
  var span: NumberSpan
  var before: String
  var behind: String
  /// The sign in front of an amount, as in `$50`.
  private(set) var currency = ""

  init?(in written: String) {
    let (text, kind) = NumberKind.counted(in: written)
    let characters = Array(text)
    var runs: [Range<Int>] = []
    var place = 0
    var isQuoted = false
    while place < characters.count {
      let character = characters[place]
      if "「『“\"".contains(character), !isQuoted || character == "\"" {
        isQuoted = character == "\"" ? !isQuoted : true
      } else if "」』”".contains(character) {
        isQuoted = false
      }
      guard !isQuoted, character.isASCII, character.isNumber else {
        place += 1
        continue
      }
      var end = place + 1
      while end < characters.count,
        characters[end].isASCII && characters[end].isNumber
          || ".,".contains(characters[end]) && end + 1 < characters.count
            && characters[end + 1].isNumber
      {
        end += 1
      }
      // Texts such as V2 and iOS17 are names.
      let follows = place > 0 && characters[place - 1].isASCII && characters[place - 1].isLetter
      let isNegative =
        place > 0 && characters[place - 1] == "-" && (place == 1 || characters[place - 2] == " ")
      if follows { return nil }
      runs.append((isNegative ? place - 1 : place)..<end)
      place = end
    }
    guard let first = runs.first, runs.count <= 2,
      let number = WrittenNumber(String(characters[first]))
    else { return nil }
    span = NumberSpan(from: number, to: number, kind: kind)
    before = String(characters[..<first.lowerBound]).trimmed
    let rest = characters[first.upperBound...]
    behind = String(runs.count == 2 ? rest[..<runs[1].lowerBound] : rest).trimmed
    for side in [\Self.before, \Self.behind] where side == \.before || runs.count == 2 {
      guard let sign = self[keyPath: side].last, sign.isCurrencySymbol else { continue }
      currency = sign == "¥" ? "円" : String(sign)
      self[keyPath: side] = self[keyPath: side].dropLast().trimmed
    }
    compare()
    if runs.count == 2 {
      guard let high = FoundNumber(in: String(characters[runs[1].lowerBound...])), join(high) else {
        return nil
      }
    }
  }

  /// Joins two numbers into one span, as in 18歳以上20歳未満, 20歳～30歳 and `20 or 21`, or returns false if they form none.
  private mutating func join(_ high: FoundNumber) -> Bool {
    let isEither = take(SheetWords.list("number or"), from: \.behind)
    if !isEither { _ = take(SheetWords.list("number and"), from: \.behind) }
    guard high.behind.isEmpty || high.behind.hasPrefix(behind), let from = span.from,
      let to = high.span.to, high.span.from == to || high.span.from == nil
    else { return false }
    let decimals = max(span.decimals, high.span.decimals)
    let (low, top) = (span.bounds(decimals).from ?? 0, high.span.bounds(decimals).to ?? 0)
    // Alternatives form a span only if they are consecutive.
    guard isEither ? span.to == from && low + 1 == top : span.to == nil && low <= top else {
      return false
    }
    (span.to, span.excludesTo) = (to, high.span.excludesTo)
    if !high.behind.isEmpty { behind = high.behind }
    return true
  }

  /// Removes one of the words from the end of a text, and returns true if one was there.
  private mutating func take(_ words: [String], from side: WritableKeyPath<Self, String>) -> Bool {
    let text = self[keyPath: side].lowercased()
    let word = words.first { word in
      let isWord = word.allSatisfy { $0.isLetter && $0.isASCII }
      return text == word || text.hasSuffix(isWord ? " " + word : word)
    }
    guard let word else { return false }
    self[keyPath: side] = self[keyPath: side].dropLast(word.count).trimmed
    return true
  }

  /// Removes words such as "at least" and 以上, and opens the corresponding bound.
  private mutating func compare() {
    for kind in ["least", "most", "less", "more"] {
      let words =
        SheetWords.list(kind) + (span.kind == .range ? [] : SheetWords.list("moment " + kind))
      for word in words.sorted(by: { $0.count > $1.count }) {
        let isJapanese = SheetWords.isJapanese(word)
        let stands = isJapanese || word == "+" || word.hasPrefix("or ") || word.hasPrefix("and ")
        let isWord = word.allSatisfy { $0.isLetter || $0 == " " }
        let start = before.lowercased()
        if stands, behind.lowercased().hasSuffix(word) {
          behind = behind.dropLast(word.count).trimmed
        } else if stands, behind.lowercased().hasPrefix(word) {
          behind = behind.dropFirst(word.count).trimmed
        } else if !isJapanese, start == word || start.hasSuffix(isWord ? " " + word : word) {
          before = before.dropLast(word.count).trimmed
        } else if isJapanese, let place = behind.firstRange(of: word),
          behind[..<place.lowerBound].count <= 3
        {
          behind.removeSubrange(place)
        } else {
          continue
        }
        if kind == "least" || kind == "more" { span.to = nil } else { span.from = nil }
        span.excludesFrom = kind == "more"
        span.excludesTo = kind == "less"
        return
      }
    }
    if take(SheetWords.list("number from"), from: \.behind) {
      span.to = nil
    } else if take(SheetWords.list("number up to"), from: \.before) {
      span.from = nil
    }
  }
}
