import Combinatorics
import Diagnostics
import Specification
import Text

/// What more lists of `precedence`, or `adds` in place of `then`, would change, tried before it is written.
///
/// A list puts rules out of play wherever a rule before them covers, not only where the two were asked about: a rule that is put out may have
/// kept its general rule from winning, and may be right on another operation.
struct PrecedenceTrial {
  private let regions: RuleRegions
  /// The rules that would only add their results.
  private let additions: Set<Int>
  /// By part of the operations: where it would win.
  private let wins: [(part: Int, rows: Diagram)]
  private var store: DiagramStore { regions.space.store }
  private var parts: RuleParts { regions.space.lowered.parts }

  /// Tries some lists; `nil` if they would close a circle.
  ///
  /// - Parameters:
  ///   - lists: Rules by their numbers.
  ///   - additions: The rules that would only add their results.
  ///   - regions: What holds without them.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
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

  /// The rules that would win where they do not win now, and disagree there with others that win.
  ///
  /// - Parameter decided: A rule that asks a question and gets a result with the lists.
  /// - Returns: Numbers of rules, ascending.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
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

  /// True if something else would happen in a combination outside of the rows that the lists are to decide: of rules that say the same, any may win.
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

  /// True if no two of these rules would still win together.
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

  /// True if a rule that wins somewhere now would win nowhere.
  func kills() throws(LimitExceeded) -> Bool {
    let judged = Dictionary(uniqueKeysWithValues: wins.map { ($0.part, $0.rows) })
    for rule in Set(wins.map { parts[$0.part].rule }).subtracting(additions)
    where regions.wins[rule] != .empty {
      let rows = parts.of(rule: rule).map { judged[$0] ?? regions.wonByParts[$0] }
      if try regions.space.possible(try store.union(rows)) == .empty { return true }
    }
    return false
  }

  /// True if nothing would be decided somewhere that a rule decides which would only add its results.
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
  /// Some rules that share a place of an order, as a list may name them: each behind its exceptions and in an order that no list speaks against.
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
