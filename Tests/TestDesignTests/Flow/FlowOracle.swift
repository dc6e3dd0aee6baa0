import Specification
import TestDesign
import TestSupport

/// The reachable states of a spec with `becomes` and their consequences, by listing all combinations and states.
///
/// A *row* has a value number per factor, the one after the last value being *not applicable*. A *state* has a value of each moving factor,
/// even if it does not apply. `ReferenceSpace` determines the winning rule of a combination.
struct FlowOracle {
  typealias State = [Int]

  struct Point {
    var row: [Int]
    var value: Int
    /// The rules that win or add results, whatever else does.
    var shown: [Int]
    /// The rules that move factors; empty unless the combination has exactly one expected result.
    var movers: [Int]
    var status: CombinationStatus
  }

  let specification: Specification
  let moving: [Int]
  let points: [Point]
  /// The points that show each state.
  private(set) var pointsOf: [State: [Int]] = [:]
  /// The possible rows of each allowed state, whatever the operation.
  private(set) var rowsOf: [State: [[Int]]] = [:]
  /// The fewest steps to each reached state.
  private(set) var depths: [State: Int] = [:]
  private var moversOf: [State: Set<Int>] = [:]

  init(_ specification: Specification) {
    let space = ReferenceSpace(specification, blocks: .whole)
    self.specification = specification
    moving = Set(specification.rules.flatMap(\.becomes).map(\.factor)).sorted()
    points = specification.operationValues.indices.flatMap { value in
      space.points(value).map { point in
        let movers = point.winners.filter { !specification.rules[$0].becomes.isEmpty }
        return Point(
          row: point.values,
          value: value,
          shown: point.winners + point.additions,
          movers: point.status == .defined ? movers : [],
          status: point.status
        )
      }
    }
    for (number, point) in points.enumerated() {
      for state in states(shownBy: point.row) {
        pointsOf[state, default: []].append(number)
        moversOf[state, default: []].formUnion(point.movers)
      }
    }
    for row in allowedRows {
      for state in states(shownBy: row) { rowsOf[state, default: []].append(row) }
    }
    var depth = 0
    var frontier = Set(rowsOf.keys.filter { isStart($0) })
    while !frontier.isEmpty {
      for state in frontier { depths[state] = depth }
      let behind = frontier.flatMap { state in
        movers(state).flatMap { rule in images(of: rule, from: state) }
      }
      frontier = Set(behind).filter { isAllowed($0) && depths[$0] == nil }
      depth += 1
    }
  }

  /// All tuples of values of the moving factors.
  var allStates: [State] { states(shownBy: specification.factors.map(\.values.count)) }

  func states(shownBy row: [Int]) -> [State] {
    var states: [State] = [[]]
    for factor in moving {
      let count = specification.factors[factor].values.count
      let values = row[factor] < count ? [row[factor]] : Array(0..<count)
      states = states.flatMap { state in values.map { state + [$0] } }
    }
    return states
  }

  func isAllowed(_ state: State) -> Bool { rowsOf[state] != nil }

  func isStart(_ state: State) -> Bool {
    isAllowed(state)
      && zip(moving, state).allSatisfy { factor, value in
        (specification.factors[factor].start ?? validValues(factor)).contains(value)
      }
  }

  /// Returns the valid values of a factor, or all if none is valid.
  private func validValues(_ factor: Int) -> [Int] {
    let values = specification.factors[factor].values
    let valid = values.indices.filter { !values[$0].isInvalid }
    return valid.isEmpty ? Array(values.indices) : valid
  }

  /// The rows that satisfy every `only_when` of a factor and every `impossible` that does not name the operation.
  private var allowedRows: [[Int]] {
    let factors = specification.factors
    var known: Set<Int> = []
    var rows = [Array(repeating: 0, count: factors.count)]
    while known.count < factors.count {
      let next = factors.indices.first { factor in
        !known.contains(factor)
          && (factors[factor].onlyWhen?.alternatives ?? []).flatMap(\.terms).allSatisfy {
            known.contains($0.factor)
          }
      }
      guard let next else { preconditionFailure("only_when goes in a circle") }
      let count = factors[next].values.count
      rows = rows.flatMap { row in
        let applies = factors[next].onlyWhen.map { holds($0, in: row) } ?? true
        return (applies ? Array(0..<count) : [count]).map { value in
          var row = row
          row[next] = value
          return row
        }
      }
      known.insert(next)
    }
    let facts = specification.impossible.map(\.when).filter { when in
      !when.alternatives.flatMap(\.terms).contains { $0.factor == specification.operationFactor }
    }
    return rows.filter { row in !facts.contains { holds($0, in: row) } }
  }

  private func holds(_ condition: Condition, in row: [Int]) -> Bool {
    condition.alternatives.contains { conjunction in
      conjunction.terms.allSatisfy { term in
        let isAbsent = row[term.factor] == specification.factors[term.factor].values.count
        return isAbsent ? term.allowsNotApplicable : term.values.contains(row[term.factor])
      }
    }
  }

