import Diagnostics

/// A constraint as written, with unresolved names.
struct ConstraintSyntax {
  /// The predicate between IF and THEN, or `nil` for a bare predicate.
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

/// An atomic predicate of a constraint.
struct TermSyntax {
  enum Content {
    case relation(NameSyntax, Relation, ConstantSyntax, isNegated: Bool)
    case comparison(NameSyntax, Relation, NameSyntax, isNegated: Bool)
    case membership(NameSyntax, [ConstantSyntax], isNegated: Bool)
    /// `IsNegative(A)` or `IsPositive(A)`, which applies to all parameters if the name is `nil`.
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

/// A cursor in the text of all constraints.
///
/// Lines are joined without a separator, as in PICT: a quoted text may continue on the next line. Keywords are case-insensitive and need no
/// spaces around them.
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

  /// Returns the span from a position to the cursor, without trailing blanks.
  func span(from start: SourcePosition) -> SourceSpan {
    var end = place
    while end > 0, end > place - 1_000, Self.isBlank(scalars[end - 1]) { end -= 1 }
    guard end > 0, positions[end - 1] >= start else { return SourceSpan(start: start, end: start) }
    var last = positions[end - 1]
    last.column += 1
    return SourceSpan(start: start, end: last)
  }

  /// The span of the next word, number or sign, for a message; empty at the end.
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

  /// Consumes the word or sign if it comes next, after blanks.
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

  /// Consumes a number if one comes next, after blanks.
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
