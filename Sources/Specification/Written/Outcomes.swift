import Diagnostics
import Text
import YAMLSyntax

extension SyntaxReader {
  /// The outcome of a rule: results, results on top of others, or an open question, and only one of them.
  func outcome(_ fields: Fields<RuleKey>) -> Rule.Outcome? {
    if let adds = fields.entry(.adds) {
      guard fields[.then] == nil, fields[.question] == nil else {
        return reject(
          .conflictingKeys,
          "\(fields.subject) has `adds` beside `\(fields[.then] == nil ? "question" : "then")`",
          at: adds.keySpan,
          help: ["write what happens in addition as a rule of its own"]
        )
      }
      return outcome(results(adds.value, fields.name(.adds)).map(Rule.Outcome.then), fields)
    }
    switch (fields[.then], fields.entry(.question)) {
    case (_?, let question?):
      return reject(
        .conflictingKeys,
        "\(fields.subject) has both `then` and `question`",
        at: question.keySpan,
        help: ["use `then` for what is decided and `question` for what is open"]
      )
    case (nil, nil):
      if fields.hasUnknownKeys { return nil }
      return reject(
        .missingKey,
        "\(fields.subject) has neither `then` nor `question`",
        at: fields.span,
        help: [
          "write what happens in `then`, what happens besides in `adds`, or what is open in `question`"
        ]
      )
    case (let then?, nil):
      return outcome(results(then, fields.name(.then)).map(Rule.Outcome.saying), fields)
    case (nil, let question?):
      return openQuestion(question.value, fields).map { .question($0) }
    }
  }

  /// What `then` says, with its date if it is a placeholder; reports keys that belong to a question.
  private func outcome(_ outcome: Rule.Outcome?, _ fields: Fields<RuleKey>) -> Rule.Outcome? {
    var keys: [RuleKey] = [.options, .ask]
    var help = ""
    if case .placeholder(let placeholder) = outcome {
      help = ": write `question: …` in place of `\(placeholder.word.text.onOneLine)`"
    } else if !isDraft(fields) {
      keys.append(.until)
    }
    for key in fields.written(of: keys) {
      let orPlaceholder =
        key == .until
        ? ", or to a `then` that is still open, such as `TBD`, or drafted: `source: draft`" : ""
      report(
        .conflictingKeys,
        "\(fields.subject) has `\(key.rawValue)` without `question`",
        at: fields.place(key),
        help: ["`\(key.rawValue)` belongs to an open question\(orPlaceholder)\(help)"]
      )
    }
    guard case .placeholder(var placeholder) = outcome, let until = fields[.until] else {
      return outcome
    }
    placeholder.until = date(until, fields.name(.until))
    return .placeholder(placeholder)
  }

  private func isDraft(_ fields: Fields<RuleKey>) -> Bool {
    Draft.origin(fields[.source]?.writtenScalar?.text) != nil
  }

  /// The last day on which a drafted result may wait for somebody to confirm it.
  func draftDay(of outcome: Rule.Outcome, _ fields: Fields<RuleKey>) -> CalendarDate? {
    guard case .then = outcome, isDraft(fields) else { return nil }
    return fields[.until].flatMap { date($0, fields.name(.until)) }
  }

  /// One result, or a list of observations that belong together.
  func results(_ node: SyntaxNode, _ subject: String) -> [Rule.Result]? {
    guard case .sequence = node.content else {
      return text(node, subject, advice(forResult: node))
        .map { [Rule.Result(text: $0, span: node.span)] }
    }
    guard let items = filledList(node, subject) else { return nil }
    let results = items.mapAll { item in
      text(item, subject, advice(forResult: item))
        .map { Rule.Result(text: $0, span: item.span) }
    }
    warnOfOneSentence(items, subject)
    return results
  }

