/// A group of factors that some constraint or rule names together.
package struct FactorGroup: Sendable {
  package var factors: [Int]
  /// The weight of the group: 1 if it concerns every row, less if it concerns only some.
  package var weight: Double

  package init(factors: [Int], weight: Double) {
    self.factors = factors
    self.weight = weight
  }
}

/// Returns a permutation of the factors that keeps diagrams small, always the same for the same arguments.
///
/// Factors not connected by any chain of groups are independent. Each connected component is contiguous and ordered separately; factors in
/// no group come last. `first`, such as the operation, stays at the top.
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

/// The search for an order of connected factors that keeps diagrams small.
///
/// Between two levels, a diagram must remember what the factors above contribute to every group that also names a factor below; its width
/// there is about two to the power of the number of crossing groups. The search has two phases: FORCE repeatedly moves every factor to the
/// centre of its groups until nothing improves; then single factors are moved wherever that lowers the estimate.
///
/// Source: F. Aloul, I. Markov, K. Sakallah, "FORCE: A Fast and Easy-To-Implement Variable-Ordering Heuristic", GLSVLSI 2003.
struct OrderSearch {
  /// The best order so far, as indices into `factors`.
  private var best: [Int]
  private var bestEstimate = 0.0
  private(set) var stepsLeft: Int

  private let factors: [Int]
  /// The index of each group's first member in `members`, followed by the end of the last group.
  private var firstMember = [0]
  /// Indices into `factors`.
  private var members: [Int] = []
  private var weights: [Double] = []
  /// Scratch space for estimates: the position of each factor, and at each cut the weight of the groups that start there minus that of
  /// those that end.
  private var places: [Int]
  private var change: [Double]

  /// Creates a search over `factors`, of which all `groups` consist; `stepsLeft` may be exceeded slightly.
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

  /// Returns the sum, over all cuts, of two to the power of the crossing weight.
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

  /// Returns a power of two, interpolated linearly between integer exponents: exact arithmetic, the same on every machine.
  private func powerOfTwo(_ exponent: Double) -> Double {
    let whole = max(min(exponent, 1_000).rounded(.down), 0)
    let power = Double(bitPattern: UInt64(1_023 + Int(whole)) << 52)
    return power * (1 + (exponent - whole))
  }
}
