import Combinatorics
import Specification

/// Two operations whose order decides the resulting state or a result shown.
struct Crossing {
  /// One state-changing rule of each operation, in the order of `operations`.
  var rules: [Int]
  /// Indices into `Specification.operations`, ascending.
  var operations: [Int]
  /// The combinations in which either operation may come next.
  var rows: Diagram
}

extension [Crossing] {
  /// Groups of two or more operations, ascending, that cross pairwise; every crossing pair is in some group.
  ///
  /// Complexity: linear in the number of pairs, since an operation is part of only a few.
  var groups: [[Int]] {
    var others: [Int: Set<Int>] = [:]
    for pair in map(\.operations) {
      others[pair[0], default: []].insert(pair[1])
      others[pair[1], default: []].insert(pair[0])
    }
    var groups: [[Int]] = []
    var told: Set<[Int]> = []
    for pair in map(\.operations) where !told.contains(pair) {
      var group = pair
      for operation in others[pair[0], default: []].sorted()
      where group.allSatisfy({ others[$0, default: []].contains(operation) }) {
        group.append(operation)
      }
      group.sort()
      for (place, left) in group.enumerated() {
        for right in group[(place + 1)...] { told.insert([left, right]) }
      }
      groups.append(group)
    }
    return groups
  }
}

/// A set of states in which a factor, or the whole state, no longer changes.
///
/// `rules` are those that lead there or, if there are none, those that decide there.
struct FinalStates {
  /// The literals that tell these states from all other reachable ones.
  var literals: [NamedCube.Literal]
  var rules: [Int]
  var rows: Diagram
}

extension Reachability {
  /// The maximum number of sets of final states reported besides those of single factors.
  private static let maxFinals = 5

  /// Returns the reachable values of each moving factor that no transition and no answer to an open question can change.
  ///
  /// A factor of which this holds for every reachable value has no entry.
  func finalValues() throws(LimitExceeded) -> [Int: [Int]] {
    let full = Cube(full: system.space.lowered.domains)
    var left: [Int: Set<Int>] = [:]
    for transition in system.transitions {
      let taken = try store.intersection(transition.states, states)
      let from = store.support(of: taken, in: full)
      for change in transition.changes {
        left[change.factor, default: []].formUnion(
          change.leaving.filter { from?.contains($0, factor: change.factor) == true }
        )
      }
    }
    let reached = store.support(of: states, in: full)
    var found: [Int: [Int]] = [:]
    for factor in system.moving {
      let all = reached?.values(of: factor) ?? []
      let asked = try store.intersection(states, system.open(to: factor))
      let open = store.support(of: asked, in: full)
      let finals = all.filter {
        left[factor]?.contains($0) != true && open?.contains($0, factor: factor) != true
      }
      if finals.count < all.count { found[factor] = finals }
    }
    return found
  }

  /// Returns the reachable states that are never left, and that no answer to an open question could leave.
  ///
  /// The final values of single factors come first, then the remaining states in as few sets as possible.
  func finalStates() throws(LimitExceeded) -> [FinalStates] {
    var found: [FinalStates] = []
    var told: [Diagram] = []
    for (factor, values) in try finalValues().sorted(by: { $0.key < $1.key }) where !values.isEmpty
    {
      let inside = try store.intersection(states, system.having(factor, values))
      told.append(inside)
      found += try final(inside, [NamedCube.Literal(factor: factor, values: values)])
    }
    let changing = try system.transitions.map { (transition) throws(LimitExceeded) in
      try system.states(of: system.changing(transition))
    }
    let open = try system.moving.map { (factor) throws(LimitExceeded) in
      try system.open(to: factor)
    }
    let stuck = try store.difference(states, try store.union(changing + open))
    let others = try store.difference(states, stuck)
    let rest = try store.difference(stuck, try store.union(told))
    let bounds = Cube(full: system.space.lowered.domains)
    let cover = try MinimalCover(store: store).cover(rest, avoiding: others, within: bounds)
    for cube in cover.cubes.prefix(Self.maxFinals) {
      let inside = try store.intersection(stuck, cube)
      let literals = literals(inside, of: cube)
      if !literals.isEmpty { found += try final(inside, literals) }
    }
    return found
  }

  private func final(
    _ inside: Diagram,
    _ literals: [NamedCube.Literal]
  ) throws(LimitExceeded) -> [FinalStates] {
    let rows = try system.rows(of: inside)
    var rules = try leading(into: inside)
    if rules.isEmpty { rules = try deciding(in: rows) }
    return rules.isEmpty ? [] : [FinalStates(literals: literals, rules: rules, rows: rows)]
  }

