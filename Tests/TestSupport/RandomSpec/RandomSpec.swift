/// Random specs of at most a few hundred combinations with all features of the language in the mix.
///
/// All are valid by the page, but that a few constraints leave no combination (`Oracle.isEmpty`) and a few overrides go in
/// a circle (`Oracle.isOverrideCircle`). The same seed gives the same spec.
package enum RandomSpec {
  /// The spec of a seed.
  package static func make(seed: UInt64) -> AbstractSpec {
    var random = SplitMix64(seed: seed)
    let words = SpecWords(isJapanese: random.chance(50))
    var spec = AbstractSpec(id: random.pick(["POST", "T", "PAY-2", "X9"]), feature: words.feature)
    spec.language = words.isJapanese ? "ja" : random.pick(["en", nil])
    spec.owner = random.chance(40) ? words.owners[0] : nil
    spec.links = random.chance(15) ? ["https://example.com/figma/\(random.below(1000))"] : []
    spec.styleSeed = random.next()
    if random.chance(10) {
      spec.dismissed = [AbstractDismissal(id: "rotate", reason: words.reasons[0])]
    }
    addFactors(to: &spec, words, &random)
    addConstraints(to: &spec, words, &random)
    relaxConstraints(of: &spec, &random)
    addRules(to: &spec, words, &random)
    var oracle = Oracle(spec)
    if oracle.isOverrideCircle, !random.chance(20) {
      for rule in spec.rules.indices { spec.rules[rule].overrides = [] }
      oracle = Oracle(spec)
    }
    if random.chance(40) { addCoverage(to: &spec, oracle, &random) }
    return spec
  }

  /// Drops constraints while they forbid nearly everything, in most of the specs.
  private static func relaxConstraints(of spec: inout AbstractSpec, _ random: inout SplitMix64) {
    guard !random.chance(10) else { return }
    var free = spec
    free.constraints = []
    let count = Oracle(free).count
    while !spec.constraints.isEmpty, Oracle(spec).count * 2 <= count {
      spec.constraints.removeLast()
    }
  }

  private static func addCoverage(
    to spec: inout AbstractSpec,
    _ oracle: Oracle,
    _ random: inout SplitMix64
  ) {
    let names = oracle.factors.map(\.name)
    var coverage = AbstractCoverage()
    if random.chance(60) { coverage.strength = random.within(1...min(3, names.count)) }
    while random.chance(40) {
      let group = random.shuffled(
        random.sample(random.within(1...min(4, names.count)), of: names)
      )
      coverage.stronger.append(
        .init(factors: group, strength: random.within(1...group.count))
      )
    }
    while oracle.count > 0, random.chance(40) {
      let row = oracle.combinations[random.below(oracle.count)]
      let cells = zip(oracle.factors, row).compactMap { factor, value in
        value.map { AbstractCoverage.Cell(factor: factor.name, value: factor.values[$0].id) }
      }
      coverage.include.append(random.sample(random.within(1...cells.count), of: cells))
    }
    spec.coverage = coverage
  }
}