  /// How to write a map in the place of results as texts: the texts behind its keys.
  private func advice(forResult node: SyntaxNode) -> (help: [String], right: String?) {
    guard let first = node.entries.first else { return ([], nil) }
    // A text with a colon is a map to YAML.
    if node.entries.count == 1, first.key.contains(" "), let rest = first.value.writtenScalar?.text
    {
      let right = "\(first.key): \(rest)".asFlowScalar
      return (["put the text in quotes: `\(right)`"], right)
    }
    func texts(_ node: SyntaxNode) -> [String] {
      if let scalar = node.writtenScalar { return node.truth == nil ? [scalar.text] : [] }
      return (node.items + node.entries.map(\.value)).flatMap(texts)
    }
    let said = texts(node)
    guard !said.isEmpty else { return (["write in words what is seen"], nil) }
    let written = said.prefix(4).map(\.asFlowScalar).joined(separator: ", ")
    let right = said.count == 1 ? written : "[\(written)]"
    let states = node.entries.compactMap { entry in
      entry.value.truth.map { "`becomes: {\(entry.key): \($0 ? "yes" : "no")}`" }
    }
    let beside = states.prefix(1).map { "write beside `then` what changes: \($0)" }
    let help = ["write in words what is seen, such as `\(right)`"] + beside
    return (help, said.count <= 4 && states.isEmpty ? right : nil)
  }

  /// Warns of an item in brackets that begins in lower case: its comma was most probably meant as one.
  private func warnOfOneSentence(_ items: [SyntaxNode], _ subject: String) {
    for (previous, item) in zip(items, items.dropFirst()) {
      // Only in brackets do two items share a line; a quoted text was written so on purpose.
      guard let text = item.writtenScalar?.text, let first = text.first, first.isLowercase,
        previous.span.end.line == item.span.start.line,
        item.span.end.column - item.span.start.column == text.unicodeScalars.count,
        PlaceholderKind(of: text) == nil
      else { continue }
      report(
        .oneSentence,
        "\(subject) has an item that begins in lower case: probably one sentence with a comma",
        at: item.span,
        severity: .warning,
        help: ["put quotes around the whole sentence, or write one item per line with dashes"]
      )
    }
  }

  func openQuestion<Key: AskingKey>(
    _ question: SyntaxNode,
    _ fields: Fields<Key>
  ) -> Rule.OpenQuestion? {
    let text = text(question, fields.name(.question))
    let options = fields[.options].map { self.options($0, fields.name(.options)) } ?? []
    let ask = fields.text(.ask)
    let until = fields[.until].flatMap { date($0, fields.name(.until)) }
    guard let text else { return nil }
    return Rule.OpenQuestion(
      text: text,
      options: options,
      ask: ask,
      until: until,
      span: question.span
    )
  }

  private func options(_ node: SyntaxNode, _ subject: String) -> [[String]] {
    let items = filledList(node, subject) ?? []
    warnOfOneSentence(items, subject)
    return items.compactMap { results($0, "an option of \(subject)")?.map(\.text) }
  }

  /// Reports a key of a map that has no value.
  func reportNoResult(_ number: Int, _ entries: [SyntaxEntry]) {
    let (key, span) = (entries[number].key, entries[number].keySpan)
    var message = "`\(key)` has no result: in braces a comma separates entries"
    let help: String
    // In braces a comma separates entries: `{free: Sent, and shown}` is two, `{owner, editor: X}` as well.
    if number > 0, let text = entries[number - 1].value.writtenScalar?.text,
      entries[number - 1].keySpan.start.line == span.start.line
    {
      let right = "\(entries[number - 1].key): \"\(text), \(key)\""
      help = "put quotes around a text with a comma: `\(right)`"
    } else if let next = entries.dropFirst(number + 1).first,
      next.keySpan.start.line == span.start.line
    {
      let keys = "\(key), \(next.key)"
      help =
        "put quotes around the key, `{\"\(keys)\": …}`, or write it without braces on a line of its own: `\(keys): …`"
    } else {
      message = "`\(key)` has no result"
      help = "write what happens, or `{question: …}`; what nobody decided yet needs no key"
    }
    report(.emptyText, message, at: span, help: [help])
  }

  private func date(_ node: SyntaxNode, _ subject: String) -> CalendarDate? {
    guard let text = node.writtenScalar?.text else {
      return wrongType(node, subject, expected: Scale.date.bound)
    }
    if let date = CalendarDate(text) { return date }
    return reject(
      .invalidDay,
      CalendarDate.isWritten(text)
        ? "\(subject) is \(text), and there is no such day"
        : "\(subject) must be \(Scale.date.bound), not `\(text)`",
      at: node.span,
      help: RangeForm.date(text).map { ["write `\($0)`"] } ?? []
    )
  }
}

extension SyntaxNode {
  /// The value of `true` or `false`; `nil` for anything else.
  fileprivate var truth: Bool? {
    if case .scalar(let scalar) = content, case .bool(let truth) = scalar.kind {
      truth
    } else {
      nil
    }
  }
}
