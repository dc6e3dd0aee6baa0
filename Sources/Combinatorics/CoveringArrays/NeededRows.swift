/// Which rows are left when those that nothing needs are dropped, from the last to the first.
///
/// A row is needed when it alone of those left has some tuple that is asked for or meets some target. Whatever stays was needed
/// while others were still there, hence is needed at the end: the result, tried again, stays whole. One row stays in any case.
///
/// Complexity: O(rows · (subsets · strength + targets · factors)) time, 4 bytes a tuple.
///
/// - Parameters:
///   - rows: Rows × factors, value indices.
///   - canDrop: By row; the others stay, needed or not.
///   - table: The tuples; which of them are open does not matter.
///   - targets: Sets of rows.
///   - store: The store of the targets.
/// - Returns: The indices of the rows left, ascending.
func neededRows(
  _ rows: [[Int]],
  canDrop: [Bool],
  table: TupleTable,
  targets: [Diagram],
  in store: DiagramStore
) -> [Int] {
  var rowsWithTuple = Array(repeating: Int32(0), count: table.isOpen.count)
  var rowsInTarget = Array(repeating: 0, count: targets.count)
  for row in rows {
    table.forEachTuple(in: row) { _, tuple, _ in rowsWithTuple[tuple] += 1 }
    for (index, target) in targets.enumerated() where store.contains(target, row: row) {
      rowsInTarget[index] += 1
    }
  }
  var left = rows.count
  var kept: [Int] = []
  for index in rows.indices.reversed() {
    let row = rows[index]
    let met = targets.indices.filter { store.contains(targets[$0], row: row) }
    let isNeeded =
      !canDrop[index] || left == 1
      || met.contains { rowsInTarget[$0] == 1 }
      || table.contains(in: row) { _, tuple, isAsked in isAsked && rowsWithTuple[tuple] == 1 }
    if isNeeded {
      kept.append(index)
      continue
    }
    left -= 1
    for target in met { rowsInTarget[target] -= 1 }
    table.forEachTuple(in: row) { _, tuple, _ in rowsWithTuple[tuple] -= 1 }
  }
  return kept.reversed()
}
