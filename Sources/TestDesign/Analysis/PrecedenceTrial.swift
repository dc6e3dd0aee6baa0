import Combinatorics
import Diagnostics
import Specification
import Text

/// The effect that further lists of `precedence`, or `adds` in place of `then`, would have, computed before they are proposed.
///
/// A list puts a rule out of play wherever a rule before it covers, not only where the two disagree. The rule may have kept its general
/// rule from winning, or may be right on another operation.
struct PrecedenceTrial {
  private let regions: RuleRegions
  /// The rules that would only add their results.
  private let additions: Set<Int>
  /// The rows that each part of the operations concerned would win.
  private let wins: [(part: Int, rows: Diagram)]
  private var store: DiagramStore { regions.space.store }
  private var parts: RuleParts { regions.space.lowered.parts }

  /// Tries lists of rules, or returns `nil` if they would close a cycle.
  ///
  /// The rules in `additions` would only add their results. Throws `LimitExceeded` if the diagrams outgrow their limit.
  init?(
    _ lists: [[Int]],
    adding additions: Set<Int> = [],
    _ regions: RuleRegions
  ) throws(LimitExceeded) {
    let lowered = regions.space.lowered
    let precedence = Precedence(lowered, adding: lists)
    guard PrecedenceCircle(precedence, lowered) == nil else { return nil }
    let operations = Set(
      (lists.joined() + Array(additions)).flatMap { lowered.operations(ofRule: $0) }
    ).sorted()
    var covered = regions.covered
    for part in additions.flatMap({ lowered.parts.of(rule: $0) }) { covered[part] = .empty }
    let judged = Set(operations.flatMap { lowered.parts.of(operation: $0) })
    let wins = try RuleRegions.wins(
      regions.covered,
      inPlay: try precedence.inPlay(
        covered,
        in: regions.space.store,
        on: operations
      ),
      regions.exceptions,
      regions.space.store,
      judging: judged.contains
    )
    self.regions = regions
    self.additions = additions
    self.wins = judged.sorted().map { ($0, wins[$0]) }
  }

  /// Returns the rules, ascending, that would newly win somewhere and disagree there with other winners.
  ///
  /// `decided` is an open rule that gets a result together with the lists. Throws `LimitExceeded` if the diagrams outgrow their limit.
  func revived(deciding decided: Int? = nil) throws(LimitExceeded) -> [Int] {
    var revived: Set<Int> = []
    for (part, rows) in wins {
      let gained = try store.difference(rows, regions.wonByParts[part])
      guard gained != .empty else { continue }
      let rule = parts[part].rule
      try regions.space.charge(comparisons: wins.count)
      for (other, otherRows) in wins
      where parts[other].operation == parts[part].operation && other != part {
        let isOpen = regions.resultNumbers[parts[other].rule] == nil && parts[other].rule != decided
        guard !isOpen, !agree(rule, parts[other].rule) else { continue }
        if try regions.space.meet(gained, otherRows) { revived.insert(rule) }
      }
    }
    return revived.sorted()
  }

  /// True if the effect would change in a combination outside the rows in question; rules with the same effect are interchangeable.
  func changesOthers(than asked: Diagram) throws(LimitExceeded) -> Bool {
    let rules = regions.space.lowered.specification.rules
    for alike in wins.gathered(by: { rules[parts[$0.part].rule].effect }) {
      let now = try store.union(alike.map(\.rows))
      let before = try store.union(alike.map { regions.wonByParts[$0.part] })
      let changed = try store.union(
        try store.difference(before, now),
        try store.difference(now, before)
      )
      if try regions.space.possible(try store.difference(changed, asked)) != .empty { return true }
    }
    return false
  }

  /// True if none of the pairs would still win together.
  func settles(_ pairs: [DisagreeingPair]) throws(LimitExceeded) -> Bool {
    let byRule = Dictionary(grouping: wins) { parts[$0.part].rule }
    for pair in pairs {
      for (part, rows) in byRule[pair.first] ?? [] {
        for (other, otherRows) in byRule[pair.second] ?? []
        where parts[part].operation == parts[other].operation {
          if try regions.space.meet(rows, otherRows) { return false }
        }
      }
    }
    return true
  }

  /// True if a rule that wins somewhere would no longer win anywhere.
  func kills() throws(LimitExceeded) -> Bool {
    let judged = Dictionary(uniqueKeysWithValues: wins.map { ($0.part, $0.rows) })
    for rule in Set(wins.map { parts[$0.part].rule }).subtracting(additions)
    where regions.wins[rule] != .empty {
      let rows = parts.of(rule: rule).map { judged[$0] ?? regions.wonByParts[$0] }
      if try regions.space.possible(try store.union(rows)) == .empty { return true }
    }
    return false
  }

  /// True if rows won by a rule that would only add its results would be left undecided.
  func opens() throws(LimitExceeded) -> Bool {
    let decided = try store.union(wins.map(\.rows))
    let won = try store.union(
      additions.sorted().flatMap { parts.of(rule: $0) }.map { regions.wonByParts[$0] }
    )
    return try !regions.space.isWithin(won, decided)
  }

  private func agree(_ one: Int, _ other: Int) -> Bool {
    let result = regions.resultNumbers[one]
    return result != nil && result == regions.resultNumbers[other]
  }
}

extension RuleRegions {
  /// Orders rules that share a place for a list: each behind its exceptions, and consistent with all lists.
  func inOrder(_ rules: [Int]) -> [Int] {
    let parts = space.lowered.parts
    let exceptions = rules.map { rule in
      Set(parts.of(rule: rule).flatMap { self.exceptions.of[$0] }.map { parts[$0].rule })
    }
    var rest = Array(rules.indices)
    var order: [Int] = []
    while let next = rest.firstIndex(where: { number in
      rest.allSatisfy { !exceptions[number].contains(rules[$0]) }
    }) {
      order.append(rules[rest.remove(at: next)])
    }
    return precedence.inOrder(order + rest.map { rules[$0] })
  }
}
