import Specification
import Text

/// Days as people write them.
enum WrittenDay {
  /// The different days in a text, ascending; only those that can be read in one way.
  ///
  /// `2027-01-31`, `2027/1/31`, `2027.1.31`, `2027年1月31日`, `31/1/2027` and `1/31/2027`; `1/2/2027` is no day, since nobody
  /// knows which.
  static func days(in text: String) -> [CalendarDay] {
    let pieces = pieces(of: text.folded)
    var days: Set<CalendarDay> = []
    for start in pieces.indices.dropLast(4) {
      guard let first = pieces[start].digits, let one = pieces[start + 1].sign,
        let second = pieces[start + 2].digits, let two = pieces[start + 3].sign,
        let third = pieces[start + 4].digits, isPair(one, two)
      else { continue }
      if let day = day(first, second, third) { days.insert(day) }
    }
    return days.sorted()
  }

  /// A run of digits, or what stands between two of them.
  private enum Piece {
    case number([Int])
    case sign(String)

    var digits: [Int]? {
      if case .number(let digits) = self { digits } else { nil }
    }

    var sign: String? {
      if case .sign(let sign) = self { sign } else { nil }
    }
  }

  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    for character in text {
      let digit = character.isASCII ? character.wholeNumberValue : nil
      switch (pieces.last, digit) {
      case (.number(let digits), let digit?):
        pieces[pieces.count - 1] = .number(digits + [digit])
      case (_, let digit?): pieces.append(.number([digit]))
      case (.sign(let sign), nil): pieces[pieces.count - 1] = .sign(sign + String(character))
      case (_, nil): pieces.append(.sign(String(character)))
      }
    }
    return pieces
  }

  private static func isPair(_ one: String, _ two: String) -> Bool {
    one == two && ["-", "/", "."].contains(one)
      || one.trimmingBlanks == "年" && two.trimmingBlanks == "月"
  }

  private static func day(_ first: [Int], _ second: [Int], _ third: [Int]) -> CalendarDay? {
    guard (1...2).contains(second.count) else { return nil }
    if first.count == 4, (1...2).contains(third.count) { return day(first, second, day: third) }
    guard third.count == 4, (1...2).contains(first.count) else { return nil }
    let readings = [day(third, first, day: second), day(third, second, day: first)]
    let days = Set(readings.compactMap(\.self))
    return days.count == 1 ? days.first : nil
  }

  private static func day(_ year: [Int], _ month: [Int], day: [Int]) -> CalendarDay? {
    func digits(_ digits: [Int], _ width: Int) -> String {
      String(repeating: "0", count: width - digits.count) + digits.map(String.init).joined()
    }
    return CalendarDay("\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))")
  }
}

extension String {
  fileprivate var trimmingBlanks: String { filter { $0 != " " } }
}
