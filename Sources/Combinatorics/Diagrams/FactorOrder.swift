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
/// A diagram must remember, between two levels, what the upper factors said to every group that also names a lower one; its width
/// there is about two to the power of the groups that cross. The order is looked for in two steps: FORCE, which moves every factor
/// to the middle of the groups it stands in until nothing improves; then moving single factors wherever that lowers the estimate.
///
/// Source: F. Aloul, I. Markov, K. Sakallah, "FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic", GLSVLSI 2003.
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
  var order = (0..<factorCount).filter { $0 != first }
  var search = OrderSearch(groups: groups, factorCount: factorCount)
  order = search.force(order)
  order = search.moveSingles(order)
  return (first.map { [$0] } ?? []) + order
}

private struct OrderSearch {
  let groups: [FactorGroup]
  let factorCount: Int
  /// Estimates that may still be made, a budget in steps.
  var estimatesLeft: Int

  init(groups: [FactorGroup], factorCount: Int) {
    self.groups = groups
    self.factorCount = factorCount
    let steps = groups.reduce(factorCount) { $0 + $1.factors.count }
    estimatesLeft = 2_000_000 / max(1, steps)
  }

  /// The sum over all cuts of two to the power of the weight that crosses.
  mutating func estimate(_ order: [Int]) -> Double {
    estimatesLeft -= 1
    var place = Array(repeating: 0, count: factorCount)
    for (index, factor) in order.enumerated() { place[factor] = index }
    var change = Array(repeating: 0.0, count: order.count + 1)
    for group in groups {
      var low = Int.max
      var high = 0
      for factor in group.factors {
        low = min(low, place[factor])
        high = max(high, place[factor])
      }
      change[low] += group.weight
      change[high] -= group.weight
    }
    var crossing = 0.0
    var total = 0.0
    for index in order.indices {
      crossing += change[index]
      total += powerOfTwo(crossing)
    }
    return total
  }

  mutating func force(_ start: [Int]) -> [Int] {
    var order = start
    var best = start
    var bestEstimate = estimate(start)
    for _ in 0..<30 {
      var place = Array(repeating: 0.0, count: factorCount)
      for (index, factor) in order.enumerated() { place[factor] = Double(index) }
      var sum = Array(repeating: 0.0, count: factorCount)
      var weight = Array(repeating: 0.0, count: factorCount)
      for group in groups {
        let center =
          group.factors.reduce(0.0) { $0 + place[$1] } / Double(group.factors.count)
        for factor in group.factors {
          sum[factor] += center * group.weight
          weight[factor] += group.weight
        }
      }
      for factor in order where weight[factor] > 0 { place[factor] = sum[factor] / weight[factor] }
      let next = order.enumerated().sorted {
        (place[$0.element], $0.offset) < (place[$1.element], $1.offset)
      }.map(\.element)
      if next == order { break }
      order = next
      let nextEstimate = estimate(order)
      if nextEstimate < bestEstimate { (best, bestEstimate) = (order, nextEstimate) }
    }
    return best
  }

  mutating func moveSingles(_ start: [Int]) -> [Int] {
    var best = start
    var bestEstimate = estimate(start)
    var improved = true
    while improved {
      improved = false
      for from in best.indices {
        for target in best.indices where target != from {
          guard estimatesLeft > 0 else { return best }
          var next = best
          next.insert(next.remove(at: from), at: target)
          let nextEstimate = estimate(next)
          if nextEstimate < bestEstimate * 0.999 {
            (best, bestEstimate) = (next, nextEstimate)
            improved = true
          }
        }
      }
    }
    return best
  }

  /// Two to a power, between whole powers by a straight line: exact arithmetic, the same on every machine.
  private func powerOfTwo(_ exponent: Double) -> Double {
    let whole = min(exponent, 1_000).rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + (exponent - whole))
  }
}
