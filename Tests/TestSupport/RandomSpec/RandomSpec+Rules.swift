extension RandomSpec {
  /// Adds impossibilities to the spec, some of them redundant.
  static func addImpossible(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let factors = spec.factors + [spec.operationFactor]
    guard factors.count > 1 else { return }
    for _ in 0..<random.pick([0, 0, 0, 1, 1, 2, 3, 4]) {
      let because = random.pick(words.reasons)
      var when: AbstractCondition
      if random.chance(45) {
        // Where one condition holds, another does not.
        when = condition(on: factors, entries: 1...2, in: .fact, &random)
        let other = random.pick(factors)
        let mask = UInt64(1) << UInt64(random.below(other.values.count))
        let kept = other.values.indices.filter { mask & (1 << UInt64($0)) != 0 }
        let excluded = excluding(kept.map { other.values[$0].id }, of: other)
        if let excluded { when = when.adding(excluded) }
      } else {
        when = condition(on: factors, entries: 2...3, in: .fact, &random)
      }
      spec.impossible.append(AbstractImpossibility(when: when, because: because))
      guard random.chance(20) else { continue }
      let narrower = narrowed(when, by: factors, in: .fact, &random)
      spec.impossible.append(AbstractImpossibility(when: narrower, because: because))
    }
  }

  /// Returns an entry by which a factor has none of some values, or `nil` if it has no others.
  private static func excluding(
    _ ids: [String],
    of factor: AbstractFactor
  ) -> AbstractCondition.Entry? {
    guard factor.values.count > ids.count else { return nil }
    let parts = ids.map { id -> Text.Part in
      guard factor.name == "operation" else { return .item(.id(id)) }
      let names = id.split(separator: "/", maxSplits: 1).map(String.init)
      return .selector(Selector(names[0], names.count > 1 ? .id(names[1]) : nil))
    }
    return .init(factor.name, [Text(not: true, parts)])
  }

  /// Adds rules to the spec: general ones, exceptions, twins, rules for several operations, families that split a factor, open questions,
  /// and some that cover nothing.
  static func addRules(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    var maker = RuleMaker(words: words, factors: spec.factors, operations: spec.operations, &random)
    spec.rules = maker.rules(named: "", &random)
  }

  /// Adds lists of precedence, with and without `others`; a few of them form a cycle.
  static func addPrecedence(to spec: inout AbstractSpec, _ random: inout SplitMix64) {
    guard spec.rules.count > 1, random.chance(55) else { return }
    for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
      let count = random.within(1...min(4, spec.rules.count))
      var entries = random.shuffled(random.sample(count, of: spec.rules)).map {
        AbstractPrecedence.Entry.rule($0.id)
      }
      if count == 1 || random.chance(40) {
        entries.insert(.others, at: random.below(entries.count + 1))
      }
      spec.precedence.append(AbstractPrecedence(entries: entries))
      if Ranking.isCircle(spec), !random.chance(10) { spec.precedence.removeLast() }
    }
    let derived = spec.rules.map { $0.derivedID(spec.factors) }
    for list in spec.precedence {
      for number in spec.rules.indices
      where list.entries.contains(.rule(spec.rules[number].id))
        && !isClear(number, derived, in: spec)
      {
        spec.rules[number].isNamed = true
      }
    }
  }

  /// True if an unnamed rule has an id that no other rule can have.
  private static func isClear(_ rule: Int, _ derived: [String?], in spec: AbstractSpec) -> Bool {
    guard let id = derived[rule] else { return false }
    return spec.rules.indices.allSatisfy { other in
      guard other != rule, !spec.rules[other].isNamed else { return true }
      guard let otherID = derived[other] else {
        return spec.rules[other].operations[0].operation != spec.rules[rule].operations[0].operation
      }
      // `show/3` has the same id as the third rule of `show`.
      let isLikeNumbered =
        id.hasPrefix(otherID + "-") && Int(id.dropFirst(otherID.count + 1)) != nil
      return otherID != id && !otherID.hasPrefix(id + "-") && !isLikeNumbered
    }
  }

  /// Returns the condition with another entry in each of its maps, if there is another factor.
  static func narrowed(
    _ condition: AbstractCondition,
    by factors: [AbstractFactor],
    in place: Place,
    _ random: inout SplitMix64
  ) -> AbstractCondition {
    guard !condition.alternatives.isEmpty else {
      return self.condition(on: factors, entries: 1...1, in: place, &random)
    }
    return AbstractCondition(
      anyOf: condition.alternatives.map { entries in
        let free = factors.filter { factor in !entries.contains { $0.factor == factor.name } }
        return free.isEmpty ? entries : entries + [entry(on: random.pick(free), in: place, &random)]
      }
    )
  }
}

