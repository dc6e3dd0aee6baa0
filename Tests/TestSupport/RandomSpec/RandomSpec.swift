/// Random specs of at most a few hundred combinations that mix all features of the language.
///
/// All are valid by the page, except that in a few the impossibilities leave no combination (`Oracle.isEmpty`) or the lists of precedence
/// form a cycle (`Oracle.isPrecedenceCircle`). The same seed gives the same spec.
package enum RandomSpec {
  /// Returns the spec of a seed; with a pack, the project shares states, operations and rules.
  package static func make(
    seed: UInt64,
    hasPack: Bool = false,
    prefersNumbers: Bool = false,
    hasPlaceholders: Bool = false,
    prefersParts: Bool = false
  ) -> AbstractSpec {
    var random = SplitMix64(seed: hasPack ? ~seed : seed)
    var words = SpecWords(isJapanese: random.chance(50))
    if prefersNumbers { words.numberShare = 80 }
    words.hasPlaceholders = hasPlaceholders
    words.partShare = prefersParts ? 30 : 0
    var spec = AbstractSpec(id: random.pick(["POST", "T", "PAY-2", "X9"]), feature: words.feature)
    spec.language = words.isJapanese ? "ja" : random.pick(["en", nil])
    spec.owner = random.chance(40) ? words.owners[0] : nil
    for _ in 0..<random.pick([0, 0, 0, 0, 0, 1, 2]) {
      spec.sources.append("https://example.com/figma/\(random.below(1000))")
    }
    spec.styleSeed = random.next()
    if random.chance(10) {
      spec.dismissed = [AbstractDismissal(id: "rotate", reason: words.reasons[0])]
    }
    if hasPack { spec.pack = packDeclarations(words, &random) }
    addFactors(to: &spec, words, &random)
    addImpossible(to: &spec, words, &random)
    if hasPack { addHouseImpossible(to: &spec, words, &random) }
    relaxImpossible(of: &spec, &random)
    addRules(to: &spec, words, &random)
    if hasPack { addHouseRules(to: &spec, words, &random) }
    addPrecedence(to: &spec, &random)
    addTeamQuestions(to: &spec, words, &random)
    addCases(to: &spec, words, &random)
    return spec
  }

  /// Removes impossibilities while they forbid nearly everything, in most specs.
  private static func relaxImpossible(of spec: inout AbstractSpec, _ random: inout SplitMix64) {
    guard !random.chance(10) else { return }
    var free = spec
    free.impossible = []
    free.pack?.impossible = []
    let count = Oracle(free).count
    while Oracle(spec).count * 2 <= count {
      if !spec.impossible.isEmpty {
        spec.impossible.removeLast()
      } else if spec.pack?.impossible.isEmpty == false {
        spec.pack?.impossible.removeLast()
      } else {
        return
      }
    }
  }

  private static func addTeamQuestions(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    while random.chance(12) { spec.questions.append(question(words, &random)) }
  }

  /// Returns an open question of a rule or of the team.
  static func question(_ words: SpecWords, _ random: inout SplitMix64) -> AbstractQuestion {
    AbstractQuestion(
      text: random.pick(words.questions),
      options: random.chance(30)
        ? random.sample(random.within(2...3), of: words.results) : [],
      ask: random.chance(50) ? random.pick(words.owners) : nil,
      until: random.chance(50) ? random.pick(["2020-02-29", "2999-12-31"]) : nil
    )
  }

  /// Adds groups of factors to combine and cases that must stay.
  private static func addCases(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let names = spec.factors.map(\.name) + ["operation"]
    if random.chance(25) { spec.strength = random.within(1...min(3, names.count)) }
    guard random.chance(40) else { return }
    while names.count > 1, random.chance(40) {
      let group = random.sample(random.within(2...min(4, names.count)), of: names)
      spec.cases.every.append(random.shuffled(group))
    }
    let oracle = Oracle(spec)
    while oracle.count > 0, random.chance(40) {
      let row = oracle.combination(random.below(oracle.count))
      let cells = zip(oracle.factors, row).compactMap { factor, value in
        value.map { caseEntry(factor, of: spec, factor.values[$0], &random) }
      }
      spec.cases.include.append(
        AbstractCases.Include(
          entries: random.shuffled(random.sample(random.within(1...cells.count), of: cells)),
          because: random.chance(50) ? random.pick(words.reasons) : nil
        )
      )
    }
  }

  /// Returns an entry that covers a value, and perhaps others.
  private static func caseEntry(
    _ factor: AbstractFactor,
    of spec: AbstractSpec,
    _ value: AbstractValue,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Entry {
    if factor.name == "operation" {
      let parts = value.id.split(separator: "/", maxSplits: 1).map(String.init)
      let operation = spec.operations.first { $0.id == parts[0] }
      if let other = otherNumber(value, operation?.variants, &random) {
        return .init("operation", [.init([.selector(.init(parts[0], .id(other)))])])
      }
      let isExact = parts.count > 1 && (value.isInvalid || random.chance(60))
      let selector = AbstractCondition.Selector(parts[0], isExact ? .id(parts[1]) : nil)
      return .init("operation", [.init([.selector(selector)])])
    }
    if let other = otherNumber(value, factor.source, &random) {
      return .init(factor.name, ids: [other])
    }
    if !value.isInvalid, random.chance(15) { return .init(factor.name, [.init([.item(.valid)])]) }
    guard random.chance(20) else { return .init(factor.name, ids: [value.id]) }
    let others = random.sample(random.within(1...2), of: factor.values.map(\.id))
    return .init(
      factor.name,
      ids: random.shuffled([value.id] + others.filter { $0 != value.id })
    )
  }

  /// Returns a random number of the value's class, or usually `nil`; in a case it is a value and splits nothing.
  private static func otherNumber(
    _ value: AbstractValue,
    _ source: AbstractValues?,
    _ random: inout SplitMix64
  ) -> String? {
    guard let source, let numbers = value.numbers, !value.isInvalid, random.chance(30) else {
      return nil
    }
    let last = min(numbers.upperBound, numbers.lowerBound + 12)
    return source.id(random.within(numbers.lowerBound...max(numbers.lowerBound, last)))
  }
}
