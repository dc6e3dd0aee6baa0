import Combinatorics
import Diagnostics
import Specification

/// Two rules that win together somewhere and say different things.
struct DisagreeingPair {
  var first: Int
  /// Behind the first in the file.
  var second: Int
  /// Where both win and nothing is undecided.
  var rows: Diagram
}

/// Rules that disagree pairwise, directly or through others: what one list of `precedence` would settle.
struct DecisionRegion {
  /// At least two, ascending.
  var rules: [Int]
  /// Ascending; only the first ones where there are too many to list.
  var pairs: [DisagreeingPair]
  /// True if all pairs are listed.
  var listsAllPairs: Bool
  /// Where any of the rules win and disagree.
  var rows: Diagram
  /// True if `rows` leaves out nothing: a set of very many rules may be too large to be made.
  var isWhole: Bool
}

/// Finds what rules disagree on, as few decisions.
///
/// # Chapter: one decision, one question
///
/// **Problem.** Five rules of which each may win beside each other one make ten pairs and more sets of winners. Asked one by one, these questions
/// repeat each other, and answers to them may demand lists of `precedence` that form a circle.
///
/// **Idea.** A decision is a connected component of the graph whose edges are the pairs that disagree, over all operations. One list of
/// `precedence` settles it, and no two decisions name the same rule. Since any two winners of a combination that say different things are
/// joined by an edge, a contradictory combination belongs to exactly one decision.
///
/// **Example.** `expired`, `used` and `full` overlap pairwise in three different places. They are one decision: which comes first?
///
/// **Cost.** By operation, the disputed rules are intersected pair by pair until `pairLimit` pairs are listed; each rule that is left over then finds
/// its decision by the winners of one row. Linear in the number of operations and in the rules beyond the limit.
struct DecisionFinder {
  /// How many disagreeing pairs of rules one operation may list.
  private static let pairLimit = 150
  /// The part of the store's nodes that may be used up to join the rows of a decision.
  private static let nodeShare = 0.8

  let regions: RuleRegions
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }

  /// Operations of which not everything is listed.
  private(set) var incomplete: [Int] = []
  /// By rule: one of the same decision, itself at the root.
  private var leader: [Int]
  /// By the numbers of two rules: where they disagree.
  private var pairs: [[Int]: Diagram] = [:]
  /// Rules that may stand in more pairs than those listed.
  private var unlisted: Set<Int> = []

  init(_ regions: RuleRegions) {
    self.regions = regions
    leader = Array(regions.wins.indices)
  }

  /// All decisions, by the first of their rules.
  mutating func decisions() throws(LimitExceeded) -> [DecisionRegion] {
    let disputed = try disputedWins()
    for operation in disputed.indices where !disputed[operation].isEmpty {
      let rows = try store.diagram(of: space.lowered.cube(ofOperation: operation))
      try compare(disputed[operation], on: operation, rows)
    }
    var members: [Int: Set<Int>] = [:]
    for rule in leader.indices where root(rule) != rule {
      members[root(rule), default: [root(rule)]].insert(rule)
    }
    var pairsOf: [Int: [DisagreeingPair]] = [:]
    for (rules, rows) in pairs.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      pairsOf[root(rules[0]), default: []].append(
        DisagreeingPair(first: rules[0], second: rules[1], rows: rows)
      )
    }
    var wins: [Int: Diagram] = [:]
    for win in disputed.joined() { wins[win.rule] = win.rows }
    var decisions: [DecisionRegion] = []
    for rules in members.values.map({ $0.sorted() }).sorted(by: { $0[0] < $1[0] }) {
      let pairs = pairsOf[root(rules[0])] ?? []
      guard !pairs.isEmpty else { continue }
      let listed = pairs.map(\.rows)
      // Of a rule all that it wins against others is known where the regions of the results are.
      let all = regions.defined == nil ? listed : rules.compactMap { wins[$0] }
      let joined = store.attempt(nodeShare: Self.nodeShare) { () throws(LimitExceeded) in
        try store.union(all)
      }
      decisions.append(
        DecisionRegion(
          rules: rules,
          pairs: pairs,
          listsAllPairs: unlisted.isDisjoint(with: rules),
          rows: joined ?? pairs[0].rows,
          isWhole: joined != nil && (regions.defined != nil || unlisted.isDisjoint(with: rules))
        )
      )
    }
    return decisions
  }

  /// Where a rule wins, or a part of it.
  private struct Win {
    var rule: Int
    var rows: Diagram
  }

  /// By operation, the decided rules that win there, each with where others may stand against it; without those that nothing stands against.
  ///
  /// A rule is asked about an operation only where its condition names it or names none, and most rules are left out at once: the regions
  /// of the results (`RuleRegions.defined`) say where nobody disagrees.
  private func disputedWins() throws(LimitExceeded) -> [[Win]] {
    let lowered = space.lowered
    var disputed: [[Win]] = Array(repeating: [], count: lowered.specification.operations.count)
    for (rule, result) in regions.resultNumbers.enumerated() {
      guard let result, regions.wins[rule] != .empty else { continue }
      var rows = try store.difference(regions.wins[rule], regions.undecided)
      if let defined = regions.defined { rows = try store.difference(rows, defined[result]) }
      guard rows != .empty else { continue }
      for operation in lowered.operations(ofRule: rule) {
        disputed[operation].append(Win(rule: rule, rows: rows))
      }
    }
    return disputed
  }

  /// Joins the rules that disagree on an operation.
  private mutating func compare(
    _ disputed: [Win],
    on operation: Int,
    _ operationRows: Diagram
  ) throws(LimitExceeded) {
    var wins: [Win] = []
    for win in disputed {
      let rows = try store.intersection(win.rows, operationRows)
      if rows != .empty { wins.append(Win(rule: win.rule, rows: rows)) }
    }
    var count = 0
    for (number, first) in wins.enumerated() {
      try space.charge(comparisons: wins.count - number)
      for second in wins[(number + 1)...]
      where regions.resultNumbers[first.rule] != regions.resultNumbers[second.rule] {
        let rows = try space.possible(try store.intersection(first.rows, second.rows))
        guard rows != .empty else { continue }
        guard count < Self.pairLimit else { return try joinByRows(wins, on: operation) }
        count += 1
        join(first.rule, second.rule)
        let pair = [first.rule, second.rule]
        pairs[pair] = try store.union(pairs[pair] ?? .empty, rows)
      }
    }
  }

  /// Joins each rule with those that win beside it in one row: the pairs are too many to look at.
  private mutating func joinByRows(
    _ wins: [Win],
    on operation: Int
  ) throws(LimitExceeded) {
    for win in wins {
      unlisted.insert(win.rule)
      try space.charge(comparisons: wins.count)
      guard let row = try space.rows(of: win.rows).someRow() else { continue }
      let winners = regions.winners(row).filter {
        regions.resultNumbers[$0] != regions.resultNumbers[win.rule]
      }
      for other in winners { join(win.rule, other) }
      // Where the regions of the results are unknown, the row may be one where nobody disagrees.
      if winners.isEmpty, incomplete.last != operation { incomplete.append(operation) }
    }
  }

  private func root(_ rule: Int) -> Int {
    var rule = rule
    while leader[rule] != rule { rule = leader[rule] }
    return rule
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(one), root(other))
    guard one != other else { return }
    // The smaller number leads; both ways get shorter with it.
    leader[max(one, other)] = min(one, other)
  }
}
