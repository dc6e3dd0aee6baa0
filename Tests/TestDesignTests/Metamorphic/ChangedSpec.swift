@testable import TestSupport

/// A transformed spec, with the original names.
struct ChangedSpec {
  private(set) var spec: AbstractSpec
  /// The original names of renamed factors.
  private var factors: [String: String] = [:]
  /// The original values of renamed values, by factor; operations are `operation/variant`.
  private var values: [String: [String: String]] = [:]
  /// The original ids of renamed rules.
  private var rules: [String: String] = [:]
  private(set) var added: AbstractFactor?
  /// The cell that was split in two.
  private(set) var split: String?
  /// The index of the added statement under `impossible`.
  private(set) var implied: Int?

  /// True if the order of values is unchanged.
  private(set) var keepsOrder = true

  private init(_ spec: AbstractSpec) {
    self.spec = spec
  }

  static func same(_ spec: AbstractSpec) -> ChangedSpec { ChangedSpec(spec) }

  /// Returns the spec with factors, values, operations, impossibilities and rules in another order.
  static func reordered(_ spec: AbstractSpec, _ random: inout SplitMix64) -> ChangedSpec {
    var changed = ChangedSpec(spec.reordered(seed: random.next()))
    changed.keepsOrder = false
    return changed
  }

  /// Returns the original name of a cell, or `nil` for an added factor.
  func before(_ factor: String, _ value: String?) -> String? {
    guard factor != added?.name else { return nil }
    let old = value.map { values[factor]?[$0] ?? operationBefore($0) }
    return "\(factors[factor] ?? factor)=\(old ?? "–")"
  }

  /// Returns the original name of a variant that kept its name, such as a number, of a renamed operation.
  private func operationBefore(_ value: String) -> String {
    let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, let old = values["operation"]?[parts[0]] else { return value }
    return "\(old)/\(parts[1])"
  }

  func before(rule: String) -> String { rules[rule] ?? rule }
}

// MARK: Other names

extension ChangedSpec {
  /// Renames factors, values, operations, variants and rules, and changes existing labels.
  ///
  /// Names in the catalogue or a pack are kept, since they select the entry; so are numbers and keywords.
  static func renamed(_ spec: AbstractSpec) -> ChangedSpec {
    var changed = ChangedSpec(spec)
    for factor in spec.factors where !factor.isSelected {
      changed.factors["x" + factor.name] = factor.name
      if case .listed(let listed) = factor.source {
        changed.values["x" + factor.name] = newNames(of: listed)
      }
    }
    var operations: [String: String] = [:]
    for operation in spec.operations where !operation.isSelected {
      operations["x" + operation.id] = operation.id
      guard case .listed(let listed)? = operation.variants else { continue }
      let isOwn = operation.behavesAs == nil && !operation.inheritsVariants
      let names = isOwn ? newNames(of: listed) : [:]
      for value in listed {
        let new = names.first { $0.value == value.id }?.key ?? value.id
        operations["x\(operation.id)/\(new)"] = "\(operation.id)/\(value.id)"
      }
    }
    changed.values["operation"] = operations
    for rule in spec.rules { changed.rules["x" + rule.id] = rule.id }
    changed.takeNewNames()
    return changed
  }

  /// Returns the original id of each new id of a value; empty if a name is a number or a keyword.
  private static func newNames(of listed: [AbstractValue]) -> [String: String] {
    let words: Set = ["valid", "invalid", "any", "others", "not", "empty"]
    let isPlain = listed.allSatisfy { Int($0.id) == nil && !words.contains($0.id) }
    guard isPlain else { return [:] }
    return Dictionary(uniqueKeysWithValues: listed.map { ("x" + $0.id, $0.id) })
  }

