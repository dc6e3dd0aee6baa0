import Diagnostics

/// A parser for constraints.
///
/// ```
/// constraint  = [ "IF" predicate "THEN" ] predicate [ "ELSE" predicate ] ";"
/// predicate   = conjunction { "OR" conjunction }
/// conjunction = factor { "AND" factor }
/// factor      = "NOT" factor | "(" predicate ")" | term
/// term        = "[" name "]" ( relation | "NOT" "LIKE" ) ( value | "[" name "]" )
///             | "[" name "]" [ "NOT" ] "IN" "{" value { "," value } "}"
///             | ( "IsNegative" | "IsPositive" ) "(" [ name ] ")"
/// ```
///
/// After a mistake, parsing resumes after the next semicolon, so that each constraint reports its own.
struct ConstraintParser {
  private struct Mistake: Error {}

  private var scanner: ConstraintScanner
  private var depth = 0
  private(set) var diagnostics: [Diagnostic] = []

  /// The maximum nesting of parentheses and NOT.
  private static let maxDepth = 200

  init(_ lines: [ModelLine]) {
    scanner = ConstraintScanner(lines)
  }

  mutating func parse() -> [ConstraintSyntax] {
    var constraints: [ConstraintSyntax] = []
    scanner.skipBlanks()
    while !scanner.isAtEnd {
      depth = 0
      do {
        constraints.append(try constraint())
      } catch {
        while let scalar = scanner.takeAny(), scalar != ";" {}
      }
      scanner.skipBlanks()
    }
    return constraints
  }

  private mutating func constraint() throws(Mistake) -> ConstraintSyntax {
    let start = scanner.position
    var condition: PredicateSyntax?
    if scanner.take("IF") {
      condition = try predicate()
      guard scanner.take("THEN") else {
        throw mistake("a condition must be followed by THEN", "AND, OR or THEN is expected here")
      }
    }
    let consequence = try predicate()
    var alternative: PredicateSyntax?
    if condition != nil, scanner.take("ELSE") { alternative = try predicate() }
    guard scanner.take(";") else {
      if scanner.sees("ELSE") {
        throw mistake("this ELSE has no IF", "ELSE may appear once, after IF … THEN …")
      }
      let expected = condition == nil || alternative != nil ? "AND, OR or" : "AND, OR, ELSE or"
      throw mistake("a constraint ends with a semicolon", "\(expected) `;` is expected here")
    }
    return ConstraintSyntax(
      condition: condition,
      consequence: consequence,
      alternative: alternative,
      span: scanner.span(from: start)
    )
  }

