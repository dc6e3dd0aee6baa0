/// The distinct subsets of factors that the groups of a request cover together.
struct FactorSubsets {
  /// The index of each subset's first factor in `factors`, followed by their total number.
  private(set) var firstPlace: [Int] = [0]
  /// The factors of each subset, ascending.
  private(set) var factors: [Int32] = []
  /// The index of the first subset of each run of subsets that differ only in their last factor, followed by the number of subsets.
  private(set) var runs: [Int] = []

  var count: Int { firstPlace.count - 1 }

  /// Lists the subsets, after checking the limits.
  init(
    groups: [CoveringRequest.Group],
    domains: Domains,
    limits: CoveringLimits
  ) throws(LimitExceeded) {
    precondition(
      groups.allSatisfy { (1...8).contains($0.strength) },
      "a strength is from 1 to 8"
    )
    let distinct = groups.distinct
    try Self.check(distinct, domains, limits)

    // For each strength and factor, a bit set of the earlier groups of that strength that contain the factor.
    let words = (distinct.count + 63) / 64
    var earlier: [Int: [[UInt64]]] = [:]
    for (number, group) in distinct.enumerated() {
      var groupsOf =
        earlier.removeValue(forKey: group.strength)
        ?? Array(repeating: Array(repeating: 0, count: words), count: domains.count)
      append(group.factors, group.strength) { subset in
        (0...(number >> 6)).contains { word in
          subset.reduce(~UInt64(0)) { $0 & groupsOf[$1][word] } != 0
        }
      }
      for factor in group.factors { groupsOf[factor][number >> 6] |= 1 << UInt64(number & 63) }
      earlier[group.strength] = groupsOf
    }
    runs.append(count)
  }

  /// Throws if the subsets would take more memory than the limits allow.
  private static func check(
    _ groups: [CoveringRequest.Group],
    _ domains: Domains,
    _ limits: CoveringLimits
  ) throws(LimitExceeded) {
    var tuples = 0
    var places = 0
    for group in groups {
      let strength = group.strength
      let sizes = group.factors.map { domains.sizes[$0] }
      tuples = tuples.addingSaturated(sizes.sumOfProducts(of: strength))
      let subsets = sizes.map { _ in 1 }.sumOfProducts(of: strength)
      places = places.addingSaturated(subsets.multipliedSaturated(by: strength))
    }
    let counts = [
      (tuples, limits.tuples, "tuples of values"),
      (places, limits.places, "places in groups of factors"),
    ]
    for (number, limit, what) in counts where number > limit {
      let what = "coverage of \(number.grouped) \(what), the limit being \(limit.grouped)"
      throw LimitExceeded(what: what)
    }
  }

  /// Appends the subsets of one group in lexicographic order, except those of an earlier group.
  private mutating func append(
    _ factors: [Int],
    _ strength: Int,
    unless isListed: ([Int]) -> Bool
  ) {
    var chosen = Array(0..<strength)
    var subset = chosen.map { factors[$0] }
    var beginsRun = true
    while true {
      if !isListed(subset) {
        if beginsRun { runs.append(count) }
        beginsRun = false
        for factor in subset { self.factors.append(Int32(factor)) }
        firstPlace.append(self.factors.count)
      }
      guard
        let place = chosen.indices.last(where: { chosen[$0] < factors.count - strength + $0 })
      else { return }
      if place < strength - 1 { beginsRun = true }
      chosen[place] += 1
      for later in (place + 1)..<max(strength, place + 1) { chosen[later] = chosen[later - 1] + 1 }
      for later in place..<strength { subset[later] = factors[chosen[later]] }
    }
  }
}

extension [CoveringRequest.Group] {
  /// The distinct nonempty groups, with ascending factors and strengths no greater than the number of factors.
  var distinct: Self {
    var seen: Set<CoveringRequest.Group> = []
    return map { group in
      let factors = Set(group.factors).sorted()
      return .init(factors: factors, strength: Swift.min(group.strength, factors.count))
    }.filter { $0.strength > 0 && seen.insert($0).inserted }
  }
}

extension [Int] {
  /// Returns all choices of `size` elements, in lexicographic order.
  package func subsets(of size: Int) -> [[Int]] {
    guard size > 0 else { return [[]] }
    return indices.flatMap { first in
      Array(self[(first + 1)...]).subsets(of: size - 1).map { [self[first]] + $0 }
    }
  }
}
