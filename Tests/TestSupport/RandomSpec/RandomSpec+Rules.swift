extension RandomSpec {
  /// Gives the spec some constraints, among them some that others imply.
  static func addConstraints(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let factors = spec.factors + [spec.operationFactor]
    guard factors.count > 1 else { return }
    for _ in 0..<random.pick([0, 0, 0, 1, 1, 2, 3, 4]) {
      let because = random.pick(words.reasons)
      if random.chance(45) {
        let when = condition(on: factors, entries: 1...2, &random)
        let require = condition(on: factors, entries: random.pick([1...1, 1...1, 1...2]), &random)
        spec.constraints.append(.require(when: when, require: require, because: because))
      } else {
        let excluded = condition(on: factors, entries: 2...3, &random)
        spec.constraints.append(.exclude(excluded, because: because))
        guard random.chance(25) else { continue }
        let narrower = narrowed(excluded, by: factors, &random)
        spec.constraints.append(.exclude(narrower, because: because))
      }
    }
  }

  /// Gives the spec rules: general ones, exceptions to them, twins, open questions, and some that cover nothing.
  static func addRules(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let factors = spec.factors + [spec.operationFactor]
    let results = random.sample(random.within(1...words.results.count), of: words.results)
    // Many narrow rules leave a scattered rest, few wide ones a simple one.
    let isDense = random.chance(45)
    let count = random.pick(isDense ? [10, 16, 22, 30] : [1, 2, 3, 4, 6, 8, 10, 14, 18])
    let detail = random.pick(
      isDense ? [1...3, 2...3, 2...4, 3...4] : [0...1, 0...2, 1...2, 1...3]
    )
    let catchAllShare = isDense ? 0 : random.pick([0, 0, 0, 10])
    for number in 0..<count {
      let earlier = spec.rules
      let operation = random.pick(isDense ? Array(spec.operations.prefix(2)) : spec.operations)
      var when: AbstractCondition
      switch random.below(isDense ? 16 : 10) {
      case 0 where !earlier.isEmpty:
        when = random.pick(earlier).when
      case 1...3 where !earlier.isEmpty:
        when = narrowed(random.pick(earlier).when, by: factors, &random)
      case 4:
        when = condition(on: factors, entries: 1...2, &random)
      default:
        let count = random.within(detail)
        let others = random.sample(count, of: spec.factors).map { factor in
          isDense && random.chance(50)
            ? .init(factor.name, .value(random.pick(factor.values).id)) : entry(on: factor, &random)
        }
        when = AbstractCondition(anyOf: [
          random.shuffled([.init("operation", .value(operation.id))] + others)
        ])
      }
      if random.chance(catchAllShare) { when = .none }
      var rule = AbstractRule(
        id: random.pick(["rule-\(number + 1)x", "r\(number)", "post_\(number)-ok"]),
        when: when,
        outcome: .then(random.pick(results))
      )
      if random.chance(12) {
        rule.outcome = .undecided(
          random.pick(words.questions),
          ask: random.chance(50) ? random.pick(words.owners) : nil,
          until: random.chance(50) ? random.pick(["2020-02-29", "2999-12-31"]) : nil
        )
      }
      if random.chance(10), !earlier.isEmpty {
        rule.overrides = random.sample(random.within(1...2), of: earlier.map(\.id))
      }
      rule.source = random.chance(10) ? "https://example.com/spec#\(number)" : nil
      rule.priority = random.chance(15) ? random.pick(["high", "medium", "low"]) : nil
      spec.rules.append(rule)
    }
    spec.rules = random.shuffled(spec.rules)
  }

  /// The condition with one more entry in each of its maps, where a factor is left to name.
  private static func narrowed(
    _ condition: AbstractCondition,
    by factors: [AbstractFactor],
    _ random: inout SplitMix64
  ) -> AbstractCondition {
    guard !condition.alternatives.isEmpty else {
      return self.condition(on: factors, entries: 1...1, &random)
    }
    return AbstractCondition(
      anyOf: condition.alternatives.map { entries in
        let free = factors.filter { factor in !entries.contains { $0.factor == factor.name } }
        return free.isEmpty ? entries : entries + [entry(on: random.pick(free), &random)]
      }
    )
  }
}
