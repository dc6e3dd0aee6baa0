import Combinatorics
import Specification

@testable import TestDesign

extension Tally {
  /// Compares the engine's statements about flows with a list of all states, and counts them.
  mutating func compareFlows(of analysed: AnalysedSpecification, _ name: String) throws {
    let oracle = FlowOracle(analysed.specification)
    count("specs")
    count("combinations", oracle.points.count)
    guard !oracle.moving.isEmpty else {
      if analysed.reach != nil { differ("\(name): reach, and nothing moves") }
      return count("specs in which nothing moves")
    }
    guard case .known(let reach, let settled)? = analysed.reach else {
      differ("\(name): reach is not known")
      return
    }
    let found = FlowComparison(analysed: analysed, oracle: oracle, crossings: oracle.crossings)
    var here = found.reached(reach.states, reach.layers, reach.rows) + found.findings
    count("states", oracle.depths.count)
    if oracle.depths.isEmpty { count("specs without a start") }
    count("states behind two steps", oracle.depths.values.count { $0 > 1 })
    for state in oracle.depths.keys.sorted(by: isBefore) {
      let way = try reach.way(to: found.row(state)).map { step in
        let transition = reach.system.transitions[step.transition]
        return FlowComparison.Step(
          state: oracle.moving.map { step.state[$0] },
          rule: transition.rule,
          value: transition.operationValue
        )
      }
      here += found.way(way, to: state)
    }
    if let settled {
      here += found.finals(settled.finals)
      here += found.crossed(
        settled.crossings.map { .init(operations: $0.operations, rules: $0.rules, rows: $0.rows) }
      )
      here += found.decisions(.final, isAny: !settled.finals.isEmpty)
      here += found.decisions(.crossing, isAny: !settled.crossings.isEmpty)
    } else if !oracle.depths.isEmpty {
      here.append("final states and crossings are not known")
    }
    for difference in here { differ("\(name): \(difference)") }
    countFindings(oracle, found.crossings)
  }

  private mutating func countFindings(
    _ oracle: FlowOracle,
    _ pairs: [[Int]: FlowCrossing]
  ) {
    count("unreached values", oracle.unreachedValues.count)
    count("breaks", oracle.breaks.count)
    count("rules never reached", oracle.neverReached.count)
    count("final values", oracle.finalValues.count)
    count("final states", oracle.finals.count)
    let crossings = pairs.values
    count("crossings", crossings.count { !$0.certain.isEmpty })
    count("certain combinations of crossings", crossings.reduce(0) { $0 + $1.certain.count })
    count("possible combinations of crossings", crossings.reduce(0) { $0 + $1.possible.count })
    count(
      "combinations of several states",
      oracle.points.count { oracle.states(shownBy: $0.row).count > 1 }
    )
    count("combinations out of reach", oracle.points.count { !oracle.isMet($0) })
  }
}

/// One spec, by the engine and by the list.
struct FlowComparison {
  struct Step {
    var state: FlowOracle.State
    var rule: Int
    var value: Int
  }

  struct Crossing {
    var operations: [Int]
    var rules: [Int]
    var rows: Diagram
  }

  let analysed: AnalysedSpecification
  let oracle: FlowOracle
  /// The crossings of two operations, by the list.
  let crossings: [[Int]: FlowCrossing]

  private var specification: Specification { oracle.specification }

  private func contains(_ diagram: Diagram, _ row: [Int]) -> Bool {
    analysed.regions.space.store.contains(diagram, row: row)
  }

  private func contains(_ diagram: Diagram, _ point: FlowOracle.Point) -> Bool {
    contains(diagram, point.row + [point.value])
  }

  /// Returns a row in which only the state is meaningful.
  func row(_ state: FlowOracle.State) -> [Int] {
    var row = Array(repeating: 0, count: specification.factors.count + 1)
    for (factor, value) in zip(oracle.moving, state) { row[factor] = value }
    return row
  }

  private func words(_ state: FlowOracle.State) -> String {
    zip(oracle.moving, state).map { factor, value in
      let factor = specification.factors[factor]
      return "\(factor.name)=\(factor.values[value].id)"
    }.joined(separator: " ")
  }

  private func words(_ point: FlowOracle.Point) -> String {
    let values = zip(specification.factors, point.row).map { factor, value in
      "\(factor.name)=\(value < factor.values.count ? factor.values[value].id : "–")"
    }
    return (values + [specification.operationValues[point.value].id]).joined(separator: " ")
  }

  // MARK: Reach

  func reached(_ states: Diagram, _ layers: [Diagram], _ rows: Diagram) -> [String] {
    var found: [String] = []
    for state in oracle.allStates {
      let probe = row(state)
      let depth = oracle.depths[state]
      if contains(states, probe) != (depth != nil) {
        found.append(
          "\(words(state)) is reached only by \(depth == nil ? "the engine" : "the list")"
        )
      }
      let places = layers.indices.filter { contains(layers[$0], probe) }
      if places != (depth.map { [$0] } ?? []) {
        found.append("\(words(state)) is in the layers \(places), by the list \(depth ?? -1)")
      }
    }
    for point in oracle.points where contains(rows, point) != oracle.isMet(point) {
      found.append(
        "\(words(point)) is met only by \(oracle.isMet(point) ? "the list" : "the engine")"
      )
    }
    return found
  }

