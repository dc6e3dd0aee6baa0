import Diagnostics
import Text
import YAMLSyntax

/// The flat list of `rules`: under an operation there is a text, a list of texts, a rule, a tree, or a list of rules and trees.
struct RuleShapes {
  private(set) var rules: [WrittenRule] = []
  private let read: SyntaxReader
  /// The known names, to tell a misplaced value from a factor; `nil` in a pack, which does not know the factors of the specs.
  private let names: NameScope?
  private let lines: [String: NumberLine]

  private struct Place {
    var operations: OperationText
    var terms: [WrittenTerm] = []
    var path: [SyntaxStep]
    var order: Rule.Order?
    /// The key above, for messages and as the place of a text.
    var key: String
    var keySpan: SourceSpan
  }

  init(
    _ node: SyntaxNode,
    names: NameScope?,
    on lines: [String: NumberLine] = [:],
    _ read: SyntaxReader
  ) {
    self.lines = lines
    self.read = read
    self.names = names
    section(node)
  }

  private mutating func section(_ node: SyntaxNode) {
    let named = ForeignKeys.named(node.items, by: ["operation", "on", "event", "action"])
    var help = "write what happens under each operation: `rules: {submit: The recipe is posted}`"
    if let first = named?.first {
      help =
        "write each rule below its operation, without that key: `rules: {\(first.key): [{when: …, then: …}]}`"
    }
    var entries = named ?? []
    if case .mapping(let written) = node.content {
      entries = written
    } else {
      read.reportType(node, "`rules`", expected: "a map of operations", help: [help])
    }
    for entry in entries {
      let subject = "a key of `rules`"
      guard let operations = read.reader(entry.key, at: entry.keySpan, subject).operations()
      else { continue }
      if operations.isNegated {
        read.report(
          .unreadableCondition,
          "a key of `rules` names operations and cannot exclude any: `\(entry.key)`",
          at: entry.keySpan,
          help: ["list the ones you mean: `submit, back`"]
        )
        continue
      }
      if let names, names.isFactor(entry.key) {
        let message = "a key of `rules` must be an operation, not `\(entry.key)`"
        let help = [names.home(of: entry.key)].compactMap(\.self)
        read.report(.unknownOperation, message, at: entry.keySpan, help: help)
        continue
      }
      let place = Place(
        operations: operations,
        path: [.key("rules"), .key(entry.key)],
        key: entry.key,
        keySpan: entry.keySpan
      )
      rules(entry.value, place, nextTo: entries)
    }
    let limit = SpecificationDecoder.Limit.rules
    rules = read.limited(rules, to: limit, "a spec", "rules") { $0.rule.span }
  }

  private mutating func rules(_ node: SyntaxNode, _ place: Place, nextTo siblings: [SyntaxEntry]) {
    switch node.content {
    case .scalar(let scalar) where scalar.kind == .null:
      let number = siblings.firstIndex { $0.keySpan == place.keySpan } ?? 0
      let isFactorNext = siblings.dropFirst(number + 1).first.flatMap { names?.isFactor($0.key) }
      if !place.terms.isEmpty || isFactorNext != true { read.reportNoResult(number, siblings) }
    case .scalar: results(node, place)
    case .sequence(let items): list(items, node, place)
    case .mapping(let entries):
      if let first = entries.first(where: { $0.key == OrderKey.first.rawValue }),
        case .sequence(let items) = first.value.content
      {
        ordered(items, first, node, place)
      } else if entries.contains(where: { RuleKey(rawValue: $0.key) != nil })
        || isForeignRule(entries)
      {
        rule(node, place)
      } else {
        tree(entries, node, place)
      }
    }
  }

  /// Reads `first`: a list in which the first applicable rule decides.
  private mutating func ordered(
    _ items: [SyntaxNode],
    _ first: SyntaxEntry,
    _ node: SyntaxNode,
    _ place: Place
  ) {
    let subject = "the list `first` under `\(place.key)`"
    guard let fields = read.fields(of: node, OrderKey.self, subject: subject) else { return }
    guard names != nil else {
      read.report(
        .conflictingKeys,
        "\(subject) is in a pack, whose rules have no order",
        at: first.keySpan,
        help: ["write a list of rules that do not overlap"]
      )
      return
    }
    var inner = place
    inner.path.append(.key(first.key))
    inner.key = first.key
    inner.order = Rule.Order(span: first.keySpan, because: Draft.settled(fields.text(.because)))
    list(items, first.value, inner)
  }

  /// Reads a result, or a list of observations, that applies to the whole place.
  private mutating func results(_ node: SyntaxNode, _ place: Place) {
    let results = read.results(node, "the result of `\(place.key)`")
    rules.append(
      WrittenRule(
        operations: place.operations,
        alternatives: [place.terms],
        rule: Rule(
          id: "",
          hasOwnID: false,
          span: place.keySpan,
          path: place.path,
          when: Condition(alternatives: [], span: place.keySpan),
          outcome: .saying(results ?? []),
          order: place.order
        )
      )
    )
  }

