import TestSupport

/// The rules that disagree, and the minimum number of stars and orders that name all their disagreements.
struct ContradictionOracle {
  /// Two rules that disagree somewhere.
  struct Edge: Hashable, Comparable {
    var first: Int
    var second: Int

    init(_ one: Int, _ other: Int) {
      (first, second) = (min(one, other), max(one, other))
    }

    static func < (left: Edge, right: Edge) -> Bool {
      (left.first, left.second) < (right.first, right.second)
    }
  }

  /// The number of groups, and of stars among them.
  struct Size: Hashable, Comparable {
    var groups = 0
    var stars = 0

    static func < (left: Size, right: Size) -> Bool {
      (left.groups, left.stars) < (right.groups, right.stars)
    }
  }

  /// The combinations in which two rules disagree.
  private(set) var edges: [Edge: PointSet] = [:]
  /// The first rule with the same outcome, by rule.
  private(set) var results: [Int] = []
  /// The first rule with the same outcome that wins in the same combinations, by rule.
  private(set) var copies: [Int] = []

  init(_ oracle: Oracle) {
    results = oracle.rules.indices.map { rule in
      oracle.rules.firstIndex { $0.outcome == oracle.rules[rule].outcome } ?? rule
    }
    var wins = oracle.rules.map { _ in PointSet(capacity: oracle.count) }
    for point in 0..<oracle.count {
      let winners = oracle.winners(of: point)
      for rule in winners { wins[rule].insert(point) }
      guard !winners.contains(where: { oracle.rules[$0].isOpen }) else { continue }
      for (place, first) in winners.enumerated() {
        for second in winners.dropFirst(place + 1)
        where oracle.rules[first].outcome != oracle.rules[second].outcome {
          edges[Edge(first, second), default: PointSet(capacity: oracle.count)].insert(point)
        }
      }
    }
    copies = results.indices.map { rule in
      results.indices.first { results[$0] == results[rule] && wins[$0] == wins[rule] } ?? rule
    }
  }

  /// The connected components of the edges.
  var components: [[Edge]] {
    var components: [[Edge]] = []
    for edge in edges.keys.sorted() {
      let isNear = { (other: Edge) in
        [other.first, other.second].contains { $0 == edge.first || $0 == edge.second }
      }
      let near = components.filter { $0.contains(where: isNear) }
      components.removeAll { $0.contains(where: isNear) }
      components.append((near.joined() + [edge]).sorted())
    }
    return components
  }

  /// Returns the fewest stars and orders that cover all edges, then the fewest stars, or `nil` beyond 7 rules or 14 edges.
  static func fewest(
    _ edges: [Edge],
    results: [Int] = Array(0..<16),
    copies: [Int] = Array(0..<16)
  ) -> Size? {
    let rules = Set(edges.flatMap { [$0.first, $0.second] }).sorted()
    guard rules.count <= 7, edges.count <= 14 else { return nil }
    let stars = rules.map { rule in
      Group(
        edges: Set(edges.filter { $0.first == rule || $0.second == rule }),
        size: Size(groups: 1, stars: 1)
      )
    }
    let orders = (0..<(1 << rules.count)).compactMap { subset -> Group? in
      let members = rules.indices.filter { subset >> $0 & 1 == 1 }.map { rules[$0] }
      guard isOrder(members, Set(edges), results, copies) else { return nil }
      return Group(
        edges: pairs(of: members).intersection(edges),
        size: Size(groups: 1, stars: 0)
      )
    }
    var best = Size(groups: edges.count, stars: edges.count)
    cover(Set(edges), by: stars + orders, with: Size(), &best)
    return best
  }

  /// True if as many of the rules as possible form three places or more, and each of the others can be added to one of them.
  ///
  /// Such a rule has the same result as a rule of its place, disagrees with none of its rules, and with all but one of the other places.
  /// Two rules that are both written more than once form an order with their copies, too.
  static func isOrder(
    _ rules: [Int],
    _ edges: Set<Edge>,
    _ results: [Int],
    _ copies: [Int]
  ) -> Bool {
    func disagree(_ rule: Int, _ other: Int) -> Bool { edges.contains(Edge(rule, other)) }
    let written = Dictionary(grouping: rules) { copies[$0] }.values
    if written.count == 2, written.allSatisfy({ $0.count > 1 }) {
      return pairs(of: rules).intersection(edges).count == written.reduce(1) { $0 * $1.count }
    }
    return (0..<(1 << rules.count)).contains { subset in
      let members = rules.indices.filter { subset >> $0 & 1 == 1 }.map { rules[$0] }
      guard var places = places(members, edges), isMaximal(members, edges) else { return false }
      let core = places
      for rule in rules where !members.contains(rule) {
        let apart = core.indices.filter { !core[$0].allSatisfy { disagree(rule, $0) } }
        let own = apart.filter { core[$0].contains { results[$0] == results[rule] } }
        guard apart.count == 2, own.count == 1,
          !places[own[0]].contains(where: { disagree(rule, $0) })
        else { return false }
        places[own[0]].append(rule)
      }
      return true
    }
  }

  /// True if the rules form no places together with any other rule.
  private static func isMaximal(_ members: [Int], _ edges: Set<Edge>) -> Bool {
    Set(edges.flatMap { [$0.first, $0.second] }).subtracting(members)
      .allSatisfy { places(members + [$0], edges) == nil }
  }

  /// Returns three or more places such that rules disagree exactly if their places differ, or `nil` if there are none.
  private static func places(_ rules: [Int], _ edges: Set<Edge>) -> [[Int]]? {
    var places: [[Int]] = []
    for rule in rules {
      let apart = places.indices.filter { place in
        places[place].contains { !edges.contains(Edge(rule, $0)) }
      }
      switch apart.count {
      case 0: places.append([rule])
      case 1 where !places[apart[0]].contains(where: { edges.contains(Edge(rule, $0)) }):
        places[apart[0]].append(rule)
      default: return nil
      }
    }
    return places.count > 2 ? places : nil
  }

  static func pairs(of rules: [Int]) -> Set<Edge> {
    Set(
      rules.enumerated().flatMap { place, first in
        rules.dropFirst(place + 1).map { Edge(first, $0) }
      }
    )
  }

  private struct Group {
    var edges: Set<Edge>
    var size: Size
  }

  private static func cover(
    _ left: Set<Edge>,
    by groups: [Group],
    with size: Size,
    _ best: inout Size
  ) {
    guard let edge = left.min() else {
      best = min(best, size)
      return
    }
    guard size.groups < best.groups else { return }
    for group in groups where group.edges.contains(edge) {
      let larger = Size(
        groups: size.groups + group.size.groups,
        stars: size.stars + group.size.stars
      )
      cover(left.subtracting(group.edges), by: groups, with: larger, &best)
    }
  }
}
