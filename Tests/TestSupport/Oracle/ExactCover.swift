/// The minimum number of columns that cover every row, by reduction, then branch and bound.
struct ExactCover {
  private var stepsLeft: Int
  /// The rows of each column.
  private let columns: [PointSet]
  /// The columns of each row, ascending.
  private let columnsOfRow: [[Int]]
  private let rows: Int
  private var best: Int

  init(columns all: [PointSet], rows: Int, limit: Int) {
    let columns = Self.maximal(all)
    self.columns = columns
    self.rows = rows
    stepsLeft = limit
    best = rows + 1
    columnsOfRow = (0..<rows).map { row in columns.indices.filter { columns[$0].contains(row) } }
  }

  /// Returns the sets that are not subsets of others.
  private static func maximal(_ sets: [PointSet]) -> [PointSet] {
    var result: [PointSet] = []
    let bySize = sets.map { (set: $0, size: $0.count) }.sorted { $0.size > $1.size }
    for (set, _) in bySize where !result.contains(where: set.isSubset) { result.append(set) }
    return result
  }

  /// Returns the minimum, or `nil` if the step limit is too low to prove it.
  mutating func minimum() -> Int? {
    let needed = hardestRows()
    return search(needed, chosen: 0) ? best : nil
  }

  /// Returns the rows that suffice: covering these implies covering the others.
  private func hardestRows() -> PointSet {
    var seen: Set<[Int]> = []
    var candidates: [(row: Int, columns: PointSet)] = []
    for row in 0..<rows where seen.insert(columnsOfRow[row]).inserted {
      var set = PointSet(capacity: columns.count)
      for column in columnsOfRow[row] { set.insert(column) }
      candidates.append((row, set))
    }
    candidates.sort { columnsOfRow[$0.row].count < columnsOfRow[$1.row].count }
    var kept: [PointSet] = []
    var result = PointSet(capacity: rows)
    for (row, columns) in candidates where !kept.contains(where: { $0.isSubset(of: columns) }) {
      kept.append(columns)
      result.insert(row)
    }
    return result
  }

  /// Searches for a smaller cover; false if the step limit was reached.
  private mutating func search(_ open: PointSet, chosen: Int) -> Bool {
    stepsLeft -= 1
    guard stepsLeft >= 0 else { return false }
    guard !open.isEmpty else {
      best = min(best, chosen)
      return true
    }
    let members = open.members.sorted { columnsOfRow[$0].count < columnsOfRow[$1].count }
    guard chosen + independent(members) < best, let row = members.first else { return true }
    let gains = columnsOfRow[row].map { (column: $0, gain: columns[$0].intersection(open)) }
    var tried: [PointSet] = []
    for (column, gain) in gains.sorted(by: { $0.gain.count > $1.gain.count })
    where !tried.contains(where: gain.isSubset) {
      tried.append(gain)
      guard search(open.subtracting(columns[column]), chosen: chosen + 1) else { return false }
    }
    return true
  }

  /// Returns a lower bound: rows that share no column need one each.
  private func independent(_ members: [Int]) -> Int {
    var touched = PointSet(capacity: rows)
    var count = 0
    for row in members where !touched.contains(row) {
      count += 1
      for column in columnsOfRow[row] { touched.formUnion(columns[column]) }
    }
    return count
  }
}
