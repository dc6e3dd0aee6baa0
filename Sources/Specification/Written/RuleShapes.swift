import Diagnostics
import YAMLSyntax

/// Reads `rules` into a flat list: what stands under an operation is a text, a list of texts, a rule, a tree, or a list of rules and trees.
struct RuleShapes {
  private(set) var read: SyntaxReader
  private(set) var rules: [WrittenRule] = []
  /// Whether a mistake may have hidden a rule.
  private(set) var isBroken = false
  /// How many rules there may be.
  private let limit: Int
  /// Which names are known, where they are: a key that should be a factor is then told from a value without one.
  private let names: any KnownNames

  /// Where a rule stands: what is known of it from above.
  private struct Place {
    var operations: OperationText
    var terms: [WrittenTerm] = []
    var path: [SyntaxStep]
    /// The key above, for messages and as the place of a text.
    var key: String
    var keySpan: SourceSpan
  }

  init(reporting read: SyntaxReader, limit: Int, names: any KnownNames) {
    self.read = read
    self.limit = limit
    self.names = names
  }

  /// Reads all of the section.
  mutating func read(_ node: SyntaxNode) {
    guard case .mapping(let entries) = node.content else {
      isBroken = true
      read.wrongType(
        node,
        "`rules`",
        expected: "a map of operations",
        help: ["write what happens under each operation: `rules: {submit: The recipe is posted}`"]
      )
      return
    }
    for entry in entries {
      let subject = "a key of `rules`"
      guard let operations = read.operationText(entry.key, at: entry.keySpan, subject) else {
        isBroken = true
        continue
      }
      if operations.isNegated {
        isBroken = true
        read.report(
          .unreadableCondition,
          "a key of `rules` names operations, not all but some: `\(entry.key)`",
          at: entry.keySpan,
          help: ["list those that are meant: `submit, back`"]
        )
        continue
      }
      rules(
        entry.value,
        Place(
          operations: operations,
          path: [.key("rules"), .key(entry.key)],
          key: entry.key,
          keySpan: entry.keySpan
        ),
        nextTo: entries
      )
    }
    if rules.count > limit {
      read.report(
        .tooMany,
        "a spec can have at most \(limit) rules, not \(rules.count)",
        at: rules[limit].span
      )
      rules.removeLast(rules.count - limit)
      isBroken = true
    }
  }

  /// What stands under an operation, a value or a dash.
  private mutating func rules(_ node: SyntaxNode, _ place: Place, nextTo siblings: [SyntaxEntry]) {
    switch node.content {
    case .scalar(let scalar) where scalar.kind == .null: reportNothing(place, nextTo: siblings)
    case .scalar: results(node, place)
    case .sequence(let items): list(items, node, place)
    case .mapping(let entries):
      if entries.contains(where: { RuleKey(rawValue: $0.key) != nil }) {
        rule(node, place)
      } else {
        tree(entries, node, place)
      }
    }
  }

  private mutating func reportNothing(_ place: Place, nextTo siblings: [SyntaxEntry]) {
    isBroken = true
    let number = siblings.firstIndex { $0.keySpan == place.keySpan } ?? 0
    let line = place.keySpan.start.line
    // In braces a comma separates entries: `{free: Sent, and shown}` is two, `{owner, editor: X}` as well.
    if number > 0, let text = siblings[number - 1].value.writtenScalar?.text,
      siblings[number - 1].keySpan.start.line == line
    {
      read.report(
        .emptyText,
        "`\(place.key)` has no result: in braces a comma separates entries",
        at: place.keySpan,
        help: [
          "put quotes around a text with a comma: `\(siblings[number - 1].key): \"\(text), \(place.key)\"`"
        ]
      )
      return
    }
    if let next = siblings.dropFirst(number + 1).first, next.keySpan.start.line == line {
      read.report(
        .emptyText,
        "`\(place.key)` has no result: in braces a comma separates entries",
        at: place.keySpan,
        help: [
          "put quotes around the key, `{\"\(place.key), \(next.key)\": …}`, or write it without braces on a line of its own: `\(place.key), \(next.key): …`"
        ]
      )
      return
    }
    read.report(
      .emptyText,
      "`\(place.key)` has no result",
      at: place.keySpan,
      help: ["write what happens, or `{question: …}`; what nobody decided yet needs no key"]
    )
  }

