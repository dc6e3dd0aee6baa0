/// A lower bound on the rows of a suite from tuples that force values of other factors.
///
/// # Chapter: tuples that no two rows can share
///
/// **Problem.** In a feature in which most factors are often *not applicable* (a card number unless the payment is by card), the tuples of
/// a single subset of factors give a poor bound: no suite of 20 rows exists, yet the search continues to its last step in vain.
///
/// **Idea.** Two tuples need separate rows if they force different values of some factor: all rows with the one have `payment = card`, all
/// rows with the other `payment = cash`. The tuples that force some value of a factor therefore split into groups, one per value, and the
/// rows that the groups need add up. A group needs as many rows as it has tuples of one subset, and may split again by another factor. At
/// each level, the factor is taken for which the sum of the groups' largest subsets is greatest.
///
/// **Example.** Payment is by card, with 3 brands and 4 issuers, or by transfer, with 5 banks and 2 kinds of account; otherwise these do
/// not apply. The largest subset, brand and issuer, has 3 · 4 tuples and the one where neither applies: 13 rows. But the 3 · 4 force
/// `card`, and the 5 · 2 of bank and kind force `transfer`: 22 rows.
///
/// **Cost.** One walk over the diagram for each distinct choice of constrained values in a wanted tuple, then O(forced values) for each
/// level of groups.
struct SplitBound {
  /// A tuple that some row must have: its subset and the range in `forced` of the values that it forces, including its own.
  private struct Need {
    let subset: Int
    let forced: Range<Int>
  }

  private let table: TupleTable
  private let factorOf: [Int]
  private var needs: [Need] = []
  /// Forced values, numbered among the values of all factors.
  private var forced: [Int32] = []
  /// The number of tuples by value and subset in the current group; all zero between uses.
  private var counts: [Int32]
  private var touched: [Int] = []

  static let maxNeeds = 200_000
  private static let maxSteps = 30_000_000
  static let maxCounts = 4_000_000
  private static let deepest = 8

  /// Collects the wanted tuples and the values that they force; `nil` if nothing is constrained or it would take too long.
  ///
  /// `isWanted` tells whether some row must have the tuple with a number.
  init?(_ table: TupleTable, finder: RowFinder, isWanted: (Int) -> Bool) {
    self.table = table
    let sizes = table.domains.sizes
    factorOf = sizes.enumerated().flatMap { Array(repeating: $0, count: $1) }
    let countSize = factorOf.count.multipliedReportingOverflow(by: table.subsetCount)
    guard finder.levelCount > 0, !finder.isJoint, !countSize.overflow,
      countSize.partialValue <= Self.maxCounts, table.isOpen.count <= Self.maxNeeds
    else { return nil }
    counts = Array(repeating: 0, count: countSize.partialValue)
    var finder = finder
    let begun = finder.steps
    // The values forced by each choice of constrained values.
    var known: [[Int32]: [Int32]] = [:]
    var partial = Array(repeating: RowFinder.open, count: sizes.count)
    for subset in 0..<table.subsetCount {
      let places = table.firstPlace[subset]..<table.firstPlace[subset + 1]
      for tuple in table.firstTuple[subset]..<table.firstTuple[subset + 1] where isWanted(tuple) {
        let values = places.map { place in
          Int32(
            table.firstValue[Int(table.factors[place])]
              + table.value(at: place, of: tuple, in: subset)
          )
        }
        let constrained = values.filter { finder.constrains[factorOf[Int($0)]] }
        if known[constrained] == nil {
          guard finder.steps - begun < Self.maxSteps else { return nil }
          for value in constrained {
            let factor = factorOf[Int(value)]
            partial[factor] = value - Int32(table.firstValue[factor])
          }
          known[constrained] = forcedValues(by: partial, &finder)
          for value in constrained { partial[factorOf[Int(value)]] = RowFinder.open }
        }
        let free = values.filter { !finder.constrains[factorOf[Int($0)]] }
        let first = forced.count
        forced += (known[constrained] ?? []) + free
        needs.append(Need(subset: subset, forced: first..<forced.count))
      }
    }
  }

  /// Returns the values of constrained factors that are common to all rows that agree with the partial one.
  private func forcedValues(by partial: [Int32], _ finder: inout RowFinder) -> [Int32] {
    guard let support = finder.support(of: partial, firstValue: table.firstValue) else { return [] }
    return table.domains.sizes.indices.compactMap { factor in
      guard finder.constrains[factor] else { return nil }
      let values = (table.firstValue[factor]..<table.firstValue[factor + 1]).filter { support[$0] }
      return values.count == 1 ? Int32(values[0]) : nil
    }
  }

