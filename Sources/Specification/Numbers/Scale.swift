import Diagnostics
import Text

/// A kind of number, which intervals can compare, with its words and forms.
///
/// A new kind needs a value in `all`, a case of `FactorKey` and `OperationKey`, phrases in `Words/scales.yaml`, and the schema.
package struct Scale: Sendable {
  /// The key that declares a range: `range`, `date`, `time`, `length`.
  let key: String
  /// The noun for a number in messages.
  let noun: String
  /// A bound in messages, without its form: "an integer".
  let article: String
  /// The form of a bound in messages: " written `YYYY-MM-DD`".
  var form = ""
  let example: String
  /// The numbers that a value can have, including generated ones.
  let domain: ClosedRange<Int>
  /// The numbers that an author may write.
  let writable: ClosedRange<Int>
  /// The word for the smallest number, if any, such as `empty`; the English one is also the id.
  ///
  /// A range without a lower bound begins there; in a range that begins above it, the number is invalid.
  package var origin: BilingualText?
  /// True if a number is an amount, written in digits.
  package var isCounted = true
  var takesUnit = false
  /// The number of decimal places: with 2, the number 150 is written `1.50`.
  package var digits = 0
  var sides = (below: "below", above: "above")
  /// The code of the mistake for a malformed bound.
  var mistake = MistakeCode.invalidRange
  /// Parses a number, inside or outside the domain.
  package let number: @Sendable (String) -> Int?
  /// Formats a bound.
  package let written: @Sendable (Int) -> String
  /// True if a text has the form of a number, even of one that does not exist: `2027-02-30`.
  var hasForm: @Sendable (String) -> Bool = { _ in false }
  /// The help for a text of that form that is not a number of the scale.
  var outside: String?
  /// Returns the probable meaning of a malformed range, for dates and times also of a single one; `nil` if it is unclear.
  let meant: @Sendable (String) -> String?
  /// Returns the scale of a range that runs backwards, such as one past midnight; `nil` if there are none.
  fileprivate(set) var wrapped: (@Sendable (_ from: Int, _ to: Int) -> Scale)?
  /// Returns the text for testers to enter, if it is not the number.
  fileprivate var text: (@Sendable (Int, Language) -> String?)?
  /// Units that people add to numbers, although ranges have none.
  fileprivate(set) package var units: [String] = []
  fileprivate(set) var compared = Comparatives.amounts

  package enum Part: String {
    case any
    case upTo = "up to"
    case from
    /// The numbers outside a range, named by its bound; without these phrases, they are named by its neighbour.
    case before, after
    /// The count with its noun: "{} characters".
    case one, many
  }

  /// Returns the phrase for a part of a line, or `nil` if the scale has none.
  package func phrase(
    _ part: Part,
    _ language: Language,
    _ number: String = "",
    isAlone: Bool = true
  ) -> String? {
    Self.phrase("\(key) \(part.rawValue)", language, number, isAlone: isAlone)
  }

  private static let phrases = wordTable("Words/scales.yaml")

  /// Returns a phrase with a number; in a list, where a second "or" must be avoided, it may be a different one.
  static func phrase(
    _ name: String,
    _ language: Language,
    _ number: String = "",
    isAlone: Bool = true
  ) -> String? {
    phrases[name].map { texts in
      language.choose(!isAlone && texts.count > 2 ? texts[2] : texts[0], texts[1])
        .replacing("{}", with: number)
    }
  }

  enum Comparatives: String {
    case amounts, durations, moments

    func phrase(_ relations: Set<Comparison.Relation>) -> String {
      switch relations {
      case [.less]: "\(self) less"
      case [.more]: "\(self) more"
      case [.less, .same]: "\(self) at most"
      case [.same, .more]: "\(self) at least"
      case [.same]: "same"
      case [.less, .more]: "not the same"
      default: "compared"
      }
    }
  }

  var bound: String { article + form }

  /// Returns the number that a text in a condition means: as `number`, and 0 for the length `empty`.
  package func position(_ text: String) -> Int? {
    if let origin, text == origin.english { return domain.lowerBound }
    return number(text)
  }

  package func isOrigin(_ number: Int) -> Bool { origin != nil && number == domain.lowerBound }

  package func id(_ number: Int) -> String {
    if let origin, number == domain.lowerBound { return origin.english }
    return written(number)
  }

  func meantRange(_ text: String) -> String? {
    meant(text).flatMap { $0.contains("..") ? $0 : nil }
  }

  func beyond(_ text: String, isMore: Bool) -> String? {
    number(text).flatMap { beyond($0, isMore: isMore) }
  }

  /// Returns the interval of all numbers greater, or less, than a number, such as `5.01..`, or `nil` if it is empty.
  func beyond(_ number: Int, isMore: Bool) -> String? {
    guard writable.contains(number), domain.contains(isMore ? number + 1 : number - 1) else {
      return nil
    }
    return isMore ? "\(written(number + 1)).." : "..\(written(number - 1))"
  }

  /// Returns the text that a tester can enter for a number, or `nil` if it would be too long.
  func sample(_ number: Int, _ language: Language) -> String? {
    if let text { text(number, language) } else { written(number) }
  }
}

