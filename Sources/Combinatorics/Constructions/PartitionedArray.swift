/// A covering array of strength 2 over v values whose first rows are constant, which is what products need.
///
/// The first factors are *constant*: each of the first `constantRows` rows holds one value in all of them, no
/// two rows the same. The factors behind are *flat*: all of the first rows hold 0 there. Every array can be
/// brought into this form with one constant row and no flat factor, by renaming values; arrays with v constant rows are
/// the good ones. A cell no pair needs is `free`.
///
/// Source: C. Colbourn, S. Martirosyan, G. Mullen, D. Shasha, G. Sherwood, J. Yucas, "Products of mixed covering
/// arrays of strength two", Journal of Combinatorial Designs 14, 2006.
struct PartitionedArray: Sendable {
  /// What a cell holds whose value does not matter.
  static let free = -1

  /// The number of values of each factor.
  var values: Int
  /// How many of the first rows are constant: 1 or `values`.
  var constantRows: Int
  /// How many of the first factors are constant there; the others are flat.
  var constantFactors: Int
  /// The rows: rows × factors, value indices or `free`.
  var rows: [[Int]]

  /// The number of factors.
  var factors: Int { rows.first?.count ?? 0 }

  /// The array over q values that takes every pair exactly once, for q a power of a prime.
  ///
  /// Factor m, an element of the field, holds x + m·s in row (s, x), and the last factor s: two lines of different slope
  /// meet once. The rows with s = 0 are constant, the last factor flat.
  /// Source: K. Bush, "Orthogonal arrays of index unity", 1952.
  static func orthogonal(field: FiniteField) -> PartitionedArray {
    let elements = 0..<field.order
    let rows = elements.flatMap { slope in
      elements.map { start in
        elements.map { field.sum(start, field.product($0, slope)) } + [slope]
      }
    }
    return PartitionedArray(
      values: field.order,
      constantRows: field.order,
      constantFactors: field.order,
      rows: rows
    )
  }

  /// The array with the first rows renamed to one constant row of zeros, all factors constant.
  static func withOneConstantRow(rows: [[Int]], values: Int) -> PartitionedArray {
    var rows = rows
    for factor in (rows.first ?? []).indices {
      if rows[0][factor] == free { rows[0][factor] = 0 }
      exchange(rows[0][factor], 0, in: &rows, factor: factor)
    }
    return PartitionedArray(
      values: values,
      constantRows: 1,
      constantFactors: rows.first?.count ?? 0,
      rows: rows
    )
  }

  /// The array over three values with the three rows in front that make most of its factors constant or flat.
  ///
  /// The other factors are left out. Nil where no three rows make a factor constant.
  static func bestPartition(rows: [[Int]]) -> PartitionedArray? {
    guard let factors = rows.first?.count else { return nil }
    var best = (useful: 0, front: [0, 0, 0])
    for first in rows.indices {
      for second in rows.indices.dropFirst(first + 1) {
        for third in rows.indices.dropFirst(second + 1) {
          var useful = 0
          for factor in 0..<factors {
            let isSame = rows[first][factor] == rows[second][factor]
            let isSameBehind = rows[second][factor] == rows[third][factor]
            let isSameAround = rows[first][factor] == rows[third][factor]
            if isSame == isSameBehind, isSame == isSameAround { useful += 1 }
          }
          if useful > best.useful { best = (useful, [first, second, third]) }
        }
      }
    }
    let kinds = (0..<factors).map { factor in Set(best.front.map { rows[$0][factor] }).count }
    let constant = kinds.indices.filter { kinds[$0] == 3 }
    let flat = kinds.indices.filter { kinds[$0] == 1 }
    guard !constant.isEmpty else { return nil }
    let order = best.front + rows.indices.filter { !best.front.contains($0) }
    var kept = order.map { row in (constant + flat).map { rows[row][$0] } }
    for factor in kept[0].indices {
      exchange(kept[0][factor], 0, in: &kept, factor: factor)
      if factor < constant.count {
        exchange(kept[1][factor], 1, in: &kept, factor: factor)
      }
    }
    return PartitionedArray(
      values: 3,
      constantRows: 3,
      constantFactors: constant.count,
      rows: kept
    )
  }

  /// Renames two values of a factor into each other.
  static func exchange(_ one: Int, _ other: Int, in rows: inout [[Int]], factor: Int) {
    guard one != other else { return }
    for row in rows.indices {
      if rows[row][factor] == one {
        rows[row][factor] = other
      } else if rows[row][factor] == other {
        rows[row][factor] = one
      }
    }
  }
}

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

/// Arrays over one value less.
extension PartitionedArray {
  /// The array without its last value and two of its rows.
  ///
  /// Rename the values so that some row holds the last value everywhere; without that value the row is idle and goes, and the
  /// last value leaves free cells elsewhere. Take another row s and write s's value of each factor into the free cells of
  /// that factor: a pair (s_i, s_j) is then covered by the row that had the last value in i and s_j in j, so that s goes too.
  ///
  /// Source: C. Colbourn, G. Kéri, P. Rivas Soriano, J.-C. Schlage-Puchta, "Covering and radius-covering arrays:
  /// constructions and classification", Discrete Applied Mathematics 158, 2010.
  func fused() -> PartitionedArray {
    let last = values - 1
    var fused = rows
    let idle = fused.removeLast()
    for factor in idle.indices where idle[factor] != Self.free {
      Self.exchange(idle[factor], last, in: &fused, factor: factor)
    }
    let second = fused.removeLast()
    for row in fused.indices {
      for factor in 0..<factors where fused[row][factor] == last {
        fused[row][factor] = second[factor] == last ? Self.free : second[factor]
      }
    }
    return .withOneConstantRow(rows: fused, values: last)
  }

  /// The array without its last value and the constant row that holds it, all other constant rows kept.
  ///
  /// One row more than `fused()`, but good for products.
  func trimmed() -> PartitionedArray {
    let last = values - 1
    var kept = rows
    if let idle = kept.indices.prefix(constantRows).first(where: { kept[$0][0] == last }) {
      kept.remove(at: idle)
    }
    for row in kept.indices {
      for factor in 0..<factors where kept[row][factor] == last { kept[row][factor] = Self.free }
    }
    return PartitionedArray(
      values: last,
      constantRows: last,
      constantFactors: constantFactors,
      rows: kept
    )
  }
}
