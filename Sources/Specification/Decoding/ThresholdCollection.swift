import Text

/// The numbers that conditions name on each line, collected before values are generated, so that each threshold gets a value on both sides.
private struct ThresholdCollection {
  enum Line: Hashable {
    case factor(String), operation(String)
  }

  private(set) var thresholds: [Line: Thresholds] = [:]
  /// The lines of conditions that use `invalid`.
  private var invalid: Set<Line> = []
  let scales: [Line: Scale]

  /// Starts with the uncut ranges of the factors and operations.
  init(_ scope: NameScope) {
    let lines =
      scope.factors.map { (Line.factor($0.name), $0.line) }
      + scope.operations.map { (.operation($0.id), $0.variants?.line) }
    scales = Dictionary(firstOf: lines.compactMap { name, line in line.map { (name, $0.scale) } })
  }

  mutating func add(_ rule: WrittenRule) {
    add(rule.operations)
    add(rule.alternatives)
    for move in rule.becomes where move.step == nil {
      add(.name(move.text), of: .factor(move.factor))
    }
  }

  /// True while a case is added: its numbers become values but do not cut the line.
  var isCase = false

  mutating func add(_ alternatives: [[WrittenTerm]]) {
    for term in alternatives.joined() {
      switch term.choice {
      case .operations(let texts):
        for text in texts { add(text) }
      case .texts, .others, .unreadable:
        for item in term.conditionTexts.flatMap(\.items) {
          add(item, of: .factor(term.factor))
        }
      }
    }
  }

  mutating func cut(everyNumberIn range: ClosedRange<Int>, of factor: String) {
    for number in range {
      thresholds[.factor(factor), default: Thresholds()].cut(from: number, to: number)
    }
  }

  mutating func test(_ numbers: [Int], of factor: String) {
    thresholds[.factor(factor), default: Thresholds()].test(numbers)
  }

  /// Removes the invalid values beyond the range of a factor, unless a condition uses them.
  mutating func close(_ factor: String) {
    thresholds[.factor(factor), default: Thresholds()].isClosed = !invalid.contains(.factor(factor))
  }

  private mutating func add(_ text: OperationText) {
    for selector in text.selectors {
      if let item = selector.variant { add(item, of: .operation(selector.operation)) }
    }
  }

  private mutating func add(_ item: ConditionText.Item, of line: Line) {
    guard let scale = scales[line] else { return }
    let ends: (from: Int?, to: Int?)
    switch item {
    case .name(let name):
      guard let number = scale.position(name) else { return }
      ends = (number, number)
    case .interval(let from, let to):
      ends = (from.flatMap(scale.position), to.flatMap(scale.position))
    case .word(let word):
      if word == .invalid { invalid.insert(line) }
      return
    }
    if isCase {
      thresholds[line, default: Thresholds()].test([ends.from, ends.to].compactMap(\.self))
    } else {
      thresholds[line, default: Thresholds()].cut(from: ends.from, to: ends.to)
    }
  }
}

extension SpecificationDecoder {
  /// The size of the largest range of which all numbers become values if rules count it up or down.
  private static let mostCounted = 12

  /// Cuts every line at the numbers in conditions of the spec, and in those of packs that apply to it, and returns the new scope.
  func cut(
    _ factors: inout Declared<DeclaredFactor>,
    _ operations: inout Declared<DeclaredOperation>,
    by written: WrittenSpec
  ) -> NameScope {
    let uncut = NameScope(factors, operations)
    let compared = comparisons(written, factors.items, operations.items, in: uncut)
    var own = ThresholdCollection(uncut)
    if own.scales.isEmpty, compared.isEmpty { return uncut }
    for rule in written.rules { own.add(rule) }
    for entry in written.impossible { own.add(entry.when.alternatives) }
    own.isCase = true
    for entry in written.cases { own.add(entry.when?.alternatives ?? []) }
    own.isCase = false
    own.add(factors.items.compactMap(\.start).map { [$0] })
    let applicability =
      factors.items.compactMap(\.onlyWhen) + operations.items.flatMap(\.applicability)
    for condition in applicability { own.add(condition.alternatives) }
    if !house.rules.isEmpty || !house.impossible.isEmpty { addHouse(to: &own, factors, operations) }
    // A step is exact if each number is a value; at the end of the range it does not apply.
    var steps: [String: [WrittenRule]] = [:]
    for rule in written.rules {
      for move in rule.becomes where move.step != nil {
        steps[move.factor, default: []].append(rule)
      }
    }
    for declared in factors.items {
      let name = declared.factor.name
      guard let rules = steps[name] else { continue }
      let unnamed = rules.filter { rule in
        rule.alternatives.contains { !$0.contains { $0.factor == name } }
      }
      for move in unnamed.flatMap(\.becomes) where move.factor == name {
        guard let step = move.step, let end = declared.values.line?.line.end(towards: step) else {
          continue
        }
        own.cut(everyNumberIn: end...end, of: name)
      }
      if declared.start != nil { own.close(name) }
      if let range = declared.values.line?.line.few, range.count <= Self.mostCounted {
        own.test(Array(range), of: name)
      }
    }
    // A range that is compared and moves by steps becomes one class per number.
    for number in compared.flatMap({ [$0.left, $0.right] }) {
      let declared = factors.items[number]
      guard steps[declared.factor.name] != nil, let range = declared.values.line?.line.few else {
        continue
      }
      own.cut(everyNumberIn: range, of: declared.factor.name)
    }
    apply(own, to: &factors, &operations)
    if compared.isEmpty { return NameScope(factors, operations) }
    for comparison in compared {
      let (left, right) = (factors.items[comparison.left], factors.items[comparison.right])
      let classes = (left.values.classes, right.values.classes)
      let shared = comparison.shared(classes.0, classes.1)
      let numbers = [left, right].map { $0.values.values.compactMap(\.number) }
      let met = comparison.met(
        numbers[0] + shared.left,
        numbers[1] + shared.right,
        classes.0,
        classes.1
      )
      own.test(met.left, of: left.factor.name)
      own.test(met.right, of: right.factor.name)
    }
    apply(own, to: &factors, &operations)
    factors.items += compared.map { relation($0, of: factors.items) }
    return NameScope(factors, operations)
  }

  /// Adds the thresholds of packs from rules that apply to the spec; to find them, all thresholds are applied on trial.
  private func addHouse(
    to thresholds: inout ThresholdCollection,
    _ factors: Declared<DeclaredFactor>,
    _ operations: Declared<DeclaredOperation>
  ) {
    var all = thresholds
    for item in house.rules { all.add(item.written) }
    for item in house.impossible { all.add(item.written.when.alternatives) }
    let trial = read.silently {
      var (factors, operations) = (factors, operations)
      apply(all, to: &factors, &operations)
      return NameScope(factors, operations)
    }
    var names = RuleNames(house.rules.map(\.written))
    for item in house.rules where houseRule(item.written, in: trial, &names) != nil {
      thresholds.add(item.written)
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
