/// Larger arrays from two smaller ones.
extension PartitionedArray {
  /// The product over the same values: the rows of both, less the constant rows of the second.
  ///
  /// A factor of the product is a pair (i, j) of a factor of each; it repeats factor i over the rows of the
  /// first array and factor j over the rows of the second. Where i differs, the first array covers the two factors. Where i is
  /// the same, the first array covers (a,a) for every a and the second the rest, so that its constant rows, which cover only (a,a), can go.
  /// Flat factors of the first are taken with constant factors of the second; where both arrays have all
  /// constant rows, also constant factors of the first with flat factors of the second, whose zeros then replace
  /// the first rows: pairs missed by one array for want of its constant rows are (a,0), by the other (0,a), and the zeros cover (0,0).
  ///
  /// Nine rows for 3^4 (three constant factors and a flat one) give fifteen for 3^15, and 21 for 3^54.
  func product(with other: PartitionedArray) -> PartitionedArray {
    let refined = constantRows == values && other.constantRows == values
    func row(
      constant: (Int, Int) -> Int,
      flat: (Int, Int) -> Int,
      mixed: (Int, Int) -> Int
    ) -> [Int] {
      var cells: [Int] = []
      for left in 0..<factors {
        for right in 0..<other.constantFactors {
          cells.append(left < constantFactors ? constant(left, right) : flat(left, right))
        }
      }
      if refined {
        for left in 0..<constantFactors {
          for right in other.constantFactors..<other.factors { cells.append(mixed(left, right)) }
        }
      }
      return cells
    }
    var product: [[Int]] = []
    for (index, cells) in rows.enumerated() {
      product.append(
        row(
          constant: { left, _ in cells[left] },
          flat: { left, _ in cells[left] },
          mixed: { left, _ in index < constantRows ? 0 : cells[left] }
        )
      )
    }
    for cells in other.rows.dropFirst(other.constantRows) {
      product.append(
        row(
          constant: { _, right in cells[right] },
          flat: { _, right in cells[right] },
          mixed: { _, right in cells[right] }
        )
      )
    }
    return PartitionedArray(
      values: values,
      constantRows: constantRows,
      constantFactors: constantFactors * other.constantFactors,
      rows: product
    )
  }

  /// The product of the values: every row of one with every row of the other, the values as pairs.
  ///
  /// Where both take every pair exactly once, so does the product. The pairs of constant rows are constant and come first.
  /// Source: H. MacNeish, "Euler squares", Annals of Mathematics 23, 1922.
  func valueProduct(with other: PartitionedArray) -> PartitionedArray {
    let constant = min(constantFactors, other.constantFactors)
    let flat = min(factors - constantFactors, other.factors - other.constantFactors)
    func combined(_ left: [Int], _ right: [Int]) -> [Int] {
      (0..<constant + flat).map { factor in
        let mine = left[factor < constant ? factor : factor - constant + constantFactors]
        let its = right[factor < constant ? factor : factor - constant + other.constantFactors]
        return mine * other.values + its
      }
    }
    var first: [[Int]] = []
    var rest: [[Int]] = []
    for (index, left) in rows.enumerated() {
      for (place, right) in other.rows.enumerated() {
        if index < constantRows, place < other.constantRows {
          first.append(combined(left, right))
        } else {
          rest.append(combined(left, right))
        }
      }
    }
    return PartitionedArray(
      values: values * other.values,
      constantRows: first.count,
      constantFactors: constant,
      rows: first + rest
    )
  }
}
