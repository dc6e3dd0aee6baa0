/// The first pair of values no row has, found by asking row after row; a cell out of range counts as uncovered.
func firstUncovered(rows: [[Int]], sizes: [Int]) -> String? {
  for (index, row) in rows.enumerated() {
    guard row.count == sizes.count, zip(row, sizes).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
      return "row \(index) is \(row)"
    }
  }
  for (factor, size) in sizes.enumerated() {
    for (other, otherSize) in sizes.enumerated().dropFirst(factor + 1) {
      var isCovered = Array(repeating: false, count: size * otherSize)
      for row in rows { isCovered[row[factor] * otherSize + row[other]] = true }
      if let missing = isCovered.firstIndex(of: false) {
        return "factors \(factor), \(other): values \(missing / otherSize), \(missing % otherSize)"
      }
    }
  }
  return nil
}
