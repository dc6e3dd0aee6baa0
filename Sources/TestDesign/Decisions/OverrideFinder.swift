import Combinatorics
import Specification

/// Where a rule takes the place of others that say something else: what an exception or an order settles.
struct Override {
  /// A number in `Specification.rules`.
  var winner: Int
  /// The rules that it beats, ascending, each as it is beaten first, and where.
  var beaten: [(rule: Int, kind: Decision.Kind, rows: Diagram)]
  /// Where it wins and one of them gives way.
  var rows: Diagram

  /// Adds a rule that it beats.
  mutating func beat(
    _ rule: Int,
    _ kind: Decision.Kind,
    _ both: Diagram,
    _ store: DiagramStore
  ) throws(LimitExceeded) {
    rows = try store.union(rows, both)
    let place = beaten.firstIndex { $0.rule >= rule } ?? beaten.count
    if place == beaten.count || beaten[place].rule != rule {
      beaten.insert((rule, kind, both), at: place)
    } else {
      beaten[place].rows = try store.union(beaten[place].rows, both)
    }
  }
}

/// Two rules that say different things, of which one takes the place of the other: numbers in `Specification.rules`.
package struct OverridePair: Hashable, Comparable, Sendable {
  package var winner: Int
  package var beaten: Int

  package static func < (left: Self, right: Self) -> Bool {
    (left.winner, left.beaten) < (right.winner, right.beaten)
  }
}

/// Finds the overrides of a spec's own rules: one for each winning rule.
///
/// A rule decides against another where it wins, the other covers and does not win, and both say different things. It does so by itself only if it is
/// an exception of the other or comes before it.
///
/// **Cost.** An exception knows its general rules. By operation, what each rule loses to those that come first stands in a tree of unions, those with
/// one result side by side. A search goes only into branches that meet what the winner wins and say something else: a logarithm for each pair that is found.
struct OverrideFinder {
  private let regions: RuleRegions
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }
  private var parts: RuleParts { regions.space.lowered.parts }
  /// Where one rule takes the place of another by itself.
  private(set) var pairs: [OverridePair: Diagram] = [:]
  /// Unions and intersections that were made: what tests count.
  private(set) var steps = 0

  init(_ regions: RuleRegions) { self.regions = regions }

  /// By winner, ascending.
  mutating func overrides() throws(LimitExceeded) -> [Override] {
    var found: [Star: Override] = [:]
    for operation in space.lowered.specification.operations.indices {
      try findOverrides(on: operation, &found)
    }
    return found.sorted {
      ($0.key.winner, $0.key.isOrder ? 1 : 0) < ($1.key.winner, $1.key.isOrder ? 1 : 0)
    }.map(\.value)
      + (try besides.additions(&steps)) + (try besides.parts(&steps))
  }

  private var besides: BesidesFinder { BesidesFinder(regions: regions) }

  /// What one override is about: a winner, or a list of which the first that fits decides.
  private struct Star: Hashable {
    var winner: Int
    var isOrder: Bool
  }

  private mutating func findOverrides(
    on operation: Int,
    _ found: inout [Star: Override]
  ) throws(LimitExceeded) {
    let decided = parts.of(operation: operation).filter {
      !parts[$0].isOfHouse && regions.resultNumbers[parts[$0].rule] != nil
    }
    var leaves: [LostTree.Leaf] = []
    /// By part: those that it is an exception of.
    var general: [Int: [Int]] = [:]
    for part in decided {
      steps += 1
      guard let result = result(of: part) else { continue }
      for exception in regions.exceptions.of[part] where self.result(of: exception) != result {
        general[exception, default: []].append(part)
      }
      let rows = try store.difference(regions.covered[part], regions.inPlay[part])
      if rows != .empty { leaves.append(.init(part: part, result: result, rows: rows)) }
    }
    leaves.sort { ($0.result, $0.part) < ($1.result, $1.part) }
    let tree = try LostTree(leaves, store, &steps)
    for part in decided where regions.wonByParts[part] != .empty {
      guard let result = result(of: part) else { continue }
      let hits = try tree.leaves(meeting: regions.wonByParts[part], otherThan: result, &steps)
      for beaten in Set(hits.map { leaves[$0].part } + general[part, default: []]).sorted() {
        try space.charge(comparisons: 1)
        guard let kind = kind(part, over: beaten) else { continue }
        // Where a rule wins, what it beats wins nothing: what the beaten rule covers there it has lost.
        let both = try store.intersection(regions.wonByParts[part], regions.covered[beaten])
        guard try space.possible(both) != .empty else { continue }
        let (winner, loser) = (parts[part].rule, parts[beaten].rule)
        let pair = OverridePair(winner: winner, beaten: loser)
        pairs[pair] = try store.union(pairs[pair] ?? .empty, both)
        // A list under `first` is one decision.
        let key = kind == .first ? regions.head(ofOrderWith: winner) : winner
        let star = Star(winner: key, isOrder: kind == .first)
        try found[star, default: Override(winner: key, beaten: [], rows: .empty)]
          .beat(loser, kind, both, store)
      }
    }
  }

  private func result(of part: Int) -> Int? { regions.resultNumbers[parts[part].rule] }

  private func kind(_ winner: Int, over loser: Int) -> Decision.Kind? {
    let rankings = regions.precedence.rankings(of: parts[winner].operation)
    var isAmongOthers = false
    for ranking in rankings {
      guard let first = ranking.placeOfPart[winner], let second = ranking.placeOfPart[loser],
        first < second
      else { continue }
      guard ranking.places[second].isOthers else {
        return regions.isUnderFirst(ranking) ? .first : .order
      }
      isAmongOthers = true
    }
    if isAmongOthers { return .others }
    return regions.exceptions.of[loser].contains(winner) ? .exception : nil
  }
}

/// What the parts of an operation cover and do not win, as a tree of unions.
private struct LostTree {
  struct Leaf {
    var part: Int
    /// The number of its result.
    var result: Int
    var rows: Diagram
  }

  private let leaves: [Leaf]
  private let store: DiagramStore
  /// By level from the leaves up: the union of each two neighbours.
  private var levels: [[Diagram]]

  /// From leaves that ascend by result.
  init(
    _ leaves: [Leaf],
    _ store: DiagramStore,
    _ steps: inout Int
  ) throws(LimitExceeded) {
    self.leaves = leaves
    self.store = store
    levels = [leaves.map(\.rows)]
    while let below = levels.last, below.count > 1 {
      var level: [Diagram] = []
      for place in stride(from: 0, to: below.count, by: 2) {
        steps += 1
        level.append(
          place + 1 < below.count
            ? try store.union(below[place], below[place + 1]) : below[place]
        )
      }
      levels.append(level)
    }
  }

  /// The leaves that share a row with a set and have another result, ascending.
  func leaves(
    meeting rows: Diagram,
    otherThan result: Int,
    _ steps: inout Int
  ) throws(LimitExceeded) -> [Int] {
    var found: [Int] = []
    var open = leaves.isEmpty ? [] : [(level: levels.count - 1, place: 0)]
    while let (level, place) = open.popLast() {
      let first = place << level
      let last = min((place + 1) << level, leaves.count) - 1
      guard leaves[first].result != result || leaves[last].result != result else { continue }
      steps += 1
      guard try store.meet(levels[level][place], rows) else { continue }
      guard level > 0 else {
        found.append(place)
        continue
      }
      if 2 * place + 1 < levels[level - 1].count { open.append((level - 1, 2 * place + 1)) }
      open.append((level - 1, 2 * place))
    }
    return found
  }
}
