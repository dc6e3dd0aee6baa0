import Diagnostics
import Text
import YAMLSyntax

extension SyntaxReader {
  /// Reads the outcome of a rule, exactly one of: results, additional results, or an open question.
  func outcome(_ fields: Fields<RuleKey>) -> Rule.Outcome? {
    let help = [
      "`then` says what happens, `adds` what happens besides, in a rule of its own, `question` what is open"
    ]
    guard let (key, node) = fields.one(of: .then, .adds, .question, help: help) else { return nil }
    if key == .question { return openQuestion(node, fields).map { .question($0) } }
    let outcome = results(node, fields.name(key))
      .map(key == .then ? Rule.Outcome.saying : Rule.Outcome.then)
    var others: [RuleKey] = [.options, .ask]
    var until: SyntaxNode?
    if case .placeholder = outcome {
      until = fields[.until]
    } else if !isDraft(fields) {
      others.append(.until)
    }
    for key in fields.written(of: others) {
      let more = key == .until ? ", a `then` such as `TBD`, or a `source` such as `draft`" : ""
      let help =
        "`\(key.rawValue)` belongs to a `question`\(more): leave it out, or write `question: …`"
      fields.reportAlone(key, without: .question, help: help)
    }
    guard case .placeholder(var placeholder) = outcome, let until else { return outcome }
    placeholder.until = date(until, fields.name(.until))
    return .placeholder(placeholder)
  }

  private func isDraft(_ fields: Fields<RuleKey>) -> Bool {
    Draft.origin(fields[.source]?.writtenScalar?.text) != nil
  }

  /// Returns the last date for confirming a drafted result.
  func draftDay(of outcome: Rule.Outcome, _ fields: Fields<RuleKey>) -> CalendarDate? {
    guard case .then = outcome, isDraft(fields) else { return nil }
    return fields[.until].flatMap { date($0, fields.name(.until)) }
  }

  /// Reads one result, or a list of observations that belong together.
  func results(_ node: SyntaxNode, _ subject: String) -> [Rule.Result]? {
    guard let items = oneOrMore(node, subject) else { return nil }
    let results = items.mapAll { item in
      text(item, subject, advice(forResult: item))
        .map { Rule.Result(text: $0, span: item.span) }
    }
    warnOfOneSentence(items, subject)
    return results
  }

  /// Returns how to write a map in place of results as texts: the texts under its keys.
  private func advice(forResult node: SyntaxNode) -> (help: [String], right: String?) {
    guard let first = node.entries.first else { return ([], nil) }
    if node.entries.contains(where: { $0.key == RuleKey.question.rawValue }) {
      return (["an open question has no `then`: write `question` in its place"], nil)
    }
    // In YAML, a text with a colon is a map.
    if node.entries.count == 1, first.key.contains(" "), let rest = first.value.writtenScalar?.text
    {
      let right = "\(first.key): \(rest)".asFlowScalar
      return (["put the text in quotes: `\(right)`"], right)
    }
    func scalars(_ node: SyntaxNode) -> [SyntaxScalar] {
      node.writtenScalar.map { [$0] } ?? (node.items + node.entries.map(\.value)).flatMap(scalars)
    }
    let said = scalars(node)
    let texts = said.filter { $0.kind == .text }.map(\.text.asFlowScalar)
    guard !texts.isEmpty else { return (["write in words what is seen"], nil) }
    let list = texts.prefix(4).joined(separator: ", ")
    let right = texts.count == 1 ? list : "[\(list)]"
    let isAll = texts.count == said.count && texts.count <= 4
    return (["write in words what is seen, such as `\(right)`"], isAll ? right : nil)
  }

  /// Warns about an item in brackets that begins in lower case, as its comma was probably part of a sentence.
  private func warnOfOneSentence(_ items: [SyntaxNode], _ subject: String) {
    for (previous, item) in zip(items, items.dropFirst()) {
      // Only in brackets do two items share a line; a quoted text was split on purpose.
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
    var help = "write what happens, or `{question: …}`; what nobody decided yet needs no key"
    if let parted = parted(number, of: entries) {
      help = parted.help
    } else if let next = entries.dropFirst(number + 1).first,
      next.keySpan.start.line == span.start.line
    {
      help = "in braces a comma separates entries: write `{\"\(key), \(next.key)\": …}`"
    }
    report(.emptyText, "`\(key)` has no result", at: span, help: [help])
  }

  private func date(_ node: SyntaxNode, _ subject: String) -> CalendarDate? {
    guard let text = node.writtenScalar?.text else {
      return wrongType(node, subject, expected: Scale.date.bound)
    }
    if let date = CalendarDate(text) { return date }
    let help = RangeForm.date(text).map { ["write `\($0)`"] } ?? []
    return noNumber(text, on: .date, subject, at: node.span, help: help)
  }
}
