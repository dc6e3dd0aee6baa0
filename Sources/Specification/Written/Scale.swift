import Text

/// A line on which values stand, so that intervals can compare them.
package enum Scale: Hashable, Sendable {
  case integer, textLength, day

  /// Integers of a spec stay within this distance from 0: no sum of two can overflow, and every spreadsheet shows them exactly.
  static let limit = 1_000_000_000_000_000

  /// The line of a key of a factor or an operation; `nil` for a key whose values are listed.
  init?(_ key: String) {
    switch key {
    case "range": self = .integer
    case "date": self = .day
    case "length": self = .textLength
    default: return nil
    }
  }

  /// What a message calls a bound.
  var bound: String {
    switch self {
    case .integer, .textLength: "an integer"
    case .day: "a day written `YYYY-MM-DD`"
    }
  }

  /// What a message calls one of its numbers.
  var noun: String {
    switch self {
    case .integer: "number"
    case .textLength: "length"
    case .day: "day"
    }
  }

  /// The numbers that a value can have; nothing is generated outside.
  var domain: ClosedRange<Int> {
    switch self {
    case .integer: -2 * Self.limit...2 * Self.limit
    case .textLength: 0...2 * Self.limit
    case .day: Self.firstDay...Self.lastDay
    }
  }

  /// The numbers that an author may write.
  var writable: ClosedRange<Int> {
    switch self {
    case .integer: -Self.limit...Self.limit
    case .textLength: 0...Self.limit
    case .day: domain
    }
  }

  /// 0000-01-01 and 9999-12-31: beyond them no day can be written with four digits of a year.
  private static let firstDay = -719_528
  private static let lastDay = 2_932_896

  /// The number that a text stands for, wherever it lies.
  package func number(_ text: String) -> Int? {
    switch self {
    case .integer, .textLength: text.hasPrefix("+") ? nil : Int(text)
    case .day: CalendarDay(text)?.number
    }
  }

  /// The number that a condition means by a text: as `number`, and `empty` is the length 0.
  package func position(_ text: String) -> Int? {
    self == .textLength && text == "empty" ? 0 : number(text)
  }

  /// The id of the value at a number.
  package func id(_ number: Int) -> String {
    switch self {
    case .integer: String(number)
    case .textLength: number == 0 ? "empty" : String(number)
    case .day: CalendarDay(number: number).description
    }
  }

  /// How a bound is written.
  package func written(_ number: Int) -> String {
    self == .textLength ? String(number) : id(number)
  }
}