  /// Returns the rules that move factors in a combination that shows the state.
  func movers(_ state: State) -> [Int] { (moversOf[state] ?? []).sorted() }

  /// Returns the target states of a rule, allowed or not.
  func images(of rule: Int, from state: State) -> [State] {
    var images = [state]
    for move in specification.rules[rule].becomes {
      guard let place = moving.firstIndex(of: move.factor) else { continue }
      let targets = targets(of: move, from: state[place])
      images = images.flatMap { image in
        targets.map { target in
          var image = image
          image[place] = target
          return image
        }
      }
    }
    return images
  }

  private func targets(of move: Rule.Move, from value: Int) -> [Int] {
    switch move.target {
    case .value(let target): return [target]
    case .any: return validValues(move.factor)
    case .step(let step):
      let own = meant(by: value, of: move.factor)
      guard !own.isEmpty else { return [value] }
      let next = own.map { number in
        self.values(meaning: number + step, of: move.factor).first
          ?? self.values(meaning: number, of: move.factor).first ?? value
      }
      return Set(next).sorted()
    }
  }

  /// A superset of all ranges in the specs.
  private static let numbers = -20...40

  /// Returns the numbers that a valid value represents: each number of a class belongs to the greatest value not above it, else to the
  /// least one.
  private func meant(by value: Int, of factor: Int) -> [Int] {
    Self.numbers.filter { values(meaning: $0, of: factor) == [value] }
  }

  private func values(meaning number: Int, of factor: Int) -> [Int] {
    let values = specification.factors[factor].values
    let mates = values.indices.filter {
      !values[$0].isInvalid && values[$0].numbers?.contains(number) == true
    }.sorted { values[$0].number ?? 0 < values[$1].number ?? 0 }
    return (mates.last { values[$0].number ?? 0 <= number } ?? mates.first).map { [$0] } ?? []
  }

  /// True if the rule moves among several numbers represented by the same value.
  func stepsInside(_ rule: Int, _ state: State, of factor: Int? = nil) -> Bool {
    specification.rules[rule].becomes.contains { move in
      guard factor == nil || move.factor == factor, case .step = move.target,
        let place = moving.firstIndex(of: move.factor)
      else {
        return false
      }
      return meant(by: state[place], of: move.factor).count > 1
    }
  }

  /// True if the rule leads from one number to another, and determines the value of every other factor that it moves.
  func isCertain(_ rule: Int, in state: State) -> Bool {
    images(of: rule, from: state).count == 1 && !stepsInside(rule, state)
      && specification.rules[rule].becomes.allSatisfy { move in
        guard case .step(let step) = move.target, let place = moving.firstIndex(of: move.factor)
        else { return true }
        let values = specification.factors[move.factor].values
        guard let number = values[state[place]].number, !values[state[place]].isInvalid else {
          return true
        }
        let wanted = self.values(meaning: number + step, of: move.factor)
        return wanted.isEmpty || values[wanted[0]].number == number + step
      }
  }

  /// True if the rule may lead to any value.
  func leadsAnywhere(_ rule: Int) -> Bool {
    specification.rules[rule].becomes.contains { $0.target == .any }
  }

  /// Returns the states without the factors that some rules increment or decrement.
  func uncounted(_ states: Set<State>, by rules: Set<Int>) -> Set<State> {
    let counted = Set(
      rules.flatMap { specification.rules[$0].becomes }.compactMap { move -> Int? in
        if case .step = move.target { move.factor } else { nil }
      }
    )
    let places = moving.indices.filter { !counted.contains(moving[$0]) }
    return Set(states.map { state in places.map { state[$0] } })
  }

  /// True if a combination shows a reached state.
  func isMet(_ point: Point) -> Bool {
    states(shownBy: point.row).contains { depths[$0] != nil }
  }

  /// The fewest steps to a forbidden state, including the forbidden one, by rule.
  var breaks: [Int: Int] {
    var breaks: [Int: Int] = [:]
    for (state, depth) in depths {
      for rule in movers(state)
      where images(of: rule, from: state).contains(where: { !isAllowed($0) }) {
        breaks[rule] = min(breaks[rule] ?? .max, depth + 1)
      }
    }
    return breaks
  }

  /// The unreachable values by question: a factor, then its values; all of a range together, and more than five of any other factor.
  var unreachedValues: Set<[Int]> {
    var questions: Set<[Int]> = []
    for (place, factor) in moving.enumerated() {
      let values = specification.factors[factor].values
      let reached = Set(depths.keys.map { $0[place] })
      let produced = produced(factor, from: reached)
      let unreached = values.indices.filter { value in
        let mates = values.classmates(of: value)
        let isExact = mates.allSatisfy {
          values[$0].number == nil || meant(by: $0, of: factor).count == 1
        }
        return !values[value].isInvalid && points.contains { $0.row[factor] == value }
          && !produced.contains(value) && (isExact || reached.isDisjoint(with: mates))
      }
      if specification.factors[factor].line == nil, unreached.count <= 5 {
        questions.formUnion(unreached.map { [factor, $0] })
      } else if !unreached.isEmpty {
        questions.insert([factor] + unreached)
      }
    }
    return questions
  }

