import Diagnostics

/// Problems with keys, colons and indentation.
extension ProblemExplanation {
  /// The longest key that libyaml reads without a `?` before it.
  private static let longestKey = 1024

  /// A line among the keys of a mapping on which no colon was found.
  var missingColon: Diagnostic {
    let begin = problem.contextPlace ?? problem.place
    let line = restOfLine(from: begin)
    if let key = unseparatedKey(in: line) {
      return .missingBlank(in: text[key], at: text.span(key))
    }
    if let colon = separatingColon(in: line), colon - begin > Self.longestKey {
      return keyTooLong(at: begin)
    }
    return error(
      "expected a colon and a value after \(Diagnostic.quoted(text[line]))",
      at: line,
      help: ["indent it deeper than its key if it continues the text above"]
    )
  }

  /// A colon where no key can end.
  var unexpectedColon: Diagnostic {
    let line = text.line(at: problem.place)
    if let colon = separatingColon(in: line.lowerBound..<problem.place) {
      return unquotedColon(after: colon, line: line)
    }
    guard let above = text.contentLine(before: problem.place) else {
      return error("no key can end here", at: place)
    }
    if let key = unseparatedKey(in: above) {
      return .missingBlank(in: text[key], at: text.span(key))
    }
    let key = text.firstContent(in: line)..<problem.place
    let number = text.position(at: above.lowerBound).line
    return error(
      "the key \(Diagnostic.quoted(text[key])) cannot stand here: it continues the text of line \(number)",
      at: key,
      help: ["indent it like the keys it belongs to"]
    )
  }

  private func unquotedColon(after colon: Int, line: Range<Int>) -> Diagnostic {
    let value = restOfLine(from: text.firstContent(in: colon + 1..<line.upperBound))
    if text[value.lowerBound] == "\"" || text[value.lowerBound] == "'" {
      return error("nothing may follow the closing quote", at: place)
    }
    return error(
      "a text that contains `: ` must stand in quotes",
      at: value,
      help: ["write \(Diagnostic.quotedScalar(text[value]))"]
    )
  }

  /// Something among the keys of a mapping that is no key of it.
  var unexpectedInMapping: Diagnostic {
    if text[problem.place] == ":" { return .missingKey(at: text.span(place)) }
    guard isFirstOnLine else { return trailingText }
    if text[problem.place] == "-", text[problem.place + 1]?.isYAMLWhiteSpace != false {
      return error(
        "a list item cannot stand among the keys of a mapping",
        at: place,
        related: began("the mapping begins here")
      )
    }
    return misplaced(
      "this line is indented unlike the keys of its mapping",
      label: "its keys begin in this column"
    )
  }

  /// Something among the items of a list that is no item of it.
  var unexpectedInList: Diagnostic {
    guard isFirstOnLine else { return trailingText }
    let begin = text.position(at: problem.contextPlace ?? problem.place)
    if begin.column == text.position(at: problem.place).column {
      return error(
        "expected `- `: only items can stand in a list",
        at: restOfLine(from: problem.place),
        related: began("the list begins here")
      )
    }
    return misplaced(
      "this line is indented unlike the items of its list",
      label: "its items begin in this column"
    )
  }

  private func misplaced(_ message: String, label: String) -> Diagnostic {
    error(
      message,
      at: restOfLine(from: problem.place),
      help: ["indent it like the lines it belongs to"],
      related: began(label)
    )
  }

  /// A list that begins behind a key.
  var unexpectedItem: Diagnostic {
    error(
      "a list cannot begin on the line of its key",
      at: place,
      help: ["begin it on the next line, or write it as `[a, b]`"]
    )
  }

  /// Something behind the end of the only value of the file.
  var unexpectedAfterDocument: Diagnostic {
    error(
      "nothing may follow here: the value that the file holds has ended",
      at: restOfLine(from: problem.place),
      help: isFirstOnLine ? ["check how far this line is indented"] : []
    )
  }

  func keyTooLong(at begin: Int) -> Diagnostic {
    error("a key can have \(Self.longestKey) characters at most", at: begin..<begin + 1)
  }
}
