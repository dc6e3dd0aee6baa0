import YAMLSyntax

/// What the conditions of a spec name of every line: collected before values are made, so that each threshold has a value on both sides.
private struct ThresholdCollection {
  enum Line: Hashable {
    case factor(String), operation(String)
  }

  private(set) var thresholds: [Line: Thresholds] = [:]
  private let scales: [Line: Scale]

  /// - Parameter scope: The factors and operations, whose numbers nothing cuts yet.
  init(_ scope: NameScope) {
    let lines =
      scope.factors.map { (Line.factor($0.name), $0.line) }
      + scope.operations.map { (.operation($0.id), $0.variants?.line) }
    scales = Dictionary(lines.compactMap { name, line in line.map { (name, $0.scale) } }) {
      first,
      _ in first
    }
  }

  /// True if nothing can be cut: no factor and no operation of the spec has a line.
  var hasNoLines: Bool { scales.isEmpty }

  /// Takes an interval, of which either end may be open.
  typealias Taking = @Sendable (inout Thresholds, _ lower: Int?, _ upper: Int?) -> Void

  private static let cut: Taking = { $0.cut(from: $1, to: $2) }

  /// Makes the numbers values that a case names: it must be possible to stand there, and nothing more.
  static let test: Taking = { thresholds, lower, upper in
    thresholds.test([lower, upper].compactMap(\.self))
  }

  mutating func cut(by rule: WrittenRule) {
    add(rule.operations, Self.cut)
    add(rule.alternatives, Self.cut)
  }

  mutating func add(_ alternatives: [[WrittenTerm]], _ take: Taking = cut) {
    for term in alternatives.joined() {
      switch term.choice {
      case .operations(let texts):
        for text in texts { add(text, take) }
      case .texts(let texts), .others(let texts, _):
        for item in texts.flatMap(\.items) { add(item, of: .factor(term.factor), take) }
      }
    }
  }

  private mutating func add(_ text: OperationText, _ take: Taking) {
    for selector in text.selectors {
      if let item = selector.variant { add(item, of: .operation(selector.operation), take) }
    }
  }

  private mutating func add(_ item: ConditionText.Item, of line: Line, _ take: Taking) {
    guard let scale = scales[line] else { return }
    switch item {
    case .name(let name):
      guard let number = scale.position(name) else { return }
      take(&thresholds[line, default: Thresholds()], number, number)
    case .interval(let from, let to):
      let (lower, upper) = (from.flatMap(scale.position), to.flatMap(scale.position))
      take(&thresholds[line, default: Thresholds()], lower, upper)
    case .word: break
    }
  }
}

extension SpecificationDecoder {
  /// Names and values with every line cut at what the conditions of the spec, and those of packs that apply to it, name.
  func cut(
    _ factors: inout Declared<DeclaredFactor>,
    _ operations: inout Declared<DeclaredOperation>,
    by written: WrittenSpec
  ) -> NameScope {
    let uncut = NameScope(factors, operations)
    var own = ThresholdCollection(uncut)
    if own.hasNoLines { return uncut }
    for rule in written.rules { own.cut(by: rule) }
    for entry in written.impossible { own.add(entry.when.alternatives) }
    for entry in written.cases {
      if let when = entry.when { own.add(when.alternatives, ThresholdCollection.test) }
    }
    for condition in factors.items.compactMap(\.onlyWhen) + operations.items.compactMap(\.onlyWhen)
    {
      own.add(condition.alternatives)
    }
    if !house.rules.isEmpty || !house.impossible.isEmpty { addHouse(to: &own, factors, operations) }
    apply(own, to: &factors, &operations)
    return NameScope(factors, operations)
  }

  /// Adds the thresholds of packs, as far as their rules apply to the spec: which do is known once their numbers are values.
  private func addHouse(
    to thresholds: inout ThresholdCollection,
    _ factors: Declared<DeclaredFactor>,
    _ operations: Declared<DeclaredOperation>
  ) {
    var all = thresholds
    for item in house.rules { all.cut(by: item.written) }
    for item in house.impossible { all.add(item.written.when.alternatives) }
    let trial = read.silently {
      var (factors, operations) = (factors, operations)
      apply(all, to: &factors, &operations)
      return NameScope(factors, operations)
    }
    var names = RuleNames(house.rules.map(\.written))
    for item in house.rules where houseRule(item.written, in: trial, &names) != nil {
      thresholds.cut(by: item.written)
    }
    for item in house.impossible
    where houseImpossibility(item.written, item.origin, in: trial) != nil {
      thresholds.add(item.written.when.alternatives)
    }
  }

  private func apply(
    _ collection: ThresholdCollection,
    to factors: inout Declared<DeclaredFactor>,
    _ operations: inout Declared<DeclaredOperation>
  ) {
    for number in factors.items.indices {
      let name = factors.items[number].factor.name
      guard let cuts = collection.thresholds[.factor(name)] else { continue }
      cut(&factors.items[number].values, at: cuts, "factor `\(name)`")
    }
    for number in operations.items.indices {
      let id = operations.items[number].operation.id
      guard let cuts = collection.thresholds[.operation(id)] else { continue }
      cut(&operations.items[number].variants, at: cuts, "operation `\(id)`")
    }
  }
}
