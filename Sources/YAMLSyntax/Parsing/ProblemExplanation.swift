import Diagnostics

/// Converts an error of libyaml into a message for the author of the text.
///
/// libyaml names the grammar rule that failed; the surrounding text shows what was probably meant. Unknown errors are passed on in
/// libyaml's words.
struct ProblemExplanation {
  let problem: YAMLProblem
  let text: SourceText

  var diagnostic: Diagnostic {
    if let tab = indentingTab { return .tab(at: tab, in: text) }
    return switch problem.problem {
    case "found character that cannot start any token": forbiddenStart
    case "found unexpected end of stream", "found unexpected document indicator": openQuote
    case "could not find expected ':'": missingColon
    case "mapping values are not allowed in this context": unexpectedColon
    case "did not find expected key": unexpected(inList: false)
    case "did not find expected '-' indicator": unexpected(inList: true)
    case "did not find expected ',' or ']'":
      unexpectedInBrackets("[", "]", label: "the list opens here")
    case "did not find expected ',' or '}'":
      unexpectedInBrackets("{", "}", label: "the mapping opens here")
    case "block sequence entries are not allowed in this context": unexpectedItem
    case "did not find expected <document start>": unexpectedAfterDocument
    default: explainedByTable
    }
  }

  /// The tab used as indentation or in place of a token, if that is the problem.
  private var indentingTab: Int? {
    if text[problem.place] == "\t" { return problem.place }
    if problem.context.contains("quoted") || problem.context.contains("flow") { return nil }
    for place in [problem.contextPlace, problem.place].compactMap(\.self) {
      let line = text.line(at: place)
      let content = text.firstContent(in: line)
      if let tab = (line.lowerBound..<content).first(where: { text[$0] == "\t" }) { return tab }
    }
    return nil
  }

  // MARK: - Building blocks

  func error(
    _ message: Phrase,
    at range: Range<Int>,
    related: [Diagnostic.Related] = []
  ) -> Diagnostic {
    .mistake(code: "yaml-syntax", message, at: text.span(range), related: related)
  }

  /// The range of the problem: one character, or empty after the last content if the problem is at the end of the text.
  var place: Range<Int> {
    guard text[problem.place] != nil else {
      let end = text.contentEnd(of: 0..<text.scalars.count)
      return end..<end
    }
    return problem.place..<problem.place + 1
  }

  /// Returns the range from an index to the end of its line, without a comment and trailing white space.
  func restOfLine(from index: Int) -> Range<Int> {
    let end = text.line(at: index).upperBound
    let comment = (index..<max(index, end)).first { text[$0] == "#" && text[$0 - 1] == " " }
    return index..<text.contentEnd(of: index..<max(index, comment ?? end))
  }

  /// True if only white space precedes the problem on its line.
  var isFirstOnLine: Bool {
    text.firstContent(in: text.line(at: problem.place)) >= problem.place
  }

  /// Returns the position at which libyaml began reading the construct, with a label.
  func began(_ label: String) -> [Diagnostic.Related] {
    guard let begin = problem.contextPlace else { return [] }
    return [Diagnostic.Related(span: text.span(begin..<begin + 1), message: label)]
  }

  /// Returns the first colon of the range followed by white space or the range's end, or `nil`.
  func separatingColon(in range: Range<Int>) -> Int? {
    range.first { index in
      text[index] == ":"
        && (index + 1 >= range.upperBound || text[index + 1]?.isYAMLWhiteSpace == true)
    }
  }

  /// Returns the range of a key whose colon is full-width or not followed by a space, as in `login:guest`, if nothing else separates it.
  func unseparatedKey(in line: Range<Int>) -> Range<Int>? {
    var start = text.firstContent(in: line)
    while text[start] == "-", text[start + 1] == " " {
      start = text.firstContent(in: start + 1..<line.upperBound)
    }
    let range = restOfLine(from: start)
    guard let colon = range.first(where: { text[$0] == ":" || text[$0] == "：" }),
      colon > range.lowerBound, separatingColon(in: range) == nil,
      text[range.lowerBound] != "\"", text[range.lowerBound] != "'"
    else { return nil }
    return range
  }

  /// Returns the diagnostic for a list item without a space after its dash, as in `-when: x`; `nil` if no letter follows a dash.
  private func unseparatedItem(at places: [Int?]) -> Diagnostic? {
    for place in places.compactMap(\.self)
    where text[place] == "-" && text[place + 1]?.properties.isAlphabetic == true {
      let item = restOfLine(from: place)
      let words = String(text[item].dropFirst())
      return error(
        "a space is missing after the dash in \(Diagnostic.quoted("-" + words))",
        at: item
      )
      .advising("write \(Diagnostic.quoted("- " + words))")
    }
    return nil
  }
}