  /// One result, or one with several observations, that covers all of the place.
  private mutating func results(_ node: SyntaxNode, _ place: Place) {
    let results = read.results(node, "the result of `\(place.key)`")
    if results == nil { isBroken = true }
    rules.append(
      WrittenRule(
        operations: place.operations,
        alternatives: [place.terms],
        outcome: .saying(results ?? []),
        path: place.path,
        span: place.keySpan,
        whenSpan: place.keySpan
      )
    )
  }

  private mutating func list(_ items: [SyntaxNode], _ node: SyntaxNode, _ place: Place) {
    if items.isEmpty {
      isBroken = true
      read.report(.emptyList, "`\(place.key)` must not be an empty list", at: node.span)
      return
    }
    if let nothing = items.first(where: \.isNull) {
      isBroken = true
      read.report(.emptyText, "an item of the list under `\(place.key)` is empty", at: nothing.span)
      return
    }
    let texts = items.count { $0.writtenScalar != nil }
    if texts == items.count { return results(node, place) }
    if texts > 0 {
      isBroken = true
      let odd = items.first { $0.writtenScalar == nil } ?? node
      read.report(
        .wrongType,
        "the list under `\(place.key)` mixes texts and rules",
        at: odd.span,
        help: [
          "a list of texts is one result with several observations, a list of maps is several rules: "
            + "put the texts in `then`"
        ]
      )
      return
    }
    for (number, item) in items.enumerated() {
      guard case .mapping = item.content else {
        isBroken = true
        read.wrongType(
          item,
          "an item of the list under `\(place.key)`",
          expected: "a rule",
          help: ["for example `- {when: {plan: free}, then: …}`"]
        )
        continue
      }
      var inner = place
      inner.path.append(.item(number))
      rules(item, inner, nextTo: [])
    }
  }

  // MARK: A tree

  private mutating func tree(_ entries: [SyntaxEntry], _ node: SyntaxNode, _ place: Place) {
    guard let factor = entries.first else {
      isBroken = true
      read.report(
        .emptyCondition,
        "the map under `\(place.key)` is empty",
        at: node.span,
        help: ["write what happens: a text, a factor with its values, or `{then: …}`"]
      )
      return
    }
    if names.isFactor(factor.key) == false,
      let help = names.meaning(ofKeys: entries.map(\.key), under: place.operations)
    {
      isBroken = true
      read.report(
        .unknownFactor,
        "`\(factor.key)` under `\(place.key)` is not a factor",
        at: factor.keySpan,
        help: [help]
      )
      return
    }
    guard entries.count == 1 else {
      isBroken = true
      read.report(
        .conflictingKeys,
        "the map under `\(place.key)` names \(inWords(entries.map(\.key), limit: 4)): a tree has one factor per level",
        at: entries[1].keySpan,
        help: [
          "for several factors at once write a list: `- {when: {\(entries.prefix(2).map { "\($0.key): …" }.joined(separator: ", "))}, then: …}`",
          "for one rule behind another put a dash before each: `- \(entries[0].key): …`",
        ]
      )
      return
    }
    if let named = place.terms.first(where: { $0.factor == factor.key }) {
      isBroken = true
      read.report(
        .duplicateName,
        "the factor `\(factor.key)` is named twice for the same rule",
        at: factor.keySpan,
        related: [Diagnostic.Related(span: named.span, message: "first named here")]
      )
      return
    }
    guard case .mapping(let values) = factor.value.content, !values.isEmpty else {
      isBroken = true
      if case .mapping = factor.value.content {
        read.report(
          .emptyCondition,
          "the factor `\(factor.key)` names no value",
          at: factor.value.span
        )
        return
      }
      read.wrongType(
        factor.value,
        "what stands under the factor `\(factor.key)`",
        expected: "a map of its values",
        help: ["for example `\(factor.key): {free: …, premium: …}`"]
      )
      return
    }
    let texts = values.map { value in
      read.conditionText(value.key, at: value.keySpan, "the condition on `\(factor.key)`")
    }
    for (number, value) in values.enumerated() {
      guard let text = texts[number] else {
        isBroken = true
        continue
      }
      var choice = WrittenTerm.Choice.texts([text])
      if text.items == [.others] {
        choice = .others(
          beside: texts.enumerated().compactMap { $0.offset == number ? nil : $0.element },
          span: value.keySpan
        )
      }
      var inner = place
      inner.terms.append(
        WrittenTerm(factor: factor.key, choice: choice, span: factor.keySpan)
      )
      inner.path += [.key(factor.key), .key(value.key)]
      inner.key = value.key
      inner.keySpan = value.keySpan
      rules(value.value, inner, nextTo: values)
    }
  }