  /// Returns the literals of a cube that narrow the reachable states, without values that are not reached.
  private func literals(_ inside: Diagram, of cube: Cube) -> [NamedCube.Literal] {
    let full = Cube(full: system.space.lowered.domains)
    let (own, all) = (store.support(of: inside, in: full), store.support(of: states, in: full))
    return system.moving.compactMap { factor in
      let reached = all?.values(of: factor) ?? []
      guard let values = own?.values(of: factor),
        !reached.allSatisfy({ cube.contains($0, factor: factor) })
      else { return nil }
      return NamedCube.Literal(factor: factor, values: values)
    }
  }

  private func leading(into final: Diagram) throws(LimitExceeded) -> [Int] {
    var rules: [Int] = []
    for transition in system.transitions where rules.last != transition.rule {
      let changing = try system.states(of: try system.changing(transition))
      let from = try store.intersection(changing, try store.difference(states, final))
      let image = try system.image(of: from, transition.changes)
      if try store.meet(image, final) { rules.append(transition.rule) }
    }
    return rules
  }

  private func deciding(in rows: Diagram) throws(LimitExceeded) -> [Int] {
    for (rule, wins) in system.regions.wins.enumerated()
    where try store.meet(wins, rows) {
      return [rule]
    }
    return []
  }
}

/// Finds pairs of operations whose order matters.
///
/// Either the state becomes another one, or an operation that changes it either way shows another result: a book is given back before or
/// after it becomes due.
///
/// Both operations must be possible and decided in the same state, each with inputs of its own, since different people may perform them;
/// each alone must change something and lead to a possible state. An operation that is impossible or open after the other one changes
/// nothing then. Factors that either operation counts up or down are not compared; transitions to any value are left out.
struct CrossingFinder {
  /// The maximum number of crossings reported per operation.
  private static let maxOfOperation = 5

  let reach: Reachability
  private let byValue: [[TransitionSystem.Transition]]
  /// The operations during which each operation happens.
  private let triggers: [[Int]]
  /// The combinations in which each transition certainly changes something, by operation value, parallel to `byValue`.
  private let changing: [[Diagram]]
  private var system: TransitionSystem { reach.system }
  private var store: DiagramStore { reach.system.space.store }

  init(_ reach: Reachability) throws(LimitExceeded) {
    self.reach = reach
    let system = reach.system
    let values = system.space.lowered.operationValues
    var byValue: [[TransitionSystem.Transition]] = values.map { _ in [] }
    var changing: [[Diagram]] = values.map { _ in [] }
    for transition in system.transitions {
      let isPlain = !transition.changes.contains(where: \.isAny)
      let rows = isPlain ? try system.changing(transition) : .empty
      let after = try system.before(system.allowed, transition.changes)
      let whole = try system.space.store.intersection([rows, reach.states, after])
      byValue[transition.operationValue].append(transition)
      changing[transition.operationValue].append(whole)
    }
    self.byValue = byValue
    triggers = system.space.lowered.specification.triggers
    self.changing = changing
  }

  /// Returns the crossings, those with the most combinations first, at most `maxOfOperation` per operation.
  func crossings() throws(LimitExceeded) -> [Crossing] {
    let operations = system.space.lowered.operationValues.map(\.operation)
    let all = try changing.map { (rows) throws(LimitExceeded) in
      try system.states(of: try store.union(rows))
    }
    var found: [[Int]: Crossing] = [:]
    for left in byValue.indices where all[left] != .empty {
      for right in byValue.indices.dropFirst(left + 1)
      where all[right] != .empty && areApart(operations[left], operations[right]) {
        guard try store.meet(all[left], all[right]), let (rules, rows) = try crossing(left, right)
        else { continue }
        guard rows != .empty else { continue }
        let pair = [operations[left], operations[right]].sorted()
        let known = found[pair]
        found[pair] = Crossing(
          rules: known?.rules ?? rules,
          operations: pair,
          rows: try store.union(known?.rows ?? .empty, rows)
        )
      }
    }
    return heaviest(
      of: found.values.sorted { $0.operations.lexicographicallyPrecedes($1.operations) }
    )
  }

  /// True if two operations differ and neither is a failure during the other.
  private func areApart(_ left: Int, _ right: Int) -> Bool {
    left != right && !triggers[left].contains(right) && !triggers[right].contains(left)
  }

  private func heaviest(of crossings: [Crossing]) -> [Crossing] {
    let counted = crossings.map { ($0, store.decimalCount([$0.rows])) }.sorted {
      ($1.1.count, $1.1) < ($0.1.count, $0.1)
        || ($0.1 == $1.1 && $0.0.operations.lexicographicallyPrecedes($1.0.operations))
    }
    var told: [Int: Int] = [:]
    return counted.map(\.0).filter { crossing in
      let isFull = crossing.operations.contains { told[$0, default: 0] == Self.maxOfOperation }
      if !isFull { for operation in crossing.operations { told[operation, default: 0] += 1 } }
      return !isFull
    }
  }

