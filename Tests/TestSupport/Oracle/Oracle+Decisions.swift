extension Oracle {
  /// Rules that disagree, directly or through others: somebody must say once which comes first.
  package struct Decision: Sendable {
    /// Ascending.
    package var rules: [Int]
    /// The pairs that win together somewhere and do not say the same.
    package var pairs: [(first: Int, second: Int)]
  }

  /// The connected components of the rules that disagree, by their first rule.
  package var decisions: [Decision] {
    var pairs: [(first: Int, second: Int)] = []
    for pair in contradictoryPairs
    where !pairs.contains(where: { $0.first == pair.rules[0] && $0.second == pair.rules[1] }) {
      pairs.append((pair.rules[0], pair.rules[1]))
    }
    var component = Array(rules.indices)
    for pair in pairs {
      let (kept, gone) = (component[pair.first], component[pair.second])
      for rule in rules.indices where component[rule] == gone { component[rule] = kept }
    }
    let numbers = Set(pairs.map { component[$0.first] })
    return numbers.map { number in
      Decision(
        rules: rules.indices.filter { component[$0] == number },
        pairs: pairs.filter { component[$0.first] == number }
      )
    }
    .sorted { $0.rules.lexicographicallyPrecedes($1.rules) }
  }
}
