extension RandomSpec {
  /// How many combinations the values make at most: with no invalid value, and with one.
  private struct Size {
    var valid = 1
    var invalid = 0

    var total: Int { valid + invalid }

    func times(_ values: [AbstractValue], canBeAbsent: Bool) -> Size {
      let rejected = values.count(where: \.isInvalid)
      let accepted = values.count - rejected + (canBeAbsent ? 1 : 0)
      return Size(valid: valid * accepted, invalid: invalid * accepted + valid * rejected)
    }
  }

  /// Gives the spec its operations, its factors and their `only_when`; without constraints it has 500 combinations at most.
  static func addFactors(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    // What does not always apply makes the real number smaller than this bound, often by much.
    var bound = random.pick([8, 100, 500, 1000, 1500, 2000, 2500, 2500])
    repeat {
      spec.operations = []
      addFactors(to: &spec, atMost: bound, words, &random)
      bound = bound * 2 / 3
    } while Oracle(spec).count > 500
  }

  private static func addFactors(
    to spec: inout AbstractSpec,
    atMost limit: Int,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    let operationIds = random.shuffled(words.operationIds)
    for id in operationIds.prefix(random.pick([1, 2, 2, 3, 3, 4, 5])) {
      spec.operations.append(operation(id, words, &random))
    }
    while spec.operationFactor.values.count > max(3, limit / 50), spec.operations.count > 1 {
      spec.operations.removeLast()
    }
    var size = Size().times(spec.operationFactor.values, canBeAbsent: false)
    var factors: [AbstractFactor] = []
    var absent: Set<String> = []
    let count = random.pick([0, 1, 2, 3, 4, 5, 6, 9, 9, 9, 9, 9, 9, 9])
    for name in random.shuffled(words.factorNames) where factors.count < count {
      let factor = factor(name, words, &random)
      let canBeAbsent = factor.source != .flag && random.chance(30)
      let larger = size.times(factor.values, canBeAbsent: canBeAbsent)
      guard larger.total <= limit else { continue }
      size = larger
      factors.append(factor)
      if canBeAbsent { absent.insert(name) }
    }
    spec.factors = factors.filter { $0.kind == .state } + factors.filter { $0.kind == .data }
    addApplicability(to: &spec, absent: absent, &random)
  }

  /// Gives some factors and operations an `only_when`, in an order in which no circle can arise.
  private static func addApplicability(
    to spec: inout AbstractSpec,
    absent: Set<String>,
    _ random: inout SplitMix64
  ) {
    let operationStandsFirst = random.chance(25)
    var known = operationStandsFirst ? [spec.operationFactor] : []
    for number in random.shuffled(Array(spec.factors.indices)) {
      if absent.contains(spec.factors[number].name), !known.isEmpty {
        spec.factors[number].onlyWhen = condition(on: known, entries: 1...2, &random)
      }
      known.append(spec.factors[number])
    }
    guard !operationStandsFirst, !known.isEmpty else { return }
    for number in spec.operations.indices where random.chance(20) {
      spec.operations[number].onlyWhen = condition(on: known, entries: 1...2, &random)
    }
  }

  private static func operation(
    _ id: String,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractOperation {
    let label = random.chance(60) ? random.pick(words.operationLabels) : nil
    guard random.chance(35) else { return AbstractOperation(id: id, label: label) }
    let variants: AbstractValues =
      random.chance(70)
      ? listed(words.variantIds, words, &random) : generated(words, &random)
    return AbstractOperation(id: id, label: label, variants: variants)
  }

  private static func factor(
    _ name: String,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractFactor {
    let kind: AbstractFactor.Kind = random.chance(50) ? .state : .data
    if random.chance(10) { return AbstractFactor(name: name, kind: kind, values: .flag) }
    let values =
      random.chance(60) ? listed(words.valueIds, words, &random) : generated(words, &random)
    let label = random.chance(50) ? random.pick(words.factorLabels) : nil
    return AbstractFactor(name: name, kind: kind, label: label, values: values)
  }

  private static func listed(
    _ ids: [String],
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractValues {
    let isPlain = random.chance(30)
    let invalidShare = random.chance(6) ? 100 : random.pick([0, 0, 20, 40])
    let chosen = random.shuffled(ids).prefix(random.pick([1, 2, 2, 2, 2, 3, 3, 3, 4, 5]))
    return .listed(
      chosen.map { id in
        guard !isPlain else { return AbstractValue(id: id) }
        return AbstractValue(
          id: id,
          label: random.chance(70) ? random.pick(words.valueLabels) : nil,
          isInvalid: random.chance(invalidShare),
          weight: random.chance(10) ? random.within(1...5) : nil,
          note: random.chance(8) ? random.pick(words.reasons) : nil
        )
      }
    )
  }

  private static func generated(_ words: SpecWords, _ random: inout SplitMix64) -> AbstractValues {
    switch random.below(4) {
    case 0:
      let step = random.pick([1, 1, 1, 2, 5])
      let from = random.within(-3...4)
      let to = random.chance(15) ? nil : from + step * random.pick([0, 1, 2, 3, 3])
      return .range(from: from, to: to, step: step, all: to != nil && random.chance(25))
    case 1:
      let first = random.within(19_000...21_000)
      let last = first + random.pick([0, 1, 2, 30, 365])
      return .date(from: Day(number: first).text, to: Day(number: last).text)
    default:
      let from = random.pick([0, 1, 1, 2])
      let kinds = random.sample(random.below(3), of: words.kinds)
      return .text(from: from, to: from + random.pick([0, 1, 2, 139]), kinds: kinds)
    }
  }
}