  private mutating func list(_ items: [SyntaxNode], _ node: SyntaxNode, _ place: Place) {
    if items.isEmpty {
      read.report(.emptyList, "`\(place.key)` must not be an empty list", at: node.span)
      return
    }
    let areTexts = items.allSatisfy { $0.entries.isEmpty && $0.items.isEmpty }
    if areTexts, place.order == nil { return results(node, place) }
    for (number, item) in items.enumerated() {
      guard case .mapping = item.content else {
        read.reportType(
          item,
          "an item of the list under `\(place.key)`",
          expected: "a rule",
          help: ["write `- {when: {plan: free}, then: …}`; texts of one result stand in `then`"]
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
    guard let (factor, values) = factor(entries, node, place) else {
      if entries.count > 1, entries.allSatisfy({ names?.factor($0.key) != nil }) {
        let named = place.terms.map(\.factor)
        for entry in entries where !named.contains(entry.key) { tree([entry], node, place) }
      }
      return
    }
    if let names, let number = names.factor(factor.key), !names.factors[number].isBroken,
      let other = values.first(where: {
        names.isFactor($0.key) && names.factors[number].number(of: $0.key) == nil
      })
    {
      return read.report(
        .unknownValue,
        "`\(other.key)` is a factor, not a value of `\(factor.key)`",
        at: other.keySpan,
        help: [
          "put it below a value: `\(factor.key): {\(names.factors[number].validIDs.first ?? "…"): {\(other.key): …}}`"
        ]
      )
    }
    let texts = values.map { value in
      read.reader(
        value.key,
        at: value.keySpan,
        "the condition on `\(factor.key)`",
        on: lines[factor.key]
      ).condition()
    }
    for (number, value) in values.enumerated() {
      var choice = texts[number].map { WrittenTerm.Choice.texts([$0]) } ?? .unreadable
      if texts[number]?.items == [.word(.others)] {
        choice = .others(
          beside: texts.enumerated().compactMap { $0.offset == number ? nil : $0.element },
          span: value.keySpan
        )
      }
      var inner = place
      inner.terms.append(WrittenTerm(factor: factor.key, choice: choice, span: factor.keySpan))
      inner.path += [.key(factor.key), .key(value.key)]
      inner.key = value.key
      inner.keySpan = value.keySpan
      rules(value.value, inner, nextTo: values)
    }
  }

  private func factor(
    _ entries: [SyntaxEntry],
    _ node: SyntaxNode,
    _ place: Place
  ) -> (SyntaxEntry, values: [SyntaxEntry])? {
    guard let factor = entries.first else {
      return read.reject(
        .emptyCondition,
        "the map under `\(place.key)` is empty",
        at: node.span,
        help: ["write what happens: a text, a factor with its values, or `{then: …}`"]
      )
    }
    if let names, names.factor(factor.key) == nil,
      let (help, repair) = ForeignKeys.advice(forRest: entries)
        ?? meaning(of: factor.key, isAlone: entries.count == 1, names).map({ ([$0], nil) })
    {
      return read.reject(
        .unknownFactor,
        "`\(factor.key)` under `\(place.key)` is not a factor",
        at: factor.keySpan,
        help: help,
        repair: repair
      )
    }
    guard entries.count == 1 else {
      let shown = entries.prefix(2).map { "\($0.key): …" }.joined(separator: ", ")
      return read.reject(
        .conflictingKeys,
        "the map under `\(place.key)` names \(inWords(entries.map(\.key), limit: 4)): a tree has one factor per level",
        at: entries[1].keySpan,
        help: [
          "for several factors at once write a list: `- {when: {\(shown)}, then: …}`",
          "for several rules put a dash before each: `- \(entries[0].key): …`",
        ]
      )
    }
    if reportTwice(factor.key, at: factor.keySpan, in: place) { return nil }
    if case .mapping(let values) = factor.value.content {
      if !values.isEmpty { return (factor, values) }
      let message = "the factor `\(factor.key)` names no value"
      return read.reject(.emptyCondition, message, at: factor.value.span)
    }
    let ids = names?.factor(factor.key).flatMap { names?.factors[$0].validIDs } ?? ["free", "pro"]
    return read.wrongType(
      factor.value,
      "what stands under the factor `\(factor.key)`",
      expected: "a map of its values",
      help: ["for example `\(factor.key): {\(ids.prefix(2).joined(separator: ": …, ")): …}`"]
    )
  }

  /// Returns the probable meaning of a key in place of a factor, or `nil` if it is unknown.
  private func meaning(of key: String, isAlone: Bool, _ names: NameScope) -> String? {
    let first = key.prefix { $0 != "," }.trimmed
    if isAlone, names.home(of: key) == nil,
      let near = NearestName.of(key, among: RuleKey.allCases.map(\.rawValue)),
      NearestName.of(key, among: names.factors.map(\.name)) == nil
    {
      return "did you mean `\(near)`?"
    }
    return names.hidesFactors ? nil : names.home(of: first)
  }

  /// True if all keys are the words of other languages for keys of a rule.
  private func isForeignRule(_ entries: [SyntaxEntry]) -> Bool {
    let keys = RuleKey.allCases.map(\.rawValue)
    return !entries.isEmpty
      && entries.allSatisfy {
        names?.factor($0.key) == nil && ForeignKeys.meaning(of: $0.key, among: keys) != nil
      }
  }

  private func reportTwice(_ factor: String, at span: SourceSpan, in place: Place) -> Bool {
    guard let named = place.terms.first(where: { $0.factor == factor }) else { return false }
    read.reportTwice("in one rule the factor `\(factor)`", at: span, first: named.span)
    return true
  }

  // MARK: A rule with keys

  private mutating func rule(_ node: SyntaxNode, _ place: Place) {
    let written = node.entry("id")?.value.writtenScalar?.text
    let isShown = written.map { !$0.isEmpty && !$0.contains(where: \.isNewline) } ?? false
    let subject =
      (isShown ? written : nil).map { "rule `\($0)`" } ?? "the rule under `\(place.key)`"
    if let names, let factor = node.entries.first(where: { names.factor($0.key) != nil }) {
      read.report(
        .unknownKey,
        "the factor `\(factor.key)` is not a key of \(subject)",
        at: factor.keySpan,
        help: ["put it into the condition: `when: {\(factor.key): …}`"]
      )
      return
    }
    if let names, let operation = node.entry("when")?.value.writtenScalar?.text,
      names.operation(operation) != nil
    {
      return reportOperation(operation, in: node, subject, place, names)
    }
    guard let fields = read.fields(of: node, RuleKey.self, subject: subject) else { return }
    var id: (text: String, span: SourceSpan)?
    if let node = fields[.id], let text = read.name(node, fields.name(.id)),
      read.isIdentifier(text, at: node.span, "the id of a rule", hasLabel: false)
    {
      id = (text, node.span)
    }
    let when = fields[.when].flatMap { self.when($0, fields, place) }
    let outcome = read.outcome(fields)
    let becomes = read.moves(fields)
    let source = fields.text(.source)
    let draftUntil = outcome.flatMap { read.draftDay(of: $0, fields) }
    let because = Draft.settled(fields.text(.because))
    let priority = fields.word(.priority, Rule.Priority.self)
    guard fields[.when] == nil || when != nil else { return }
    rules.append(
      WrittenRule(
        operations: place.operations,
        alternatives: when?.alternatives.map { place.terms + $0 } ?? [place.terms],
        becomes: becomes,
        rule: Rule(
          id: id?.text ?? "",
          hasOwnID: id != nil,
          span: id?.span ?? fields.span,
          path: place.path,
          when: Condition(alternatives: [], span: fields[.when]?.span ?? place.keySpan),
          // The condition is kept even if the outcome is wrong.
          outcome: outcome ?? .then([]),
          isAddition: fields[.adds] != nil,
          order: place.order,
          source: source,
          draftUntil: draftUntil,
          because: because,
          priority: priority
        )
      )
    )
  }

  /// Reports an operation as `when` of a rule, as if keys were names of scenarios, and the other mistakes of the rule.
  private func reportOperation(
    _ operation: String,
    in node: SyntaxNode,
    _ subject: String,
    _ place: Place,
    _ names: NameScope
  ) {
    let isNamed = names.operation(place.operations.text) != nil
    read.report(
      .wrongType,
      "`when` of \(subject) names the operation `\(operation)`",
      at: node.entry("when")?.keySpan ?? node.span,
      help: [
        "operations are keys of `rules`, and `when` holds the condition: `\(operation): [{\(isNamed ? "" : "id: \(place.key), ")when: {…}, then: …}]`"
      ]
    )
    var rest = node
    rest.content = .mapping(
      node.entries.filter {
        $0.key != "when" && ForeignKeys.meaning(of: $0.key, among: ["when"]) == nil
      }
    )
    if let fields = read.fields(of: rest, RuleKey.self, subject: subject) {
      _ = (read.outcome(fields), read.moves(fields))
    }
  }

  private func when(
    _ node: SyntaxNode,
    _ fields: Fields<RuleKey>,
    _ place: Place
  ) -> WrittenCondition? {
    let condition = read.condition(
      node,
      fields.name(.when),
      refusingOperation: "the rule is already under its operations: `\(place.operations.text):`",
      on: lines
    )
    let terms = (condition?.alternatives ?? []).joined()
    return terms.contains { reportTwice($0.factor, at: $0.span, in: place) } ? nil : condition
  }
}
