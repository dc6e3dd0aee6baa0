/// Rows, each with the cubes one of which must be chosen; it grows row by row.
struct CoverProblem {
  private var columns: [RankedCube] = []
  private var columnOf: [Cube: Int] = [:]
  private var rows: [[Int]] = []

  var rowCount: Int { rows.count }
  var columnCount: Int { columns.count }

  /// Adds a row that one of these cubes must cover.
  mutating func add(row cubes: [Cube]) {
    var row: [Int] = []
    for cube in cubes {
      if let column = columnOf[cube] {
        row.append(column)
      } else {
        columnOf[cube] = columns.count
        row.append(columns.count)
        columns.append(RankedCube(cube))
      }
    }
    rows.append(row)
  }

  /// The cheapest cubes so that every row has one, the preferred ones in front, and whether nothing cheaper exists for certain.
  func minimum(branches: Int) -> (cubes: [Cube], isProven: Bool) {
    // Columns are numbered by preference, as `SetCover` wants them.
    let order = columns.indices.sorted { columns[$0] < columns[$1] }
    var rank = Array(repeating: 0, count: columns.count)
    for (place, column) in order.enumerated() { rank[column] = place }
    var cover = SetCover(
      costs: order.map { columns[$0].cost },
      rows: rows.map { row in row.map { rank[$0] }.sorted() },
      budget: branches
    )
    let (chosen, isProven) = cover.solve()
    return (chosen.map { columns[order[$0]].cube }, isProven)
  }
}
