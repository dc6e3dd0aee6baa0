/// Factors that some constraint or rule names together.
package struct FactorGroup: Sendable {
  package var factors: [Int]
  /// How much the group counts: 1 for what concerns every row, less for what concerns only a part of them.
  package var weight: Double

  package init(factors: [Int], weight: Double) {
    self.factors = factors
    self.weight = weight
  }
}

/// An order of factors under which diagrams stay small.
///
/// Factors that no chain of groups connects have nothing to do with each other: each such component stands together, with an order of
/// its own, and factors in no group come last.
///
/// - Parameters:
///   - groups: The groups; factors outside the range are not allowed.
///   - factorCount: The number of factors.
///   - first: A factor that stays on top, such as the operation.
/// - Returns: Every factor once. The same arguments give the same order.
package func factorOrder(_ groups: [FactorGroup], factorCount: Int, first: Int?) -> [Int] {
  let groups = groups.map { group in
    FactorGroup(factors: group.factors.filter { $0 != first }, weight: group.weight)
  }.filter { $0.factors.count > 1 }

  // By factor: one nearer to the factor that stands for the component, which is its smallest.
  var nearer = Array(0..<factorCount)
  func root(_ factor: Int) -> Int {
    var factor = factor
    while nearer[factor] != factor { factor = nearer[factor] }
    return factor
  }
  for group in groups {
    for factor in group.factors {
      let (one, other) = (root(factor), root(group.factors[0]))
      nearer[max(one, other)] = min(one, other)
    }
  }
  var members = Array(repeating: [Int](), count: factorCount)
  for factor in 0..<factorCount where factor != first { members[root(factor)].append(factor) }
  var groupsOf = Array(repeating: [FactorGroup](), count: factorCount)
  for group in groups { groupsOf[root(group.factors[0])].append(group) }

  var order = first.map { [$0] } ?? []
  var stepsLeft = 2_000_000
  for component in members.indices where members[component].count > 1 {
    var search = OrderSearch(members[component], groupsOf[component], stepsLeft: stepsLeft)
    search.run()
    stepsLeft = search.stepsLeft
    order += search.order
  }
  return order + members.filter { $0.count == 1 }.joined()
}