  func way(_ steps: [Step], to target: FlowOracle.State) -> [String] {
    var found: [String] = []
    if steps.count != oracle.depths[target] {
      found.append("the way to \(words(target)) has \(steps.count) steps")
    }
    let first = steps.first?.state ?? target
    if !oracle.isStart(first) {
      found.append("the way to \(words(target)) begins at \(words(first))")
    }
    for (step, next) in zip(steps, steps.dropFirst().map(\.state) + [target]) {
      let rule = specification.rules[step.rule].id
      let isDone = (oracle.pointsOf[step.state] ?? []).contains { number in
        let point = oracle.points[number]
        return point.value == step.value && point.movers.contains(step.rule)
      }
      if !isDone { found.append("no step by \(rule) from \(words(step.state))") }
      if !oracle.images(of: step.rule, from: step.state).contains(next) {
        found.append("\(rule) does not lead from \(words(step.state)) to \(words(next))")
      }
    }
    return found
  }

  // MARK: Findings

  var findings: [String] {
    let all = analysed.analysis.findings
    guard !oracle.depths.isEmpty else {
      // Without a start, that is the only finding.
      let codes = all.map(\.code).filter {
        [.unreachedValue, .breaksImpossible, .neverReached].contains($0)
      }
      return codes == [.breaksImpossible] ? [] : ["found without a start: \(codes)"]
    }
    var found: [String] = []
    func expect<Value: Equatable>(_ what: String, _ ours: Value, _ theirs: Value) {
      if ours != theirs { found.append("\(what): \(ours), by the list \(theirs)") }
    }
    let questions = all.filter { $0.code == .unreachedValue }.flatMap { finding in
      (finding.question?.asked?.literals ?? []).filter {
        $0.factor != specification.operationFactor
      }.map { [$0.factor] + $0.values }
    }
    expect(
      "unreached values",
      questions.sorted(by: isBefore),
      oracle.unreachedValues.sorted(by: isBefore)
    )
    // A rule is not reported again if the question about a value names it.
    let never =
      all.filter { [.neverReached, .unreachedValue].contains($0.code) }.flatMap(\.rules)
    expect("never reached", never.sorted(), oracle.neverReached)
    let breaks = all.filter { $0.code == .breaksImpossible }.map { finding in
      let start = "the shortest way there: "
      let way = finding.help.first { $0.hasPrefix(start) } ?? ""
      return [finding.rules.first ?? -1, way.split(separator: " → ").count - 1]
    }
    expect(
      "breaks",
      breaks.sorted(by: isBefore),
      oracle.breaks.map { [$0.key, $0.value] }.sorted(by: isBefore)
    )
    return found
  }

  func decisions(_ kind: Decision.Kind, isAny: Bool) -> [String] {
    let isDecided = analysed.analysis.decisions.contains { $0.kinds == [kind] }
    return isDecided == isAny ? [] : ["decisions \(kind.rawValue): \(isDecided)"]
  }

  // MARK: Settled states

  /// Compares the final states; where a moving factor does not apply, a combination may show final and other states.
  func finals(_ told: [FinalStates]) -> [String] {
    let values = oracle.finalValues
    let expected = values.sorted { $0.key < $1.key }.map { [[$0.key] + $0.value.sorted()] }
    let ofFactors = told.prefix(expected.count).map { $0.literals.map { [$0.factor] + $0.values } }
    guard ofFactors == expected else { return ["final values are \(ofFactors), not \(expected)"] }
    let sets = told.dropFirst(expected.count).map(\.rows)
    let (stuck, finals) = (oracle.stuck, oracle.finals)
    return oracle.points.compactMap { point in
      let shown = oracle.states(shownBy: point.row)
      let isFound = sets.contains { contains($0, point) }
      if isFound, !shown.contains(where: stuck.contains) {
        return "\(words(point)) is final only by the engine"
      }
      // At most five sets are listed.
      if finals.contains(shown[0]), !isFound, shown.count == 1, sets.count < 5 {
        return "\(words(point)) is final only by the list"
      }
      return nil
    }
  }

  func crossed(_ listed: [Crossing]) -> [String] {
    var found: [String] = []
    var pairs: [[Int]: [Crossing]] = [:]
    for crossing in listed { pairs[crossing.operations.sorted(), default: []].append(crossing) }
    var ofOperation: [Int: Int] = [:]
    for operation in pairs.keys.joined() { ofOperation[operation, default: 0] += 1 }
    for (pair, own) in pairs {
      let names = pair.map { specification.operations[$0].id }
      let expected = crossings[pair] ?? FlowCrossing()
      if !expected.rules.isSuperset(of: own.flatMap(\.rules)) {
        found.append("\(names) cross by the rules \(own.map(\.rules))")
      }
      for (number, point) in oracle.points.enumerated() {
        let isListed = own.contains { contains($0.rows, point) }
        if isListed, !expected.possible.contains(number) {
          found.append("\(names) cross in \(words(point)) only by the engine")
        }
        if !isListed, expected.certain.contains(number) {
          found.append("\(names) cross in \(words(point)) only by the list")
        }
      }
    }
    for (operation, count) in ofOperation where count > 5 {
      found.append("\(specification.operations[operation].id) crosses \(count) operations")
    }
    for (pair, crossing) in crossings where !crossing.certain.isEmpty && pairs[pair] == nil {
      let names = pair.map { specification.operations[$0].id }
      // Five per operation are listed.
      if !pair.contains(where: { ofOperation[$0] == 5 }) {
        found.append("\(names) cross only by the list")
      }
    }
    return found.sorted()
  }
}

/// True if the first list precedes the second lexicographically.
private func isBefore(_ one: [Int], _ other: [Int]) -> Bool {
  one.lexicographicallyPrecedes(other)
}