  private mutating func predicate() throws(Mistake) -> PredicateSyntax {
    var parts = [try conjunction()]
    while scanner.take("OR") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(Mistake) -> PredicateSyntax {
    var parts = [try factor()]
    while scanner.take("AND") { parts.append(try factor()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func factor() throws(Mistake) -> PredicateSyntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else {
      throw mistake("parentheses are nested more than \(Self.maxDepth) levels deep", nil)
    }
    if scanner.take("NOT") { return .not(try factor()) }
    guard scanner.take("(") else { return .term(try term()) }
    let inner = try predicate()
    guard scanner.take(")") else {
      throw mistake("the parenthesis is not closed", "AND, OR or `)` is expected here")
    }
    return inner
  }

  private mutating func term() throws(Mistake) -> TermSyntax {
    scanner.skipBlanks()
    let start = scanner.position
    let content = try termContent()
    return TermSyntax(content: content, span: scanner.span(from: start))
  }

  private mutating func termContent() throws(Mistake) -> TermSyntax.Content {
    if scanner.take("ISNEGATIVE") { return .sign(try argument(), isNegative: true) }
    if scanner.take("ISPOSITIVE") { return .sign(try argument(), isNegative: false) }
    let name = try parameterName()
    let isNegated = scanner.take("NOT")
    if scanner.take("IN") {
      return .membership(name, try valueSet(), isNegated: isNegated)
    }
    if isNegated, !scanner.sees("LIKE") {
      throw mistake(
        "NOT after a parameter must be followed by IN or LIKE",
        "IN or LIKE is expected here"
      )
    }
    let relation = try relation()
    if scanner.sees("[") {
      return .comparison(name, relation, try parameterName(), isNegated: isNegated)
    }
    return .relation(name, relation, try constant(), isNegated: isNegated)
  }

  private mutating func relation() throws(Mistake) -> TermSyntax.Relation {
    // Longer operators first, so that `<=` is not parsed as `<`.
    let relations: [TermSyntax.Relation] = [
      .equal, .unequal, .lessOrEqual, .greaterOrEqual, .greater, .less, .like,
    ]
    for relation in relations where scanner.take(relation.rawValue) { return relation }
    let known = "=, <>, <, <=, >, >=, IN, LIKE, NOT IN or NOT LIKE is expected here"
    throw mistake("a parameter must be followed by a relation", known)
  }

  private mutating func parameterName() throws(Mistake) -> NameSyntax {
    scanner.skipBlanks()
    let start = scanner.position
    guard scanner.take("[") else {
      let known = "`[Name]`, IsNegative(…), IsPositive(…), NOT or `(` is expected here"
      throw mistake("a statement begins with a parameter in brackets", known)
    }
    let text = try quoted(upTo: "]", start)
    return NameSyntax(text: text, span: scanner.span(from: start))
  }

  /// Parses the parameter name in the parentheses of a function; `nil` if they are empty.
  private mutating func argument() throws(Mistake) -> NameSyntax? {
    guard scanner.take("(") else {
      throw mistake(
        "a function must be followed by a parameter in parentheses",
        "`(` is expected here"
      )
    }
    scanner.skipBlanks()
    let start = scanner.position
    var name = try quoted(upTo: ")", start)
    while let last = name.unicodeScalars.last, TextOrder.isSpace(last) {
      name.unicodeScalars.removeLast()
    }
    return name.isEmpty ? nil : NameSyntax(text: name, span: scanner.span(from: start))
  }

  private mutating func valueSet() throws(Mistake) -> [ConstantSyntax] {
    guard scanner.take("{") else {
      throw mistake("IN must be followed by values in braces", "`{` is expected here")
    }
    var values = [try constant()]
    while scanner.take(",") { values.append(try constant()) }
    guard scanner.take("}") else {
      throw mistake("the braces are not closed", "`,` or `}` is expected here")
    }
    return values
  }

  private mutating func constant() throws(Mistake) -> ConstantSyntax {
    scanner.skipBlanks()
    let start = scanner.position
    if scanner.take("\"") {
      let text = try quoted(upTo: "\"", start)
      return ConstantSyntax(content: .text(text), span: scanner.span(from: start))
    }
    guard let number = scanner.takeNumber() else {
      let known = "a number, a text in double quotes or `[Name]` is expected here"
      throw mistake("this is not a value", known)
    }
    return ConstantSyntax(content: .number(number), span: scanner.span(from: start))
  }

  /// Parses a text up to its closing delimiter; a backslash escapes a backslash, a double quote or a closing bracket.
  private mutating func quoted(
    upTo end: Unicode.Scalar,
    _ start: SourcePosition
  ) throws(Mistake) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = scanner.takeAny() {
      if scalar == end { return String(text) }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      guard let escaped = scanner.next, ["\\", "\"", "]"].contains(escaped) else {
        throw mistake("a backslash may only precede `\\`, `\"` or `]`", "write two for one")
      }
      _ = scanner.takeAny()
      text.append(escaped)
    }
    let span = SourceSpan(
      start: start,
      end: SourcePosition(line: start.line, column: start.column + 1)
    )
    throw mistake("this is not closed before the model ends", "`\(end)` is expected", at: span)
  }

  private mutating func mistake(
    _ message: String,
    _ help: String?,
    at span: SourceSpan? = nil
  ) -> Mistake {
    scanner.skipBlanks()
    let atEnd = scanner.isAtEnd && span == nil
    diagnostics.append(
      Diagnostic(
        code: "constraint-syntax",
        message: atEnd ? message + ", but the model ends" : message,
        span: span ?? scanner.spanOfNext,
        help: help.map { [$0] } ?? []
      )
    )
    return Mistake()
  }
}
