import Diagnostics

/// A constraint as it is written, its names not yet looked up.
struct ConstraintSyntax {
  /// What stands between IF and THEN; `nil` for a bare predicate.
  var condition: PredicateSyntax?
  var consequence: PredicateSyntax
  var alternative: PredicateSyntax?
  var span: SourceSpan
}

indirect enum PredicateSyntax {
  case term(TermSyntax)
  case not(PredicateSyntax)
  case all([PredicateSyntax])
  case any([PredicateSyntax])
}

/// The smallest statement of a constraint.
struct TermSyntax {
  enum Content {
    case relation(NameSyntax, Relation, ConstantSyntax, isNegated: Bool)
    case comparison(NameSyntax, Relation, NameSyntax, isNegated: Bool)
    case membership(NameSyntax, [ConstantSyntax], isNegated: Bool)
    /// `IsNegative(A)` or `IsPositive(A)`; of every parameter where the name is `nil`.
    case sign(NameSyntax?, isNegative: Bool)
  }

  enum Relation: String {
    case equal = "="
    case unequal = "<>"
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case like = "LIKE"
  }

  var content: Content
  var span: SourceSpan
}

struct ConstantSyntax {
  enum Content {
    case number(Double)
    case text(String)
  }

  var content: Content
  var span: SourceSpan
}

struct NameSyntax {
  var text: String
  var span: SourceSpan
}

/// The text of all constraints, and a place in it.
///
/// Lines are joined without anything between them, as PICT does: a text in quotes may go on in the next line. Keywords need no blanks
/// around them, and their case does not count.
struct ConstraintScanner {
  private let scalars: [Unicode.Scalar]
  private let positions: [SourcePosition]
  private(set) var place = 0

  init(_ lines: [ModelLine]) {
    scalars = lines.flatMap(\.scalars)
    positions = lines.flatMap { line in
      line.scalars.indices.map { SourcePosition(line: line.number, column: $0 + 1) }
    }
  }

  var isAtEnd: Bool { place == scalars.count }

  var next: Unicode.Scalar? { isAtEnd ? nil : scalars[place] }

  var position: SourcePosition {
    if place < positions.count { return positions[place] }
    guard var last = positions.last else { return SourcePosition(line: 1, column: 1) }
    last.column += 1
    return last
  }

  /// From a place up to the present one, without the blanks at the end.
  func span(from start: SourcePosition) -> SourceSpan {
    var end = place
    while end > 0, end > place - 1_000, Self.isBlank(scalars[end - 1]) { end -= 1 }
    guard end > 0, positions[end - 1] >= start else { return SourceSpan(start: start, end: start) }
    var last = positions[end - 1]
    last.column += 1
    return SourceSpan(start: start, end: last)
  }

  /// The word, number or sign at the place, for a message; empty at the end.
  var spanOfNext: SourceSpan {
    guard let next else { return SourceSpan(start: position, end: position) }
    var end = place + 1
    if next.properties.isAlphabetic || next.properties.numericType != nil {
      while end < scalars.count, positions[end].line == positions[place].line,
        scalars[end].properties.isAlphabetic || scalars[end].properties.numericType != nil
      {
        end += 1
      }
    }
    var last = positions[end - 1]
    last.column += 1
    return SourceSpan(start: positions[place], end: last)
  }

  mutating func skipBlanks() {
    while let next, Self.isBlank(next) { place += 1 }
  }

  /// True if the word or sign comes next, after blanks.
  mutating func sees(_ word: String) -> Bool {
    skipBlanks()
    let letters = word.unicodeScalars
    guard scalars.count - place >= letters.count else { return false }
    return zip(letters, scalars[place...]).allSatisfy { $0 == TextOrder.upper($1) }
  }

  /// Steps over the word or sign if it comes next, after blanks.
  mutating func take(_ word: String) -> Bool {
    guard sees(word) else { return false }
    place += word.unicodeScalars.count
    return true
  }

  mutating func takeAny() -> Unicode.Scalar? {
    guard let next else { return nil }
    place += 1
    return next
  }

  /// Steps over a number if one comes next, after blanks.
  mutating func takeNumber() -> Double? {
    skipBlanks()
    guard let found = NumberText.prefix(of: scalars[place...].prefix(400)) else { return nil }
    place += found.length
    return found.number
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    TextOrder.isSpace(scalar) || scalar.properties.generalCategory == .control
  }
}
