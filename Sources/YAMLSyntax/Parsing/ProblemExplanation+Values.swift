import Diagnostics

/// Problems with quotes, brackets and the beginnings of values.
extension ProblemExplanation {
  var openQuote: Diagnostic {
    guard let quote = problem.contextPlace else { return error("a quote is not closed", at: place) }
    let sign = text[quote..<quote + 1]
    return error("the quote that opens here is never closed", at: quote..<quote + 1)
      .advising(sign == "'" ? "a `'` inside single quotes is written `''`" : "close it with `\"`")
  }

  /// The diagnostic for text after the end of a value on the same line.
  var trailingText: Diagnostic {
    var help: Phrase = "put the whole value in quotes if this belongs to it"
    var whole = wholeText(endingBefore: problem.place)
    var related: [Diagnostic.Related] = []
    let line = text.line(at: problem.place)
    let valueEnd = text.contentEnd(of: line.lowerBound..<problem.place)
    let last = text[valueEnd - 1]
    if let quote = last, quote == "\"" || quote == "'",
      let open = unclosedQuote(quote, above: line)
    {
      whole = nil
      help =
        quote == "'"
        ? "a `'` inside single quotes is written `''`"
        : "a `\"` inside double quotes is written `\\\"`"
      let span = text.span(open..<open + 1)
      related.append(Diagnostic.Related(span: span, message: "is this quote closed?"))
    }
    let rest = restOfLine(from: problem.place)
    let mistake = error("nothing may follow the value here", at: rest, related: related)
    return whole.map { advising(mistake, toQuote: $0) } ?? mistake.advising(help)
  }

  /// The range of the text that should have been quoted as a whole, or `nil` if that is not the problem.
  ///
  /// The rest of the document can be parsed once the text is quoted.
  var unquotedText: Range<Int>? {
    switch problem.problem {
    case "found character that cannot start any token": return valueText(from: problem.place)
    case "mapping keys are not allowed in this context": return valueText(from: problem.place)
    case "did not find expected alphabetic or numeric character":
      return problem.contextPlace.map(valueText)
    case "did not find expected comment or line break":
      return hasBlockText ? nil : problem.contextPlace.map(valueText)
    case "mapping values are not allowed in this context":
      let line = text.line(at: problem.place)
      guard let colon = separatingColon(in: line.lowerBound..<problem.place)
      else { return nil }
      return restOfLine(from: text.firstContent(in: colon + 1..<line.upperBound))
    case "did not find expected key", "did not find expected '-' indicator",
      "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      if text[problem.place] == ":" { return textWithColon }
      return isFirstOnLine ? nil : wholeText(endingBefore: problem.place)
    case _ where problem.context.hasSuffix("tag"): return problem.contextPlace.map(valueText)
    default: return nil
    }
  }

  /// The value whose first word is followed by a colon, as in `{label: Order: paid}`.
  private var textWithColon: Range<Int>? {
    let start = wordStart
    let line = text.line(at: start)
    let colon = text.contentEnd(of: line.lowerBound..<start) - 1
    guard start < problem.place, colon > line.lowerBound, text[colon] == ":" else { return nil }
    // The values of these keys are maps whose braces are missing.
    let isMap = ["when", "becomes"].contains(where: text[line.lowerBound..<colon].hasSuffix)
    return isMap ? nil : valueText(from: start)
  }

  /// The index at which the word before the problem begins.
  private var wordStart: Int {
    var start = problem.place
    while let before = text[start - 1], !before.isYAMLWhiteSpace,
      !",[]{}:".unicodeScalars.contains(before)
    {
      start -= 1
    }
    return start
  }

  /// Returns a quoted or bracketed value on one line together with what follows it, or `nil` if nothing is closed there.
  private func wholeText(endingBefore place: Int) -> Range<Int>? {
    let line = text.line(at: place)
    let close = text.contentEnd(of: line.lowerBound..<place) - 1
    guard close > line.lowerBound, let sign = text[close] else { return nil }
    let open: Int?
    switch sign {
    case "\"", "'":
      open = (line.lowerBound..<close).last { text[$0] == sign && text[$0 - 1] != "\\" }
    case "]", "}":
      let begin: Unicode.Scalar = sign == "]" ? "[" : "{"
      open = (line.lowerBound..<close).last { text[$0] == begin }
    default: open = nil
    }
    guard let open,
      open == line.lowerBound || text[open - 1]?.isYAMLWhiteSpace != false
        || "[{,".unicodeScalars.contains(text.scalars[open - 1])
    else { return nil }
    let rest = restOfLine(from: place)
    guard isInBrackets(at: open) else { return open..<rest.upperBound }
    let end = rest.first { ",]}".unicodeScalars.contains(text.scalars[$0]) }
    return open..<text.contentEnd(of: open..<(end ?? rest.upperBound))
  }

