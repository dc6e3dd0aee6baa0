/// The smallest covering array of strength 2 for factors of two values.
///
/// Let the first row be all zeros and let every factor have exactly ⌈N/2⌉ ones among the other N − 1 rows, no two factors
/// the same set of rows. Two sets of equal size, neither inside the other, give (1,0) and (0,1); they meet
/// because together they are larger than N − 1, which gives (1,1); the first row gives (0,0). So C(N−1, ⌈N/2⌉)
/// factors fit into N rows, and no array does better: 10 factors need 6 rows, 126 need 10.
///
/// Cost: O(N·k). Sources: G. Katona, "Two applications of Sperner type theorems", 1973;
/// D. Kleitman, J. Spencer, "Families of k-independent sets", Discrete Mathematics 6, 1973.
func twoValueArray(factors: Int) -> [[Int]] {
  let count = twoValueRowCount(factors: factors)
  var rows = Array(repeating: Array(repeating: 0, count: factors), count: count)
  var ones = Array(0..<(count + 1) / 2)
  for factor in 0..<factors {
    for row in ones { rows[row + 1][factor] = 1 }
    advance(&ones, below: count - 1)
  }
  return rows
}

/// How many rows that array has.
func twoValueRowCount(factors: Int) -> Int {
  var count = 4
  while binomial(count - 1, (count + 1) / 2, limit: factors) < factors { count += 1 }
  return count
}

/// The next set of the same size in lexical order, as ascending numbers; the last stays as it is.
private func advance(_ set: inout [Int], below bound: Int) {
  guard let place = set.indices.last(where: { set[$0] < bound - set.count + $0 }) else { return }
  set[place] += 1
  for next in set.indices.dropFirst(place + 1) { set[next] = set[next - 1] + 1 }
}

/// The number of subsets of a size, or any number of at least the limit where there are that many.
private func binomial(_ total: Int, _ size: Int, limit: Int) -> Int {
  var value = 1
  for step in 0..<min(size, total - size) {
    value = value * (total - step) / (step + 1)
    if value >= limit { return value }
  }
  return value
}

/// The array over a grid of two large factors, with as many rows as their sizes multiplied: no array has fewer.
///
/// Rows are the points (x, y) of a grid of a × b, a ≥ b ≥ q, and q a power of a prime. x and y are two columns. q − 1 more
/// columns hold m·x + y in the field with q elements, one for each m but zero, x and y taken modulo q: a
/// line of the grid meets each value of such a column, and two such columns take every pair. This is the orthogonal array
/// where a = b = q, stretched to two factors of any sizes. Columns are then shared by small factors.
///
/// TCAS, 10^2 4 3^2 2^7, takes 100 rows: 4, 3^2 and 2^7 each fit into a column of nine values.
struct GridArray: Sendable {
  private let width: Int
  private let height: Int
  private let field: FiniteField
  private let packing: FactorPacking

  /// The number of rows.
  var count: Int { width * height }

  /// The smallest grid below a number of rows for factors of these sizes, none larger than the one before; nil where none will do.
  init?(sizes: [Int], below limit: Int) {
    guard sizes.count > 1, sizes[1] > 1 else { return nil }
    for height in sizes[1]...max(sizes[1], 64) {
      let width = max(sizes[0], height)
      guard width * height < limit else { return nil }
      guard height == sizes[1] || primePower(height) != nil,
        let order = (2...min(height, 64)).last(where: { primePower($0) != nil })
      else { continue }
      let capacities = [width, height] + Array(repeating: order, count: order - 1)
      if let packing = FactorPacking(sizes: sizes, capacities: capacities, repeatsLast: false),
        let field = FiniteField(order: order)
      {
        self.width = width
        self.height = height
        self.field = field
        self.packing = packing
        return
      }
    }
    return nil
  }

  /// The rows: rows × factors.
  func built() -> [[Int]] {
    let columns = (0..<width).flatMap { x in
      (0..<height).map { y in
        [x, y]
          + (1..<field.order).map {
            field.sum(field.product($0, x % field.order), y % field.order)
          }
      }
    }
    return packing.expanded(columns)
  }
}

/// The array for one factor larger than all others, with as many rows as the two largest sizes multiplied.
///
/// Let s be the second size. Give every other factor a vector of n numbers modulo s so that the differences of any two vectors take
/// every number. Adding each number to each place gives n·s rows that cover every pair of these factors; in the s rows of one place
/// each factor takes each value, so that a value of the large factor stands well beside them. A large factor of at
/// least n values takes the places in turn: rows of size times s, and no array has fewer.
///
/// The vectors begin with 0 and are taken in lexical order, each that goes with all before: for s = 2 every vector does, so that
/// 2^(n−1) factors of two values go with a factor of n values in 2n rows.
///
/// Source: the difference matrices of R. Bose, K. Bush, "Orthogonal arrays of strength two and three", 1952, with
/// "every number" in place of "every number equally often".
struct DifferenceArray: Sendable {
  /// How many numbers may be looked at in the search of vectors.
  private static let budget = 2_000_000

  private let sizes: [Int]
  /// One vector for each factor but the first.
  private let vectors: [[Int]]

  /// The array for sizes of at least 2, none larger than the one before; nil where the search finds too few vectors.
  init?(sizes: [Int]) {
    guard sizes.count > 2, sizes[1] <= 16 else { return nil }
    let modulus = sizes[1]
    var budget = Self.budget
    var length = modulus
    while length <= sizes[0], budget > 0 {
      if let vectors = Self.vectors(
        count: sizes.count - 1,
        length: length,
        modulus: modulus,
        budget: &budget
      ) {
        self.sizes = sizes
        self.vectors = vectors
        return
      }
      length += 1
    }
    return nil
  }

  /// The rows: rows × factors.
  func built() -> [[Int]] {
    (0..<sizes[0]).flatMap { value in
      (0..<sizes[1]).map { added in
        [value]
          + zip(vectors, sizes.dropFirst()).map { vector, size in
            let cell = (vector[value % vector.count] + added) % sizes[1]
            return cell < size ? cell : PartitionedArray.free
          }
      }
    }
  }

  /// So many vectors whose differences take every number; nil where the lexical order has fewer or the budget ends.
  private static func vectors(
    count: Int,
    length: Int,
    modulus: Int,
    budget: inout Int
  ) -> [[Int]]? {
    var found: [[Int]] = []
    var vector = Array(repeating: 0, count: length)
    let every = (1 << modulus) - 1
    while budget > 0 {
      budget -= length
      let fits = found.allSatisfy { other in
        budget -= length
        var seen = 0
        for place in 0..<length {
          seen |= 1 << ((vector[place] - other[place] + modulus) % modulus)
        }
        return seen == every
      }
      if fits {
        found.append(vector)
        if found.count == count { return found }
      }
      guard let place = vector.indices.dropFirst().last(where: { vector[$0] < modulus - 1 }) else {
        return nil
      }
      vector[place] += 1
      for behind in place + 1..<length { vector[behind] = 0 }
    }
    return nil
  }
}

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
