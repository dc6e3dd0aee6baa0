import Diagnostics

/// The mistakes that the tree builder finds.
extension Diagnostic {
  static let emptyDocument = mistake(
    code: "empty-document",
    "the file has no content",
    at: .fileStart
  )

  static func mergeConflict(_ line: Int) -> Diagnostic {
    let place = SourcePosition(line: line, column: 1)
    let message: Phrase = "git left a conflict here: two versions of the lines that follow"
    return mistake(code: "yaml-syntax", message, at: SourceSpan(start: place, end: place))
      .advising(
        "keep the right parts of both, and delete the lines that begin with <<<<<<<, |||||||, ======= or >>>>>>>"
      )
  }

  static func multipleDocuments(at span: SourceSpan) -> Diagnostic {
    let message: Phrase = "a second document begins here; a file holds only one"
    return mistake(code: "multiple-documents", message, at: span)
      .advising("move it to a file of its own")
  }

  static func tooDeep(at span: SourceSpan) -> Diagnostic {
    mistake(
      code: "too-deep",
      "lists and mappings are nested more than \(SyntaxLimits.depth) levels deep",
      at: span
    )
  }

  static func duplicateKey(_ key: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    let related = [Related(span: first, message: "first used here")]
    let message: Phrase = "the key \(quoted(key)) appears twice in this mapping"
    return mistake(code: "duplicate-key", message, at: span, related: related)
      .advising("merge the two, or delete one")
  }

  static func nonScalarKey(at span: SourceSpan) -> Diagnostic {
    let message: Phrase = "a key must be a plain word or a text, not a list or a mapping"
    return mistake(code: "non-scalar-key", message, at: span)
      .advising("put a text that begins with `{` or `[` in quotes")
  }

  static func missingKey(at span: SourceSpan) -> Diagnostic {
    mistake(code: "yaml-syntax", "a key is missing before the colon", at: span)
      .advising("write `\"\"` for a key that is empty on purpose")
  }

  static func mergeKey(at span: SourceSpan) -> Diagnostic {
    mistake(code: "merge-key", "the YAML 1.1 merge key `<<` is not supported", at: span)
      .advising("write the entries out, or let an alias stand for a whole value")
  }

  static func missingBlank(in key: String, at span: SourceSpan) -> Diagnostic {
    let colon = key.first { $0 == ":" || $0 == "：" }
    guard colon == "：" else {
      let message: Phrase = "a space is missing after the colon in \(quoted(key))"
      return mistake(code: "yaml-syntax", message, at: span)
        .advising("write \(quoted(separated(key))), or put it in quotes if it is one word")
    }
    let message: Phrase = "a key ends with `:`, not with the full-width `：` of \(quoted(key))"
    return mistake(code: "yaml-syntax", message, at: span)
      .advising("write \(quoted(separated(key)))")
  }

  /// Warns about words that look like part of a plain text but are a comment.
  static func lostWords(_ words: String, behind text: String, at span: SourceSpan) -> Diagnostic {
    var warning = mistake(
      code: "yaml-syntax",
      "\(quoted(words)) is a comment, not a part of the text \(quoted(text))",
      at: span
    )
    warning.severity = .warning
    let whole = quotedScalar("\(text) \(words)")
    return warning.advising("write \(whole) if it belongs to the text, else `# ` with a space")
  }

  /// Reports an unsupported tag; if it is the negation of another language, `meant` is the value negated.
  static func unknownTag(
    _ tag: String,
    denying meant: String? = nil,
    at span: SourceSpan
  )
    -> Diagnostic
  {
    mistake(code: "unknown-tag", "the tag \(quoted(tag)) is not supported here", at: span)
      .advising(
        meant.map {
          "write \(quoted("not " + $0)) for all but \(quoted($0)); put a text that begins with `!` in quotes"
        } ?? "remove it; put a text that begins with `!` in quotes"
      )
  }

  static func invalidScalar(
    _ text: String,
    tag: CoreTag.Name,
    at span: SourceSpan
  ) -> Diagnostic {
    let message: Phrase = "\(quoted(text)) is not what its tag `!!\(tag.rawValue)` says"
    return mistake(code: "invalid-scalar", message, at: span)
  }

