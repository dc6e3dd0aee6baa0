extension RandomSpec {
  /// An upper bound of the combinations, without and with one invalid value.
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

  /// The maximum number of combinations, ignoring `only_when` and counting every number of a range.
  private static let maxNumbers = 4000

  private static func everyNumber(of factor: AbstractFactor) -> AbstractFactor {
    var factor = factor
    factor.numbers = .every(upTo: 16)
    return factor
  }

  private static func everyNumber(of operation: AbstractOperation) -> AbstractOperation {
    var operation = operation
    operation.numbers = .every(upTo: 16)
    return operation
  }

  /// Adds operations, factors and their `only_when`; the spec has at most 500 combinations, ignoring impossibilities.
  static func addFactors(
    to spec: inout AbstractSpec,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    // Applicability makes the real number smaller than this bound, often by much.
    var bound = random.pick([8, 100, 500, 1000, 1500, 2000, 2500, 2500])
    repeat {
      addFactors(to: &spec, atMost: bound, words, &random)
      bound = bound * 2 / 3
    } while Oracle(spec, numbers: .declared).count > 500
  }

  private static func addFactors(
    to spec: inout AbstractSpec,
    atMost limit: Int,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) {
    spec.operations = (spec.pack?.operations ?? []).filter { _ in random.chance(50) }
      .map { selected($0, words, &random) }
    let own = random.shuffled(words.operationIds).prefix(random.pick([1, 2, 2, 3, 3, 4, 5]))
    spec.operations += own.map { operation($0, words, &random) }
    while random.chance(spec.pack == nil ? 20 : 40) {
      let known = Set(spec.operations.map(\.id))
      let free = SpecWords.catalogueVariants.map(\.id).filter { !known.contains($0) }
      if !free.isEmpty { spec.operations.append(catalogued(random.pick(free), words, &random)) }
    }
    spec.operations = random.shuffled(spec.operations)
    while spec.operationFactor.values.count > max(3, limit / 50)
      || spec.operations.map(everyNumber).flatMap(\.values).count > 60, spec.operations.count > 1
    {
      spec.operations.removeLast()
    }
    var size = Size().times(spec.operationFactor.values, canBeAbsent: false)
    var everySize = Size().times(
      spec.operations.map(everyNumber).flatMap(\.values),
      canBeAbsent: false
    )
    var factors: [AbstractFactor] = []
    var absent: Set<String> = []
    func add(_ factor: AbstractFactor, canBeAbsent: Bool) {
      let larger = size.times(factor.values, canBeAbsent: canBeAbsent)
      let every = everySize.times(everyNumber(of: factor).values, canBeAbsent: canBeAbsent)
      guard larger.total <= limit, every.total <= maxNumbers else { return }
      size = larger
      everySize = every
      factors.append(factor)
      if canBeAbsent { absent.insert(factor.name) }
    }
    for shared in spec.pack?.factors ?? [] where random.chance(80) {
      add(selected(shared, words, &random), canBeAbsent: false)
    }
    let count = factors.count + random.pick([0, 1, 2, 3, 4, 5, 6, 9, 9, 9, 9, 9, 9, 9])
    for name in random.shuffled(words.factorNames) where factors.count < count {
      let factor = factor(name, words, &random)
      add(factor, canBeAbsent: factor.source != .yesNo && random.chance(30))
    }
    spec.factors = factors.filter { $0.kind == .state } + factors.filter { $0.kind == .data }
    addApplicability(to: &spec, absent: absent, &random)
  }

  /// Gives some factors and operations an `only_when`, in an order that prevents cycles.
  private static func addApplicability(
    to spec: inout AbstractSpec,
    absent: Set<String>,
    _ random: inout SplitMix64
  ) {
    var known: [AbstractFactor] = []
    for number in random.shuffled(Array(spec.factors.indices)) {
      if absent.contains(spec.factors[number].name), !known.isEmpty {
        spec.factors[number].onlyWhen = condition(on: known, entries: 1...2, in: .fact, &random)
      }
      known.append(spec.factors[number])
    }
    guard !known.isEmpty else { return }
    for number in spec.operations.indices where random.chance(20) {
      spec.operations[number].onlyWhen = condition(on: known, entries: 1...2, in: .fact, &random)
    }
  }

  // MARK: Operations

  private static func operation(
    _ id: String,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractOperation {
    let label = random.chance(60) ? random.pick(words.operationLabels) : nil
    var operation = AbstractOperation(id: id, label: label)
    operation.note = random.chance(5) ? random.pick(words.reasons) : nil
    if random.chance(10) {
      operation.behavesAs = random.pick(["text_input", "network_error", "back"])
    }
    switch words.partShare > 0 && random.chance(words.partShare) ? 4 : random.below(20) {
    case 0...3: operation.variants = listed(words.variantIds, words, &random)
    case 4:
      operation.hasParts = true
      operation.variants = .listed(
        random.sample(random.within(2...3), of: words.partIds).map { AbstractValue(id: $0) }
      )
    case 5...(words.prefersNumbers ? 12 : 6):
      let source = generated(words, &random)
      operation.variants = source
      operation.numbers = thresholds(of: source, words, &random)
    case 13:
      operation.behavesAs = "text_input"
      operation.variants = chosen(["whitespace", "at_limit", "too_long", "forbidden"], &random)
    default: break
    }
    return operation
  }

  /// Returns an operation of the catalogue with its own variants, or with others that the catalogue knows.
  private static func catalogued(
    _ id: String,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractOperation {
    var operation = AbstractOperation(
      id: id,
      label: random.chance(25) ? random.pick(words.operationLabels) : nil
    )
    operation.isSelected = true
    let own = SpecWords.catalogueVariants.first { $0.id == id }?.variants ?? []
    operation.inheritsVariants = true
    if !own.isEmpty { operation.variants = inherited(own) }
    if id == "text_input", random.chance(40) {
      operation.inheritsVariants = false
      operation.variants = chosen(["empty", "too_long", "newline", "wrong_format"], &random)
      if random.chance(50) {
        let length = random.pick([4, 12, 20])
        let source = AbstractValues.length(from: random.below(3), to: length, kinds: [])
        operation.variants = source
        operation.numbers = thresholds(of: source, words, &random)
      }
    }
    return operation
  }

  private static func chosen(_ ids: [String], _ random: inout SplitMix64) -> AbstractValues {
    inherited(random.shuffled(random.sample(random.within(2...3), of: ids)))
  }

  private static func inherited(_ ids: [String]) -> AbstractValues {
    .listed(
      ids.map { id in
        var value = AbstractValue(id: id, isInvalid: SpecWords.invalidVariants.contains(id))
        value.isInherited = true
        return value
      }
    )
  }

  private static func selected(
    _ shared: AbstractOperation,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractOperation {
    var operation = shared
    operation.isSelected = true
    operation.inheritsVariants = true
    operation.label = random.chance(25) ? random.pick(words.operationLabels) : nil
    return operation
  }

  // MARK: Factors

  /// Returns a factor of the pack as selected by a spec, occasionally with its own values.
  private static func selected(
    _ shared: AbstractFactor,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractFactor {
    var factor = shared
    factor.isSelected = true
    factor.label = random.chance(25) ? random.pick(words.factorLabels) : nil
    guard random.chance(25) else { return factor }
    // The spec's own values replace those of the pack.
    switch shared.source {
    case .listed(let values) where values.count > 2:
      factor.source = .listed(Array(values.dropLast()))
    case .range(let from, let to?, let unit) where to - from > 2:
      factor.source = .range(from: from + random.below(2), to: to - 2, unit: unit)
    default: return factor
    }
    factor.isSelected = false
    factor.label = random.pick(words.factorLabels)
    return factor
  }

  static func factor(
    _ name: String,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractFactor {
    let kind: AbstractFactor.Kind = random.chance(50) ? .state : .data
    let label = random.chance(50) ? random.pick(words.factorLabels) : nil
    var factor: AbstractFactor
    // A prompt of the catalogue is never a yes/no factor.
    if random.chance(10), !SpecWords.prompts.contains(name) {
      let label = random.pick(words.factorLabels)
      factor = AbstractFactor(name: name, kind: kind, label: label, values: .yesNo)
    } else {
      let values =
        random.chance(100 - words.numberShare)
        ? listed(words.valueIds, words, &random) : generated(words, &random)
      factor = AbstractFactor(name: name, kind: kind, label: label, values: values)
    }
    factor.note = random.chance(5) ? random.pick(words.reasons) : nil
    factor.numbers = thresholds(of: factor.source, words, &random)
    if random.chance(20) { factor.usual = usual(factor.source, &random) }
    return factor
  }

  /// Returns a usual value; a number may be any in the range, and then adds a value.
  private static func usual(_ source: AbstractValues, _ random: inout SplitMix64) -> String? {
    switch source {
    case .listed(let values):
      let valid = values.filter { !$0.isInvalid }
      return valid.isEmpty ? nil : random.pick(valid).id
    case .range(let from, let to, _): return String(random.within(from...(to ?? from + 5)))
    case .date(let from, let to):
      return Day(number: random.within(Day(from).number...Day(to).number)).text
    case .time:
      guard let (from, to) = source.bounds else { return nil }
      return source.id(random.within(from...(to ?? from)))
    case .length(let from, let to, _):
      let length = random.within(from...to)
      return length == 0 ? "empty" : String(length)
    case .yesNo: return random.pick(["yes", "no"])
    }
  }

  private static func listed(
    _ ids: [String],
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> AbstractValues {
    let isPlain = random.chance(30)
    let invalidShare = random.chance(6) ? 100 : random.pick([0, 0, 20, 40])
    let ids = random.chance(10) ? ["1", "3", "10", "50"] : ids
    let chosen = random.shuffled(ids).prefix(random.pick([1, 2, 2, 2, 2, 3, 3, 3, 4, 5]))
    return .listed(
      chosen.map { id in
        guard !isPlain else { return AbstractValue(id: id) }
        return AbstractValue(
          id: id,
          label: random.chance(70) ? random.pick(words.valueLabels) : nil,
          isInvalid: random.chance(invalidShare),
          note: random.chance(8) ? random.pick(words.reasons) : nil
        )
      }
    )
  }

  /// Returns a range of numbers, dates, times or lengths with at most forty numbers, so that an oracle can judge each.
  static func generated(_ words: SpecWords, _ random: inout SplitMix64) -> AbstractValues {
    switch random.below(4) {
    case 0, 1:
      let from = random.pick([-12, -3, -1, 0, 0, 1, 1, 4])
      let to = random.chance(15) ? nil : from + random.pick([0, 1, 2, 3, 6, 9, 19, 39])
      return .range(from: from, to: to, unit: random.chance(30) ? random.pick(words.units) : nil)
    case 2:
      let first = random.within(19_000...21_000)
      let last = first + random.pick([0, 1, 2, 6, 13, 30])
      // Some near midnight.
      let minute = first.isMultiple(of: 3) ? first % 24 * 60 : 23 * 60 + first % 60
      return first % 5 < 2
        ? .time(
          from: AbstractValues.time(minute),
          to: AbstractValues.time(minute + last - first)
        ) : .date(from: Day(number: first).text, to: Day(number: last).text)
    default:
      let from = random.pick([0, 1, 1, 2, 5])
      let kinds = random.sample(random.below(3), of: words.kinds)
      return .length(from: from, to: from + random.pick([0, 1, 2, 6, 14, 34]), kinds: kinds)
    }
  }

  /// Returns a few numbers of a factor that the spec's conditions share.
  private static func thresholds(
    of source: AbstractValues,
    _ words: SpecWords,
    _ random: inout SplitMix64
  ) -> JudgedNumbers {
    var cuts = JudgedNumbers.Cuts()
    guard let (from, to) = source.bounds else { return .representatives(cuts) }
    for _ in 0..<random.pick(words.prefersNumbers ? [1, 2, 2, 3] : [0, 1, 1, 2, 3]) {
      let number = random.within(from...(to ?? from + 12))
      cuts.starts.insert(number)
      if random.chance(40) { cuts.starts.insert(number + 1) }
    }
    return .representatives(cuts)
  }
}
