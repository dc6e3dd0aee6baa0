/// Turns a spec into a YAML tree, choosing among long and short forms and orders of keys.
struct SpecNodeBuilder {
  var random: SplitMix64
  private let allowsAliases: Bool
  private let isShuffled: Bool

  init(random: SplitMix64, allowsAliases: Bool) {
    var random = random
    self.allowsAliases = allowsAliases && random.chance(20)
    isShuffled = random.chance(40)
    self.random = random
  }

  mutating func root(of spec: AbstractSpec, keepsIDs: Bool) -> YAMLNode {
    var entries: [YAMLNode.Entry] = [
      .init("specmatrix", .word("1")),
      .init("id", .text(spec.id)),
      .init("feature", .text(spec.feature)),
    ]
    if let language = spec.language { entries.append(.init("language", .text(language))) }
    if let owner = spec.owner { entries.append(.init("owner", .text(owner))) }
    if let source = spec.sources.first {
      let isText = spec.sources.count == 1 && random.chance(70)
      entries.append(.init("source", isText ? .text(source) : texts(spec.sources)))
    }
    entries += factorSections(spec.factors, inPack: false)
    entries.append(.init("operations", operations(spec.operations)))
    entries += otherSections(spec.dismissed, spec.impossible, spec.questions)
    let rules = AbstractSpec.grouped(spec.rules)
    let judged = spec.judged(by: .representatives)
    if !rules.isEmpty {
      let referenced = Set(spec.precedence.flatMap(\.entries))
      let fixed = rules.map { !$0.isNamed && (keepsIDs || referenced.contains(.rule($0.id))) }
      entries.append(
        .init("rules", self.rules(rules, fixed: fixed, others: judged.factors, in: spec))
      )
    }
    if let lists = precedence(spec) { entries.append(.init("precedence", lists)) }
    if let cases = cases(spec.cases) { entries.append(.init("cases", cases)) }
    return keepsIDs ? .map(entries) : keyed(entries)
  }

  mutating func root(of pack: AbstractPack, in spec: AbstractSpec, keepsIDs: Bool) -> YAMLNode {
    var entries = factorSections(pack.factors, inPack: true)
    if !pack.operations.isEmpty {
      let operations = pack.operations.map { operation -> YAMLNode.Entry in
        var entries = [
          YAMLNode.Entry("label", .text(operation.label ?? operation.id)),
          .init("question", .text("What happens then?")),
        ]
        if random.chance(50) { entries.append(.init("why", .text("The house knows."))) }
        // As in every entry of the catalogue, the variants are a map with labels.
        if case .listed(let variants)? = operation.variants {
          let labels = variants.map { YAMLNode.Entry($0.id, .text($0.label ?? $0.id)) }
          entries.append(.init("variants", .map(labels)))
        }
        return .init(operation.id, keyed(entries))
      }
      entries.append(.init("operations", .map(operations)))
    }
    entries += otherSections(pack.dismissed, pack.impossible, pack.questions)
    let rules = AbstractSpec.grouped(pack.rules)
    if !rules.isEmpty {
      // `others` depends on the values that a spec declares, so it is used only if these are the pack's or the spec's own.
      let redeclared = pack.factors.map(\.name).filter { name in
        !spec.factors.contains { $0.name == name && $0.isSelected }
      }
      let others = spec.judged(by: .representatives).factors.filter {
        !redeclared.contains($0.name)
      }
      let fixed = rules.map { !$0.isNamed && keepsIDs }
      entries.append(.init("rules", self.rules(rules, fixed: fixed, others: others, in: spec)))
    }
    return keyed(entries)
  }

  // MARK: Factors and operations

  private mutating func factorSections(
    _ factors: [AbstractFactor],
    inPack: Bool
  ) -> [YAMLNode.Entry] {
    [("states", AbstractFactor.Kind.state), ("data", .data)].compactMap { key, kind in
      let own = factors.filter { $0.kind == kind }
      guard !own.isEmpty else { return nil }
      return .init(key, .map(own.map { .init($0.name, factor($0, inPack: inPack)) }))
    }
  }

