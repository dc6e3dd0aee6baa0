/// The fewest factors that tell the labels of a function apart.
///
/// # Chapter: a smallest set that decides
///
/// **Problem.** Of forty factors two or three decide what happens. Which? All sets of three of forty are ten thousand, and each asks for a walk
/// through the function.
///
/// **Idea.** A set decides when all others can be forgotten (`LabelStore.projection`). Whatever holds a set that decides, decides too. So
/// take a set that does not, add factors as long as it still does not: of those left over, every set that decides has at least one. The
/// smallest set that hits all the leftovers found so far is tried next: if it decides it is a smallest one, else it gives a new leftover. To
/// begin with, a factor without which all others do not decide is a leftover by itself; often these decide, and nothing is searched.
///
/// **Worked example.** c = a or b and c = d hold for all rows that occur, and labels go by c. None is needed by itself. The empty set grows
/// to {a}, which leaves {b, c, d}; {b} grows to {b}, which leaves {a, c, d}; {c} hits both, and decides.
///
/// **Cost.** For n candidates, n projections for each leftover. Beyond a number of steps factors are taken away one by one instead: then none
/// can be spared, but a smaller set may exist.
///
/// Source: J. Davies, F. Bacchus, "Solving MAXSAT by Solving a Sequence of Simpler SAT Instances", CP 2011 (implicit hitting sets).
package struct NeededFactors: Sendable {
  /// Ascending.
  package var factors: [Int]
  /// True if no smaller set among the candidates decides, for certain; of equally small ones it is the first in the order of candidates.
  package var isSmallest: Bool
}

extension LabelStore {
  /// Steps of a search for a smallest set.
  private static let searchSteps = 100_000

  /// Finds the factors that decide.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - candidates: Factors to be used rather than others, which are used only where these do not decide; those in front rather than those behind.
  ///   - searchSteps: Steps after which the search is given up.
  /// - Returns: The factors, and the function as one of them alone.
  /// - Throws: `LimitExceeded` if that takes too long.
  package func neededFactors(
    of function: LabelDiagram,
    preferring candidates: [Int],
    searchSteps: Int = searchSteps
  ) throws(LimitExceeded) -> (needed: NeededFactors, function: LabelDiagram) {
    let (candidatesThatDecide, whole) = try deciding(function, candidates)
    let end = steps + searchSteps
    let search = DecidingSets(
      function: whole,
      candidates: candidatesThatDecide,
      store: self,
      end: end
    )
    let smallest = try search.smallest()
    let factors = if let smallest { smallest } else { try search.withoutSpare() }
    guard let projected = try projection(of: whole, keeping: kept(factors)) else {
      preconditionFailure("the factors found decide")
    }
    return (NeededFactors(factors: factors.sorted(), isSmallest: smallest != nil), projected)
  }

  /// The candidates and the function of them, or where they do not decide all factors that the function names.
  package func deciding(
    _ function: LabelDiagram,
    _ candidates: [Int]
  ) throws(LimitExceeded) -> (factors: [Int], function: LabelDiagram) {
    if let projected = try projection(of: function, keeping: kept(candidates)) {
      return (candidates, projected)
    }
    return (factors(of: function), function)
  }

  fileprivate func kept(_ factors: [Int]) -> [Bool] {
    var kept = Array(repeating: false, count: domains.count)
    for factor in factors { kept[factor] = true }
    return kept
  }
}

/// The search for a smallest set of candidates that decide.
private struct DecidingSets {
  let function: LabelDiagram
  /// Sets of them are bits.
  let candidates: [Int]
  let store: LabelStore
  /// The number of steps at which the search is given up.
  let end: Int

  private var all: UInt64 { candidates.count == 64 ? .max : (1 << UInt64(candidates.count)) - 1 }

  private func decides(_ set: UInt64) throws(LimitExceeded) -> Bool {
    let factors = self.factors(set)
    return try store.projection(of: function, keeping: store.kept(factors)) != nil
  }

  private func factors(_ set: UInt64) -> [Int] {
    candidates.indices.filter { set & (1 << UInt64($0)) != 0 }.map { candidates[$0] }
  }

  /// The first of the smallest sets; `nil` if the search was given up.
  func smallest() throws(LimitExceeded) -> [Int]? {
    guard candidates.count <= 64 else { return nil }
    var leftovers: [UInt64] = []
    for place in candidates.indices {
      let one: UInt64 = 1 << UInt64(place)
      if try !decides(all & ~one) { leftovers.append(one) }
      guard store.steps < end else { return nil }
    }
    var hitting = HittingSets(candidates.count)
    while store.steps < end {
      guard let set = hitting.smallest(leftovers) else { return nil }
      if try decides(set) { return factors(set) }
      var grown = set
      for place in candidates.indices where store.steps < end {
        let larger = grown | (1 << UInt64(place))
        if larger != grown, try !decides(larger) { grown = larger }
      }
      guard store.steps < end else { return nil }
      leftovers.append(all & ~grown)
    }
    return nil
  }

  /// A set of which none can be spared, the last candidates taken away first.
  func withoutSpare() throws(LimitExceeded) -> [Int] {
    var factors = candidates
    for factor in candidates.reversed() {
      let fewer = factors.filter { $0 != factor }
      if try store.projection(of: function, keeping: store.kept(fewer)) != nil { factors = fewer }
    }
    return factors
  }
}

/// Smallest sets of bits that hit each of many sets.
struct HittingSets {
  private let count: Int
  private var stepsLeft = 200_000

  init(_ count: Int) { self.count = count }

  /// The first of the smallest sets, in the order in which sets of equal size are listed; `nil` once too many steps were taken.
  mutating func smallest(_ sets: [UInt64]) -> UInt64? {
    for size in 0...count {
      if let found = find(sets, from: 0, size: size, chosen: 0) { return found }
      guard stepsLeft > 0 else { return nil }
    }
    return nil
  }

  /// The first set of at most so many further bits, none below `from`.
  private mutating func find(
    _ open: [UInt64],
    from: Int,
    size: Int,
    chosen: UInt64
  ) -> UInt64? {
    guard !open.isEmpty else { return chosen }
    stepsLeft -= 1
    guard stepsLeft > 0, size > 0 else { return nil }
    let allowed = ~UInt64(0) << UInt64(from)
    // Sets that share no bit take one each; every set must keep a bit that can still be chosen.
    var disjoint = 0
    var used: UInt64 = 0
    var last = count - 1
    for set in open {
      let rest = set & allowed
      guard rest != 0 else { return nil }
      last = min(last, 63 - rest.leadingZeroBitCount)
      if rest & used == 0 {
        disjoint += 1
        used |= rest
      }
    }
    guard disjoint <= size, from <= last else { return nil }
    for place in from...last {
      let bit: UInt64 = 1 << UInt64(place)
      let left = open.filter { $0 & bit == 0 }
      guard left.count < open.count else { continue }
      if let found = find(left, from: place + 1, size: size - 1, chosen: chosen | bit) {
        return found
      }
    }
    return nil
  }
}
