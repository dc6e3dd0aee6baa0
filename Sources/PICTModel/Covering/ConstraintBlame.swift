import Combinatorics

/// Finds the constraints because of which some rows are not allowed.
struct ConstraintBlame {
  /// Constraints that together forbid rows, with what each of them is needed for.
  private struct Reason {
    let constraints: [Int]
    /// The rows that all of them allow.
    let allowed: Diagram
    /// By constraint: the rows that the others allow.
    let withoutOne: [Diagram]
  }

  private let space: EncodedSpace
  /// What is true of every row whatever the constraints say.
  private let always: Diagram
  /// By constraint: the parameters that it names.
  private let parameters: [Set<Int>]
  /// What forbade rows that were asked about before, the last first.
  private var known: [Reason] = []

  private let nodeLimit: Int

  private static let mostKnown = 32
  /// The most nodes that may be made; without an answer by then there is none.
  private static let nodes = 400_000

  /// - Parameter space: Each parameter a factor.
  init(_ space: EncodedSpace) {
    self.space = space
    let constraints = space.encoding.model.constraints
    always = space.statements[constraints.count]
    parameters = constraints.map {
      Set(($0.condition?.parameters ?? []) + $0.consequence.parameters)
    }
    nodeLimit = space.store.nodeCount + Self.nodes
  }

  /// Constraints that together allow no row with the values of the cube, none of which could be spared.
  ///
  /// - Returns: Indices, ascending; empty where the cube has no row even without constraints, `nil` where the answer takes too much.
  mutating func constraints(against cube: Cube) -> [Int]? {
    let store = space.store
    guard store.intersects(always, cube) else { return [] }
    if let single = parameters.indices.first(where: {
      !store.intersects(space.statements[$0], cube)
    }) {
      return [single]
    }
    let old = known.firstIndex { reason in
      !store.intersects(reason.allowed, cube)
        && reason.withoutOne.allSatisfy { store.intersects($0, cube) }
    }
    if let old { return known[old].constraints }
    let share = Double(nodeLimit) / Double(store.nodeLimit)
    return store.attempt(nodeShare: min(1, share)) { () throws(LimitExceeded) in
      let reason = try search(cube)
      known.insert(reason, at: 0)
      if known.count > Self.mostKnown { known.removeLast() }
      return reason.constraints
    }
  }

  /// Leaves out constraints from the last to the first, as long as the others still allow nothing.
  private func search(_ cube: Cube) throws(LimitExceeded) -> Reason {
    let store = space.store
    let rows = try store.intersection(always, try store.diagram(of: cube))
    let linked = linked(to: cube)
    // By number of constraints from the first on: the rows that they leave.
    var before = [rows]
    for number in linked {
      let left = try store.intersection(before[before.count - 1], space.statements[number])
      before.append(left)
      if left == .empty { break }
    }
    var needed: [Int] = []
    var allowed = always
    for place in before.indices.dropLast().reversed()
    where try store.intersection(before[place], allowed) != .empty {
      needed.insert(linked[place], at: 0)
      allowed = try store.intersection(allowed, space.statements[linked[place]])
    }
    var withoutOne: [Diagram] = []
    for number in needed {
      let others = needed.filter { $0 != number }.map { space.statements[$0] }
      withoutOne.append(try store.intersection([always] + others))
    }
    return Reason(constraints: needed, allowed: allowed, withoutOne: withoutOne)
  }

  /// The constraints that can have to do with the values of the cube: by way of parameters that they share.
  private func linked(to cube: Cube) -> [Int] {
    let model = space.encoding.model
    // A negative value forbids those of all other parameters.
    let negative = model.parameters.indices.filter {
      model.parameters[$0].values.contains(where: \.isNegative)
    }
    var reached = Set(cube.namedFactors + negative)
    var linked: Set<Int> = []
    while let next = parameters.indices.first(where: {
      !linked.contains($0) && !parameters[$0].isDisjoint(with: reached)
    }) {
      linked.insert(next)
      reached.formUnion(parameters[next])
    }
    return linked.sorted()
  }
}