/// Problems with keys, colons and indentation.
extension ProblemExplanation {
  /// The length of the longest key that libyaml accepts without a `?` before it.
  private static let longestKey = 1024

  /// The diagnostic for a line among the keys of a mapping that has no colon.
  var missingColon: Diagnostic {
    let begin = problem.contextPlace ?? problem.place
    let line = restOfLine(from: begin)
    if let key = unseparatedKey(in: line) {
      return .missingBlank(in: text[key], at: text.span(key))
    }
    if line.count > Self.longestKey, separatingColon(in: line) != nil {
      return keyTooLong(at: begin)
    }
    return error("expected a colon and a value after \(Diagnostic.quoted(text[line]))", at: line)
      .advising("indent it deeper than its key if it continues the text above")
  }

  /// The diagnostic for a colon at which no key can end.
  var unexpectedColon: Diagnostic {
    let line = text.line(at: problem.place)
    if let colon = separatingColon(in: line.lowerBound..<problem.place) {
      return unquotedColon(after: colon, line: line)
    }
    if line.count > Self.longestKey { return keyTooLong(at: text.firstContent(in: line)) }
    guard let above = text.contentLine(before: problem.place) else {
      return error("no key can end here", at: place)
    }
    if let key = unseparatedKey(in: above) {
      return .missingBlank(in: text[key], at: text.span(key))
    }
    if let item = unseparatedItem(at: [text.firstContent(in: above)]) { return item }
    let key = text.firstContent(in: line)..<problem.place
    let number = text.position(at: above.lowerBound).line
    return error(
      "the key \(Diagnostic.quoted(text[key])) is not allowed here: this line continues the text of line \(number)",
      at: key
    ).advising("indent it like the keys it belongs to")
  }

  private func unquotedColon(after colon: Int, line: Range<Int>) -> Diagnostic {
    let value = restOfLine(from: text.firstContent(in: colon + 1..<line.upperBound))
    if text[value.lowerBound] == "\"" || text[value.lowerBound] == "'" {
      return advising(error("nothing may follow the closing quote", at: place), toQuote: value)
    }
    return advising(error("a text that contains `: ` must be quoted", at: value), toQuote: value)
  }

  /// Returns the diagnostic for something among the keys of a mapping or the items of a list that is not one of them.
  func unexpected(inList isList: Bool) -> Diagnostic {
    if !isList, text[problem.place] == ":" { return .missingKey(at: text.span(place)) }
    guard isFirstOnLine else { return trailingText }
    if let item = unseparatedItem(at: [problem.place, problem.contextPlace]) { return item }
    if !isList, text[problem.place] == "-", text[problem.place + 1]?.isYAMLWhiteSpace != false {
      return error(
        "a list item is not allowed among the keys of a mapping",
        at: place,
        related: began("the mapping begins here")
      ).advising("put `- ` before the mapping and indent all of it, or write this line as a key")
    }
    let line = restOfLine(from: problem.place)
    let begin = text.position(at: problem.contextPlace ?? problem.place)
    if isList, begin.column == text.position(at: problem.place).column {
      let related = began("the list begins here")
      return error("expected `- `: a list may contain only items", at: line, related: related)
        .advising("put `- ` before it, or indent it like the keys of the item that it belongs to")
    }
    let mistake =
      isList
      ? error(
        "this line is not indented like the other items of its list",
        at: line,
        related: began("its items begin in this column")
      )
      : error(
        "this line is not indented like the other keys of its mapping",
        at: line,
        related: began("its keys begin in this column")
      )
    return mistake.advising("indent it like the lines it belongs to")
  }

  /// The diagnostic for a list that begins on the line of its key.
  var unexpectedItem: Diagnostic {
    error("a list cannot begin on the line of its key", at: place)
      .advising("begin it on the next line, or write it as `[a, b]`")
  }

  /// The diagnostic for text after the end of the file's only value.
  var unexpectedAfterDocument: Diagnostic {
    let found = error(
      "unexpected text after the end of the document",
      at: restOfLine(from: problem.place)
    )
    return isFirstOnLine ? found.advising("check how far this line is indented") : found
  }

  func keyTooLong(at begin: Int) -> Diagnostic {
    error("a key can have \(Self.longestKey) characters at most", at: begin..<begin + 1)
  }
}
