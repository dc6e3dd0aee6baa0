extension Oracle {
  /// The reason why a rule takes a combination from another.
  package enum Taking: String, Sendable {
    case isException, comesFirst, isOfSpec
  }

  /// Returns the rules that take a combination from a rule: those that exclude it there, if any, else its active exceptions.
  package func takers(of rule: Int, at point: Int) -> [(rule: Int, taking: Taking)] {
    let takers = taken[rule].filter { $0.value.contains(point) }.keys.sorted()
    let before = Ranking.pairs(of: spec)
    let reasons = takers.map { taker -> Taking in
      if rule >= spec.rules.count, taker < spec.rules.count { return .isOfSpec }
      return before.contains(.init(first: taker, second: rule)) ? .comesFirst : .isException
    }
    let all = zip(takers, reasons).map { (rule: $0, taking: $1) }
    let out = all.filter { $0.taking != .isException }
    return out.isEmpty ? all : out
  }
}
