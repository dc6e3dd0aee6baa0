import TestSupport

@testable import Specification
@testable import TestDesign

/// A spec with one slip, as an implementer might have misread it.
enum SpecificationMutant {
  enum Slip: CaseIterable {
    case entryDropped, boundMoved, factorAdded, resultSwapped
  }

  /// Changes one rule and returns its index and the slip, or `nil` if the random slip is impossible.
  static func mutate(
    _ specification: inout Specification,
    _ random: inout SplitMix64
  ) -> (rule: Int, slip: Slip)? {
    let rules = specification.rules.indices.filter { specification.rules[$0].results != nil }
    guard !rules.isEmpty else { return nil }
    let rule = random.pick(rules)
    var changed = specification.rules[rule]
    let slip = random.pick(Slip.allCases)
    let isMade =
      switch slip {
      case .entryDropped: dropEntry(of: &changed, specification, &random)
      case .boundMoved: moveBound(of: &changed, specification, &random)
      case .factorAdded: addFactor(to: &changed, specification, &random)
      case .resultSwapped: swapResult(of: &changed, specification, &random)
      }
    guard isMade else { return nil }
    specification.rules[rule] = changed
    return (rule, slip)
  }

  private static func dropEntry(
    of rule: inout Rule,
    _ specification: Specification,
    _ random: inout SplitMix64
  ) -> Bool {
    let alternative = random.below(rule.when.alternatives.count)
    let terms = rule.when.alternatives[alternative].terms
    let own = terms.indices.filter {
      terms[$0].factor != specification.operationFactor && !terms[$0].isAny
    }
    guard !own.isEmpty else { return false }
    rule.when.alternatives[alternative].terms.remove(at: random.pick(own))
    return true
  }

  /// Moves an end of an interval of numbers by one value.
  private static func moveBound(
    of rule: inout Rule,
    _ specification: Specification,
    _ random: inout SplitMix64
  ) -> Bool {
    let alternative = random.below(rule.when.alternatives.count)
    let terms = rule.when.alternatives[alternative].terms
    let own = terms.indices.filter { place in
      terms[place].factor != specification.operationFactor && !terms[place].isAny
        && specification.factors[terms[place].factor].line != nil
    }
    guard !own.isEmpty else { return false }
    let place = random.pick(own)
    let count = specification.factors[terms[place].factor].values.count
    let values = Set(terms[place].values)
    let ends = (0..<count).filter { value in
      values.contains(value)
        ? !values.contains(value - 1) || !values.contains(value + 1)
        : values.contains(value - 1) || values.contains(value + 1)
    }
    guard !ends.isEmpty else { return false }
    let moved = values.symmetricDifference([random.pick(ends)])
    guard !moved.isEmpty else { return false }
    rule.when.alternatives[alternative].terms[place].values = moved.sorted()
    return true
  }

  /// Adds a factor that the rule does not name, with some of its values.
  private static func addFactor(
    to rule: inout Rule,
    _ specification: Specification,
    _ random: inout SplitMix64
  ) -> Bool {
    let alternative = random.below(rule.when.alternatives.count)
    let named = Set(rule.when.alternatives[alternative].terms.map(\.factor))
    let free = specification.factors.indices.filter {
      !named.contains($0) && specification.factors[$0].values.count > 1
    }
    guard !free.isEmpty else { return false }
    let factor = random.pick(free)
    let count = specification.factors[factor].values.count
    let values = random.sample(random.within(1...(count - 1)), of: Array(0..<count))
    rule.when.alternatives[alternative].terms.append(
      Term(factor: factor, values: values, span: rule.span)
    )
    rule.when.alternatives[alternative].terms.sort { one, other in
      // The operation comes first.
      (one.factor == specification.operationFactor ? -1 : one.factor)
        < (other.factor == specification.operationFactor ? -1 : other.factor)
    }
    return true
  }

  private static func swapResult(
    of rule: inout Rule,
    _ specification: Specification,
    _ random: inout SplitMix64
  ) -> Bool {
    let own = rule.results
    let others = specification.rules.filter { $0.results != nil && $0.results != own }
    guard !others.isEmpty else { return false }
    rule.outcome = random.pick(others).outcome
    return true
  }
}
