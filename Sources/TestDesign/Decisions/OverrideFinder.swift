import Combinatorics
import Specification

/// The combinations in which a rule replaces others with different results, as an exception or by an order.
struct Override {
  /// An index into `Specification.rules`.
  var winner: Int
  /// The beaten rules, ascending, with the kind found first and the rows.
  var beaten: [(rule: Int, kind: Decision.Kind, rows: Diagram)]
  /// The rows in which the winner wins and one of the rules gives way.
  var rows: Diagram

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

/// Two rules with different results, of which one replaces the other: indices into `Specification.rules`.
package struct OverridePair: Hashable, Comparable, Sendable {
  package var winner: Int
  package var beaten: Int

  package static func < (left: Self, right: Self) -> Bool {
    (left.winner, left.beaten) < (right.winner, right.beaten)
  }
}

/// Finds the overrides among a spec's own rules, one per winner.
///
/// A rule overrides another one where it wins, the other covers but does not win, and their results differ. It must be an exception of the
/// other rule or come before it.
///
/// **Cost.** General rules are known from their exceptions. Per operation, the rows that each part loses to precedence are the leaves of a
/// tree of unions, sorted by result. A search descends only into branches that meet the winner's rows and contain another result, so each
/// pair costs a logarithmic number of steps.
struct OverrideFinder {
  private let regions: RuleRegions
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }
  private var parts: RuleParts { regions.space.lowered.parts }
  /// The rows in which one rule directly replaces another.
  private(set) var pairs: [OverridePair: Diagram] = [:]
  /// The number of set operations, which tests bound.
  private(set) var steps = 0

  init(_ regions: RuleRegions) { self.regions = regions }

  /// Returns the overrides, sorted by winner.
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

  /// The key of an override: a winner, or a list of which the first matching rule decides.
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
    /// The parts that each part is an exception of.
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
        // Wherever a rule wins, the rules it beats have lost what they cover.
        let both = try store.intersection(regions.wonByParts[part], regions.covered[beaten])
        guard try space.possible(both) != .empty else { continue }
        let (winner, loser) = (parts[part].rule, parts[beaten].rule)
        let pair = OverridePair(winner: winner, beaten: loser)
        pairs[pair] = try store.union(pairs[pair] ?? .empty, both)
        // A list under `first` is a single decision.
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

/// A tree of unions over the rows that the parts of an operation cover but do not win.
private struct LostTree {
  struct Leaf {
    var part: Int
    /// The index of its result.
    var result: Int
    var rows: Diagram
  }

  private let leaves: [Leaf]
  private let store: DiagramStore
  /// The unions of adjacent nodes, level by level from the leaves up.
  private var levels: [[Diagram]]

  /// Builds the tree from leaves sorted by result.
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

  /// Returns the leaves that intersect a set and have another result, ascending.
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