  private mutating func factor(_ factor: AbstractFactor, inPack: Bool) -> YAMLNode {
    let isBare = factor.onlyWhen == nil && factor.usual == nil && factor.note == nil && !inPack
    if factor.isSelected, isBare {
      guard let label = factor.label else { return .null }
      return random.chance(60) ? .text(label) : .map([.init("label", .text(label))])
    }
    if factor.source == .yesNo, isBare, let label = factor.label, random.chance(60) {
      return .text(label)
    }
    if factor.label == nil, isBare, let list = bareList(factor.source), random.chance(60) {
      return list
    }
    var entries: [YAMLNode.Entry] = []
    if let label = factor.label { entries.append(.init("label", .text(label))) }
    if inPack { entries.append(.init("question", .text("What of it?"))) }
    if !factor.isSelected { entries += values(factor.source, key: "values") }
    if let usual = factor.usual { entries.append(.init("usual", .text(usual))) }
    if let note = factor.note { entries.append(.init("note", .text(note))) }
    if let condition = factor.onlyWhen {
      entries.append(.init("only_when", self.condition(condition)))
    }
    return keyed(entries)
  }

  private mutating func operations(_ operations: [AbstractOperation]) -> YAMLNode {
    let areBare = operations.allSatisfy {
      $0.label == nil && ($0.variants == nil || $0.inheritsVariants) && $0.onlyWhen == nil
        && $0.behavesAs == nil && $0.note == nil
    }
    if areBare, random.chance(70) { return texts(operations.map(\.id)) }
    return .map(operations.map { .init($0.id, operation($0)) })
  }

