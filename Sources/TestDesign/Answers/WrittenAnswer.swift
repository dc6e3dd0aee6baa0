import Diagnostics
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
      || one.withoutBlanks == "年" && two.withoutBlanks == "月"
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
  fileprivate var withoutBlanks: String { filter { $0 != " " } }
}

/// A factor, and maybe some of its values, that a person named in free words.
struct NamedFactor: Hashable {
  var factor: Int
  /// Numbers of values, ascending.
  var values: [Int]

  /// The factor that a text names by its label or its name, or by a value that only one factor has.
  ///
  /// - Returns: The factor with the values named, or why they are unclear.
  static func find(
    in text: String,
    _ specification: Specification
  ) -> Result<NamedFactor, AnswerPlanner.Reason> {
    let text = text.folded
    let factors = specification.factors
    guard !text.isEmpty else { return .failure(.init(text: missing(specification))) }
    let named = longest(
      factors.indices.flatMap { factor in
        [factors[factor].label, factors[factor].name].map { (factor, $0.folded) }
      },
      in: text
    )
    if named.count > 1 {
      let names = named.map { "`\(factors[$0].name)`" }.joined(separator: ", ")
      return .failure(.init(text: "it names several factors: \(names); name the one that matters"))
    }
    if let factor = named.first {
      return .success(NamedFactor(factor: factor, values: values(of: factors[factor], in: text)))
    }
    let byValue = factors.indices.map {
      NamedFactor(factor: $0, values: values(of: factors[$0], in: text))
    }.filter { !$0.values.isEmpty }
    if byValue.count == 1 { return .success(byValue[0]) }
    let candidates = factors.flatMap { [$0.label, $0.name] }
    let near = NearestName.of(text, among: candidates).map { "; did you mean \($0)?" } ?? ""
    return .failure(.init(text: missing(specification) + near))
  }

  private static func missing(_ specification: Specification) -> String {
    let names = specification.factors.map {
      EnglishGrammar.isDerived($0.label, from: $0.name)
        ? "`\($0.name)`" : "`\($0.name)` (\($0.label.onOneLine))"
    }
    return "it names no factor; the factors are \(names.joined(separator: ", "))"
  }

  private static func values(of factor: Factor, in text: String) -> [Int] {
    let names = [factor.label, factor.name].map(\.folded)
    let rest = names.sorted { $0.count > $1.count }.reduce(text) { rest, name in
      name.isEmpty ? rest : rest.replacing(name, with: "\u{1F}")
    }
    return longest(
      factor.values.indices.flatMap { value in
        [factor.values[value].label, factor.values[value].id].map { (value, $0.folded) }
      },
      in: rest
    )
  }

  /// The numbers of those names that occur in the text and are no part of a longer one that does, ascending.
  private static func longest(_ names: [(number: Int, name: String)], in text: String) -> [Int] {
    var rest = text
    var found: Set<Int> = []
    let ordered = names.enumerated().sorted {
      ($1.element.name.count, $0.offset) < ($0.element.name.count, $1.offset)
    }.map(\.element)
    for (number, name) in ordered where !name.isEmpty {
      guard let range = rest.wordRange(of: name) else { continue }
      found.insert(number)
      rest.replaceSubrange(range, with: "\u{1F}")
    }
    return found.sorted()
  }
}

extension String {
  /// Where a name is in the text; a name of Latin letters or digits only as a word of its own.
  fileprivate func wordRange(of name: String) -> Range<String.Index>? {
    ranges(of: name).first { range in
      let before = range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
      let after = range.upperBound == endIndex ? nil : self[range.upperBound]
      func joins(_ outside: Character?, _ inside: Character?) -> Bool {
        guard let outside, let inside else { return false }
        return outside.isWordLike && inside.isWordLike
      }
      return !joins(before, name.first) && !joins(after, name.last)
    }
  }
}

extension Character {
  /// Whether the character belongs to a word that blanks would part from others.
  fileprivate var isWordLike: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