extension AbstractCondition {
  /// Returns the condition with an entry added to each map that does not name the factor.
  fileprivate func adding(_ entry: Entry) -> AbstractCondition {
    AbstractCondition(
      anyOf: alternatives.map { entries in
        entries.contains { $0.factor == entry.factor } ? entries : entries + [entry]
      }
    )
  }
}

/// Generates the rules of a spec or a pack.
struct RuleMaker {
  private typealias Condition = AbstractCondition

  private let words: SpecWords
  private let factors: [AbstractFactor]
  private let operations: [AbstractOperation]
  private let results: [[String]]
  /// Many narrow rules leave a scattered rest, few wide ones a simple one.
  private let isDense: Bool
  private var rules: [AbstractRule] = []

  init(
    words: SpecWords,
    factors: [AbstractFactor],
    operations: [AbstractOperation],
    canBeDense: Bool = true,
    _ random: inout SplitMix64
  ) {
    self.words = words
    self.factors = factors
    self.operations = operations
    results = random.sample(random.within(1...words.results.count), of: words.results)
    isDense = canBeDense && random.chance(45)
  }

  /// Returns rules with prefixed ids; a family of them may exceed the limit.
  mutating func rules(
    named prefix: String,
    atMost limit: Int = 30,
    _ random: inout SplitMix64
  ) -> [AbstractRule] {
    let count = min(
      limit,
      random.pick(isDense ? [10, 16, 22, 30] : [1, 2, 3, 4, 6, 8, 10, 14, 18])
    )
    let detail = random.pick(
      isDense ? [1...3, 2...3, 2...4, 3...4] : [0...1, 0...2, 1...2, 1...3]
    )
    while rules.count < count {
      switch random.below(isDense ? 18 : 12) {
      case 0 where !rules.isEmpty:
        let earlier = random.pick(rules)
        add(key(&random), earlier.when, &random)
      case 1...3 where !rules.isEmpty:
        let earlier = random.pick(rules)
        let when = RandomSpec.narrowed(earlier.when, by: factors, in: .rule, &random)
        add(random.chance(80) ? earlier.operations : key(&random), when, &random)
      case 4:
        let when = RandomSpec.condition(on: factors, entries: 1...2, in: .rule, &random)
        add(key(&random), when, &random)
      case 5 where !factors.isEmpty, 6 where !factors.isEmpty:
        addFamily(&random)
      case 7: addThresholds(&random)
      default:
        let entries = random.sample(random.within(detail), of: factors).map { factor in
          isDense && random.chance(50)
            ? .init(factor.name, ids: [random.pick(factor.values).id])
            : RandomSpec.entry(on: factor, in: .rule, &random)
        }
        let when = entries.isEmpty ? .none : Condition(anyOf: [random.shuffled(entries)])
        add(key(&random), when, &random)
      }
    }
    for number in rules.indices {
      let id = random.pick(["rule-\(number + 1)x", "r\(number)", "post_\(number)-ok"])
      rules[number].id = prefix + id
      rules[number].isNamed = random.chance(50)
    }
    return AbstractSpec.grouped(random.chance(50) ? rules : random.shuffled(rules))
  }