  private mutating func takeNewNames() {
    func turned(_ names: [String: String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
    }
    let (factors, rules) = (turned(factors), turned(rules))
    let operations = turned(values["operation"] ?? [:])
    func renamed(_ value: AbstractValue, _ id: String?) -> AbstractValue {
      var value = value
      value.id = id ?? value.id
      value.label = value.label.map { $0 + " x" }
      return value
    }
    for number in spec.factors.indices where !spec.factors[number].isSelected {
      let old = spec.factors[number]
      let names = turned(values["x" + old.name] ?? [:])
      spec.factors[number].name = "x" + old.name
      spec.factors[number].label = old.label.map { $0 + " x" }
      spec.factors[number].usual = old.usual.map { names[$0] ?? $0 }
      if case .listed(let listed) = old.source {
        spec.factors[number].source = .listed(listed.map { renamed($0, names[$0.id]) })
      }
    }
    for number in spec.operations.indices where !spec.operations[number].isSelected {
      let old = spec.operations[number]
      spec.operations[number].id = "x" + old.id
      spec.operations[number].label = old.label.map { $0 + " x" }
      guard case .listed(let listed)? = old.variants, !old.inheritsVariants else { continue }
      spec.operations[number].variants = .listed(
        listed.map { value in
          let new = operations["\(old.id)/\(value.id)"]?.split(separator: "/").last
          return renamed(value, new.map(String.init))
        }
      )
    }
    for number in spec.rules.indices {
      spec.rules[number].id = "x" + spec.rules[number].id
    }
    for number in spec.precedence.indices {
      spec.precedence[number].entries = spec.precedence[number].entries.map { entry in
        if case .rule(let id) = entry { .rule(rules[id] ?? id) } else { entry }
      }
    }
    spec.cases.every = spec.cases.every.map { group in group.map { factors[$0] ?? $0 } }
    let newValues = factors.mapValues { turned(values[$0] ?? [:]) }
    spec.replace { entry in
      var entry = entry
      let names = newValues[entry.factor] ?? [:]
      entry.mapItems { item in
        if case .id(let id) = item { [.id(names[id] ?? id)] } else { [item] }
      }
      entry.factor = factors[entry.factor] ?? entry.factor
      return entry
    } selectors: { selector in
      guard case .id(let variant)? = selector.variants else {
        return .init(operations[selector.operation] ?? selector.operation, selector.variants)
      }
      let old = "\(selector.operation)/\(variant)"
      guard let parts = operations[old]?.split(separator: "/", maxSplits: 1), parts.count == 2
      else { return .init(operations[selector.operation] ?? selector.operation, .id(variant)) }
      return .init(String(parts[0]), .id(String(parts[1])))
    }
  }
}

// MARK: More than there was

extension ChangedSpec {
  /// Adds a factor of valid values that nothing in the spec names.
  static func withFactor(_ spec: AbstractSpec, _ random: inout SplitMix64) -> ChangedSpec {
    var changed = ChangedSpec(spec)
    let values = (0..<random.within(2...3)).map { AbstractValue(id: "w\($0)") }
    let kind: AbstractFactor.Kind = random.chance(50) ? .state : .data
    let factor = AbstractFactor(name: "weather", kind: kind, values: .listed(values))
    let own = spec.factors.indices.filter { spec.factors[$0].kind == kind }
    let first = kind == .state ? 0 : spec.factors.count - own.count
    changed.spec.factors.insert(factor, at: first + random.below(own.count + 1))
    changed.added = factor
    return changed
  }

