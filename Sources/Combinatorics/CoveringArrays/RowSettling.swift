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
///   - request: What the suite covers. Its targets are not looked at.
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
  let needed = neededRows(
    rows,
    canDrop: rows.indices.map { $0 >= suite.fixedCount },
    table: table,
    targets: [],
    in: space.store
  )
  var result = suite
  result.rows = needed.map { rows[$0] }
  return result
}
