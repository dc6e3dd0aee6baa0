import Diagnostics
import Text
import YAMLSyntax

extension SpecificationDecoder {
  /// The keys of a rule.
  enum RuleKey: String, CaseIterable {
    case id, when, then, undecided, ask, until, overrides, source, priority
  }

  /// The rules, in the order written.
  mutating func rules(_ fields: Fields<Key>, in scope: NameScope) -> [Rule] {
    guard let items = entries(of: .expectations, fields, called: "expectations") else { return [] }
    var named: [(fields: Fields<RuleKey>, id: String, span: SourceSpan)] = []
    var names = UniqueNames()
    for (number, item) in items.enumerated() {
      let generated = "rule-\(number + 1)"
      let subject = name(ofRule: item).map { "rule `\($0)`" }
      let fields = read.fields(
        of: item,
        RuleKey.self,
        subject: subject ?? "rule \(number + 1)"
      )
      guard let fields else { continue }
      let written = fields[.id].flatMap { read.name($0, "the id of rule \(number + 1)") }
      let id = written ?? generated
      let span = fields[.id]?.span ?? item.span.firstPlace
      names.insert(
        id,
        at: span,
        called: written == nil ? "the generated id" : "the id",
        reportingTo: &read
      )
      named.append((fields, id, span))
    }
    let numbers = Dictionary(
      named.enumerated().map { ($1.id, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let ids = named.map(\.id)
    let isComplete = named.count == items.count
    var rules: [Rule] = []
    var overrides: [[CircleEdge]] = []
    for (number, item) in named.enumerated() {
      let overridden = self.overrides(
        item.fields,
        of: number,
        among: numbers,
        ids: ids,
        isComplete: isComplete
      )
      overrides.append(overridden)
      let rule = rule(
        item.fields,
        id: item.id,
        span: item.span,
        overrides: overridden.map(\.node),
        in: scope
      )
      if let rule { rules.append(rule) }
    }
    reportCircles(of: overrides, names: ids, .circularOverrides, "circle of `overrides`") { _ in
      "of rules that override each other none would win"
    }
    return rules
  }

  /// The id that is written, for messages, before anything is checked.
  private func name(ofRule node: SyntaxNode) -> String? {
    guard case .mapping(let entries) = node.content else { return nil }
    let scalar = entries.first { $0.key == RuleKey.id.rawValue }?.value.writtenScalar
    guard let text = scalar?.text, !text.isEmpty, !text.contains(where: \.isNewline) else {
      return nil
    }
    return text
  }

  private mutating func rule(
    _ fields: Fields<RuleKey>,
    id: String,
    span: SourceSpan,
    overrides: [Int],
    in scope: NameScope
  ) -> Rule? {
    let when = fields[.when].map {
      condition($0, fields.name(.when), in: scope, mayBeEmpty: true)
    }
    let everywhere = Condition(alternatives: [Conjunction(terms: [])], span: span)
    let outcome = outcome(fields)
    let source = read.text(fields[.source], fields.name(.source))
    let priority = fields[.priority].flatMap {
      read.word($0, fields.name(.priority), Rule.Priority.self)
    }
    guard let when = when ?? everywhere, let outcome else { return nil }
    return Rule(
      id: id,
      span: span,
      when: when,
      outcome: outcome,
      overrides: overrides,
      source: source,
      priority: priority
    )
  }

  private mutating func outcome(_ fields: Fields<RuleKey>) -> Rule.Outcome? {
    let ask = read.text(fields[.ask], fields.name(.ask))
    let until = fields[.until].flatMap { day($0, fields.name(.until)) }
    switch (fields.entry(.then), fields.entry(.undecided)) {
    case (_?, let undecided?):
      read.report(
        .conflictingKeys,
        "\(fields.subject) has both `then` and `undecided`",
        at: undecided.keySpan,
        help: ["use `then` for what is decided and `undecided` for an open question"]
      )
    case (nil, nil):
      if !fields.hasUnknownKeys {
        read.report(
          .missingKey,
          "\(fields.subject) has neither `then` nor `undecided`",
          at: fields.span,
          help: ["write what happens in `then`, or the open question in `undecided`"]
        )
      }
    case (let then?, nil):
      for key in fields.written(of: [.ask, .until]) {
        read.report(
          .conflictingKeys,
          "\(fields.subject) has `\(key.rawValue)` without `undecided`",
          at: fields.entry(key)?.keySpan ?? fields.span,
          help: ["`\(key.rawValue)` belongs to an open question"]
        )
      }
      return results(then.value, fields.name(.then)).map { .then($0) }
    case (nil, let undecided?):
      let subject = fields.name(.undecided)
      return read.text(undecided.value, subject).map {
        .undecided(
          Rule.OpenQuestion(text: $0, ask: ask, until: until, span: undecided.value.span)
        )
      }
    }
    return nil
  }

  /// One result, or a list of some.
  private mutating func results(_ node: SyntaxNode, _ subject: String) -> [Rule.Result]? {
    var items = [node]
    if case .sequence = node.content {
      guard let list = read.filledList(node, subject) else { return nil }
      items = list
    }
    let results = items.compactMap { item in
      read.text(item, subject).map { Rule.Result(text: $0, span: item.span) }
    }
    return results.count == items.count ? results : nil
  }

  private mutating func day(_ node: SyntaxNode, _ subject: String) -> CalendarDay? {
    guard let scalar = node.writtenScalar else {
      read.wrongType(node, subject, expected: Scale.day.bound)
      return nil
    }
    if let day = CalendarDay(scalar.text) { return day }
    read.report(
      .invalidDay,
      "\(subject) must be \(Scale.day.bound), not `\(scalar.text)`",
      at: node.span
    )
    return nil
  }
}

extension SourceSpan {
  /// The place where the stretch begins.
  fileprivate var firstPlace: SourceSpan { SourceSpan(start: start, end: start) }
}

extension SpecificationDecoder {
  /// The rules that a rule overrides by word, each once.
  mutating func overrides(
    _ fields: Fields<RuleKey>,
    of rule: Int,
    among numbers: [String: Int],
    ids: [String],
    isComplete: Bool
  ) -> [CircleEdge] {
    guard let node = fields[.overrides] else { return [] }
    var items = [node]
    if node.writtenScalar == nil {
      guard let list = read.filledList(node, fields.name(.overrides)) else { return [] }
      items = list
    }
    var overridden: [CircleEdge] = []
    var known: Set<Int> = []
    for item in items {
      guard let id = read.name(item, "an id in \(fields.name(.overrides))") else { continue }
      guard let number = numbers[id] else {
        if isComplete {
          read.report(
            .unknownRule,
            "\(fields.subject) overrides `\(id)`, which is not declared",
            at: item.span,
            help: read.help(for: id, among: ids.filter { $0 != ids[rule] }, called: "the others")
          )
        }
        continue
      }
      if number == rule {
        read.report(.circularOverrides, "\(fields.subject) overrides itself", at: item.span)
      } else if known.insert(number).inserted {
        overridden.append((number, item.span))
      }
    }
    return overridden
  }
}