  /// Adds rules that partition the values of a factor, the last perhaps with `others`.
  private mutating func addFamily(_ random: inout SplitMix64) {
    guard let factor = factors.isEmpty ? nil : random.pick(factors) else { return }
    let key = key(&random)
    let others = factors.filter { $0.name != factor.name }
    let base =
      !others.isEmpty && random.chance(40)
      ? [RandomSpec.entry(on: random.pick(others), in: .rule, &random)] : []
    var rest = random.shuffled(factor.values.map(\.id))
    var named: [String] = []
    func add(_ text: AbstractCondition.Text) {
      self.add(key, Condition(anyOf: [base + [.init(factor.name, [text])]]), &random)
    }
    while !rest.isEmpty, random.chance(named.isEmpty ? 100 : 60) {
      let count = min(random.pick([1, 1, 2]), rest.count)
      let ids = Array(rest.prefix(count))
      rest.removeFirst(count)
      named += ids
      add(AbstractCondition.Text(ids.map { .item(.id($0)) }))
      // A second rule under the same value, with its own condition.
      if random.chance(25), let last = rules.last {
        let narrower = RandomSpec.narrowed(last.when, by: factors, in: .rule, &random)
        self.add(key, narrower, &random)
      }
    }
    let left = factor.values.filter { !$0.isInvalid && !named.contains($0.id) }
    if !left.isEmpty, random.chance(60) {
      add(AbstractCondition.Text(not: true, named.map { .item(.id($0)) }))
    }
  }

  /// Adds rules that partition the numbers of a factor or operation at thresholds, occasionally with gaps.
  private mutating func addThresholds(_ random: inout SplitMix64) {
    let lines = factors.filter { $0.source.bounds != nil }
    if !lines.isEmpty, random.chance(70) {
      let factor = random.pick(lines)
      let key = key(&random)
      for item in pieces(of: factor.source, factor.values, &random) {
        add(key, Condition(.init(factor.name, [.init([.item(item)])])), &random)
      }
    } else if let operation = operations.first(where: { $0.variants?.bounds != nil }),
      let source = operation.variants
    {
      for item in pieces(of: source, operation.variantValues, &random) {
        add([.init(operation.id, item)], .none, &random)
      }
    }
  }

  /// Returns consecutive intervals, some of them omitted.
  private func pieces(
    of source: AbstractValues,
    _ values: [AbstractValue],
    _ random: inout SplitMix64
  ) -> [AbstractCondition.Item] {
    guard let (from, to) = source.bounds else { return [] }
    let numbers = values.filter { !$0.isInvalid }.compactMap(\.number).filter { $0 > from }
    let starts = [from] + random.sample(min(numbers.count, random.within(1...3)), of: numbers)
    let ends = starts.dropFirst().map { $0 - 1 as Int? } + [to]
    func bound(_ number: Int) -> AbstractCondition.Bound {
      let id = source.id(number)
      return .init(number: number, text: id == "empty" ? "0" : id)
    }
    let pieces = zip(starts, ends).compactMap { first, last -> AbstractCondition.Item? in
      guard random.chance(80) else { return nil }
      guard let last else { return .interval(from: bound(first), to: nil) }
      if first == last, random.chance(70) { return .id(source.id(first)) }
      return .interval(
        from: first == from && random.chance(40) ? nil : bound(first),
        to: last == to && random.chance(40) && first != from ? nil : bound(last)
      )
    }
    return random.shuffled(pieces)
  }

  /// Returns the operations of a rule: usually one, occasionally several.
  private func key(_ random: inout SplitMix64) -> [AbstractCondition.Selector] {
    let pool = isDense ? Array(operations.prefix(2)) : operations
    let count = min(random.pick([1, 1, 1, 1, 2, 2, 3]), pool.count)
    let chosen = random.shuffled(random.sample(count, of: pool))
    let selectors = chosen.flatMap { RandomSpec.selectors(of: $0, &random) }
    return selectors
  }

  private mutating func add(
    _ key: [AbstractCondition.Selector],
    _ when: AbstractCondition,
    _ random: inout SplitMix64
  ) {
    var rule = AbstractRule(
      id: "",
      operations: key,
      when: when,
      outcome: .then(random.pick(results))
    )
    if words.hasPlaceholders, random.chance(4) {
      let said = random.chance(30) ? random.pick(results) : []
      rule.outcome = .then(random.shuffled(said + [random.pick(AbstractRule.placeholders)]))
    }
    if random.chance(12) { rule.outcome = .question(RandomSpec.question(words, &random)) }
    rule.source = random.chance(10) ? "https://example.com/spec#\(rules.count)" : nil
    rule.priority = random.chance(15) ? random.pick(["high", "medium", "low"]) : nil
    rules.append(rule)
  }
}
