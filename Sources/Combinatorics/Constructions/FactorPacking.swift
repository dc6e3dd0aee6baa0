/// Which factors share a column of a larger array.
///
/// A column that takes c values, each with every value of every other column, can stand for a group of small factors:
/// value r is row r of a covering array of the group with at most c rows. So a column of 4 values carries 2^3, one of 9 carries
/// 3^4, and one of 10 carries 2^126.
struct FactorPacking: Sendable {
  /// One column of the larger array.
  struct Column: Sendable {
    /// The factors it stands for.
    var factors: [Int]
    /// The array of the group: rows × factors of the group.
    var rows: [[Int]]
  }

  /// The columns used, in the order of their capacities.
  private(set) var columns: [Column] = []

  /// Packs factors of these sizes, none larger than the one before, each into the first column with room.
  ///
  /// Columns behind the given capacities have the last one again where `repeatsLast` is set. Nil where the columns do not
  /// suffice.
  init?(sizes: [Int], capacities: [Int], repeatsLast: Bool) {
    var place = 0
    for factor in sizes.indices {
      // Where an equal factor found no room, neither does this one.
      if factor > 0, sizes[factor] < sizes[factor - 1] { place = 0 }
      while true {
        guard place < capacities.count || repeatsLast else { return nil }
        let capacity = capacities[min(place, capacities.count - 1)]
        let group = (place < columns.count ? columns[place].factors : []) + [factor]
        if let rows = Self.rows(of: group.map { sizes[$0] }, capacity: capacity) {
          let column = Column(factors: group, rows: rows)
          if place < columns.count { columns[place] = column } else { columns.append(column) }
          break
        }
        guard place < columns.count else { return nil }
        place += 1
      }
    }
  }

  /// The array of a group, sizes descending, where it has no more rows than the capacity.
  private static func rows(of sizes: [Int], capacity: Int) -> [[Int]]? {
    guard sizes[0] <= capacity else { return nil }
    guard sizes.count > 1 else { return (0..<sizes[0]).map { [$0] } }
    guard sizes[0] * sizes[1] <= capacity else { return nil }
    return constructedArray(sizes: sizes).flatMap { $0.count <= capacity ? $0 : nil }
  }

  /// The rows of the factors, from rows of the columns; `PartitionedArray.free` where a value stands for nothing.
  func expanded(_ rows: [[Int]]) -> [[Int]] {
    let count = columns.reduce(0) { $0 + $1.factors.count }
    return rows.map { row in
      var cells = Array(repeating: PartitionedArray.free, count: count)
      for (column, value) in zip(columns, row) where column.rows.indices.contains(value) {
        for (factor, cell) in zip(column.factors, column.rows[value]) { cells[factor] = cell }
      }
      return cells
    }
  }
}
