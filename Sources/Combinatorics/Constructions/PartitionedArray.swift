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
