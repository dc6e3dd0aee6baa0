import Combinatorics
import Diagnostics
import Specification
import Text

/// Two rules that win together somewhere and have different effects.
struct DisagreeingPair {
  var first: Int
  /// The later of the two rules in the file.
  var second: Int
  /// The rows in which both win and nothing is undecided.
  var rows: Diagram
}

/// A set of disagreeing rules that one person can decide at once.
struct Contradiction {
  enum Kind: Hashable {
    /// One rule against all others of the contradiction.
    case star(centre: Int)
    /// Three or more places, or two whose rules are written twice; rules of different places disagree.
    ///
    /// A rule with the same result as another one of its place may fail to disagree with one of the other places.
    case order
  }

  var kind: Kind
  /// At least two rules, ascending.
  var rules: [Int]
  /// The disagreeing pairs, ascending; only the first ones if there are too many to list.
  var pairs: [DisagreeingPair]
  /// True if `pairs` is complete.
  var listsAllPairs = true
  /// The rows in which any of the pairs disagrees.
  var rows: Diagram
  /// True if `rows` is complete: the union of very many rules may be too large to build.
  var isWhole = true
  /// The rules by place: rules that never meet, or agree, share one.
  var places: [[Int]] = []
  /// The places that may come first: for a star, those that leave the other place something to decide, if any do.
  var leading: [[Int]] = []
  /// The rules whose results may be added to those of the others, or `nil` if there are none.
  var additions: [Int]?
  /// True if an additional rule could state both results and leave both rules something to decide.
  var mayShareRule = false
}

/// Finds the disagreements of rules and groups them into as few decisions as possible.
///
/// # Chapter: stars and orders
///
/// **Problem.** Five rules that overlap pairwise form ten pairs and even more sets of winners. Asked one by one, these questions repeat
/// each other; asked all at once, nobody can answer them.
///
/// **Idea.** The rules are the vertices of a graph, and the disagreeing pairs its edges. A person can decide a *star*, in which one rule
/// replaces the others, gives way to them or is added to them, and an *order*, which ranks several rules; rules that never meet share a
/// place. The edges are covered by the fewest stars and orders, preferring orders. This is a set cover problem with a column for each rule
/// and each maximal clique of three or more rules, extended by the rules that share the place of one; it is solved exactly.
///
/// **Example.** Four refusals that overlap pairwise and a success that overlaps two of them: an order of four, and a star.
///
/// **Cost.** Per operation, the disputed rules are intersected pairwise until `pairLimit` pairs are listed. Each rule left over then joins
/// the winners of one row, and rules joined that way form one order. Linear in the number of operations and in the rules beyond the limit.
struct ContradictionFinder {
  /// The maximum number of disagreeing pairs listed per operation.
  private static let pairLimit = 150
  /// The maximum number of rules for which all maximal cliques are enumerated.
  static let cliqueLimit = 12
  /// The branch limit of the search for the fewest stars and orders.
  private static let branches = 20_000
  /// The share of the store's nodes that unions of very many rules may use.
  private static let nodeShare = 0.8

  let regions: RuleRegions
  private var space: SpecificationSpace { regions.space }
  private var store: DiagramStore { regions.space.store }

  /// The operations whose disagreements are not all listed.
  private(set) var incomplete: [Int] = []
  /// The connected components of disagreeing rules.
  private var joined: JoinedGroups
  /// The rows in which two rules disagree, by their numbers, ascending.
  private var pairs: [[Int]: Diagram] = [:]
  /// The rules that may be part of pairs that are not listed.
  private var unlisted: Set<Int> = []

  init(_ regions: RuleRegions) {
    self.regions = regions
    joined = JoinedGroups(count: regions.wins.count)
  }

  /// Returns all contradictions, sorted by their rules.
  mutating func contradictions() throws(LimitExceeded) -> [Contradiction] {
    let disputed = try disputedWins()
    for operation in disputed.indices where !disputed[operation].isEmpty {
      let rows = try store.diagram(of: space.lowered.cube(ofOperation: operation))
      try compare(disputed[operation], on: operation, rows)
    }
    let members = Dictionary(grouping: regions.wins.indices, by: joined.least)
    let listed = pairs.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { DisagreeingPair(first: $0.key[0], second: $0.key[1], rows: $0.value) }
    let pairsOf = Dictionary(grouping: listed) { joined.least(with: $0.first) }
    let wins = Dictionary(disputed.joined().map { ($0.rule, $0.rows) }) { $1 }
    var contradictions: [Contradiction] = []
    for (leader, rules) in members.sorted(by: { $0.key < $1.key }) {
      guard let pairs = pairsOf[leader] else { continue }
      contradictions +=
        try unlisted.isDisjoint(with: rules)
        ? starsAndOrders(rules, pairs) : [unlistedOrder(rules, pairs, wins)]
    }
    for number in contradictions.indices { try addChoices(to: &contradictions[number]) }
    return contradictions.sorted { $0.rules.lexicographicallyPrecedes($1.rules) }
  }