  /// Returns the last quote of the nearest line above, at most 100 lines away, that has an odd number of them.
  private func unclosedQuote(_ quote: Unicode.Scalar, above line: Range<Int>) -> Int? {
    var start = line.lowerBound
    for _ in 0..<100 {
      guard let above = text.contentLine(before: start) else { return nil }
      let quotes = above.filter { text[$0] == quote && text[$0 - 1] != "\\" }
      if quotes.count % 2 == 1 { return quotes.last }
      start = above.lowerBound
    }
    return nil
  }

  /// The diagnostic for unexpected text inside brackets.
  func unexpectedInBrackets(_ open: String, _ close: String, label: String) -> Diagnostic {
    let begin = problem.contextPlace ?? problem.place
    if text[problem.place] == nil {
      return error("the `\(open)` that opens here is never closed", at: begin..<begin + 1)
        .advising("close it with `\(close)`")
    }
    if text[problem.place] == ":", let key = strandedKey { return key }
    let mistake = error(
      "expected `,` or `\(close)`",
      at: place,
      related: began(label)
    )
    return unquotedText.map { advising(mistake, toQuote: $0) }
      ?? mistake.advising(bracketHelp(begin: begin, open: open, close: close))
  }

  private func bracketHelp(begin: Int, open: String, close: String) -> Phrase {
    if text.position(at: begin).line < text.position(at: problem.place).line {
      let line = text.line(at: begin)
      let comment = text[restOfLine(from: begin).upperBound..<line.upperBound]
      if comment.contains(close), !comment.contains(open) {
        return "a text that contains ` #` must be quoted"
      }
      return "is the `\(open)` closed where it should be?"
    }
    if text[problem.place] == "]" || text[problem.place] == "}" {
      return "a `\(open)` is closed by `\(close)`"
    }
    let start = wordStart
    if text[problem.place] == ":", start < problem.place, text[start - 1] == " " {
      return
        "is a comma missing before \(Diagnostic.quoted(text[start..<problem.place])), or should the text be in quotes?"
    }
    return "put a text in quotes that contains `,`, `[`, `]`, `{`, `}` or `: `"
  }

  /// The diagnostic for a quoted key in brackets that libyaml did not recognise as a key.
  private var strandedKey: Diagnostic? {
    let end = text.contentEnd(of: 0..<problem.place)
    guard let quote = text[end - 1], quote == "\"" || quote == "'" else { return nil }
    if text.line(at: end) != text.line(at: problem.place) {
      return error(
        "the colon must be on the line of its key",
        at: place,
        related: [Diagnostic.Related(span: text.span(end - 1..<end), message: "the key ends here")]
      )
    }
    return keyTooLong(at: end - 1)
  }

  /// Returns the range of a value from its first character to the end of its line or, in brackets, to the next separator.
  private func valueText(from place: Int) -> Range<Int> {
    let value = restOfLine(from: place)
    guard isInBrackets(at: place) else { return value }
    let end = value.first { ",]}".unicodeScalars.contains(text.scalars[$0]) }
    return value.lowerBound..<(end ?? value.upperBound)
  }

  var forbiddenStart: Diagnostic {
    let value = valueText(from: problem.place)
    let message: Phrase = "a text that begins with \(Diagnostic.quoted(text[place])) must be quoted"
    return advising(error(message, at: value.isEmpty ? place : value), toQuote: value)
  }

  /// True if a bracket that opens before an index on its line is still open there.
  private func isInBrackets(at place: Int) -> Bool {
    let line = text.line(at: place)
    return text.scalars[line.lowerBound..<place].reduce(0) { depth, scalar in
      switch scalar {
      case "[", "{": depth + 1
      case "]", "}": depth - 1
      default: depth
      }
    } > 0
  }

