/// The array of a starter.
extension Starter {
  /// The whole array: rows × factors.
  package func developed() -> [[Int]] { partitioned().rows }

  /// The whole array with its constant rows first.
  func partitioned() -> PartitionedArray {
    let base = baseRows
    let hasConstantRows = points <= 1
    // Constant factors first: those without a point in the first base row.
    let constant = base[0].indices.filter { !hasConstantRows || base[0][$0] < elements }
    let flat = base[0].indices.filter { hasConstantRows && base[0][$0] >= elements }
    var rows = base.flatMap { symbols in
      (0..<block).flatMap { turn in
        let turned = (constant + flat).map { symbols[$0 / block * block + ($0 + turn) % block] }
        return (0..<max(1, elements)).map { element in turned.map { added(element, to: $0) } }
      }
    }
    if hasConstantRows {
      rows.insert(contentsOf: constantRows(points == 0 ? 0..<values : elements..<values), at: 0)
    } else if elements > 0 {
      let inner = constructedArray(sizes: Array(repeating: points, count: factors)) ?? []
      rows.append(contentsOf: inner.map { row in row.map { $0 + elements } })
    }
    guard hasConstantRows else { return .withOneConstantRow(rows: rows, values: values) }
    if points == 1 { rename(&rows, constantFactors: constant.count) }
    return PartitionedArray(
      values: values,
      constantRows: values,
      constantFactors: constant.count,
      rows: rows
    )
  }

  /// Renames the values so that the first rows are constant, and zero in the flat factors.
  private func rename(_ rows: inout [[Int]], constantFactors: Int) {
    for factor in rows[0].indices {
      var names = Array(0..<values)
      if factor < constantFactors {
        for place in 0..<values { names[rows[place][factor]] = place }
      } else {
        names.swapAt(0, rows[0][factor])
      }
      for row in rows.indices { rows[row][factor] = names[rows[row][factor]] }
    }
  }

  private func constantRows(_ values: Range<Int>) -> [[Int]] {
    values.map { Array(repeating: $0, count: factors) }
  }

  private func added(_ element: Int, to symbol: Int) -> Int {
    guard symbol < elements else { return symbol }
    switch group {
    case .cyclic: return (symbol + element) % elements
    case .bitwise: return symbol ^ element
    }
  }
}
