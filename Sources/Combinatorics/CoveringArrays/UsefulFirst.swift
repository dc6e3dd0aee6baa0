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
  var isCovered = Array(repeating: false, count: table.isOpen.count)
  func gain(_ row: [Int]) -> Int {
    (0..<table.subsetCount).count {
      !isCovered[table.tuple(of: $0, in: row)] && table.isAsked($0, in: row)
    }
  }
  func cover(_ row: [Int]) {
    for subset in 0..<table.subsetCount { isCovered[table.tuple(of: subset, in: row)] = true }
  }
  for row in before { cover(row) }
  var waiting = rows.map { (row: $0, gain: gain($0)) }
  var ordered: [[Int]] = []
  while !waiting.isEmpty {
    // The first of those with the largest number known; it is the next one if its number still holds.
    var best = 0
    while true {
      for index in waiting.indices where waiting[index].gain > waiting[best].gain { best = index }
      let now = gain(waiting[best].row)
      if now == waiting[best].gain { break }
      waiting[best].gain = now
      best = 0
    }
    let next = waiting.remove(at: best)
    cover(next.row)
    ordered.append(next.row)
  }
  return ordered
}
