/// Turns a spec into a YAML tree, choosing among the page's long and short forms and among the orders of keys.
struct SpecNodeBuilder {
  private var random: SplitMix64
  private let allowsAliases: Bool
  private let isShuffled: Bool

  init(random: SplitMix64, allowsAliases: Bool) {
    var random = random
    self.allowsAliases = allowsAliases && random.chance(20)
    isShuffled = random.chance(40)
    self.random = random
  }

  mutating func root(of spec: AbstractSpec) -> YAMLNode {
    var entries: [YAMLNode.Entry] = [
      .init("specmatrix", .word("1")),
      .init("id", .text(spec.id)),
      .init("feature", .text(spec.feature)),
    ]
    if let language = spec.language { entries.append(.init("language", .text(language))) }
    if let owner = spec.owner { entries.append(.init("owner", .text(owner))) }
    if !spec.links.isEmpty { entries.append(.init("links", texts(spec.links))) }
    for (key, kind) in [("states", AbstractFactor.Kind.state), ("data", .data)] {
      let factors = spec.factors.filter { $0.kind == kind }
      guard !factors.isEmpty else { continue }
      entries.append(.init(key, .map(factors.map { .init($0.name, factor($0)) })))
    }
    entries.append(.init("operations", operations(spec.operations)))
    if !spec.dismissed.isEmpty {
      let dismissed = spec.dismissed.map { YAMLNode.Entry($0.id, .text($0.reason)) }
      entries.append(.init("dismissed", .map(dismissed)))
    }
    if !spec.constraints.isEmpty {
      entries.append(.init("constraints", .list(spec.constraints.map { constraint($0) })))
    }
    if !spec.rules.isEmpty {
      entries.append(.init("expectations", .list(rules(spec.rules))))
    }
    if let coverage = coverage(spec.coverage) { entries.append(.init("coverage", coverage)) }
    return keyed(entries)
  }

  // MARK: Factors and operations

  private mutating func factor(_ factor: AbstractFactor) -> YAMLNode {
    if factor.source == .flag { return .text("flag") }
    if factor.label == nil, factor.onlyWhen == nil, let list = bareList(factor.source),
      random.chance(60)
    {
      return list
    }
    var entries: [YAMLNode.Entry] = []
    if let label = factor.label { entries.append(.init("label", .text(label))) }
    entries.append(values(factor.source, key: "values"))
    if let condition = factor.onlyWhen {
      entries.append(.init("only_when", self.condition(condition)))
    }
    return keyed(entries)
  }

  private mutating func operations(_ operations: [AbstractOperation]) -> YAMLNode {
    let areBare = operations.allSatisfy {
      $0.label == nil && $0.variants == nil && $0.onlyWhen == nil
    }
    if areBare { return texts(operations.map(\.id)) }
    return .map(operations.map { .init($0.id, operation($0)) })
  }

  private mutating func operation(_ operation: AbstractOperation) -> YAMLNode {
    // A map of operations needs something at each; an operation without a label may repeat its id.
    if operation.variants == nil, operation.onlyWhen == nil,
      operation.label == nil || random.chance(60)
    {
      return .text(operation.label ?? operation.id)
    }
    var entries: [YAMLNode.Entry] = []
    if let label = operation.label { entries.append(.init("label", .text(label))) }
    if let variants = operation.variants { entries.append(values(variants, key: "variants")) }
    if let condition = operation.onlyWhen {
      entries.append(.init("only_when", self.condition(condition)))
    }
    return keyed(entries)
  }

  private func bareList(_ source: AbstractValues) -> YAMLNode? {
    guard case .listed(let values) = source,
      values.allSatisfy({ $0 == AbstractValue(id: $0.id) })
    else { return nil }
    return texts(values.map(\.id))
  }

  private mutating func values(_ source: AbstractValues, key: String) -> YAMLNode.Entry {
    switch source {
    case .listed(let values):
      if let list = bareList(source) { return .init(key, list) }
      return .init(key, .map(values.map { .init($0.id, value($0)) }))
    case .range(let from, let to, let step, let all):
      return .init("range", range(from: from, to: to, step: step, all: all))
    case .date(let from, let to):
      return .init("date", .text("\(from)..\(to)"))
    case .text(let from, let to, let kinds):
      var entries = [YAMLNode.Entry("length", .text("\(from)..\(to)"))]
      if !kinds.isEmpty { entries.append(.init("kinds", texts(kinds))) }
      return .init("text", keyed(entries))
    case .flag:
      preconditionFailure("flag stands alone")
    }
  }

  private mutating func value(_ value: AbstractValue) -> YAMLNode {
    let hasLabelAlone = value == AbstractValue(id: value.id, label: value.label)
    if hasLabelAlone, random.chance(70) { return .text(value.label ?? value.id) }
    var entries = [YAMLNode.Entry("label", .text(value.label ?? value.id))]
    if value.isInvalid { entries.append(.init("invalid", .word("true"))) }
    if let weight = value.weight { entries.append(.init("weight", .word(String(weight)))) }
    if let note = value.note { entries.append(.init("note", .text(note))) }
    return keyed(entries)
  }

