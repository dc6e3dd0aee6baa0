/// Which rows are left when those that nothing needs are dropped, from the last to the first.
///
/// A row is needed when it alone of those left has some tuple that is asked for. Whatever stays was needed while others were still there,
/// hence is needed at the end: the result, tried again, stays whole. One row stays in any case.
///
/// Complexity: O(rows · subsets · strength) time, 4 bytes a tuple.
///
/// - Parameters:
///   - rows: Rows × factors, value indices.
///   - canDrop: By row; the others stay, needed or not.
///   - table: The tuples; which of them are open does not matter.
/// - Returns: The indices of the rows left, ascending.
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

/// Rows in an order in which the first ones cover most: each next row is one with most tuples that no row before it has.
///
/// A tester who runs out of time has then run the best part. The number of new tuples of a row only falls as rows are placed, so a row
/// whose number, counted anew, is still the largest known is the next one; most rows need no new count (Minoux 1978, lazy greedy).
///
/// - Parameters:
///   - rows: Rows × factors, value indices.
///   - before: Rows that stand in front in any case.
///   - table: The tuples; which of them are open does not matter.
/// - Returns: The rows, ties in the order in which they were given.
func usefulFirst(_ rows: [[Int]], after before: ArraySlice<[Int]>, _ table: TupleTable) -> [[Int]] {
  var uncovered = UncoveredTuples(table)
  for row in before { uncovered.cover(row) }
  // By number of new tuples last known: the rows, ascending; those in front of the head are placed or counted anew.
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
      // Rows come in order, so the place is nearly always the end.
      var place = waiting[now].rows.count
      while place > waiting[now].head, waiting[now].rows[place - 1] > index { place -= 1 }
      waiting[now].rows.insert(index, at: place)
    }
  }
  return ordered
}

/// The asked tuples that no row has yet, a bit each.
///
/// A row's tuples that differ in the last factor only lie side by side: with the values of the other factors in hand, the row's values
/// are compared with all values that are still uncovered beside them, 64 at a time. So the tuples of a row of k factors are counted in
/// C(k, t - 1) · Σ values / 64 steps instead of C(k, t).
struct UncoveredTuples {
  /// By factor: how many values it has, and the first of them among the values of all factors.
  private let sizes: [Int]
  private let firstValue: [Int]

  /// The subsets that share all factors but the last, and whose last factors follow each other.
  private struct Strip {
    /// Where the shared factors stand in `factors`.
    var shared: Range<Int>
    /// The last factors, and the words in which a row has its values of them.
    var last: ClosedRange<Int>
    var words: Range<Int>
    /// Where the bits beside the first values of the shared factors begin in `open`.
    var start: Int

    /// True if a look at each value of the row is less than one at all words: its factors have many values.
    var isWide: Bool { words.count > last.count }
  }
  private var strips: [Strip] = []
  private let factors: [Int32]
  private var open: [UInt64] = []
  /// The values of the row being looked at, as bits among the values of all factors; none between looks.
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

  /// How many uncovered tuples a row has.
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

  /// Takes note of a row.
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

  /// Sets the bits of a row's values, or clears them.
  private mutating func toggle(_ row: [Int]) {
    for (factor, value) in row.enumerated() {
      let value = firstValue[factor] + value
      bits[value >> 6] ^= 1 << UInt64(value & 63)
    }
  }

  /// Where the row's word 0 would be among the bits beside its values of the shared factors.
  private func start(of strip: Strip, in row: [Int]) -> Int {
    var number = 0
    for place in strip.shared {
      let factor = Int(factors[place])
      number = number * sizes[factor] + row[factor]
    }
    return strip.start + number * strip.words.count - strip.words.lowerBound
  }
}

/// Rows of a covering array whose values are the preferred ones wherever that loses no tuple, without rows that then nothing needs.
///
/// A search leaves in places that cover nothing of their own whatever it tried last. A person who reads the rows wants to see why each value
/// stands there.
///
/// Complexity: O(rows · factors · subsets of a factor) time, 4 bytes a tuple.
///
/// - Parameters:
///   - suite: Complete; its fixed rows stay as they are.
///   - space: The rows that are allowed.
///   - request: What the suite covers.
///   - preferred: By factor, the value to prefer; `nil` if any value is as good.
/// - Returns: The suite with fewer rows or as many.
/// - Throws: `LimitExceeded` if the tuples are too many.
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
