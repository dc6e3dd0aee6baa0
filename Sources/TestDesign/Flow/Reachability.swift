import Combinatorics
import Specification

/// The states reachable from the start, with a shortest way to each.
struct Reachability {
  /// A transition taken on a way, and the state (a row) it is taken in.
  struct Step {
    var transition: Int
    var state: [Int]
  }

  var system: TransitionSystem
  /// The reachable states by their distance from the start, in steps.
  let layers: [Diagram]
  /// The union of `layers`.
  let states: Diagram
  /// The combinations in which a reachable state can occur.
  let rows: Diagram
  /// The combinations that a case may use.
  ///
  /// These are `rows`, plus those with a value of a moving factor that nothing leads to (a finding asks about it) and those that an entry
  /// of `cases` describes.
  let rowsOfCases: Diagram

  var store: DiagramStore { system.space.store }

  /// Computes the reachable states layer by layer.
  ///
  /// Throws `LimitExceeded` if a diagram grows too large.
  init(_ system: TransitionSystem) throws(LimitExceeded) {
    self.system = system
    let store = system.space.store
    var merged: [[TransitionSystem.Change]: Diagram] = [:]
    var order: [[TransitionSystem.Change]] = []
    for transition in system.transitions {
      if merged[transition.changes] == nil { order.append(transition.changes) }
      merged[transition.changes] = try store.union(
        merged[transition.changes] ?? .empty,
        transition.states
      )
    }
    var states = system.start
    var layers: [Diagram] = []
    var frontier = system.start
    while frontier != .empty {
      layers.append(frontier)
      var images: [Diagram] = []
      for changes in order {
        let from = try store.intersection(frontier, merged[changes] ?? .empty)
        if from != .empty { images.append(try system.image(of: from, changes)) }
      }
      let next = try store.intersection(try store.union(images), system.allowed)
      frontier = try store.difference(next, states)
      states = try store.union(states, next)
    }
    self.layers = layers
    self.states = states
    rows = try system.rows(of: states)
    let reached = store.support(of: states, in: Cube(full: system.space.lowered.domains))
    var sets = [rows]
    for factor in system.moving {
      let values = system.space.lowered.values(of: factor)
      let others = values.filter { reached?.contains($0, factor: factor) != true }
      sets.append(try system.having(factor, others))
    }
    let known = try store.union(sets)
    for described in try system.space.describedCases() where try !store.meet(described, known) {
      sets.append(described)
    }
    rowsOfCases = try store.union(sets)
  }

  /// Returns a shortest way on which a transition leads to an impossible state, that transition last, or `nil` if it never does.
  func breakingWay(by transition: Int) throws(LimitExceeded) -> (steps: [Step], end: [Int])? {
    let taken = system.transitions[transition]
    for (number, layer) in layers.enumerated() {
      let from = try store.intersection(layer, taken.states)
      guard from != .empty else { continue }
      let image = try system.image(of: from, taken.changes)
      let broken = try store.difference(image, system.allowed)
      guard let end = try firstRow(of: broken),
        let state = try state(before: end, by: transition, in: number)
      else { continue }
      return (try way(to: state) + [Step(transition: transition, state: state)], end)
    }
    return nil
  }

  /// Returns a shortest way to a reachable state; empty for a start state.
  func way(to state: [Int]) throws(LimitExceeded) -> [Step] {
    var steps: [Step] = []
    var state = state
    var layer = layers.firstIndex { store.contains($0, row: state) } ?? 0
    search: while layer > 0 {
      layer -= 1
      for transition in system.transitions.indices {
        guard let before = try self.state(before: state, by: transition, in: layer) else {
          continue
        }
        steps.append(Step(transition: transition, state: before))
        state = before
        continue search
      }
      preconditionFailure("a state of one layer follows one of the layer before")
    }
    return steps.reversed()
  }

  /// Returns a state of a layer from which the transition leads to `state`, or `nil`.
  private func state(
    before state: [Int],
    by transition: Int,
    in layer: Int
  ) throws(LimitExceeded) -> [Int]? {
    let taken = system.transitions[transition]
    var cube = Cube(full: system.space.lowered.domains)
    for factor in system.moving { cube.restrict(factor, to: [state[factor]]) }
    for change in taken.changes {
      let parts = change.parts.filter { $0.to.contains(state[change.factor]) }
      cube.restrict(change.factor, to: [])
      for value in parts.flatMap(\.from) { cube.insert(value, factor: change.factor) }
    }
    guard !cube.isEmpty else { return nil }
    return try firstRow(of: try store.intersection(layers[layer], taken.states), in: cube)
  }

  private func firstRow(of states: Diagram, in cube: Cube? = nil) throws(LimitExceeded) -> [Int]? {
    guard states != .empty else { return nil }
    return try store.firstRow(of: states, in: cube ?? Cube(full: system.space.lowered.domains))
  }
}

extension RuleRegions {
  /// Computes the states reachable from the start.
  ///
  /// Returns `nil` if no rule changes a factor, and `.unknown` if the computation exceeds its share of the node budget.
  func reachability() -> Reach? {
    guard !space.lowered.specification.movingFactors.isEmpty else { return nil }
    guard let defined, space.isJoined else { return .unknown }
    let reach = space.store.attempt(nodeShare: 0.6) { () throws(LimitExceeded) in
      try Reachability(try TransitionSystem(self, defined: defined))
    }
    guard let reach else { return .unknown }
    let settled = space.store.attempt(nodeShare: 0.7) { () throws(LimitExceeded) in
      var asWritten = reach
      asWritten.system.ignoreWhatIsOpen()
      return SettledStates(
        finals: try reach.finalStates(),
        finalsAsWritten: reach.system.isOpen ? try asWritten.finalStates() : [],
        crossings: try CrossingFinder(reach).crossings()
      )
    }
    return .known(reach, settled)
  }
}

/// The result of the reachability analysis.
enum Reach {
  /// `SettledStates` is `nil` if it exceeds its share of the node budget.
  case known(Reachability, SettledStates?)
  case unknown

  var rowsOfCases: Diagram {
    if case .known(let reach, _) = self { reach.rowsOfCases } else { .full }
  }

  var settled: SettledStates? {
    if case .known(_, let settled) = self { settled } else { nil }
  }
}

/// Consequences of the steps that were possibly never decided on purpose.
struct SettledStates {
  var finals: [FinalStates]
  /// The final states if open combinations are taken to change nothing; empty if nothing is open.
  var finalsAsWritten: [FinalStates]
  var crossings: [Crossing]
}
