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

  var components = JoinedGroups(count: factorCount)
  for group in groups {
    for factor in group.factors { components.join(factor, group.factors[0]) }
  }
  var members = Array(repeating: [Int](), count: factorCount)
  for factor in 0..<factorCount where factor != first {
    members[components.least(with: factor)].append(factor)
  }
  var groupsOf = Array(repeating: [FactorGroup](), count: factorCount)
  for group in groups { groupsOf[components.least(with: group.factors[0])].append(group) }

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

/// Looks for an order of connected factors under which diagrams stay small.
///
/// A diagram must remember, between two levels, what the upper factors said to every group that also names a lower one; its width
/// there is about two to the power of the groups that cross. The order is looked for in two steps: FORCE, which moves every factor
/// to the middle of the groups it stands in until nothing improves; then moving single factors wherever that lowers the estimate.
///
/// Source: F. Aloul, I. Markov, K. Sakallah, "FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic", GLSVLSI 2003.
struct OrderSearch {
  /// The best order so far, of places in `factors`.
  private var best: [Int]
  private var bestEstimate = 0.0
  /// Steps that may still be taken.
  private(set) var stepsLeft: Int

  private let factors: [Int]
  /// By group, and behind the last: where its members begin.
  private var firstMember = [0]
  /// Places in `factors`.
  private var members: [Int] = []
  private var weights: [Double] = []
  /// What estimates are made with: by factor its place, by cut the weight that begins to cross less that which ends to.
  private var places: [Int]
  private var change: [Double]

  /// - Parameters:
  ///   - factors: The factors.
  ///   - groups: Groups of these factors alone.
  ///   - stepsLeft: Steps that may be taken; a few more may be.
  init(_ factors: [Int], _ groups: [FactorGroup], stepsLeft: Int) {
    self.factors = factors
    self.stepsLeft = stepsLeft
    best = Array(factors.indices)
    places = best
    change = Array(repeating: 0, count: factors.count)
    var placeOf = Array(repeating: 0, count: (factors.max() ?? 0) + 1)
    for (place, factor) in factors.enumerated() { placeOf[factor] = place }
    for group in groups {
      members += group.factors.map { placeOf[$0] }
      firstMember.append(members.count)
      weights.append(group.weight)
    }
  }

  /// The factors in the best order found.
  var order: [Int] { best.map { factors[$0] } }

  mutating func run() {
    bestEstimate = estimate(best)
    force()
    moveSingles()
  }

  /// The sum over all cuts of two to the power of the weight that crosses.
  private mutating func estimate(_ order: [Int]) -> Double {
    stepsLeft -= order.count + members.count
    for index in order.indices {
      places[order[index]] = index
      change[index] = 0
    }
    for group in weights.indices {
      var low = Int.max
      var high = 0
      for member in firstMember[group]..<firstMember[group + 1] {
        let place = places[members[member]]
        low = min(low, place)
        high = max(high, place)
      }
      change[low] += weights[group]
      change[high] -= weights[group]
    }
    var crossing = 0.0
    var total = 0.0
    for index in order.indices {
      crossing += change[index]
      total += powerOfTwo(crossing)
    }
    return total
  }

  private mutating func force() {
    var order = best
    for _ in 0..<30 {
      var place = Array(repeating: 0.0, count: factors.count)
      for (index, factor) in order.enumerated() { place[factor] = Double(index) }
      var sum = Array(repeating: 0.0, count: factors.count)
      var weight = sum
      for group in weights.indices {
        let members = members[firstMember[group]..<firstMember[group + 1]]
        let center = members.reduce(0.0) { $0 + place[$1] } / Double(members.count)
        for factor in members {
          sum[factor] += center * weights[group]
          weight[factor] += weights[group]
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
  }

  private mutating func moveSingles() {
    var next = best
    var improved = true
    while improved {
      improved = false
      for from in best.indices {
        for target in best.indices where target != from {
          guard stepsLeft > 0 else { return }
          for index in next.indices { next[index] = best[index] }
          next.insert(next.remove(at: from), at: target)
          let nextEstimate = estimate(next)
          if nextEstimate < bestEstimate * 0.999 {
            for index in next.indices { best[index] = next[index] }
            bestEstimate = nextEstimate
            improved = true
          }
        }
      }
    }
  }

  /// Two to a power, between whole powers by a straight line: exact arithmetic, the same on every machine.
  private func powerOfTwo(_ exponent: Double) -> Double {
    let whole = max(min(exponent, 1_000).rounded(.down), 0)
    let power = Double(bitPattern: UInt64(1_023 + Int(whole)) << 52)
    return power * (1 + (exponent - whole))
  }
}
