import Combinatorics
import TestSupport
import Testing

@testable import TestDesign

/// The engine's stars and orders of rules that disagree, against all combinations.
struct ContradictionTests {
  @Test(arguments: 0..<4)
  func `the fewest stars and orders name all disagreements`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.share(400), by: 4) {
      try tally.compareContradictions(seed: UInt64(seed))
    }
    print("contradictions:", tally.summary)
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["components settled"] >= tally["specs"] / 10)
  }

  private typealias Edge = ContradictionOracle.Edge

  @Test func `brute force counts groups, then stars`() {
    func fewest(_ pairs: [(Int, Int)]) -> ContradictionOracle.Size? {
      ContradictionOracle.fewest(pairs.map { Edge($0, $1) })
    }
    #expect(fewest([(1, 2)]) == .init(groups: 1, stars: 1))
    #expect(fewest([(1, 2), (1, 3), (1, 4)]) == .init(groups: 1, stars: 1))
    #expect(fewest([(1, 2), (2, 3), (3, 4)]) == .init(groups: 2, stars: 2))
    #expect(fewest([(1, 2), (1, 3), (2, 3)]) == .init(groups: 1, stars: 0))
    #expect(fewest([(1, 2), (1, 3), (2, 3), (3, 4)]) == .init(groups: 2, stars: 1))
    let far = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (5, 3), (5, 4)].map { Edge($0, $1) }
    // The fifth rule does not disagree with the first and second ones, and may have the same result as the second one.
    #expect(ContradictionOracle.fewest(far) == .init(groups: 2, stars: 0))
    #expect(
      ContradictionOracle.fewest(far, results: [0, 1, 2, 3, 4, 2]) == .init(groups: 1, stars: 0)
    )
    #expect(fewest((0..<7).map { ($0, ($0 + 1) % 7) }) == .init(groups: 4, stars: 4))
    #expect(fewest((1...8).map { (0, $0) }) == nil)
  }
}

extension Tally {
  /// Compares the groups of a spec's contradictions with all combinations.
  fileprivate mutating func compareContradictions(seed: UInt64) throws {
    guard let random = try RandomAnalysis(seed: seed) else { return }
    count("specs")
    let reference = ContradictionOracle(random.oracle)
    count("disagreements", reference.edges.count)
    let contradictions = random.analysed.contradictions
    count("groups", contradictions.count)
    // Beyond the limit of listed pairs, nothing is distinguished.
    guard contradictions.allSatisfy(\.listsAllPairs) else { return }
    var free = Set(reference.edges.keys)
    for (number, contradiction) in contradictions.enumerated() {
      let rules = contradiction.rules
      let name = "seed \(seed), group \(number) (\(contradiction.kind) of \(rules))"
      if rules != Set(rules).sorted() { differ(name, "the rules are not ascending") }
      let covered = covered(by: contradiction, reference, name)
      let strangers = covered.filter { reference.edges[$0] == nil }
      if !strangers.isEmpty { differ(name, "no disagreement in \(words(strangers))") }
      let own = contradiction.pairs.map { ContradictionOracle.Edge($0.first, $0.second) }
      if contradiction.pairs.contains(where: { $0.first >= $0.second }) {
        differ(name, "a pair is not ascending")
      }
      if own.isEmpty { differ(name, "no pair belongs to it") }
      if Set(own).count != own.count { differ(name, "a pair stands twice") }
      let expected = covered.intersection(free)
      if Set(own) != expected {
        differ(name, "the pairs are \(words(Set(own))), by brute force \(words(expected))")
      }
      free.subtract(covered)
      compareRows(of: contradiction, random, reference, name)
    }
    if !free.isEmpty { differ("seed \(seed)", "no group has \(words(free))") }
    for component in reference.components {
      count(component, contradictions, reference, "seed \(seed)")
    }
  }

  private mutating func differ(_ name: String, _ what: String) {
    differ("\(name): \(what)")
  }

  private func words(_ edges: Set<ContradictionOracle.Edge>) -> String {
    edges.sorted().map { "\($0.first)-\($0.second)" }.joined(separator: " ")
  }

  /// Returns the pairs of rules that a group mentions, whether or not they belong to it.
  private mutating func covered(
    by contradiction: Contradiction,
    _ reference: ContradictionOracle,
    _ name: String
  ) -> Set<ContradictionOracle.Edge> {
    let (rules, edges) = (contradiction.rules, Set(reference.edges.keys))
    switch contradiction.kind {
    case .star(let centre):
      if !rules.contains(centre) || rules.count < 2 { differ(name, "no star") }
      let others = rules.filter { $0 != centre }
      return Set(others.map { ContradictionOracle.Edge(centre, $0) })
    case .order:
      count("orders")
      if !ContradictionOracle.isOrder(rules, edges, reference.results, reference.copies) {
        differ(name, "no order")
      }
      return ContradictionOracle.pairs(of: rules).intersection(edges)
    }
  }

  private mutating func compareRows(
    of contradiction: Contradiction,
    _ random: RandomAnalysis,
    _ reference: ContradictionOracle,
    _ name: String
  ) {
    let store = random.analysed.regions.space.store
    let engineRows = random.engineRows
    for pair in contradiction.pairs {
      let points = reference.edges[ContradictionOracle.Edge(pair.first, pair.second)]
      let wrong = engineRows.indices.filter { point in
        store.contains(pair.rows, row: engineRows[point]) != (points?.contains(point) ?? false)
      }
      guard let first = wrong.first else { continue }
      let text = "\(wrong.count) rows of \(pair.first)-\(pair.second)"
      differ(name, "\(text), such as \(random.oracle.describe(first))")
    }
  }

  private mutating func count(
    _ component: [ContradictionOracle.Edge],
    _ contradictions: [Contradiction],
    _ reference: ContradictionOracle,
    _ name: String
  ) {
    let (results, copies) = (reference.results, reference.copies)
    guard
      let fewest = ContradictionOracle.fewest(component, results: results, copies: copies)
    else {
      count("components unsettled")
      return
    }
    count("components settled")
    let rules = Set(component.flatMap { [$0.first, $0.second] })
    let own = contradictions.filter { !rules.isDisjoint(with: $0.rules) }
    let stars = own.count { contradiction in
      if case .star = contradiction.kind { true } else { false }
    }
    let size = ContradictionOracle.Size(groups: own.count, stars: stars)
    guard size != fewest else { return }
    differ(
      "\(name), rules \(rules.sorted())",
      "\(size.groups) groups with \(size.stars) stars, "
        + "where \(fewest.groups) with \(fewest.stars) do"
    )
  }
}
