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
