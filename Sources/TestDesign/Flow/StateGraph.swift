import Combinatorics
import Specification

/// The graph of reachable states and of the steps between them whose end is certain.
///
/// Steps that lead to any value, or start from a value that stands for several numbers, are left out, since a test could not continue from
/// there.
struct StateGraph {
  struct Arc: Hashable {
    /// An index into `TransitionSystem.transitions`.
    var transition: Int
    /// Indices into `states`.
    var from: Int
    var to: Int
  }

  /// Limits beyond which no graph is built: transitions tried, and arcs.
  private static let maxSteps = 400_000
  private static let maxArcs = 40_000

  let system: TransitionSystem
  /// Rows of the engine in which only the moving factors count; start states first, then by distance.
  private(set) var states: [[Int]] = []
  private(set) var startCount = 0
  /// The arcs that change the state, grouped by the state they leave.
  private(set) var arcs: [Arc] = []
  /// The arc by which each state is first reached; `nil` for a start state.
  private(set) var arrivals: [Int?] = []
  /// The distance of each state from the start, in steps.
  private var depths: [Int] = []
  private var numbers: [[Int]: Int] = [:]

  /// Builds the graph, or returns `nil` if it exceeds the limits.
  init?(_ reach: Reachability) {
    system = reach.system
    var starts: [[Int]] = [Array(repeating: 0, count: system.space.lowered.domains.count)]
    for factor in system.moving {
      let declared = system.space.lowered.specification.factors[factor]
      // All else being equal, a walk begins with the usual value.
      let isUsual = { (value: Int) in value == declared.usual }
      let values =
        declared.startValues.filter(isUsual) + declared.startValues.filter { !isUsual($0) }
      guard starts.count * values.count <= Self.maxArcs else { return nil }
      starts = starts.flatMap { state in
        values.map { value in
          var state = state
          state[factor] = value
          return state
        }
      }
    }
    for state in starts where system.space.store.contains(system.start, row: state) {
      add(state, by: nil)
    }
    startCount = states.count
    var next = 0
    while next < states.count {
      guard (next + 1) * system.transitions.count <= Self.maxSteps else { return nil }
      for transition in system.transitions.indices {
        guard let after = end(of: transition, from: states[next]), after != states[next] else {
          continue
        }
        let arc = Arc(transition: transition, from: next, to: numbers[after] ?? states.count)
        arcs.append(arc)
        if numbers[after] == nil { add(after, by: arcs.count - 1) }
        guard arcs.count <= Self.maxArcs else { return nil }
      }
      next += 1
    }
  }

  private mutating func add(_ state: [Int], by arc: Int?) {
    numbers[state] = states.count
    states.append(state)
    arrivals.append(arc)
    depths.append(arc.map { depths[arcs[$0].from] + 1 } ?? 0)
  }

  /// Returns the state that a transition leads to, or `nil` if it is not taken in `state`, ends in an impossible state, or may end in
  /// several.
  private func end(of transition: Int, from state: [Int]) -> [Int]? {
    let taken = system.transitions[transition]
    guard system.space.store.contains(taken.states, row: state) else { return nil }
    var after = state
    for change in taken.changes {
      let part = change.parts.first { $0.from.contains(state[change.factor]) }
      guard let end = part?.end else { return nil }
      after[change.factor] = end
    }
    return system.space.store.contains(system.allowed, row: after) ? after : nil
  }

  /// Returns the arcs of a shortest way from the start to a state.
  func way(to state: Int) -> [Int] {
    var way: [Int] = []
    var state = state
    while let arc = arrivals[state] {
      way.append(arc)
      state = arcs[arc].from
    }
    return way.reversed()
  }

  /// Returns all arcs with the same two ends as an arc, itself included.
  func arcs(parallelTo arc: Int) -> [Int] {
    var first = arc
    while first > 0, arcs[first - 1].from == arcs[arc].from { first -= 1 }
    let leaving = (first..<arcs.count).prefix { arcs[$0].from == arcs[arc].from }
    return leaving.filter { arcs[$0].to == arcs[arc].to }
  }

  /// Returns the first state that matches a combination, or `nil` if the graph has none.
  func state(of combination: Combination) -> Int? {
    let seen = system.moving.map { combination.values[$0] }
    if let whole = seen as? [Int] {
      var row = states[0]
      for (factor, value) in zip(system.moving, whole) { row[factor] = value }
      return numbers[row]
    }
    return states.indices.first { number in
      zip(system.moving, seen).allSatisfy { $1 == nil || $1 == states[number][$0] }
    }
  }

  /// The identity of a step: its transition, and the values it changes.
  private struct Step: Hashable {
    var transition: Int
    var before: [Int]
  }

  /// The number of each arc's step.
  var stepOfArc: [Int] {
    var steps = Numbering<Step>()
    return arcs.map { arc in
      let changed = system.transitions[arc.transition].changes.map { states[arc.from][$0.factor] }
      return steps.number(of: Step(transition: arc.transition, before: changed))
    }
  }

  /// Returns the fewest walks that take every step, or every pair of consecutive steps, with long walks cut into cases that a tester can
  /// finish.
  func walks(inPairs: Bool) -> [[Int]] {
    let walks = inPairs ? walksOfPairs() : walksOfSteps()
    return walks.flatMap { cut($0, overlap: inPairs ? 1 : 0) }
  }

  /// The minimum number of steps of a case that is cut off a walk.
  private static let usualSteps = 10

  /// Cuts a walk where it returns to the start, and, once it has more than twice the usual steps, where the way to its next step is short.
  private func cut(_ walk: [Int], overlap: Int) -> [[Int]] {
    var cases: [[Int]] = []
    var rest = walk
    while let place = rest.indices.dropFirst(Self.usualSteps).dropLast(Self.usualSteps / 2)
      .first(where: {
        depths[arcs[rest[$0 - overlap]].from] <= max(0, $0 - 2 * Self.usualSteps) / 4
      })
    {
      cases.append(Array(rest[..<place]))
      rest = way(to: arcs[rest[place - overlap]].from) + rest[(place - overlap)...]
    }
    return cases + [rest]
  }

  private func walksOfSteps() -> [[Int]] {
    let labelled = zip(arcs, stepOfArc).map { WalkCover.Arc(from: $0.from, to: $0.to, label: $1) }
    return WalkCover(nodeCount: states.count, arcs: labelled, starts: Array(0..<startCount)).walks
  }

  private func walksOfPairs() -> [[Int]] {
    let steps = stepOfArc
    // Arcs become nodes, and each pair of consecutive arcs an arc.
    var leaving: [[Int]] = Array(repeating: [], count: states.count)
    for (number, arc) in arcs.enumerated() { leaving[arc.from].append(number) }
    var labels = Numbering<[Int]>()
    var pairs: [WalkCover.Arc] = []
    for (number, arc) in arcs.enumerated() {
      for following in leaving[arc.to] {
        let label = labels.number(of: [steps[number], steps[following]])
        pairs.append(WalkCover.Arc(from: number, to: following, label: label))
      }
    }
    let firsts = arcs.indices.filter { arcs[$0].from < startCount }
    let walks = WalkCover(nodeCount: arcs.count, arcs: pairs, starts: firsts).walks
    let joined = walks.map { walk in [pairs[walk[0]].from] + walk.map { pairs[$0].to } }
    // A step that follows nothing and that nothing follows is in no pair.
    var taken = Set(joined.joined().map { steps[$0] })
    return joined + firsts.filter { taken.insert(steps[$0]).inserted }.map { [$0] }
  }
}