extension Scale: Hashable {
  package static func == (left: Scale, right: Scale) -> Bool {
    left.key == right.key && left.digits == right.digits
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Scale {
  static let all = [integer, date, time, textLength]

  /// The largest absolute value in a spec: no sum of two overflows, and every spreadsheet shows them exactly.
  private static let limit = 1_000_000_000_000_000

  package static let integer = amount(digits: 0)

  static let maxDigits = 6

  /// Returns the scale of amounts with a number of decimal places.
  static func amount(digits: Int) -> Scale {
    Scale(
      key: "range",
      noun: "number",
      article: digits == 0
        ? "an integer"
        : "a number with at most \(digits) digit\(digits == 1 ? "" : "s") after the point",
      example: "1..4",
      domain: -2 * limit...2 * limit,
      writable: -limit...limit,
      takesUnit: true,
      digits: digits,
      number: { Decimals.number($0, digits: digits) },
      written: { Decimals.text($0, digits: digits) },
      meant: { RangeForm.amounts($0, takesUnit: true) }
    )
  }

  /// Lengths of texts in grapheme clusters.
  package static let textLength = Scale(
    key: "length",
    noun: "length",
    article: "an integer",
    example: "1..4",
    domain: 0...2 * limit,
    writable: 0...limit,
    origin: BilingualText(english: "empty", japanese: "空"),
    number: { Decimals.number($0, digits: 0) },
    written: { String($0) },
    meant: { RangeForm.amounts($0, takesUnit: false) },
    text: { TextSample(language: $1).plain($0) },
    units: ["characters", "character", "文字"]
  )

  /// Dates, as days since 1970-01-01.
  package static let date = Scale(
    key: "date",
    noun: "day",
    article: "a day",
    form: " written `YYYY-MM-DD`",
    example: "2026-01-01..2026-12-31",
    domain: firstDay...lastDay,
    writable: firstDay...lastDay,
    isCounted: false,
    sides: ("before", "after"),
    mistake: .invalidDay,
    number: { CalendarDate($0)?.number },
    written: { CalendarDate(number: $0).description },
    hasForm: CalendarDate.isWritten,
    meant: RangeForm.dates,
    compared: .moments
  )

  /// 0000-01-01 and 9999-12-31, the limits of four-digit years.
  private static let firstDay = -719_528
  private static let lastDay = 2_932_896

  /// Times of day, as minutes since midnight.
  package static let time = time(from: 0)

  /// Returns the times of a day that begins at a minute: earlier ones belong to the next morning.
  private static func time(from start: Int) -> Scale {
    Scale(
      key: "time",
      noun: "time",
      article: "a time",
      form: " written `HH:MM`",
      example: "09:00..18:00",
      domain: start...(start + minutesOfDay - 1),
      writable: start...(start + minutesOfDay - 1),
      isCounted: false,
      sides: ("before", "after"),
      number: { text in
        RangeForm.minute(text).map { $0 < start ? $0 + minutesOfDay : $0 }
      },
      written: { RangeForm.time($0 % minutesOfDay) },
      hasForm: RangeForm.isTime,
      outside:
        "times go from 00:00 to 23:59; to cross midnight, write `22:00..05:00`",
      meant: RangeForm.times,
      wrapped: { from, to in
        // The day begins halfway between the end and the beginning of the range.
        time(from: to + 1 + (from - to) / 2)
      },
      compared: .moments
    )
  }

  private static let minutesOfDay = 24 * 60
}

/// Numbers with fixed decimal places, as integers in units of the last place.
enum Decimals {
  /// Returns 150 for `1.5` and `1.50` with two digits; `nil` for more digits, and for what is not a number.
  static func number(_ text: String, digits: Int) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let whole = parts[0].hasPrefix("-") ? parts[0].dropFirst() : parts[0]
    guard parts.count <= 2, fraction.count <= digits, parts.count == 1 || !fraction.isEmpty,
      !whole.isEmpty, (whole + fraction).allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    let padded = whole + fraction + String(repeating: "0", count: digits - fraction.count)
    return Int(padded).map { parts[0].hasPrefix("-") ? -$0 : $0 }
  }

  static func text(_ number: Int, digits: Int) -> String {
    guard digits > 0 else { return String(number) }
    let figures = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - figures.count)) + figures
    return (number < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
  }

  /// Returns the number of decimal places of a number.
  static func digits(of text: String) -> Int {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[1]) != nil ? parts[1].count : 0
  }
}

extension SyntaxReader {
  /// Reports a text that is not a number of the scale, or has the form of one that does not exist.
  func noNumber<Value>(
    _ text: String,
    on scale: Scale,
    _ subject: String,
    at span: SourceSpan,
    help: [String]
  ) -> Value? {
    reject(
      scale.mistake,
      scale.hasForm(text)
        ? "\(subject) is \(text), and there is no such \(scale.noun)"
        : "\(subject) must be \(scale.bound), not `\(text)`",
      at: span,
      help: help.isEmpty && scale.hasForm(text) ? scale.outside.map { [$0] } ?? [] : help
    )
  }
}