  private mutating func operation(_ operation: AbstractOperation) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    if let label = operation.label { entries.append(.init("label", .text(label))) }
    if let entry = operation.behavesAs { entries.append(.init("is", .text(entry))) }
    if let variants = operation.variants, !operation.inheritsVariants {
      entries += values(variants, key: operation.hasParts ? "parts" : "variants")
    }
    if let note = operation.note { entries.append(.init("note", .text(note))) }
    if let condition = operation.onlyWhen {
      entries.append(.init("only_when", self.condition(condition)))
    }
    if entries.isEmpty { return operation.isSelected ? .null : .map([]) }
    if entries.count == 1, let label = operation.label, random.chance(60) { return .text(label) }
    return keyed(entries)
  }

  private func bareList(_ source: AbstractValues) -> YAMLNode? {
    guard case .listed(let values) = source,
      values.allSatisfy({ $0.label == nil && $0.note == nil && ($0.isInherited || !$0.isInvalid) })
    else { return nil }
    return texts(values.map(\.id))
  }

  private mutating func values(_ source: AbstractValues, key: String) -> [YAMLNode.Entry] {
    switch source {
    case .listed(let values):
      if let list = bareList(source), random.chance(60) { return [.init(key, list)] }
      return [.init(key, .map(values.map { .init($0.id, value($0)) }))]
    case .range(let from, let to, let unit):
      let bounds = "\(from).." + (to.map { String($0) } ?? "")
      return [.init("range", .text(bounds + (unit.map { " \($0)" } ?? "")))]
    case .date(let from, let to):
      return [.init("date", .text("\(from)..\(to)"))]
    case .time(let from, let to):
      return [.init("time", .text("\(from)..\(to)"))]
    case .length(let from, let to, let kinds):
      return [.init("length", .text("\(from)..\(to)"))]
        + (kinds.isEmpty ? [] : [.init("kinds", texts(kinds))])
    case .yesNo:
      return []
    }
  }

  private mutating func value(_ value: AbstractValue) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    if let label = value.label { entries.append(.init("label", .text(label))) }
    if value.isInvalid, !value.isInherited { entries.append(.init("invalid", .word("true"))) }
    if let note = value.note { entries.append(.init("note", .text(note))) }
    if entries.isEmpty { return .null }
    if entries.count == 1, let label = value.label, random.chance(70) { return .text(label) }
    return keyed(entries)
  }

  // MARK: Conditions

  mutating func condition(_ condition: AbstractCondition) -> YAMLNode {
    let maps = condition.alternatives.map { entries in
      YAMLNode.map(entries.map { YAMLNode.Entry($0.factor, test($0.test)) })
    }
    return maps.count == 1 && random.chance(90) ? maps[0] : .list(maps)
  }

  private mutating func test(_ test: AbstractCondition.Test) -> YAMLNode {
    guard test.count == 1 else { return texts(test.map(\.text)) }
    let isList = !test[0].isNot && random.chance(test[0].parts.count > 1 ? 60 : 5)
    return isList ? texts(test[0].parts.map(\.text)) : .text(test[0].text)
  }

  // MARK: The other sections

  private mutating func otherSections(
    _ dismissed: [AbstractDismissal],
    _ impossible: [AbstractImpossibility],
    _ questions: [AbstractQuestion]
  ) -> [YAMLNode.Entry] {
    var entries: [YAMLNode.Entry] = []
    if !dismissed.isEmpty {
      let dismissed = dismissed.map { YAMLNode.Entry($0.id, .text($0.reason)) }
      entries.append(.init("dismissed", .map(dismissed)))
    }
    if !impossible.isEmpty {
      let facts = impossible.map { fact in
        var entries = [YAMLNode.Entry("when", condition(fact.when))]
        if let because = fact.because { entries.append(.init("because", .text(because))) }
        return keyed(entries)
      }
      entries.append(.init("impossible", .list(facts)))
    }
    if !questions.isEmpty {
      entries.append(.init("questions", .list(questions.map { keyed(question($0)) })))
    }
    return entries
  }

  mutating func question(_ question: AbstractQuestion) -> [YAMLNode.Entry] {
    var entries = [YAMLNode.Entry("question", .text(question.text))]
    if !question.options.isEmpty {
      entries.append(.init("options", .list(question.options.map { results($0) })))
    }
    if let ask = question.ask { entries.append(.init("ask", .text(ask))) }
    if let until = question.until { entries.append(.init("until", .text(until))) }
    return entries
  }

  /// Returns one result as a text or a list, several as a list.
  mutating func results(_ results: [String]) -> YAMLNode {
    results.count == 1 && random.chance(80) ? .text(results[0]) : texts(results)
  }

  private mutating func precedence(_ spec: AbstractSpec) -> YAMLNode? {
    let lists = spec.precedence.map { list in
      texts(
        list.entries.map { entry in
          switch entry {
          case .others: return "others"
          case .rule(let id):
            guard let rule = spec.rules.first(where: { $0.id == id }) else { return id }
            return rule.isNamed ? id : rule.derivedID(spec.factors) ?? id
          }
        }
      )
    }
    guard let first = lists.first else { return nil }
    return lists.count == 1 && random.chance(70) ? first : .list(lists)
  }

  private mutating func cases(_ cases: AbstractCases) -> YAMLNode? {
    var items = cases.every.map { YAMLNode.map([.init("every", texts($0))]) }
    for include in cases.include {
      var entries = [YAMLNode.Entry("when", condition(AbstractCondition(anyOf: [include.entries])))]
      if let because = include.because { entries.append(.init("because", .text(because))) }
      items.append(keyed(entries))
    }
    return items.isEmpty ? nil : .list(items)
  }

  /// Returns rules with aliases for repeated conditions.
  private mutating func rules(
    _ rules: [AbstractRule],
    fixed: [Bool],
    others: [AbstractFactor],
    in spec: AbstractSpec
  ) -> YAMLNode {
    let plain = spec.operations.filter { $0.variants == nil }.map(\.id)
    var shapes = RuleShapes(rules: rules, fixed: fixed, factors: others, words: self)
    shapes.operationsWithoutVariants = Set(plain)
    let node = shapes.root()
    random = shapes.words.random
    guard allowsAliases else { return node }
    var aliases = Aliases(node)
    return aliases.applied(to: node)
  }

  // MARK: Small nodes

  func texts(_ texts: [String]) -> YAMLNode { .list(texts.map(YAMLNode.text)) }

  /// Returns a map whose order of keys does not matter.
  mutating func keyed(_ entries: [YAMLNode.Entry]) -> YAMLNode {
    .map(isShuffled ? random.shuffled(entries) : entries)
  }
}

/// Replaces repeated `when` nodes by aliases.
private struct Aliases {
  private var counts: [YAMLNode: Int] = [:]
  private var names: [YAMLNode: String] = [:]

  init(_ root: YAMLNode) {
    count(root)
  }

  private mutating func count(_ node: YAMLNode) {
    switch node {
    case .list(let items): for item in items { count(item) }
    case .map(let entries):
      for entry in entries {
        if entry.key == "when" { counts[entry.value, default: 0] += 1 }
        count(entry.value)
      }
    default: break
    }
  }

  mutating func applied(to node: YAMLNode) -> YAMLNode {
    switch node {
    case .list(let items): return .list(items.map { applied(to: $0) })
    case .map(let entries):
      return .map(
        entries.map { entry in
          guard entry.key == "when", (counts[entry.value] ?? 0) > 1 else {
            return YAMLNode.Entry(entry.key, applied(to: entry.value))
          }
          if let name = names[entry.value] { return YAMLNode.Entry("when", .alias(name)) }
          let name = "when\(names.count)"
          names[entry.value] = name
          return YAMLNode.Entry("when", .anchored(name, entry.value))
        }
      )
    default: return node
    }
  }
}