  /// Returns the combinations in which the order of two operation values matters, with one rule of each, or `nil` if it never does.
  private func crossing(
    _ left: Int,
    _ right: Int
  ) throws(LimitExceeded) -> (rules: [Int], rows: Diagram)? {
    var rules: [Int]?
    var (leftRows, rightRows) = ([Diagram](), [Diagram]())
    for (first, firstRows) in zip(byValue[left], changing[left]) {
      for (second, secondRows) in zip(byValue[right], changing[right]) {
        let both = try store.intersection(
          try system.states(of: firstRows),
          try system.states(of: secondRows)
        )
        guard both != .empty else { continue }
        let later = try followers(of: first, on: right, try store.intersection(both, secondRows))
        let earlier = try followers(of: second, on: left, try store.intersection(both, firstRows))
        for (there, then) in later {
          let saying = try sayingOtherwise(then, than: second, behind: first, there)
          for (back, before) in earlier {
            let ends = try differing(outcome(of: first, then), outcome(of: second, before), both)
            let said = try sayingOtherwise(before, than: first, behind: second, back)
            let (own, others) = (
              try meeting(there, saying, back, said, ends),
              try meeting(back, said, there, saying, ends)
            )
            guard own != .empty else { continue }
            rightRows.append(own)
            leftRows.append(others)
            rules = rules ?? [first.rule, second.rule]
          }
        }
      }
    }
    guard let rules else { return nil }
    let operation = system.space.lowered.operationFactor
    let rows = try [(left, leftRows), (right, rightRows)].map {
      (value, rows) throws(LimitExceeded) in
      try system.rows(
        of: try store.intersection(store.union(rows), system.having(operation, [value]))
      )
    }
    return (rules, try store.union(rows))
  }

  /// Returns the rows of one operation in which the order matters: the state becomes another one, or either operation shows another result.
  private func meeting(
    _ rows: Diagram,
    _ saying: Diagram,
    _ others: Diagram,
    _ said: Diagram,
    _ ends: Diagram
  ) throws(LimitExceeded) -> Diagram {
    let states = try system.states(of: others)
    return try store.union([
      store.intersection([rows, ends, states]),
      store.intersection(saying, states),
      store.intersection(rows, try system.states(of: said)),
    ])
  }

  /// Returns the transitions of an operation value that may follow a transition, with the rows in which they do; `nil` stands for no
  /// change.
  private func followers(
    of transition: TransitionSystem.Transition,
    on value: Int,
    _ rows: Diagram
  ) throws(LimitExceeded) -> [(rows: Diagram, transition: TransitionSystem.Transition?)] {
    var rest = rows
    var found: [(rows: Diagram, transition: TransitionSystem.Transition?)] = []
    for follower in byValue[value] {
      let before = try system.before(follower.rows, transition.changes)
      let own = try store.intersection(rest, before)
      guard own != .empty else { continue }
      rest = try store.difference(rest, own)
      if !follower.changes.contains(where: \.isAny) { found.append((own, follower)) }
    }
    return rest == .empty ? found : found + [(rest, nil)]
  }

  /// Returns the rows in which an operation still changes something after another one, but shows another result than alone.
  private func sayingOtherwise(
    _ follower: TransitionSystem.Transition?,
    than alone: TransitionSystem.Transition,
    behind first: TransitionSystem.Transition,
    _ rows: Diagram
  ) throws(LimitExceeded) -> Diagram {
    let rules = system.space.lowered.specification.rules
    guard let follower, rules[follower.rule].results != rules[alone.rule].results else {
      return .empty
    }
    let changing = try system.changing(follower)
    return try store.intersection(rows, try system.before(changing, first.changes))
  }

  private struct Outcome {
    /// The final value of each changed factor; `nil` if it is not a constant.
    var values: [Int: Int] = [:]
    var counted: Set<Int> = []
  }

  private func outcome(
    of first: TransitionSystem.Transition,
    _ then: TransitionSystem.Transition?
  ) -> Outcome {
    var outcome = Outcome()
    for change in first.changes + (then?.changes ?? []) {
      outcome.values[change.factor] = change.constant
      if change.constant == nil { outcome.counted.insert(change.factor) }
    }
    return outcome
  }

  /// Returns the rows in which two outcomes differ, apart from factors that are counted up or down.
  private func differing(
    _ left: Outcome,
    _ right: Outcome,
    _ rows: Diagram
  ) throws(LimitExceeded) -> Diagram {
    var differing = Diagram.empty
    let moved = Set(left.values.keys).union(right.values.keys)
    for factor in moved.subtracting(left.counted).subtracting(right.counted).sorted() {
      switch (left.values[factor], right.values[factor]) {
      case (let one?, let other?): if one != other { return rows }
      case (let moved?, nil), (nil, let moved?):
        let same = try store.intersection(rows, try system.having(factor, [moved]))
        differing = try store.union(differing, try store.difference(rows, same))
      case (nil, nil): break
      }
    }
    return differing
  }
}
