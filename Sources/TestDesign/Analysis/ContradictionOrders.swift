/// Finds the sets of disagreeing rules that can be ranked in one order.
extension ContradictionFinder {
  /// Returns the rule sets of possible orders.
  ///
  /// These are maximal cliques of three or more rules, with those that share a place, and pairs written twice; with `seeds`, one clique per
  /// pair only.
  func orderedSets(_ edges: [Int: Set<Int>], _ seeds: [DisagreeingPair]?) -> [[Int]] {
    var found: Set<[Int]> = []
    func grow(_ clique: [Int], _ candidates: [Int], isExact: Bool) {
      guard !candidates.isEmpty else {
        let isMaximal = !edges.keys.contains { rule in
          !clique.contains(rule) && clique.allSatisfy { edges[rule]?.contains($0) ?? false }
        }
        if clique.count > 1, isMaximal { found.insert(clique.sorted()) }
        return
      }
      for (place, next) in candidates.enumerated() where isExact || place == 0 {
        let rest = candidates[(place + 1)...].filter { edges[next]?.contains($0) ?? false }
        grow(clique + [next], rest, isExact: isExact)
      }
    }
    if let seeds {
      for pair in seeds {
        let common = (edges[pair.first] ?? []).intersection(edges[pair.second] ?? [])
        grow([pair.first, pair.second], common.sorted(), isExact: false)
      }
    } else {
      grow([], edges.keys.sorted(), isExact: true)
    }
    let orders = Set(
      found.map { $0.count > 2 ? sharingPlaces($0, edges) : writtenTwice($0, edges) }
    )
    return orders.subtracting([[]]).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Extends a clique by the rules that share one of its places.
  ///
  /// First come the rules that disagree with all of the clique except the rules of their place, then those that have the same result as a
  /// rule of their place and disagree with all but one of the other places.
  private func sharingPlaces(_ clique: [Int], _ edges: [Int: Set<Int>]) -> [Int] {
    func disagree(_ one: Int, _ other: Int) -> Bool { edges[one]?.contains(other) ?? false }
    var places = clique.map { [$0] }
    for isOfResult in [false, true] {
      let core = places
      for rule in edges.keys.sorted() where !places.joined().contains(rule) {
        let known = isOfResult ? core : places
        let apart = known.indices.filter { place in
          known[place].contains { !disagree(rule, $0) }
        }
        let own = apart.filter { place in
          !isOfResult
            || known[place].contains { regions.resultNumbers[$0] == regions.resultNumbers[rule] }
        }
        guard own.count == 1, apart.count == (isOfResult ? 2 : 1),
          !places[own[0]].contains(where: { disagree(rule, $0) })
        else { continue }
        places[own[0]].append(rule)
      }
    }
    return places.joined().sorted()
  }

  /// Returns two disagreeing rules with their copies (same result, same winning combinations), or an empty list if either has none.
  private func writtenTwice(_ pair: [Int], _ edges: [Int: Set<Int>]) -> [Int] {
    let (wins, results) = (regions.wins, regions.resultNumbers)
    let alike = pair.map { own in
      edges.keys.filter { wins[$0] == wins[own] && results[$0] == results[own] }
    }
    return alike.contains { $0.count == 1 } ? [] : alike.joined().sorted()
  }
}
