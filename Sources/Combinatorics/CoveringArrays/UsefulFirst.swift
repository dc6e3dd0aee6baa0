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
  for row in before { uncovered.cover(row, uncovered.bits(of: row)) }
  let bits = rows.map { uncovered.bits(of: $0) }
  // By number of new tuples last known: the rows, ascending; those in front of the head are placed or counted anew.
  var waiting = Array(repeating: (head: 0, rows: [Int]()), count: table.subsetCount + 1)
  for (index, row) in rows.enumerated() {
    waiting[uncovered.count(in: row, bits[index])].rows.append(index)
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
    let now = uncovered.count(in: rows[index], bits[index])
    if now == most {
      uncovered.cover(rows[index], bits[index])
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
