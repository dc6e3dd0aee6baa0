import YAMLSyntax

/// What the conditions of a spec name of every line: collected before values are made, so that each threshold has a value on both sides.
struct ThresholdCollection {
  /// By name.
  private(set) var ofFactors: [String: Thresholds] = [:]
  /// By id.
  private(set) var ofOperations: [String: Thresholds] = [:]
  private let factors: [String: Scale]
  private let operations: [String: Scale]

  /// - Parameter scope: The factors and operations, whose numbers nothing cuts yet.
  init(_ scope: NameScope) {
    factors = Dictionary(
      scope.factors.compactMap { factor in factor.line.map { (factor.name, $0.scale) } }
    ) { first, _ in first }
    operations = Dictionary(
      scope.operations.compactMap { operation in
        operation.variants?.line.map { (operation.id, $0.scale) }
      }
    ) { first, _ in first }
  }

  /// Whether nothing can be cut: no factor and no operation of the spec has a line.
  var hasNoLines: Bool { factors.isEmpty && operations.isEmpty }

  /// Cuts by what a rule names.
  mutating func cut(by rule: WrittenRule) {
    cut(by: rule.operations)
    for term in rule.alternatives.joined() { add(term) { $0.cut(from: $1, to: $2) } }
  }

  /// Cuts by what `impossible` or an `only_when` names.
  mutating func cut(by condition: WrittenCondition) {
    for term in condition.alternatives.joined() { add(term) { $0.cut(from: $1, to: $2) } }
  }

  /// Makes the numbers values that a case names: it must be possible to stand there, and nothing more.
  mutating func test(by condition: WrittenCondition) {
    for term in condition.alternatives.joined() {
      add(term) { thresholds, lower, upper in thresholds.test([lower, upper].compactMap(\.self)) }
    }
  }

  private mutating func cut(by text: OperationText) {
    add(text) { $0.cut(from: $1, to: $2) }
  }

  /// Takes an interval, of which either end may be open.
  private typealias Taking = (inout Thresholds, _ lower: Int?, _ upper: Int?) -> Void

  private mutating func add(_ term: WrittenTerm, _ take: Taking) {
    switch term.choice {
    case .operations(let texts):
      for text in texts { add(text, take) }
    case .texts(let texts), .others(let texts, _):
      guard let scale = factors[term.factor] else { return }
      for item in texts.flatMap(\.items) {
        Self.add(item, scale, to: &ofFactors[term.factor, default: Thresholds()], take)
      }
    }
  }

  private mutating func add(_ text: OperationText, _ take: Taking) {
    for selector in text.selectors {
      guard let scale = operations[selector.operation], let item = selector.variant else {
        continue
      }
      Self.add(item, scale, to: &ofOperations[selector.operation, default: Thresholds()], take)
    }
  }

  private static func add(
    _ item: ConditionText.Item,
    _ scale: Scale,
    to thresholds: inout Thresholds,
    _ take: Taking
  ) {
    switch item {
    case .name(let name):
      if let number = scale.position(name) { take(&thresholds, number, number) }
    case .interval(let from, let to):
      take(&thresholds, from.flatMap(scale.position), to.flatMap(scale.position))
    case .valid, .invalid, .any, .others: break
    }
  }
}

extension SpecificationDecoder {
  /// What a spec says with conditions, before the names in them are looked up.
  struct WrittenSpec {
    var rules: [WrittenRule] = []
    /// Whether a mistake may have hidden a rule.
    var hidesRules = false
    var impossible: [WrittenImpossibility] = []
    var cases: [WrittenCase] = []
  }

  /// Names and values with every line cut at what the conditions of the spec, and those of packs that apply to it, name.
  mutating func cut(
    _ factors: inout Declared<DeclaredFactor>,
    _ operations: inout Declared<DeclaredOperation>,
    by written: WrittenSpec
  ) -> NameScope {
    let uncut = NameScope(factors, operations)
    var own = ThresholdCollection(uncut)
    if own.hasNoLines { return uncut }
    for rule in written.rules { own.cut(by: rule) }
    for entry in written.impossible { own.cut(by: entry.when) }
    for entry in written.cases { if let when = entry.when { own.test(by: when) } }
    for condition in factors.items.compactMap(\.onlyWhen) + operations.items.compactMap(\.onlyWhen)
    {
      own.cut(by: condition)
    }
    let thresholds = addingHouse(to: own, factors, operations)
    apply(thresholds, to: &factors, &operations)
    return NameScope(factors, operations)
  }

  /// The thresholds with those of packs, as far as their rules apply to the spec: which do is known once their numbers are values.
  private mutating func addingHouse(
    to own: ThresholdCollection,
    _ factors: Declared<DeclaredFactor>,
    _ operations: Declared<DeclaredOperation>
  ) -> ThresholdCollection {
    if house.rules.isEmpty && house.impossible.isEmpty { return own }
    var all = own
    for item in house.rules { all.cut(by: item.written) }
    for item in house.impossible { all.cut(by: item.written.when) }
    let before = read
    defer { read = before }
    var (trialFactors, trialOperations) = (factors, operations)
    apply(all, to: &trialFactors, &trialOperations)
    let trial = NameScope(trialFactors, trialOperations)
    var thresholds = own
    var names = RuleNames(house.rules.map(\.written))
    for item in house.rules where houseRule(item.written, in: trial, &names) != nil {
      thresholds.cut(by: item.written)
    }
    for item in house.impossible
    where houseImpossibility(item.written, item.origin, in: trial) != nil {
      thresholds.cut(by: item.written.when)
    }
    return thresholds
  }

  private mutating func apply(
    _ thresholds: ThresholdCollection,
    to factors: inout Declared<DeclaredFactor>,
    _ operations: inout Declared<DeclaredOperation>
  ) {
    for number in factors.items.indices {
      let name = factors.items[number].name
      guard let cuts = thresholds.ofFactors[name] else { continue }
      cut(&factors.items[number].values, at: cuts, "factor `\(name)`")
    }
    for number in operations.items.indices {
      let id = operations.items[number].id
      guard let cuts = thresholds.ofOperations[id] else { continue }
      cut(&operations.items[number].variants, at: cuts, "operation `\(id)`")
    }
  }
}
