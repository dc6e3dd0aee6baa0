import Diagnostics
import Text
import YAMLSyntax

/// What rules say: results, and open questions.
extension SyntaxReader {
  /// What a rule says: results, or an open question, and not both.
  mutating func outcome(_ fields: Fields<RuleKey>) -> Rule.Outcome? {
    let question = fields.entry(.question)
    switch (fields.entry(.then), question) {
    case (_?, let question?):
      report(
        .conflictingKeys,
        "\(fields.subject) has both `then` and `question`",
        at: question.keySpan,
        help: ["use `then` for what is decided and `question` for what is open"]
      )
    case (nil, nil):
      if !fields.hasUnknownKeys {
        report(
          .missingKey,
          "\(fields.subject) has neither `then` nor `question`",
          at: fields.span,
          help: ["write what happens in `then`, or what is open in `question`"]
        )
      }
    case (let then?, nil):
      let outcome = results(then.value, fields.name(.then)).map(Rule.Outcome.saying)
      return self.outcome(outcome, fields)
    case (nil, let question?):
      return openQuestion(
        question.value,
        options: fields[.options],
        ask: fields[.ask],
        until: fields[.until],
        subject: fields.subject
      ).map { .question($0) }
    }
    return nil
  }

  /// What `then` says, with its last day where it is a placeholder; reports keys that belong to a question.
  private mutating func outcome(
    _ outcome: Rule.Outcome?,
    _ fields: Fields<RuleKey>
  ) -> Rule.Outcome? {
    var keys: [RuleKey] = [.options, .ask]
    var help = ""
    if case .placeholder(let placeholder) = outcome {
      help = ": write `question: …` in place of `\(placeholder.word.text.onOneLine)`"
    } else {
      keys.append(.until)
    }
    for key in fields.written(of: keys) {
      let orPlaceholder = key == .until ? ", or to a `then` that is still open, such as `TBD`" : ""
      report(
        .conflictingKeys,
        "\(fields.subject) has `\(key.rawValue)` without `question`",
        at: fields.entry(key)?.keySpan ?? fields.span,
        help: ["`\(key.rawValue)` belongs to an open question\(orPlaceholder)\(help)"]
      )
    }
    guard case .placeholder(var placeholder) = outcome, let until = fields[.until] else {
      return outcome
    }
    placeholder.until = day(until, "`until` of \(fields.subject)")
    return .placeholder(placeholder)
  }

  /// One result, or a list of observations that belong together.
  mutating func results(_ node: SyntaxNode, _ subject: String) -> [Rule.Result]? {
    guard case .sequence = node.content else {
      return text(node, subject).map { [Rule.Result(text: $0, span: node.span)] }
    }
    guard let items = filledList(node, subject) else { return nil }
    let results = items.compactMap { item in
      text(item, subject).map { Rule.Result(text: $0, span: item.span) }
    }
    warnOfOneSentence(items, subject)
    return results.count == items.count ? results : nil
  }

  /// Warns of an item in brackets that begins in lower case: its comma was most probably meant as one.
  private mutating func warnOfOneSentence(_ items: [SyntaxNode], _ subject: String) {
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

  /// A question with what belongs to it.
  mutating func openQuestion(
    _ node: SyntaxNode,
    options: SyntaxNode?,
    ask: SyntaxNode?,
    until: SyntaxNode?,
    subject: String
  ) -> Rule.OpenQuestion? {
    let question = text(node, "`question` of \(subject)")
    let options = options.map { self.options($0, "`options` of \(subject)") } ?? []
    let ask = text(ask, "`ask` of \(subject)")
    let until = until.flatMap { day($0, "`until` of \(subject)") }
    guard let question else { return nil }
    return Rule.OpenQuestion(
      text: question,
      options: options,
      ask: ask,
      until: until,
      span: node.span
    )
  }

  private mutating func options(_ node: SyntaxNode, _ subject: String) -> [[String]] {
    let items = filledList(node, subject) ?? []
    warnOfOneSentence(items, subject)
    return items.compactMap { item in
      results(item, "an option of \(subject)")?.map(\.text)
    }
  }

  private mutating func day(_ node: SyntaxNode, _ subject: String) -> CalendarDay? {
    guard let scalar = node.writtenScalar else {
      wrongType(node, subject, expected: Scale.day.bound)
      return nil
    }
    if let day = CalendarDay(scalar.text) { return day }
    report(
      .invalidDay,
      CalendarDay.isWritten(scalar.text)
        ? "\(subject) is \(scalar.text), and there is no such day"
        : "\(subject) must be \(Scale.day.bound), not `\(scalar.text)`",
      at: node.span,
      help: WrittenDate.rightForm(of: scalar.text).map { ["write `\($0)`"] } ?? []
    )
    return nil
  }
}
