import Diagnostics
import Text
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of a range's long form.
  enum RangeKey: String, CaseIterable {
    case from, to, step, pick, unit
  }

  /// Which numbers of a range become values.
  enum Picking: String, CaseIterable {
    case boundaries, all
  }

  /// What stands behind `range` or `date`.
  mutating func range(_ node: SyntaxNode, _ scale: Scale, _ subject: String) -> DeclaredValues {
    guard let (range, unit) = boundaryRange(node, scale, subject) else {
      return DeclaredValues(scale: scale, isBroken: true)
    }
    let values = range.picks(in: scale.domain).map { pick in
      let id = scale.id(pick.number)
      return FactorValue(
        id: id,
        label: label(id, unit: unit),
        hasOwnLabel: false,
        isInvalid: pick.isInvalid,
        sample: id,
        number: pick.number,
        span: node.span
      )
    }
    return DeclaredValues(values: values, scale: scale)
  }

  /// A number and its unit as the language sets them: 「1枚」, "1 photo", "1%".
  private func label(_ number: String, unit: String?) -> String {
    guard let unit else { return number }
    let space = language == .english && unit.first?.isLetter == true ? " " : ""
    return number + space + unit
  }

  /// A range written `FROM..TO` or as a map, with the unit of its labels.
  mutating func boundaryRange(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String
  ) -> (range: BoundaryRange, unit: String?)? {
    var range: BoundaryRange?
    var unit: String?
    switch node.content {
    case .mapping:
      guard let fields = read.fields(of: node, RangeKey.self, subject: subject) else { return nil }
      if let entry = fields.entry(.unit), scale != .integer {
        read.report(.unknownKey, "\(subject) cannot have a `unit`", at: entry.keySpan)
      } else {
        unit = read.text(fields[.unit], fields.name(.unit))
      }
      if let entry = fields.entry(.pick), scale == .textLength {
        read.report(
          .unknownKey,
          "\(subject) cannot have a `pick`: lengths are taken at the boundaries",
          at: entry.keySpan
        )
        return nil
      }
      range = longForm(fields, scale)
    case .scalar(let scalar) where scalar.text.contains(".."):
      range = shortForm(scalar.text, node, scale, subject)
    default:
      read.wrongType(
        node,
        subject,
        expected: "a range written `\(example(scale))`",
        help: ["a bound may be left out, as in `\(openExample(scale))`"]
      )
    }
    guard let range, isSound(range, node, scale, subject) else { return nil }
    return (range, unit)
  }

  private func example(_ scale: Scale) -> String {
    scale == .day ? "2026-01-01..2026-12-31" : "1..4"
  }

  private func openExample(_ scale: Scale) -> String {
    scale == .day ? "2026-01-01.." : "1.."
  }

  private mutating func shortForm(
    _ text: String,
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String
  ) -> BoundaryRange? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let lower = String(text[..<dots.lowerBound])
    let upper = String(text[dots.upperBound...])
    var range = BoundaryRange()
    if !lower.isEmpty {
      guard let from = bound(lower, at: node.span, scale, "the lower bound of \(subject)") else {
        return nil
      }
      range.from = from
    }
    if !upper.isEmpty {
      guard let to = bound(upper, at: node.span, scale, "the upper bound of \(subject)") else {
        return nil
      }
      range.to = to
    }
    return range
  }

  private mutating func longForm(_ fields: Fields<RangeKey>, _ scale: Scale) -> BoundaryRange? {
    var range = BoundaryRange()
    var isReadable = !fields.hasUnknownKeys
    for (key, path) in [(RangeKey.from, \BoundaryRange.from), (.to, \.to)] {
      guard let node = fields[key] else { continue }
      if let number = bound(node, scale, fields.name(key)) {
        range[keyPath: path] = number
      } else {
        isReadable = false
      }
    }
    if let node = fields[.step] {
      let step = read.integer(node, fields.name(.step), in: 1...Scale.limit)
      if let step { range.step = step } else { isReadable = false }
    }
    if let node = fields[.pick] {
      let picking = read.word(node, fields.name(.pick), Picking.self)
      if let picking { range.picksAll = picking == .all } else { isReadable = false }
    }
    return isReadable ? range : nil
  }

  /// A bound that stands by itself.
  mutating func bound(_ node: SyntaxNode, _ scale: Scale, _ subject: String) -> Int? {
    guard let scalar = node.writtenScalar else {
      read.wrongType(node, subject, expected: scale.bound)
      return nil
    }
    return bound(scalar.text, at: node.span, scale, subject)
  }

  private mutating func bound(
    _ text: String,
    at span: SourceSpan,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let number = scale.number(text) else {
      let isLong = scale != .day && text.utf8.count > 15 && text.allSatisfy(\.isWholeNumber)
      read.report(
        scale == .day ? .invalidDay : .invalidRange,
        "\(subject) must be \(scale.bound), not `\(text)`",
        at: span,
        help: isLong
          ? ["integers lie from -10^15 to 10^15"]
          : scale == .integer && Double(text) != nil
            ? ["for other numbers list the values: `values: [0.5, 1.5]`"] : []
      )
      return nil
    }
    if scale.writable.contains(number) { return number }
    read.report(
      .invalidRange,
      scale == .textLength && number < 0
        ? "\(subject) must not be negative, not \(text)"
        : "\(subject) must lie from -10^15 to 10^15, not at \(text)",
      at: span
    )
    return nil
  }

  private mutating func isSound(
    _ range: BoundaryRange,
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String
  ) -> Bool {
    guard range.from != nil || range.to != nil else {
      read.report(.invalidRange, "\(subject) has neither a lower nor an upper bound", at: node.span)
      return false
    }
    guard let from = range.from, let to = range.to else {
      guard range.picksAll else { return true }
      read.report(.invalidRange, "`pick: all` needs both bounds of \(subject)", at: node.span)
      return false
    }
    if from > to {
      read.report(
        .backwardsRange,
        "\(subject) runs backwards from \(scale.written(from)) to \(scale.written(to))",
        at: node.span,
        help: ["write the lower bound first: `\(scale.written(to))..\(scale.written(from))`"]
      )
      return false
    }
    if (to - from) % range.step != 0 {
      let last = to - (to - from) % range.step
      read.report(
        .invalidRange,
        "\(subject) does not reach \(scale.written(to)) from \(scale.written(from)) in steps of "
          + "\(range.step)",
        at: node.span,
        help: [
          "the nearest bounds are \(scale.written(last)) and \(scale.written(last + range.step))"
        ]
      )
      return false
    }
    if range.count > Limit.values {
      read.report(
        .tooMany,
        "\(subject) can have at most \(Limit.values) values, not \(range.count)",
        at: node.span,
        help: ["`pick: boundaries` takes only those that matter"]
      )
      return false
    }
    return true
  }
}

