/// Returns the ascending indices of the rows that remain after dropping redundant ones, from the last to the first.
///
/// A row is needed if it is the only remaining one with some requested tuple, or if `canDrop` is false for it; at least one row is kept. A
/// row that is kept was needed while more rows were left, so it is still needed at the end: applied again, the function drops nothing.
/// Which tuples of `table` are open does not matter.
///
/// Complexity: O(rows · subsets · strength) time, 4 bytes per tuple.
func neededRows(_ rows: [[Int]], canDrop: [Bool], table: TupleTable) -> [Int] {
  var rowsWithTuple = Array(repeating: Int32(0), count: table.isOpen.count)
  for row in rows { table.forEachTuple(in: row) { _, tuple, _ in rowsWithTuple[tuple] += 1 } }
  var left = rows.count
  var kept: [Int] = []
  for index in rows.indices.reversed() {
    let row = rows[index]
    let isNeeded =
      !canDrop[index] || left == 1
      || table.contains(in: row) { _, tuple, isAsked in isAsked && rowsWithTuple[tuple] == 1 }
    if isNeeded {
      kept.append(index)
      continue
    }
    left -= 1
    table.forEachTuple(in: row) { _, tuple, _ in rowsWithTuple[tuple] -= 1 }
  }
  return kept.reversed()
}

/// Orders rows greedily so that the first ones cover the most tuples not in the rows `before`; ties keep their order.
///
/// A tester who runs out of time has then run the best part. The number of new tuples of a row only decreases as rows are placed, so a row
/// whose recomputed number is still the largest known one comes next; most rows need no recount (lazy greedy, Minoux 1978). Which tuples of
/// `table` are open does not matter.
func usefulFirst(_ rows: [[Int]], after before: ArraySlice<[Int]>, _ table: TupleTable) -> [[Int]] {
  var uncovered = UncoveredTuples(table)
  for row in before { uncovered.cover(row) }
  // The ascending rows by their last known number of new tuples; those before the head have been placed or recounted.
  var waiting = Array(repeating: (head: 0, rows: [Int]()), count: table.subsetCount + 1)
  for (index, row) in rows.enumerated() {
    waiting[uncovered.count(in: row)].rows.append(index)
  }
  var ordered: [[Int]] = []
  var most = table.subsetCount
  while most >= 0 {
    guard waiting[most].head < waiting[most].rows.count else {
      most -= 1
      continue
    }
    let index = waiting[most].rows[waiting[most].head]
    waiting[most].head += 1
    let now = uncovered.count(in: rows[index])
    if now == most {
      uncovered.cover(rows[index])
      ordered.append(rows[index])
    } else {
      // Rows come in order, so the position is nearly always the end.
      var place = waiting[now].rows.count
      while place > waiting[now].head, waiting[now].rows[place - 1] > index { place -= 1 }
      waiting[now].rows.insert(index, at: place)
    }
  }
  return ordered
}

/// A bit set of the requested tuples that no row has yet.
///
/// The tuples of a row that differ only in the last factor are adjacent: for fixed values of the other factors, the row's values are
/// compared with all values still uncovered beside them, 64 at a time. Counting the tuples of a row of k factors thus takes C(k, t - 1) · Σ
/// values / 64 steps instead of C(k, t).
struct UncoveredTuples {
  /// The number of values of each factor, and the offset of its values among those of all factors.
  private let sizes: [Int]
  private let firstValue: [Int]

  /// The subsets that share all factors but the last and whose last factors are consecutive.
  private struct Strip {
    /// The range of the shared factors in `factors`.
    var shared: Range<Int>
    /// The last factors, and the words that contain a row's values of them.
    var last: ClosedRange<Int>
    var words: Range<Int>
    /// The index in `open` of the bits for the first values of the shared factors.
    var start: Int

    /// True if looking at each value of the row is cheaper than looking at all words, because the factors have many values.
    var isWide: Bool { words.count > last.count }
  }
  private var strips: [Strip] = []
  private let factors: [Int32]
  private var open: [UInt64] = []
  /// The values of the current row as bits among the values of all factors; all zero between uses.
  private var bits: [UInt64]

  init(_ table: TupleTable) {
    sizes = table.domains.sizes
    firstValue = table.firstValue
    factors = table.factors
    bits = Array(repeating: 0, count: ((firstValue.last ?? 0) + 63) >> 6)
    for run in table.runs.indices.dropLast() {
      var first = table.runs[run]
      for subset in table.runs[run]..<table.runs[run + 1]
      where subset + 1 == table.runs[run + 1]
        || lastFactor(of: subset + 1, table) != lastFactor(of: subset, table) + 1
      {
        append(first...subset, table)
        first = subset + 1
      }
    }
  }

  private func lastFactor(of subset: Int, _ table: TupleTable) -> Int {
    Int(table.factors[table.firstPlace[subset + 1] - 1])
  }

