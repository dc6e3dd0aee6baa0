import Combinatorics
import Specification

/// The states that are reached by steps whose end is certain, one by one.
///
/// Steps that lead to any value, or from a class of several numbers, are left out: nobody can say how such a test goes on.
struct StateGraph {
  struct Arc: Hashable {
    /// A number in `TransitionSystem.transitions`.
    var transition: Int
    /// Numbers of states.
    var from: Int
    var to: Int
  }

  /// Beyond these it is not made: transitions tried in a state, and arcs.
  private static let maxSteps = 400_000
  private static let maxArcs = 40_000

  let system: TransitionSystem
  /// Rows of the engine in which only the moving factors count; those of the start in front, then by the fewest steps.
  private(set) var states: [[Int]] = []
  private(set) var startCount = 0
  /// Those that change the state, by the state that they leave.
  private(set) var arcs: [Arc] = []
  /// By state: the arc by which it is reached first; `nil` for one of the start.
  private(set) var arrivals: [Int?] = []
  /// By state: how many steps it is from the start.
  private var depths: [Int] = []
  private var numbers: [[Int]: Int] = [:]

  /// `nil` if it takes too many steps.
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

  /// What a transition makes of a state; `nil` if it is not taken there, leads to what cannot be, or may lead to several.
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

  /// The arcs from the start to a state.
  func way(to state: Int) -> [Int] {
    var way: [Int] = []
    var state = state
    while let arc = arrivals[state] {
      way.append(arc)
      state = arcs[arc].from
    }
    return way.reversed()
  }

  /// All arcs between the states of an arc, in its direction.
  func arcs(parallelTo arc: Int) -> [Int] {
    var first = arc
    while first > 0, arcs[first - 1].from == arcs[arc].from { first -= 1 }
    let leaving = (first..<arcs.count).prefix { arcs[$0].from == arcs[arc].from }
    return leaving.filter { arcs[$0].to == arcs[arc].to }
  }

  /// The first state that a combination shows; `nil` if none is in the graph.
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

  /// What makes two arcs the same step: the rule, the operation, and what is changed.
  private struct Step: Hashable {
    var transition: Int
    var before: [Int]
  }

  /// By arc: the number of its step.
  var stepOfArc: [Int] {
    var steps = Numbering<Step>()
    return arcs.map { arc in
      let changed = system.transitions[arc.transition].changes.map { states[arc.from][$0.factor] }
      return steps.number(of: Step(transition: arc.transition, before: changed))
    }
  }

  /// The fewest walks that take every step, or every two that follow each other, the long ones cut into cases that a tester can finish.
  func walks(inPairs: Bool) -> [[Int]] {
    let walks = inPairs ? walksOfPairs() : walksOfSteps()
    return walks.flatMap { cut($0, overlap: inPairs ? 1 : 0) }
  }

  /// A case has at least so many steps before it is cut.
  private static let usualSteps = 10

  /// Cuts a walk that comes back to the start, and one of more than twice the usual steps where the way to its next step is short, too.
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
    // Arcs become nodes, and each two that follow each other an arc.
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
    // A step that ends where nothing follows, and follows nothing, is in no pair.
    var taken = Set(joined.joined().map { steps[$0] })
    return joined + firsts.filter { taken.insert(steps[$0]).inserted }.map { [$0] }
  }
}
