import Diagnostics
import Text
import YAMLSyntax

/// A range of numbers and which of them become values.
struct BoundaryRange {
  /// The least valid number, `nil` where there is none.
  var from: Int?
  /// The greatest valid number, `nil` where there is none.
  var to: Int?

  /// A number of the range, or one beside it that must be rejected.
  struct Pick: Equatable {
    var number: Int
    var isInvalid: Bool
  }

  /// The values in ascending order (ISTQB, three-value boundary analysis with the outer neighbours invalid): below `from`, `from`,
  /// the first between where there is one, `to`, above `to`; on an open side the two innermost, and nothing invalid.
  ///
  /// A range from 0 has no neighbour below: what is counted is never negative. Of lengths the empty text is always one.
  func picks(in domain: ClosedRange<Int>, _ scale: Scale) -> [Pick] {
    let least = scale == .textLength ? from ?? 0 : from
    var valid: [Int]
    switch (least, to) {
    case (let from?, let to?):
      valid = [from]
      if from + 1 < to { valid.append(from + 1) }
      if from < to { valid.append(to) }
    case (let from?, nil): valid = [from, from + 1]
    case (nil, let to?): valid = [to - 1, to]
    case (nil, nil): valid = []
    }
    var invalid: [Int] = []
    if let least, least != 0 || scale == .day {
      if scale == .textLength && least > 1 { invalid.append(0) }
      invalid.append(least - 1)
    }
    if let to { invalid.append(to + 1) }
    let picks =
      invalid.map { Pick(number: $0, isInvalid: true) }
      + valid.map { Pick(number: $0, isInvalid: false) }
    return picks.filter { domain.contains($0.number) }.sorted { $0.number < $1.number }
  }

  /// The usual number: the first strictly between the bounds, else the lower one; of an open range one inside the bound.
  var usual: Int? {
    switch (from, to) {
    case (let from?, let to?): from + 1 < to ? from + 1 : from
    case (let from?, nil): from + 1
    case (nil, let to?): to - 1
    case (nil, nil): nil
    }
  }

  /// Whether a number lies in the range.
  func isValid(_ number: Int) -> Bool { (from ?? .min) <= number && number <= (to ?? .max) }

  /// The range as a phrase: "from 1 to 4".
  func inWords(_ scale: Scale) -> String {
    [from.map { "from \(scale.written($0))" }, to.map { "to \(scale.written($0))" }]
      .compactMap(\.self).joined(separator: " ")
  }
}

extension SpecificationDecoder {
  /// A range written `FROM..TO`, either of which may be left out; of integers with a unit behind.
  mutating func boundaryRange(
    _ node: SyntaxNode,
    _ scale: Scale,
    _ subject: String
  ) -> (range: BoundaryRange, unit: String?)? {
    guard let text = node.writtenScalar?.text, let dots = text.firstRange(of: "..") else {
      reportForm(node, scale, subject)
      return nil
    }
    let lower = String(text[..<dots.lowerBound])
    var upper = String(text[dots.upperBound...])
    var unit: String?
    if scale == .integer, let blank = upper.firstIndex(where: \.isWhitespace) {
      unit = upper[blank...].trimmingBlanks
      upper = String(upper[..<blank])
      if unit?.isEmpty ?? true { unit = nil }
    }
    var range = BoundaryRange()
    if !lower.isEmpty {
      guard let from = bound(lower, in: text, at: node.span, scale, "the lower bound of \(subject)")
      else { return nil }
      range.from = from
    }
    if !upper.isEmpty {
      guard let to = bound(upper, in: text, at: node.span, scale, "the upper bound of \(subject)")
      else { return nil }
      range.to = to
    }
    return isSound(range, node, scale, subject) ? (range, unit) : nil
  }

  private mutating func reportForm(_ node: SyntaxNode, _ scale: Scale, _ subject: String) {
    var text = node.writtenScalar?.text ?? ""
    if case .mapping(let entries) = node.content {
      text = entries.map { $0.value.writtenScalar?.text ?? "" }.joined(separator: " ")
    }
    let example = scale == .day ? "2026-01-01..2026-12-31" : "1..4"
    let meant = RangeForm.rightForm(of: text, scale)
    read.wrongType(
      node,
      subject,
      expected: "a range written `\(example)`",
      help: [
        meant.map { "did you mean `\($0)`?" }
          ?? "a bound may be left out, as in `\(scale == .day ? "2026-01-01.." : "1..")`"
          + (scale == .integer ? "; a unit stands behind: `1..4 photos`" : "")
      ]
    )
  }

  private mutating func bound(
    _ text: String,
    in whole: String,
    at span: SourceSpan,
    _ scale: Scale,
    _ subject: String
  ) -> Int? {
    guard let number = scale.number(text) else {
      let isLong = scale != .day && text.utf8.count > 15 && text.allSatisfy(\.isWholeNumber)
      let isDecimal =
        scale == .integer && Double(text) != nil && text.contains(".") && !text.hasPrefix(".")
      let meant = RangeForm.rightForm(of: whole, scale)
      read.report(
        scale == .day ? .invalidDay : .invalidRange,
        scale == .day && WrittenDate.isOne(text)
          ? "\(subject) is \(text), and there is no such day"
          : "\(subject) must be \(scale.bound), not `\(text)`",
        at: span,
        help: isLong
          ? ["integers lie from -10^15 to 10^15"]
          : isDecimal
            ? ["for other numbers list the values: `values: [0.5, 1.5]`"]
            : meant.map { ["write `\($0)`"] }
              ?? (scale == .integer ? ["a unit stands behind a blank: `1..4 photos`"] : [])
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
      read.report(
        .invalidRange,
        "\(subject) has neither a lower nor an upper bound",
        at: node.span,
        help: ["write at least one: `1..`"]
      )
      return false
    }
    guard let from = range.from, let to = range.to, from > to else { return true }
    read.report(
      .backwardsRange,
      "\(subject) runs backwards from \(scale.written(from)) to \(scale.written(to))",
      at: node.span,
      help: ["write the lower bound first: `\(scale.written(to))..\(scale.written(from))`"]
    )
    return false
  }
}