  static func unknownAlias(_ name: String, near: String?, at span: SourceSpan) -> Diagnostic {
    let guess = near.map { "did you mean `\("*" + $0)`?" as Phrase }
    let message: Phrase = "there is no anchor \(quoted("&" + name)) before this alias"
    return mistake(code: "unknown-alias", message, at: span)
      .advising(guess ?? "put a text that begins with `*` in quotes")
  }

  static func recursiveAlias(
    _ name: String,
    anchor: SourcePosition,
    at span: SourceSpan
  ) -> Diagnostic {
    let place = SourceSpan(start: anchor, end: anchor)
    return mistake(
      code: "recursive-alias",
      "the alias \(quoted("*" + name)) refers to the value that contains it",
      at: span,
      related: [Related(span: place, message: "its anchor is here")]
    )
  }

  static func aliasExpansion(_ name: String, at span: SourceSpan) -> Diagnostic {
    mistake(
      code: "alias-expansion",
      "with the alias \(quoted("*" + name)) the aliases of the document stand for more than \(SyntaxLimits.expandedNodes) values",
      at: span
    ).advising("aliases of lists of aliases multiply: use fewer of them")
  }

  static let tooManyMistakes = mistake(
    code: "too-many-errors",
    "the rest of the file is not read: it has more than \(SyntaxLimits.mistakes) mistakes already",
    at: nil
  )

  static func mistake(
    code: String,
    _ message: Phrase,
    at span: SourceSpan?,
    related: [Related] = []
  ) -> Diagnostic {
    var mistake = Diagnostic(code: code, message: message.english, span: span, related: related)
    mistake.phrases[mistake.message] = message
    return mistake
  }

  func advising(_ help: Phrase) -> Diagnostic {
    var advised = self
    advised.help.append(help.english)
    advised.phrases[help.english] = help
    return advised
  }

  /// Returns the text as shown in messages: between backquotes, shortened if it is long.
  static func quoted(_ text: String) -> String {
    // Combining marks take no column, so truncation by width alone could leave a text as long as the file.
    let short = DisplayWidth.truncated(String(text.unicodeScalars.prefix(200)), to: 40)
    return short.contains("`") ? "\"\(short)\"" : "`\(short)`"
  }

  /// Returns the text with its first colon, which may be full-width, replaced by a colon and a space.
  ///
  /// Parts separated by full-width commas are treated likewise if each has a colon.
  static func separated(_ text: String) -> String {
    let parts = text.split { "，、".contains($0) }
    if parts.count > 1, parts.allSatisfy({ $0.contains { ":：".contains($0) } }) {
      return parts.map { separated(String($0.drop(while: \.isWhitespace))) }.joined(separator: ", ")
    }
    guard let colon = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return text }
    let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
    return text[..<colon] + ":" + (value.isEmpty ? "" : " ") + value
  }
}

/// A Markdown fence around YAML, with the text outside it.
struct MarkdownFence {
  let outside: [Range<Int>]
  let diagnostic: Diagnostic

  /// Finds the fence that opens on a line at or before an index; `nil` if there is none.
  init?(before place: Int, in text: SourceText) {
    let fences = text.lines.filter { text[$0.lowerBound..<$0.lowerBound + 3] == "```" }
    guard let first = fences.first, first.lowerBound <= place else { return nil }
    let end = text.scalars.count
    // A single fence after the text closes one that was never opened.
    let isOpening =
      fences.count > 1 || text.contentEnd(of: first) > first.lowerBound + 3
      || text[0..<first.lowerBound].allSatisfy(\.isWhitespace)
    outside =
      isOpening
      ? [0..<first.upperBound] + fences.dropFirst().prefix(1).map { $0.lowerBound..<end }
      : [first.lowerBound..<end]
    diagnostic = .mistake(
      code: "yaml-syntax",
      "a Markdown fence is not YAML",
      at: text.span(first.lowerBound..<text.contentEnd(of: first))
    ).advising("remove the fence lines and everything outside them")
  }
}