  /// Returns a lower bound on the number of rows for a group of needs, or for all needs if `part` is `nil`.
  mutating func rowCount(_ part: [Int]? = nil, depth: Int = 0) -> Int {
    let group = part ?? Array(needs.indices)
    var inSubset: [Int: Int] = [:]
    for need in group { inSubset[needs[need].subset, default: 0] += 1 }
    let together = inSubset.values.max() ?? 0
    guard depth < Self.deepest, let factor = bestFactor(group) else { return together }
    var parts: [[Int]] = Array(repeating: [], count: table.domains.sizes[factor])
    for need in group {
      for value in forced[needs[need].forced] where factorOf[Int(value)] == factor {
        parts[Int(value) - table.firstValue[factor]].append(need)
      }
    }
    var apart = 0
    for part in parts where !part.isEmpty { apart += rowCount(part, depth: depth + 1) }
    return max(together, apart)
  }

  /// Returns the factor whose values split the group into parts that need the most rows, or `nil` if none splits it.
  private mutating func bestFactor(_ group: [Int]) -> Int? {
    let subsetCount = table.subsetCount
    var most = Array(repeating: Int32(0), count: factorOf.count)
    for need in group {
      for value in forced[needs[need].forced] {
        let index = Int(value) * subsetCount + needs[need].subset
        if counts[index] == 0 { touched.append(index) }
        counts[index] += 1
        most[Int(value)] = max(most[Int(value)], counts[index])
      }
    }
    for index in touched { counts[index] = 0 }
    touched.removeAll(keepingCapacity: true)
    var best: (factor: Int, sum: Int32)?
    for factor in table.domains.sizes.indices {
      let values = most[table.firstValue[factor]..<table.firstValue[factor + 1]]
      let sum = values.reduce(0, +)
      if values.count(where: { $0 > 0 }) > 1, sum > best?.sum ?? 0 { best = (factor, sum) }
    }
    return best?.factor
  }
}

/// Returns a lower bound on the number of rows from the factors that are not constrained, whatever their sizes; 0 if there are none.
///
/// At strength 2, merge all values but one of each such factor: the suite still covers all pairs of factors, which now have two values
/// each, and the number of rows that takes is known (`twoValueRowCount`). At strength t, fix the values of t − 2 of the factors: the rows
/// that have them cover all pairs of the others, and other values need other rows. So 2^5 needs 10 rows at strength 3, whereas the tuples
/// of any three factors need only 8.
func twoValueBound(_ table: TupleTable, constrains: [Bool]) -> Int {
  let sizes = table.domains.sizes
  let isUsable = sizes.indices.map { factor in
    sizes[factor] > 1 && !constrains[factor]
      && table.isAsked[table.firstValue[factor]..<table.firstValue[factor + 1]]
        .allSatisfy { $0 }
  }
  let usable = sizes.indices.filter { isUsable[$0] }
  // The number of subsets of usable factors, by strength.
  var covered = Array(repeating: 0, count: 7)
  for subset in 0..<table.subsetCount {
    let places = table.firstPlace[subset]..<table.firstPlace[subset + 1]
    if places.allSatisfy({ isUsable[Int(table.factors[$0])] }) { covered[places.count] += 1 }
  }
  let descending = usable.map { sizes[$0] }.sorted(by: >)
  var bound = 0
  for strength in 2...6 where covered[strength] > 0 {
    // The bound requires that every choice of that many factors is covered together.
    guard covered[strength] == usable.map({ _ in 1 }).sumOfProducts(of: strength) else { continue }
    let blocks = descending.prefix(strength - 2).reduce(1, *)
    bound = max(bound, blocks * twoValueRowCount(factors: usable.count - (strength - 2)))
  }
  return bound
}

/// Returns the minimum number of rows that cover all pairs of factors with two values.
///
/// Let the first row be all zeros and let every factor have exactly ⌈N/2⌉ ones among the other N − 1 rows, each factor in a different set
/// of rows. Then C(N − 1, ⌈N/2⌉) factors fit into N rows, and no array does better. 10 factors need 6 rows, 126 need 10.
///
/// Sources: G. Katona, "Two applications of Sperner type theorems", 1973; D. Kleitman, J. Spencer, "Families of k-independent sets",
/// Discrete Mathematics 6, 1973.
func twoValueRowCount(factors: Int) -> Int {
  var count = 4
  // The number of ways to choose ⌈N/2⌉ of N − 1 rows.
  while Array(repeating: 1, count: count - 1).sumOfProducts(of: (count + 1) / 2) < factors {
    count += 1
  }
  return count
}
