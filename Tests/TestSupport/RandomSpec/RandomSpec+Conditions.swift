extension RandomSpec {
  typealias Place = AbstractCondition.Place
  typealias Text = AbstractCondition.Text
  typealias Item = AbstractCondition.Item
  typealias Selector = AbstractCondition.Selector

  /// Returns a condition in which every entry allows at least one value.
  static func condition(
    on factors: [AbstractFactor],
    entries: ClosedRange<Int>,
    in place: Place,
    _ random: inout SplitMix64
  ) -> AbstractCondition {
    var alternatives: [[AbstractCondition.Entry]] = []
    repeat {
      let count = min(random.within(entries), factors.count)
      guard count > 0 else { return .none }
      alternatives.append(
        random.shuffled(random.sample(count, of: factors)).map { entry(on: $0, in: place, &random) }
      )
    } while alternatives.count < 3 && random.chance(12)
    return AbstractCondition(anyOf: alternatives)
  }

  /// Returns an entry that allows at least one value of the factor.
  static func entry(
    on factor: AbstractFactor,
    in place: Place,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Entry {
    for _ in 0..<4 {
      let test = test(on: factor, in: place, &random)
      if covers(test, factor, place) { return AbstractCondition.Entry(factor.name, test) }
    }
    return AbstractCondition.Entry(
      factor.name,
      [Text([part(of: random.pick(factor.values), factor)])]
    )
  }

  /// True if each text of the test, and each of its parts, allows a value.
  private static func covers(
    _ test: AbstractCondition.Test,
    _ factor: AbstractFactor,
    _ place: Place
  ) -> Bool {
    let values = factor.values
    func isSome(_ text: Text) -> Bool {
      AbstractCondition.mask([text], of: values, in: place) & ((1 << UInt64(values.count)) - 1) != 0
    }
    return test.allSatisfy { text in isSome(text) && text.parts.allSatisfy { isSome(Text([$0])) } }
  }

  private static func test(
    on factor: AbstractFactor,
    in place: Place,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Test {
    func parts(_ count: ClosedRange<Int>) -> [Text.Part] {
      var parts: [Text.Part] = []
      for _ in 0..<random.within(count) {
        let part = simplePart(of: factor, &random)
        if !parts.contains(part) { parts.append(part) }
      }
      return parts
    }
    switch random.below(14) {
    case 0, 1: return [Text(parts(1...3))]
    case 2, 3: return [Text(not: true, parts(1...2))]
    case 4: return [Text(parts(1...2)), Text(not: random.chance(40), parts(1...1))]
    case 5 where factor.name != "operation": return [Text([.item(.valid)])]
    case 6 where factor.name != "operation": return [Text([.item(.invalid)])]
    case 7 where factor.name != "operation" && place == .rule: return [Text([.item(.any)])]
    case 8 where factor.name != "operation":
      return [Text(parts(1...1) + [.item(random.pick([.valid, .invalid]))])]
    default: return [Text(parts(1...1))]
    }
  }

  /// Returns a value or an interval of values, or a selector of the operation.
  private static func simplePart(
    of factor: AbstractFactor,
    _ random: inout SplitMix64
  ) -> Text.Part {
    let value = random.pick(factor.values)
    if factor.name == "operation" {
      guard case .selector(let exact) = part(of: value, factor), random.chance(60) else {
        return part(of: value, factor)
      }
      return .selector(Selector(exact.operation))
    }
    if random.chance(40), let interval = interval(of: factor.values, factor.source, &random) {
      return .item(interval)
    }
    // Length 0 and `empty` are the same value.
    if value.id == "empty", value.number == 0, random.chance(30) { return .item(.id("0")) }
    return .item(.id(value.id))
  }

  private static func part(of value: AbstractValue, _ factor: AbstractFactor) -> Text.Part {
    guard factor.name == "operation" else { return .item(.id(value.id)) }
    let parts = value.id.split(separator: "/", maxSplits: 1).map(String.init)
    return .selector(Selector(parts[0], parts.count > 1 ? .id(parts[1]) : nil))
  }

  /// Returns an interval, open or closed, occasionally with an end that is not a value, or `nil` without numbers.
  static func interval(
    of values: [AbstractValue],
    _ source: AbstractValues,
    _ random: inout SplitMix64
  ) -> Item? {
    let numbers = values.compactMap(\.number)
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    func bound(_ number: Int) -> AbstractCondition.Bound {
      switch source {
      case .date, .time: AbstractCondition.Bound(number: number, text: source.id(number))
      default: AbstractCondition.Bound(number: number, text: String(number))
      }
    }
    let one = random.pick(numbers)
    let other = random.pick(numbers)
    var (low, high) = (min(one, other), max(one, other))
    let rest = values.filter(\.isInvalid)
    func isBound(_ number: Int) -> Bool {
      !rest.contains { $0.number != number && $0.numbers?.contains(number) == true }
    }
    if random.chance(20), low > least, isBound(low - 1) { low -= 1 }
    if random.chance(20), high < greatest, isBound(high + 1) { high += 1 }
    switch random.below(3) {
    case 0: return .interval(from: bound(low), to: nil)
    case 1: return .interval(from: nil, to: bound(high))
    default: return .interval(from: bound(low), to: bound(high))
    }
  }

  // MARK: Keys of rules

  /// Returns possible keys of rules of an operation that cover something: the bare id, some variants, or a keyword.
  static func selectors(
    of operation: AbstractOperation,
    _ random: inout SplitMix64
  ) -> [Selector] {
    guard let source = operation.variants else {
      return [
        Selector(operation.id, random.chance(90) ? nil : random.pick([.valid, .any]))
      ]
    }
    let variants = operation.variantValues
    func isFree(_ word: Item) -> Bool { !variants.contains { $0.id == word.text } }
    let isBare = variants.contains { !$0.isInvalid }
    switch random.below(10) {
    case 0...3 where isBare: return [Selector(operation.id)]
    case 4 where isFree(.any): return [Selector(operation.id, .any)]
    case 5 where isBare && isFree(.valid): return [Selector(operation.id, .valid)]
    case 6 where isFree(.invalid) && variants.contains(where: \.isInvalid):
      return [Selector(operation.id, .invalid)]
    case 7:
      let part = interval(of: variants, source, &random)
      guard let part, !isEmpty(part, of: variants) else { break }
      return [Selector(operation.id, part)]
    default: break
    }
    let chosen = random.sample(random.pick([1, 1, 1, 2, 3]), of: variants)
    return random.shuffled(chosen.map { Selector(operation.id, .id($0.id)) })
  }

  private static func isEmpty(_ item: Item, of values: [AbstractValue]) -> Bool {
    AbstractCondition.mask([Text([.item(item)])], of: values, in: .rule) == 0
  }
}
