import Specification
import TestDesign

/// The combinations in which the order of two operations matters, by explicit states.
struct FlowCrossing {
  /// The combinations of the pair, by point, in which it certainly does.
  var certain: Set<Int> = []
  /// Those in which it may, by another reading: a factor that applies only after the first step may have several values, a step leads to a
  /// forbidden state, or rules with the same result move different factors.
  var possible: Set<Int> = []
  var rules: Set<Int> = []
}

extension FlowOracle {
  /// A step to another state.
  private struct First {
    var point: Int
    var rule: Int
    var image: State
    var isClear: Bool
  }

  /// The possible outcomes of the second step.
  private struct Second {
    var states: Set<State> = []
    var rules: Set<Int> = []
    /// The outcomes by rule; `nil` for none.
    var ways: [Int?: Set<State>] = [:]
    /// The results that may be visible if something changes, or `nil` if nothing does.
    var seen: Set<[String]?> = []
    /// True if there is only one reading.
    var isClear = true
  }

  /// The crossings by pairs of operations, ascending.
  var crossings: [[Int]: FlowCrossing] {
    let operations = specification.operationValues.map(\.operation)
    var numbers: [[Int]: Int] = [:]
    for (number, point) in points.enumerated() { numbers[point.row + [point.value]] = number }
    var known: [[Int]: Second] = [:]
    func second(_ first: First, _ other: First) -> Second {
      let (row, value) = (points[other.point].row, points[other.point].value)
      let key = first.image + row + [value]
      if let second = known[key] { return second }
      let later = rows(of: first.image, withInputsOf: row).map { numbers[$0 + [value]] }
      let second = self.second(first.image, later)
      known[key] = second
      return second
    }
    var found: [[Int]: FlowCrossing] = [:]
    for state in depths.keys {
      let steps = firsts(from: state)
      for (place, one) in steps.enumerated() {
        for other in steps.dropFirst(place + 1) {
          let values = (points[one.point].value, points[other.point].value)
          let pair = [operations[values.0], operations[values.1]].sorted()
          guard pair[0] < pair[1] else { continue }
          let (ends, otherEnds) = (second(one, other), second(other, one))
          let rules = ends.rules.union(otherEnds.rules).union([one.rule, other.rule])
          let own = uncounted(ends.states, by: rules)
          let others = uncounted(otherEnds.states, by: rules)
          let ending = !own.isEmpty && !others.isEmpty && own.union(others).count > 1
          let isEnding =
            ending || differ(ends, otherEnds, counting: [one.rule, other.rule])
          let saying = [(ends, other), (otherEnds, one)].map { second, alone in
            second.seen.map { $0 != nil && $0 != specification.rules[alone.rule].results }
          }
          guard isEnding || saying.joined().contains(true) else { continue }
          let both: Set = [one.point, other.point]
          found[pair, default: .init()].possible.formUnion(both)
          found[pair, default: .init()].rules.formUnion(rules)
          if one.isClear, other.isClear, ends.isClear, otherEnds.isClear,
            ending && own.isDisjoint(with: others)
              || saying.contains(where: { !$0.isEmpty && !$0.contains(false) })
          {
            found[pair, default: .init()].certain.formUnion(both)
          }
        }
      }
    }
    return found
  }

  /// True if the final states may differ when each operation follows one of its winning rules.
  private func differ(_ ends: Second, _ others: Second, counting rules: Set<Int>) -> Bool {
    ends.ways.contains { rule, states in
      others.ways.contains { other, otherStates in
        let rules = rules.union([rule, other].compactMap(\.self))
        let own = uncounted(states, by: rules)
        let others = uncounted(otherStates, by: rules)
        return !own.isEmpty && !others.isEmpty && own.union(others).count > 1
      }
    }
  }

  /// Returns the possible first steps in a state.
  private func firsts(from state: State) -> [First] {
    var firsts: [First] = []
    for number in pointsOf[state] ?? [] {
      let point = points[number]
      for rule in point.movers where !leadsAnywhere(rule) {
        for image in images(of: rule, from: state) where image != state || stepsInside(rule, state)
        {
          let first = First(
            point: number,
            rule: rule,
            image: image,
            isClear: isAllowed(image) && point.movers.allSatisfy { isCertain($0, in: state) }
          )
          firsts.append(first)
        }
      }
    }
    return firsts
  }

  /// Returns the rows of a state with the inputs of a row; factors that did not apply there may have any value.
  private func rows(of state: State, withInputsOf row: [Int]) -> [[Int]] {
    (rowsOf[state] ?? []).filter { later in
      specification.factors.indices.allSatisfy { factor in
        let nothing = specification.factors[factor].values.count
        return moving.contains(factor) || row[factor] == nothing || later[factor] == nothing
          || row[factor] == later[factor]
      }
    }
  }

  /// Returns the outcomes of an operation from a state, in any of some combinations; `nil` is an impossible one, in which nothing happens.
  private func second(_ state: State, _ numbers: [Int?]) -> Second {
    var second = Second()
    if numbers.isEmpty {
      second.states = [state]
      second.ways = [nil: [state]]
      second.seen = [nil]
      second.isClear = isAllowed(state)
    }
    for number in numbers {
      let movers = number.map { points[$0].movers } ?? []
      if movers.isEmpty {
        second.states.insert(state)
        second.ways[nil, default: []].insert(state)
        second.seen.insert(nil)
      }
      for rule in movers {
        let isChanging =
          !leadsAnywhere(rule)
          && (images(of: rule, from: state).contains { $0 != state } || stepsInside(rule, state))
        second.seen.insert(isChanging ? specification.rules[rule].results : nil)
        second.rules.insert(rule)
        if !isCertain(rule, in: state) { second.isClear = false }
        if leadsAnywhere(rule) { continue }
        for image in images(of: rule, from: state) {
          second.states.insert(image)
          second.ways[rule, default: []].insert(image)
          if !isAllowed(image) {
            second.states.insert(state)
            second.ways[rule, default: []].insert(state)
            second.isClear = false
          }
        }
      }
    }
    return second
  }
}