/// A range of numbers and which of them become values.
struct BoundaryRange {
  /// The least valid number, `nil` where there is none.
  var from: Int?
  /// The greatest valid number, `nil` where there is none.
  var to: Int?
  /// The distance of neighbours, at least 1; `to` lies a whole number of steps above `from`.
  var step = 1
  /// Whether every number becomes a value, instead of those at the boundaries.
  var picksAll = false

  /// A number of the range, or one beside it that must be rejected.
  struct Pick: Equatable {
    var number: Int
    var isInvalid: Bool
  }

  /// The values in ascending order (ISTQB, three-value boundary analysis with the outer neighbours invalid): below `from`, `from`,
  /// the first between where there is one, `to`, above `to`; on an open side the two innermost, and nothing invalid.
  func picks(in domain: ClosedRange<Int>) -> [Pick] {
    var valid: [Int]
    switch (from, to) {
    case (let from?, let to?):
      if picksAll {
        valid = Array(stride(from: from, through: to, by: step))
      } else {
        valid = [from]
        if from + step < to { valid.append(from + step) }
        if from < to { valid.append(to) }
      }
    case (let from?, nil): valid = [from, from + step]
    case (nil, let to?): valid = [to - step, to]
    case (nil, nil): valid = []
    }
    let below = from.map { [Pick(number: $0 - step, isInvalid: true)] } ?? []
    let above = to.map { [Pick(number: $0 + step, isInvalid: true)] } ?? []
    let inside = valid.map { Pick(number: $0, isInvalid: false) }
    return (below + inside + above).filter { domain.contains($0.number) }
  }

  /// How many values `picks` gives at most, without making them.
  var count: Int {
    guard picksAll, let from, let to else { return 5 }
    return (to - from) / step + 3
  }
}

/// A line on which generated values stand, so that `from` and `to` can compare them.
enum Scale {
  case integer, textLength, day

  /// Integers of a spec stay within this distance from 0: no sum of two can overflow, and every spreadsheet shows them exactly.
  static let limit = 1_000_000_000_000_000

  /// What a message calls a bound.
  var bound: String {
    switch self {
    case .integer, .textLength: "an integer"
    case .day: "a day written `YYYY-MM-DD`"
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
  func number(_ text: String) -> Int? {
    switch self {
    case .integer, .textLength: Int(text)
    case .day: CalendarDay(text)?.number
    }
  }

  /// The id of the value at a number.
  func id(_ number: Int) -> String {
    switch self {
    case .integer: String(number)
    case .textLength: number == 0 ? "empty" : String(number)
    case .day: CalendarDay(number: number).description
    }
  }

  /// How a bound is written.
  func written(_ number: Int) -> String { self == .textLength ? String(number) : id(number) }
}