  private mutating func range(from: Int, to: Int?, step: Int, all: Bool) -> YAMLNode {
    if step == 1, !all, random.chance(70) {
      return .text("\(from).." + (to.map { String($0) } ?? ""))
    }
    var entries = [YAMLNode.Entry("from", .word(String(from)))]
    if let to { entries.append(.init("to", .word(String(to)))) }
    if step != 1 || random.chance(20) { entries.append(.init("step", .word(String(step)))) }
    if all || random.chance(20) {
      entries.append(.init("pick", .text(all ? "all" : "boundaries")))
    }
    if random.chance(20) { entries.append(.init("unit", .text("枚"))) }
    return keyed(entries)
  }

  // MARK: Conditions

  private mutating func condition(_ condition: AbstractCondition) -> YAMLNode {
    let maps = condition.alternatives.map { entries in
      YAMLNode.map(entries.map { YAMLNode.Entry($0.factor, test($0.test)) })
    }
    return maps.count == 1 && random.chance(90) ? maps[0] : .list(maps)
  }

  private mutating func test(_ test: AbstractCondition.Test) -> YAMLNode {
    func single(_ key: String, _ node: YAMLNode) -> YAMLNode { .map([.init(key, node)]) }
    switch test {
    case .value(let id): return .text(id)
    case .oneOf(let ids): return texts(ids)
    case .notValue(let id): return single("not", .text(id))
    case .notOneOf(let ids): return single("not", texts(ids))
    case .onlyValid: return single("only", .text("valid"))
    case .onlyInvalid: return single("only", .text("invalid"))
    case .applies(let applies): return single("applies", .word(applies ? "true" : "false"))
    case .between(let from, let to):
      var entries: [YAMLNode.Entry] = []
      func node(_ bound: AbstractCondition.Bound) -> YAMLNode {
        bound.text == String(bound.number) ? .word(bound.text) : .text(bound.text)
      }
      if let from { entries.append(.init("from", node(from))) }
      if let to { entries.append(.init("to", node(to))) }
      return keyed(entries)
    }
  }

  // MARK: Constraints, rules, coverage

  private mutating func constraint(_ constraint: AbstractConstraint) -> YAMLNode {
    switch constraint {
    case .require(let when, let require, let because):
      keyed([
        .init("when", condition(when)), .init("require", condition(require)),
        .init("because", .text(because)),
      ])
    case .exclude(let excluded, let because):
      keyed([.init("exclude", condition(excluded)), .init("because", .text(because))])
    }
  }

  private mutating func rules(_ rules: [AbstractRule]) -> [YAMLNode] {
    var conditions = rules.map { condition($0.when) }
    if allowsAliases { conditions = aliased(conditions) }
    return zip(rules, conditions).map { rule($0, when: $1) }
  }

  /// The conditions with an alias for each that stood before.
  private func aliased(_ conditions: [YAMLNode]) -> [YAMLNode] {
    var result = conditions
    for first in conditions.indices {
      let later = conditions.indices.filter { $0 > first && conditions[$0] == conditions[first] }
      guard result[first] == conditions[first], !later.isEmpty else { continue }
      result[first] = .anchored("when\(first)", conditions[first])
      for index in later { result[index] = .alias("when\(first)") }
    }
    return result
  }

  private mutating func rule(
    _ rule: AbstractRule,
    when: YAMLNode
  ) -> YAMLNode {
    var entries = [YAMLNode.Entry("id", .text(rule.id))]
    if !rule.when.alternatives.isEmpty { entries.append(.init("when", when)) }
    switch rule.outcome {
    case .then(let results):
      let isSingle = results.count == 1 && random.chance(80)
      entries.append(.init("then", isSingle ? .text(results[0]) : texts(results)))
    case .undecided(let question, let ask, let until):
      entries.append(.init("undecided", .text(question)))
      if let ask { entries.append(.init("ask", .text(ask))) }
      if let until { entries.append(.init("until", .text(until))) }
    }
    if !rule.overrides.isEmpty {
      entries.append(.init("overrides", texts(rule.overrides)))
    }
    if let source = rule.source { entries.append(.init("source", .text(source))) }
    if let priority = rule.priority { entries.append(.init("priority", .text(priority))) }
    return keyed(entries)
  }

  private mutating func coverage(_ coverage: AbstractCoverage?) -> YAMLNode? {
    guard let coverage else { return nil }
    var entries: [YAMLNode.Entry] = []
    if let strength = coverage.strength {
      entries.append(.init("strength", .word(String(strength))))
    }
    if !coverage.stronger.isEmpty {
      let groups = coverage.stronger.map { group in
        keyed([
          .init("factors", texts(group.factors)), .init("strength", .word(String(group.strength))),
        ])
      }
      entries.append(.init("stronger", .list(groups)))
    }
    if !coverage.include.isEmpty {
      let rows = coverage.include.map { row in
        YAMLNode.map(row.map { .init($0.factor, .text($0.value)) })
      }
      entries.append(.init("include", .list(rows)))
    }
    return entries.isEmpty ? nil : keyed(entries)
  }

  // MARK: Small nodes

  private func texts(_ texts: [String]) -> YAMLNode { .list(texts.map(YAMLNode.text)) }

  /// A map whose keys mean the same in any order.
  private mutating func keyed(_ entries: [YAMLNode.Entry]) -> YAMLNode {
    .map(isShuffled ? random.shuffled(entries) : entries)
  }
}