  /// Returns the values and those that enabled rules name or count to from them, whether or not they decide anything.
  private func produced(_ factor: Int, from reached: Set<Int>) -> Set<Int> {
    var produced = reached
    while true {
      var next = produced
      for rule in specification.rules {
        for move in rule.becomes where move.factor == factor {
          guard case .step = move.target else {
            next.formUnion(targets(of: move, from: 0))
            continue
          }
          let named = rule.when.alternatives.map { conjunction in
            conjunction.terms.filter { $0.factor == factor }.map { Set($0.values) }
          }
          let from = produced.filter { value in
            named.contains { terms in terms.allSatisfy { $0.contains(value) } }
          }
          for value in from { next.formUnion(targets(of: move, from: value)) }
        }
      }
      if next == produced { return produced }
      produced = next
    }
  }

  /// The rules of the spec shown somewhere, but in no reached state, except those about invalid values of a moving factor.
  var neverReached: [Int] {
    let shown = Set(points.flatMap(\.shown))
    return shown.subtracting(points.filter(isMet).flatMap(\.shown)).filter { rule in
      let own = points.filter { $0.shown.contains(rule) }
      let isAboutInvalid = moving.contains { factor in
        let values = specification.factors[factor].values
        return own.allSatisfy {
          values.indices.contains($0.row[factor]) && values[$0.row[factor]].isInvalid
        }
      }
      return specification.rules[rule].house == nil && !isAboutInvalid
    }.sorted()
  }

  /// True if no rule decides anything in some states and nothing leads there, so that the spec says nothing about them.
  func isSilent(_ states: Set<State>) -> Bool {
    states.allSatisfy { (pointsOf[$0] ?? []).allSatisfy { points[$0].status == .undefined } }
      && depths.keys.allSatisfy { other in
        states.contains(other)
          || movers(other).allSatisfy { states.isDisjoint(with: images(of: $0, from: other)) }
      }
  }

  /// The values that nothing changes, without those about which the spec says nothing.
  var finalValues: [Int: Set<Int>] {
    unchangedValues.filter { factor, values in
      let place = moving.firstIndex(of: factor)
      return !isSilent(
        Set(depths.keys.filter { state in place.map { values.contains(state[$0]) } ?? false })
      )
    }
  }

  /// The reached values by moving factor that no rule changes in any reached state, nor could an answer; empty if all are such.
  private var unchangedValues: [Int: Set<Int>] {
    var unchanged: [Int: Set<Int>] = [:]
    for (place, factor) in moving.enumerated() {
      let reached = Set(depths.keys.map { $0[place] })
      let left = depths.keys.filter { state in
        isOpen(state, factor) || movers(state).contains { changes($0, state, place) }
      }
      let values = reached.subtracting(left.map { $0[place] })
      if values != reached { unchanged[factor] = values }
    }
    return unchanged
  }

  /// The reached states that no rule leaves, even for a forbidden one, nor could an answer; empty if all are such, which distinguishes
  /// nothing.
  var stuck: Set<State> {
    let stuck = Set(depths.keys).filter { state in
      !moving.contains { isOpen(state, $0) }
        && !movers(state).contains { rule in moving.indices.contains { changes(rule, state, $0) } }
    }
    return stuck.count < depths.count ? stuck : []
  }

  /// Those of them without a value that nothing changes.
  var finals: Set<State> {
    let values = unchangedValues
    return stuck.filter { state in
      !zip(moving, state).contains { factor, value in values[factor]?.contains(value) == true }
    }
  }

  /// True if an answer may change a factor: a rule asks, or an operation that changes it elsewhere is open here.
  private func isOpen(_ state: State, _ factor: Int) -> Bool {
    (pointsOf[state] ?? []).contains { number in
      let operation = specification.operationValues[points[number].value].operation
      let rules = specification.rules.filter { rule in
        rule.when.alternatives.flatMap(\.terms).contains { term in
          term.factor == specification.operationFactor
            && term.values.contains { specification.operationValues[$0].operation == operation }
        }
      }
      return points[number].status == .undecided
        || points[number].status != .defined
          && rules.contains { $0.becomes.contains { $0.factor == factor } }
    }
  }

  private func changes(_ rule: Int, _ state: State, _ place: Int) -> Bool {
    stepsInside(rule, state, of: moving[place])
      || images(of: rule, from: state).contains { $0[place] != state[place] }
  }
}