  /// Returns one contradiction for a component with too many pairs.
  private func unlistedOrder(
    _ rules: [Int],
    _ pairs: [DisagreeingPair],
    _ wins: [Int: Diagram]
  ) -> Contradiction {
    // If the regions of the results are known, so are all disputed rows of each rule.
    let all = regions.defined == nil ? pairs.map(\.rows) : rules.compactMap { wins[$0] }
    let share = Self.nodeShare - regions.spentShare
    let joined = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      try store.union(all)
    }
    return Contradiction(
      kind: .order,
      rules: rules,
      pairs: pairs,
      listsAllPairs: false,
      rows: joined ?? pairs[0].rows,
      isWhole: joined != nil && regions.defined != nil
    )
  }

  // MARK: Stars and orders

  /// Returns the fewest stars and orders that cover all pairs of the rules.
  private func starsAndOrders(
    _ rules: [Int],
    _ pairs: [DisagreeingPair]
  ) throws(LimitExceeded) -> [Contradiction] {
    let edges = Dictionary(
      grouping: pairs.flatMap { [($0.first, $0.second), ($0.second, $0.first)] }
    ) {
      $0.0
    }.mapValues { Set($0.map(\.1)) }
    let orders = orderedSets(edges, rules.count > Self.cliqueLimit ? pairs : nil)
    let groups =
      orders.map { (kind: Contradiction.Kind.order, rules: Set($0)) }
      + rules.map { rule in
        (kind: .star(centre: rule), rules: (edges[rule] ?? []).union([rule]))
      }
    var columns: [Int: [Int]] = [:]
    for (column, order) in orders.enumerated() {
      for rule in order { columns[rule, default: []].append(column) }
    }
    let star = Dictionary(uniqueKeysWithValues: zip(rules, orders.count...))
    var left: [Int: [DisagreeingPair]] = [:]
    let rows = pairs.map { pair -> [Int] in
      let row =
        (columns[pair.first] ?? []).filter { groups[$0].rules.contains(pair.second) }
        + [pair.first, pair.second].compactMap { star[$0] }
      for column in row { left[column, default: []].append(pair) }
      return row
    }
    var cover = SetCover(
      // The number of groups outweighs the preference for orders.
      costs: groups.map { $0.kind == .order ? 1_000 : 1_001 },
      rows: rows,
      budget: Self.branches,
      payer: store.budget
    )
    var asked: Set<[Int]> = []
    var contradictions: [Contradiction] = []
    for column in try cover.solve().columns {
      let group = groups[column]
      let own = (left[column] ?? []).filter { asked.insert([$0.first, $0.second]).inserted }
      guard !own.isEmpty else { continue }
      let members =
        group.kind == .order ? group.rules : Set(own.flatMap { [$0.first, $0.second] })
      contradictions.append(
        Contradiction(
          kind: group.kind,
          rules: members.sorted(),
          pairs: own,
          rows: try store.union(own.map(\.rows))
        )
      )
    }
    return contradictions
  }

  // MARK: Choices

  /// Determines the possible answers to a contradiction by trying each of them.
  private func addChoices(to contradiction: inout Contradiction) throws(LimitExceeded) {
    contradiction.places = places(of: contradiction)
    contradiction.leading = contradiction.places
    guard contradiction.listsAllPairs, contradiction.isWhole,
      contradiction.rules.count <= Self.cliqueLimit
    else { return }
    if case .star = contradiction.kind {
      var leading: [[Int]] = []
      for place in contradiction.places {
        let others = contradiction.rules.filter { !place.contains($0) }
        if try regions.survive(others, behind: place) { leading.append(place) }
      }
      if !leading.isEmpty { contradiction.leading = leading }
    }
    let results = Set(contradiction.rules.map { regions.resultNumbers[$0] })
    let texts = Set(contradiction.rules.map { space.lowered.specification.rules[$0].results })
    // Rules with equal results but different state changes cannot both take effect.
    guard texts.count == results.count else { return }
    contradiction.additions = try additions(contradiction)
    guard contradiction.rules.count == 2 else { return }
    contradiction.mayShareRule = contradiction.rules.allSatisfy {
      space.lowered.specification.rules[$0].becomes.isEmpty
    }
    for rule in contradiction.rules where try space.isWithin(regions.wins[rule], contradiction.rows)
    {
      contradiction.mayShareRule = false
    }
  }

  private func places(of contradiction: Contradiction) -> [[Int]] {
    var places: [[Int]] = []
    for alike in contradiction.rules.gathered(by: { regions.resultNumbers[$0] }) {
      let place = places.firstIndex { place in
        if case .star(let centre) = contradiction.kind {
          return !place.contains(centre) && !alike.contains(centre)
        }
        return contradiction.listsAllPairs
          && !place.contains { first in
            alike.contains { pairs[[first, $0].sorted()] != nil }
          }
      }
      if let place {
        places[place] = (places[place] + alike).sorted()
      } else {
        places.append(alike)
      }
    }
    // The single rule first: its result is easier to choose against several others.
    guard case .star(let centre) = contradiction.kind,
      Set(contradiction.rules.map { regions.resultNumbers[$0] }).count > 2
    else { return places }
    return places.filter { $0 == [centre] } + places.filter { $0 != [centre] }
  }

  /// Returns the rules whose results may be added to those of one place, the largest place for which that works, or `nil`.
  private func additions(_ contradiction: Contradiction) throws(LimitExceeded) -> [Int]? {
    let specification = space.lowered.specification
    let ranked = Set(specification.precedence.flatMap { $0.entries.compactMap(\.rule) })
    let places = contradiction.places.enumerated().sorted {
      (-$0.element.count, $0.offset) < (-$1.element.count, $1.offset)
    }
    for (_, place) in places {
      let added = contradiction.rules.filter { !place.contains($0) }
      let isFree = added.map { specification.rules[$0] }.allSatisfy {
        $0.house == nil && $0.becomes.isEmpty
      }
      guard isFree, ranked.isDisjoint(with: added) else { continue }
      let isRepair = store.attempt(nodeShare: Self.nodeShare) { () throws(LimitExceeded) in
        guard let trial = try PrecedenceTrial([], adding: Set(added), regions),
          try trial.revived().isEmpty
        else { return false }
        if try trial.opens() { return false }
        if try trial.kills() { return false }
        return try !trial.changesOthers(than: contradiction.rows)
      }
      if isRepair == true { return added }
    }
    return nil
  }

  /// A rule with rows in which it wins.
  private typealias Win = (rule: Int, rows: Diagram)

  /// Returns the decided rules that win, per operation, with the rows in which others may disagree; undisputed rules are left out.
  ///
  /// The regions of the results (`RuleRegions.defined`) rule out most rules at once.
  private func disputedWins() throws(LimitExceeded) -> [[Win]] {
    let lowered = space.lowered
    var disputed: [[Win]] = Array(repeating: [], count: lowered.specification.operations.count)
    for (rule, result) in regions.resultNumbers.enumerated() {
      guard let result, regions.wins[rule] != .empty else { continue }
      var rows = try store.difference(regions.wins[rule], regions.undecided)
      if let defined = regions.defined { rows = try store.difference(rows, defined[result]) }
      guard rows != .empty else { continue }
      for operation in lowered.operations(ofRule: rule) {
        disputed[operation].append((rule, rows))
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
      if rows != .empty { wins.append((win.rule, rows)) }
    }
    let parts = Dictionary(grouping: space.lowered.parts.of(operation: operation)) {
      space.lowered.parts[$0].rule
    }
    let exceptions = wins.map { win in
      (parts[win.rule] ?? []).map { Set(regions.exceptions.of[$0]) }
    }
    /// True if each part of a rule gives way to all parts of another, which makes a search for common rows unnecessary.
    func givesWay(_ number: Int, to other: Int) -> Bool {
      exceptions[number].allSatisfy { $0.isSuperset(of: parts[wins[other].rule] ?? []) }
    }
    var count = 0
    for (number, first) in wins.enumerated() {
      try space.charge(comparisons: wins.count - number)
      for (other, second) in zip(wins.indices, wins).dropFirst(number + 1)
      where regions.resultNumbers[first.rule] != regions.resultNumbers[second.rule]
        && !givesWay(number, to: other) && !givesWay(other, to: number)
      {
        let rows = try space.possible(try store.intersection(first.rows, second.rows))
        guard rows != .empty else { continue }
        guard count < Self.pairLimit else { return try joinByRows(wins, on: operation) }
        count += 1
        joined.join(first.rule, second.rule)
        let pair = [first.rule, second.rule]
        pairs[pair] = try store.union(pairs[pair] ?? .empty, rows)
      }
    }
  }

  /// Joins each rule with those that win beside it in one row, since there are too many pairs to compare.
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
      for other in winners { joined.join(win.rule, other) }
      // If the regions of the results are unknown, the row may be undisputed.
      if winners.isEmpty, incomplete.last != operation { incomplete.append(operation) }
    }
  }
}