  // MARK: A rule with keys

  private mutating func rule(_ node: SyntaxNode, _ place: Place) {
    let written = node.entry("id")?.value.writtenScalar?.text
    let isShown = written.map { !$0.isEmpty && !$0.contains(where: \.isNewline) } ?? false
    let subject =
      (isShown ? written : nil).map { "rule `\($0)`" } ?? "the rule under `\(place.key)`"
    if case .mapping(let entries) = node.content,
      let factor = entries.first(where: { names.isFactor($0.key) ?? false })
    {
      isBroken = true
      read.report(
        .unknownKey,
        "the factor `\(factor.key)` is not a key of \(subject)",
        at: factor.keySpan,
        help: ["put it into the condition: `when: {\(factor.key): …}`"]
      )
      return
    }
    guard let fields = read.fields(of: node, RuleKey.self, subject: subject) else {
      isBroken = true
      return
    }
    let before = read.diagnostics.count
    var id: (text: String, span: SourceSpan)?
    if let node = fields[.id], let text = read.name(node, fields.name(.id)),
      read.isIdentifier(text, at: node.span, "the id of a rule", hasLabel: false)
    {
      id = (text, node.span)
    }
    let when = fields[.when].flatMap { self.when($0, fields, place) }
    let outcome = read.outcome(fields)
    let source = read.text(fields[.source], fields.name(.source))
    let priority = fields[.priority].flatMap {
      read.word($0, fields.name(.priority), Rule.Priority.self)
    }
    if read.diagnostics.dropFirst(before).contains(where: { $0.severity == .error }) {
      isBroken = true
    }
    if outcome == nil { isBroken = true }
    guard fields[.when] == nil || when != nil else {
      isBroken = true
      return
    }
    rules.append(
      WrittenRule(
        operations: place.operations,
        alternatives: when?.alternatives.map { place.terms + $0 } ?? [place.terms],
        id: id,
        // Of a rule whose outcome is wrong the condition is read all the same.
        outcome: outcome ?? .then([]),
        source: source,
        priority: priority,
        path: place.path,
        span: id?.span ?? fields.span,
        whenSpan: fields[.when]?.span ?? place.keySpan
      )
    )
  }

  private mutating func when(
    _ node: SyntaxNode,
    _ fields: Fields<RuleKey>,
    _ place: Place
  ) -> WrittenCondition? {
    let condition = read.condition(
      node,
      fields.name(.when),
      operation: .refused("the rule stands under its operations: `\(place.operations.text):`")
    )
    for term in condition?.alternatives.flatMap(\.self) ?? [] {
      guard let named = place.terms.first(where: { $0.factor == term.factor }) else { continue }
      read.report(
        .duplicateName,
        "the factor `\(term.factor)` is named twice for the same rule",
        at: term.span,
        related: [Diagnostic.Related(span: named.span, message: "first named here")]
      )
      return nil
    }
    return condition
  }
}
