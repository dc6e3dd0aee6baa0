extension RandomSpec {
  /// A condition in which every entry allows at least one value.
  static func condition(
    on factors: [AbstractFactor],
    entries: ClosedRange<Int>,
    _ random: inout SplitMix64
  ) -> AbstractCondition {
    var alternatives: [[AbstractCondition.Entry]] = []
    repeat {
      let count = min(random.within(entries), factors.count)
      alternatives.append(
        random.shuffled(random.sample(count, of: factors)).map { entry(on: $0, &random) }
      )
    } while alternatives.count < 3 && random.chance(12)
    return AbstractCondition(anyOf: alternatives)
  }

  /// An entry that allows at least one value of the factor.
  static func entry(
    on factor: AbstractFactor,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Entry {
    AbstractCondition.Entry(factor.name, test(on: factor, &random))
  }

  private static func test(
    on factor: AbstractFactor,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Test {
    let values = factor.values
    switch random.below(12) {
    case 0, 1:
      return .oneOf(random.shuffled(names(random.within(1...3), of: factor, &random)))
    case 2 where values.count > 1:
      let name = names(1, of: factor, &random)[0]
      let isAll = values.allSatisfy { $0.id.hasPrefix(name + "/") }
      return isAll ? .value(name) : .notValue(name)
    case 3 where values.count > 1:
      return .notOneOf(random.sample(random.within(1...(values.count - 1)), of: values.map(\.id)))
    case 4 where values.contains { !$0.isInvalid }:
      return .onlyValid
    case 5 where values.contains(where: \.isInvalid):
      return .onlyInvalid
    case 6, 7:
      return between(on: factor, &random) ?? .value(random.pick(values).id)
    case 8 where factor.onlyWhen != nil:
      return .applies(random.chance(50))
    case 9 where random.chance(30):
      return .applies(true)
    default:
      return .value(names(1, of: factor, &random)[0])
    }
  }

  /// Names of values; an operation with variants may stand by its bare id.
  private static func names(
    _ count: Int,
    of factor: AbstractFactor,
    _ random: inout SplitMix64
  ) -> [String] {
    var result: [String] = []
    for value in random.sample(count, of: factor.values) {
      let bare = String(value.id.prefix { $0 != "/" })
      let name = factor.name == "operation" && random.chance(60) ? bare : value.id
      if !result.contains(name) { result.append(name) }
    }
    return result
  }

  private static func between(
    on factor: AbstractFactor,
    _ random: inout SplitMix64
  ) -> AbstractCondition.Test? {
    let numbers = factor.values.compactMap(\.number)
    guard factor.name != "operation", !numbers.isEmpty else { return nil }
    func bound(_ number: Int) -> AbstractCondition.Bound {
      if case .date = factor.source {
        return AbstractCondition.Bound(number: number, text: Day(number: number).text)
      }
      return AbstractCondition.Bound(number: number, text: String(number))
    }
    let one = random.pick(numbers)
    let other = random.pick(numbers)
    // An end that is no value itself, where that keeps the value in.
    let low = min(one, other) - (random.chance(20) && min(one, other) > 0 ? 1 : 0)
    let high = max(one, other) + (random.chance(20) ? 1 : 0)
    switch random.below(3) {
    case 0: return .between(from: bound(low), to: nil)
    case 1: return .between(from: nil, to: bound(high))
    default: return .between(from: bound(low), to: bound(high))
    }
  }
}