  /// The diagnostic for problems that are explained by their position alone.
  var explainedByTable: Diagnostic {
    switch problem.problem {
    case "did not find expected node content":
      error("expected a value", at: place)
        .advising("put a text that begins with a sign of YAML's own in quotes")
    case "mapping keys are not allowed in this context":
      unquoted("a text that begins with `? ` must be quoted")
    case "found unknown escape character":
      error(
        "\(Diagnostic.quoted(text[problem.place..<problem.place + 2])) is not an escape sequence",
        at: problem.place..<problem.place + 2
      ).advising("write `\\\\` for a backslash, or use single quotes")
    case "did not find expected hexdecimal number":
      error("`\\x`, `\\u` and `\\U` take 2, 4 and 8 hexadecimal digits", at: place)
    case "found invalid Unicode character escape code":
      error("this escape sequence is not a valid character", at: escape)
        .advising("write the character itself")
    case "did not find expected alphabetic or numeric character":
      if let star = loneStar {
        error("`*` begins a YAML alias", at: star)
          .advising("write `any` if it makes no difference, or leave the key out")
          .advising(Self.quotesHelp("`*`"))
      } else {
        unquoted("an anchor's name consists of letters a to z, digits, `-` and `_`")
      }
    case "did not find expected comment or line break":
      hasBlockText
        ? error("only a comment may follow `|` and `>` on their line", at: place)
          .advising("begin the text on the next line")
        : unquoted("only a comment may follow `|` and `>` on their line")
    case "found an indentation indicator equal to 0":
      error("the digit after `|` and `>` is 1 to 9", at: place)
    case "found undefined tag handle":
      error("this tag is not declared", at: place).advising(Self.quotesHelp("`!`"))
    case "found incompatible YAML document":
      error("this version of YAML is not supported: use 1.2", at: restOfLine(from: problem.place))
    default:
      if problem.context.hasSuffix("directive") {
        error(
          "a line that begins with \("`%`") is a directive, such as \("`%YAML 1.2`")",
          at: place
        )
      } else if let tag = tightTag {
        .unknownTag(
          text[tag],
          denying: text[tag.lowerBound + 1..<tag.upperBound],
          at: text.span(tag)
        )
      } else if problem.context.hasSuffix("tag") {
        unquoted("a tag is `!` and a name in ASCII letters")
      } else {
        error(
          problem.context.isEmpty ? "\(problem.problem)" : "\(problem.problem) \(problem.context)",
          at: place
        )
      }
    }
  }

  /// The `*` or `!` of another language, without which the rest can be parsed.
  var straySign: Range<Int>? { loneStar ?? tightTag.map { $0.lowerBound..<$0.lowerBound + 1 } }

  /// A tag that is followed directly by a bracket or comma: `{login: !guest}`.
  private var tightTag: Range<Int>? {
    guard problem.context.hasSuffix("tag"), let start = problem.contextPlace, text[start] == "!",
      let next = text[problem.place], ",]}".unicodeScalars.contains(next)
    else { return nil }
    return start..<problem.place
  }

  /// The `*` at the problem if it is not the beginning of an alias.
  private var loneStar: Range<Int>? {
    guard problem.problem == "did not find expected alphabetic or numeric character",
      let star = problem.contextPlace, text[star] == "*"
    else { return nil }
    let isAlone = text[star + 1].map { "\r\n,]}".unicodeScalars.contains($0) }
    return isAlone ?? true ? star..<star + 1 : nil
  }

  /// The range of the escape whose digits begin at the problem.
  private var escape: Range<Int> {
    let digits = text[problem.place..<problem.place + 8].utf8.prefix { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
      default: false
      }
    }
    let count = text[problem.place - 1] == "u" ? min(4, digits.count) : digits.count
    return max(0, problem.place - 2)..<problem.place + count
  }

  private func unquoted(_ message: Phrase) -> Diagnostic {
    let whole = unquotedText ?? place
    return advising(error(message, at: whole), toQuote: whole)
  }

  func advising(_ mistake: Diagnostic, toQuote range: Range<Int>) -> Diagnostic {
    var advised = mistake.advising("write \(Diagnostic.quotedScalar(text[range]))")
    advised.repair = Diagnostic.Repair(Diagnostic.quotedLiteral(text[range]), at: text.span(range))
    return advised
  }

  /// True if the lines below `|` or `>` belong to it.
  private var hasBlockText: Bool {
    let line = text.line(at: problem.place)
    let next = text.line(at: line.upperBound + 1)
    return text.firstContent(in: next) - next.lowerBound
      > text.firstContent(in: line) - line.lowerBound
  }

  private static func quotesHelp(_ sign: String) -> Phrase {
    "put a text that begins with \(sign) in quotes"
  }
}

extension Diagnostic {
  /// Returns the text as a quoted YAML scalar, shortened if it is long.
  static func quotedScalar(_ text: String) -> String {
    let literal = quotedLiteral(DisplayWidth.truncated(text, to: 36))
    return literal.contains("`") ? literal : "`\(literal)`"
  }

  fileprivate static func quotedLiteral(_ text: String) -> String {
    guard text.contains("\"") || text.contains("\\") else { return "\"\(text)\"" }
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "''") + "'"
  }
}
