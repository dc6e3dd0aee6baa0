/// A smallest set of factors that determines the label of each row.
///
/// # Chapter: a smallest deciding set
///
/// **Problem.** Of forty factors, two or three decide what happens. Which ones? There are about ten thousand sets of three, and each takes
/// a walk through the function to test.
///
/// **Idea.** A set decides if all other factors can be forgotten (`LabelStore.projection`), and every superset of a deciding set decides.
/// So take a set that does not decide and add factors as long as it still does not. Every deciding set contains at least one of the factors
/// left over. The next candidate is a smallest set that hits all leftovers found so far: if it decides, it is a smallest deciding set; if
/// not, it gives a new leftover. Each factor that is indispensable by itself is an initial leftover; often these decide, and no search is
/// needed.
///
/// **Example.** All possible rows satisfy c = (a or b) and c = d, and labels depend on c. No factor is indispensable. The empty set grows
/// to {a}, leaving {b, c, d}; {b} does not grow and leaves {a, c, d}; {c} hits both and decides.
///
/// **Cost.** With n candidates, n projections per leftover. Beyond a number of steps, factors are removed one by one instead: the result is
/// then irreducible, but a smaller set may exist.
///
/// Source: J. Davies, F. Bacchus, "Solving MAXSAT by Solving a Sequence of Simpler SAT Instances", CP 2011 (implicit hitting sets).
package struct NeededFactors: Sendable {
  /// The factors, ascending.
  package var factors: [Int]
  /// True if the set is proven to be a smallest one; among equally small ones it is the first in the order of candidates.
  package var isSmallest: Bool
}

extension LabelStore {
  /// The default step limit of a search for a smallest set.
  private static let searchSteps = 100_000

  /// Finds the factors that determine the labels.
  ///
  /// - Parameters:
  ///   - function: The function from rows to labels.
  ///   - candidates: The preferred factors, most preferred first. Others are used only if these do not decide.
  ///   - searchSteps: The number of steps after which the search for a smallest set is abandoned.
  /// - Returns: The factors, and the function projected onto them.
  /// - Throws: `LimitExceeded` if the budget runs out.
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

  /// Returns the candidates and the function projected onto them or, if they do not decide, all factors of the function and the function
  /// itself.
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

/// The search for a smallest deciding set of candidates.
private struct DecidingSets {
  let function: LabelDiagram
  /// The candidates; sets of them are bit masks.
  let candidates: [Int]
  let store: LabelStore
  /// The number of steps at which the search is abandoned.
  let end: Int

  private var all: UInt64 { candidates.count == 64 ? .max : (1 << UInt64(candidates.count)) - 1 }

  private func decides(_ set: UInt64) throws(LimitExceeded) -> Bool {
    let factors = self.factors(set)
    return try store.projection(of: function, keeping: store.kept(factors)) != nil
  }

  private func factors(_ set: UInt64) -> [Int] {
    candidates.indices.filter { set & (1 << UInt64($0)) != 0 }.map { candidates[$0] }
  }

  /// Returns the first of the smallest sets, or `nil` if the search was abandoned.
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

  /// Returns an irreducible set, removing the last candidates first.
  func withoutSpare() throws(LimitExceeded) -> [Int] {
    var factors = candidates
    for factor in candidates.reversed() {
      let fewer = factors.filter { $0 != factor }
      if try store.projection(of: function, keeping: store.kept(fewer)) != nil { factors = fewer }
    }
    return factors
  }
}

/// A search for the smallest set of bits that intersects each of several sets.
struct HittingSets {
  private let count: Int
  private var stepsLeft = 200_000

  init(_ count: Int) { self.count = count }

  /// Returns the first of the smallest sets in lexicographic order, or `nil` once too many steps were taken.
  mutating func smallest(_ sets: [UInt64]) -> UInt64? {
    for size in 0...count {
      if let found = find(sets, from: 0, size: size, chosen: 0) { return found }
      guard stepsLeft > 0 else { return nil }
    }
    return nil
  }

  /// Returns the first extension by at most `size` bits, none below `from`, that hits all open sets.
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
    // Disjoint sets need one bit each, and every set must keep a bit that can still be chosen.
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