  private mutating func append(_ subsets: ClosedRange<Int>, _ table: TupleTable) {
    let (first, last) = (subsets.lowerBound, subsets.upperBound)
    let shared = table.firstPlace[first]..<(table.firstPlace[first + 1] - 1)
    let lastFactors = lastFactor(of: first, table)...lastFactor(of: last, table)
    let values = firstValue[lastFactors.lowerBound]..<firstValue[lastFactors.upperBound + 1]
    let words = (values.lowerBound >> 6)..<((values.upperBound + 63) >> 6)
    strips.append(Strip(shared: shared, last: lastFactors, words: words, start: open.count))

    var asked = Array(repeating: UInt64(0), count: words.count)
    for value in values where table.isAsked[value] {
      asked[value >> 6 - words.lowerBound] |= 1 << UInt64(value & 63)
    }
    let none = Array(repeating: UInt64(0), count: words.count)
    let count = shared.reduce(1) { $0 * sizes[Int(factors[$1])] }
    for number in 0..<count {
      var rest = number
      var isAsked = true
      for place in shared.reversed() {
        let factor = Int(factors[place])
        isAsked = isAsked && table.isAsked[firstValue[factor] + rest % sizes[factor]]
        rest /= sizes[factor]
      }
      open += isAsked ? asked : none
    }
  }

  /// Returns the number of uncovered tuples that a row has.
  mutating func count(in row: [Int]) -> Int {
    toggle(row)
    var count = 0
    for strip in strips {
      let start = start(of: strip, in: row)
      if strip.isWide {
        for factor in strip.last {
          let value = firstValue[factor] + row[factor]
          count += Int(open[start + value >> 6] >> UInt64(value & 63) & 1)
        }
      } else {
        for word in strip.words { count += (open[start + word] & bits[word]).nonzeroBitCount }
      }
    }
    toggle(row)
    return count
  }

  /// Marks the tuples of a row as covered.
  mutating func cover(_ row: [Int]) {
    toggle(row)
    for strip in strips {
      let start = start(of: strip, in: row)
      if strip.isWide {
        for factor in strip.last {
          let value = firstValue[factor] + row[factor]
          open[start + value >> 6] &= ~(1 << UInt64(value & 63))
        }
      } else {
        for word in strip.words { open[start + word] &= ~bits[word] }
      }
    }
    toggle(row)
  }

  /// Sets or clears the bits of a row's values.
  private mutating func toggle(_ row: [Int]) {
    for (factor, value) in row.enumerated() {
      let value = firstValue[factor] + value
      bits[value >> 6] ^= 1 << UInt64(value & 63)
    }
  }

  /// Returns the index in `open` at which the row's word 0 would be, given its values of the shared factors.
  private func start(of strip: Strip, in row: [Int]) -> Int {
    var number = 0
    for place in strip.shared {
      let factor = Int(factors[place])
      number = number * sizes[factor] + row[factor]
    }
    return strip.start + number * strip.words.count - strip.words.lowerBound
  }
}

/// Replaces values of a suite by preferred ones wherever that loses no tuple, and drops rows that become redundant.
///
/// In cells that cover nothing of their own, a search leaves whatever it tried last. A reader wants to see a reason for each value.
///
/// Complexity: O(rows · factors · subsets of a factor) time, 4 bytes per tuple.
///
/// - Parameters:
///   - suite: A complete suite; its fixed rows do not change.
///   - space: The allowed rows.
///   - request: The request that the suite satisfies.
///   - preferred: The preferred value of each factor, or `nil` if there is none.
/// - Returns: A suite with at most as many rows.
/// - Throws: `LimitExceeded` if there are too many tuples.
package func settled(
  _ suite: Suite,
  in space: Space,
  _ request: CoveringRequest,
  preferring preferred: [Int?]
) throws(LimitExceeded) -> Suite {
  let table = try TupleTable(request, domains: space.store.domains, limits: CoveringLimits())
  var rowsWithTuple = Array(repeating: Int32(0), count: table.isOpen.count)
  var rows = suite.rows
  for row in rows { table.forEachTuple(in: row) { _, tuple, _ in rowsWithTuple[tuple] += 1 } }
  for number in rows.indices.dropFirst(suite.fixedCount) {
    for (factor, value) in preferred.enumerated() {
      guard let value, rows[number][factor] != value else { continue }
      let uses = table.firstUse[factor]..<table.firstUse[factor + 1]
      let tuples = uses.map { table.tuple(of: Int(table.subsetOf[$0]), in: rows[number]) }
      let isNeeded = zip(uses, tuples).contains { use, tuple in
        rowsWithTuple[tuple] == 1 && table.isAsked(Int(table.subsetOf[use]), in: rows[number])
      }
      guard !isNeeded else { continue }
      var changed = rows[number]
      changed[factor] = value
      guard space.contains(row: changed) else { continue }
      for tuple in tuples { rowsWithTuple[tuple] -= 1 }
      rows[number] = changed
      for use in uses {
        rowsWithTuple[table.tuple(of: Int(table.subsetOf[use]), in: changed)] += 1
      }
    }
  }
  let canDrop = rows.indices.map { $0 >= suite.fixedCount }
  let needed = neededRows(rows, canDrop: canDrop, table: table)
  var result = suite
  result.rows = needed.map { rows[$0] }
  return result
}