  /// Splits a value in two that every condition names together, or returns `nil` if no factor lists words as values.
  static func withSplitValue(_ spec: AbstractSpec, _ random: inout SplitMix64) -> ChangedSpec? {
    let candidates = spec.factors.indices.filter { number in
      guard case .listed(let listed) = spec.factors[number].source else { return false }
      return !spec.factors[number].isSelected && !newNames(of: listed).isEmpty
    }
    guard !candidates.isEmpty else { return nil }
    var changed = ChangedSpec(spec)
    let number = random.pick(candidates)
    let factor = spec.factors[number]
    let old = random.pick(factor.values)
    let halves = ["\(old.id)_1", "\(old.id)_2"]
    changed.split = "\(factor.name)=\(old.id)"
    changed.values[factor.name] = Dictionary(uniqueKeysWithValues: halves.map { ($0, old.id) })
    if factor.usual == old.id { changed.spec.factors[number].usual = halves[0] }
    if case .listed(let listed) = factor.source {
      changed.spec.factors[number].source = .listed(
        listed.flatMap { value in
          guard value.id == old.id else { return [value] }
          return halves.enumerated().map { place, id in
            var half = value
            half.id = id
            half.label = value.label.map { "\($0) \(place + 1)" }
            return half
          }
        }
      )
    }
    changed.spec.replace { entry in
      var entry = entry
      guard entry.factor == factor.name else { return entry }
      entry.mapItems { $0 == .id(old.id) ? halves.map { .id($0) } : [$0] }
      return entry
    } selectors: { selector in
      selector
    }
    return changed
  }

  /// Adds a statement under `impossible` that an existing one implies, or returns `nil` if there is none.
  ///
  /// Its other conditions are on listed values: a number that nothing else names would become a value.
  static func withImpliedConstraint(
    _ spec: AbstractSpec,
    _ random: inout SplitMix64
  ) -> ChangedSpec? {
    guard !spec.impossible.isEmpty else { return nil }
    var when = random.pick(spec.impossible).when
    if random.chance(30) {
      when.alternatives = random.sample(1, of: when.alternatives)
    }
    for alternative in when.alternatives.indices where random.chance(70) {
      let named = Set(when.alternatives[alternative].map(\.factor))
      let others = spec.factors.filter { factor in
        !named.contains(factor.name) && factor.source.bounds == nil
      }
      guard !others.isEmpty else { continue }
      let factor = random.pick(others)
      when.alternatives[alternative].append(
        .init(factor.name, ids: [random.pick(factor.values).id])
      )
    }
    var changed = ChangedSpec(spec)
    changed.spec.impossible.append(AbstractImpossibility(when: when, because: nil))
    changed.implied = spec.impossible.count
    return changed
  }
}

// MARK: What names things

extension AbstractSpec {
  /// Replaces the conditions and cases on factors, and the operations that they and rules name.
  fileprivate mutating func replace(
    entries: (AbstractCondition.Entry) -> AbstractCondition.Entry,
    selectors: (AbstractCondition.Selector) -> AbstractCondition.Selector
  ) {
    func replaced(_ entry: AbstractCondition.Entry) -> AbstractCondition.Entry {
      var entry = entries(entry)
      entry.mapParts { part in
        if case .selector(let selector) = part { [.selector(selectors(selector))] } else { [part] }
      }
      return entry
    }
    func replaced(_ condition: AbstractCondition) -> AbstractCondition {
      AbstractCondition(anyOf: condition.alternatives.map { $0.map { replaced($0) } })
    }
    for number in factors.indices {
      factors[number].onlyWhen = factors[number].onlyWhen.map { replaced($0) }
    }
    for number in operations.indices {
      operations[number].onlyWhen = operations[number].onlyWhen.map { replaced($0) }
    }
    for number in impossible.indices {
      impossible[number].when = replaced(impossible[number].when)
    }
    for number in rules.indices {
      rules[number].when = replaced(rules[number].when)
      rules[number].operations = rules[number].operations.map(selectors)
    }
    for number in cases.include.indices {
      cases.include[number].entries = cases.include[number].entries.map { replaced($0) }
    }
  }
}

extension AbstractCondition.Entry {
  fileprivate mutating func mapParts(
    _ replaced: (AbstractCondition.Text.Part) -> [AbstractCondition.Text.Part]
  ) {
    test = test.map { text in
      var text = text
      text.parts = text.parts.flatMap(replaced)
      return text
    }
  }

  fileprivate mutating func mapItems(
    _ replaced: (AbstractCondition.Item) -> [AbstractCondition.Item]
  ) {
    mapParts { part in
      if case .item(let item) = part { replaced(item).map { .item($0) } } else { [part] }
    }
  }
}
