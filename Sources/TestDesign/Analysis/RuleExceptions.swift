import Combinatorics
import Specification

/// Which rule is an exception of which, operation by operation.
///
/// An exception covers a proper part of the combinations that the general rule covers there. It is asked only of parts that cover a common
/// row (`RuleIndex`); most of those are told apart by a second row. Rules of the spec and house rules are not exceptions of each other.
struct RuleExceptions {
  /// By part: its exceptions, ascending.
  let of: [[Int]]
  /// Cubes compared with rows, and pairs of parts compared with each other: what tests count.
  let steps: Int

  /// Finds the exceptions.
  ///
  /// - Parameters:
  ///   - covered: By part, what it covers of the space.
  ///   - index: The conditions of the same parts.
  ///   - space: The space.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit or the search for a row took too long.
  init(
    _ covered: [Diagram],
    index: RuleIndex,
    space: SpecificationSpace
  ) throws(LimitExceeded) {
    let parts = space.lowered.parts
    var exceptions: [[Int]] = Array(repeating: [], count: covered.count)
    var steps = 0
    for part in covered.indices {
      guard let first = try space.rows(of: covered[part]).someRow(),
        let last = try space.rows(of: covered[part]).someRow(prefersLast: true)
      else { continue }
      // Rows that the part covers: one that does not cover all of them does not hold the part.
      // Its first and its last row differ in every factor that it leaves free.
      var witnesses = [first]
      let before = steps
      let candidates = index.parts(matching: last, steps: &steps)
      try space.charge(comparisons: steps - before)
      for other in candidates {
        guard other != part, parts[other].isOfHouse == parts[part].isOfHouse,
          covered[other] != covered[part]
        else { continue }
        steps += 1
        try space.charge(comparisons: witnesses.count)
        guard witnesses.allSatisfy({ space.store.contains(covered[other], row: $0) }) else {
          continue
        }
        if !index.isWithin(part, other) {
          let outside = try space.store.difference(covered[part], covered[other])
          if let witness = try space.rows(of: outside).someRow() {
            witnesses.append(witness)
            continue
          }
        }
        // Apart, different diagrams may hold the same combinations.
        if !space.isJoined, try space.isWithin(covered[other], covered[part]) { continue }
        exceptions[other].append(part)
      }
    }
    of = exceptions
    self.steps = steps
  }

  /// The parts so that each stands behind its exceptions.
  ///
  /// An exception has fewer exceptions than its general rule, which has them all and it besides.
  var specialFirst: [Int] {
    of.indices.sorted { (of[$0].count, $0) < (of[$1].count, $1) }
  }

  /// The exceptions of a part without those of its exceptions, which stand for them.
  func direct(of part: Int) -> [Int] {
    var spared: Set<Int> = []
    var direct: [Int] = []
    // Those with most exceptions of their own come first.
    for exception in of[part].sorted(by: { (of[$1].count, $0) < (of[$0].count, $1) })
    where !spared.contains(exception) {
      direct.append(exception)
      spared.formUnion(of[exception])
    }
    return direct
  }
}
