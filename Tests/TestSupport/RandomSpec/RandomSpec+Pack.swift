extension RandomSpec {
  /// Returns a pack with states, data and operations, but without rules.
  static func packDeclarations(_ words: SpecWords, _ random: inout SplitMix64) -> AbstractPack {
    var pack = AbstractPack()
    for name in random.sample(random.within(1...3), of: SpecWords.houseFactors) {
      var factor = factor(name, words, &random)
      // An entry without values asks every spec for them, so a pack has no yes/no factor.
      if factor.source == .yesNo { factor.source = .listed([AbstractValue(id: "free")]) }
      factor.usual = nil
      factor.note = nil
      factor.label = factor.label ?? words.factorLabels[0]
      pack.factors.append(factor)
    }
    pack.factors =
      pack.factors.filter { $0.kind == .state } + pack.factors.filter { $0.kind == .data }
    for id in random.sample(random.within(0...2), of: SpecWords.houseOperations) {
      var operation = AbstractOperation(id: id, label: random.pick(words.operationLabels))
      if random.chance(40) {
        operation.variants = .listed(
          random.sample(random.within(1...3), of: words.variantIds).map {
            AbstractValue(id: $0, label: random.pick(words.valueLabels))
          }
        )
      }
      pack.operations.append(operation)
    }
    if random.chance(30) {
      pack.dismissed = [AbstractDismissal(id: "low_power", reason: words.reasons[0])]
    }
    while random.chance(15) { pack.questions.append(question(words, &random)) }
    return pack
  }

  static func addHouseImpossible(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let factors = houseFactors(spec, &random)
    guard !factors.isEmpty else { return }
    for _ in 0..<random.pick([0, 0, 1, 1, 2]) {
      var when = condition(on: factors, entries: 1...3, in: .fact, &random)
      if when.alternatives.contains(where: { $0.count < 2 }) {
        let operations = AbstractFactor(
          name: "operation",
          kind: .state,
          values: .listed(houseOperations(spec).flatMap(\.values))
        )
        when = narrowed(when, by: [operations], in: .fact, &random)
      }
      spec.pack?.impossible.append(
        AbstractImpossibility(when: when, because: random.pick(words.reasons))
      )
    }
  }

  /// Adds rules to the pack: for operations that the spec selects and for others.
  static func addHouseRules(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    var maker = RuleMaker(
      words: words,
      factors: houseFactors(spec, &random),
      operations: random.shuffled(houseOperations(spec)),
      canBeDense: false,
      &random
    )
    spec.pack?.rules = maker.rules(named: "house-", atMost: 8, &random)
  }

  /// Returns factors of the pack, some of the spec, and occasionally an undeclared one.
  private static func houseFactors(
    _ spec: AbstractSpec,
    _ random: inout SplitMix64
  ) -> [AbstractFactor] {
    let shared = spec.pack?.factors ?? []
    let names = Set(shared.map(\.name))
    let own = spec.factors.filter { !names.contains($0.name) && random.chance(40) }
    let ghosts =
      random.chance(20)
      ? [
        AbstractFactor(
          name: "ghost",
          kind: .state,
          values: .listed([AbstractValue(id: "free"), AbstractValue(id: "old")])
        )
      ] : []
    return shared + own + ghosts
  }

  /// Returns operations of the pack and of the catalogue, selected or not.
  private static func houseOperations(_ spec: AbstractSpec) -> [AbstractOperation] {
    let shared = spec.pack?.operations ?? []
    let own = spec.operations.filter { own in
      own.isSelected && !shared.contains { $0.id == own.id }
    }
    return shared + own + [
      AbstractOperation(id: own.contains { $0.id == "back" } ? "rotate" : "back")
    ]
  }
}
