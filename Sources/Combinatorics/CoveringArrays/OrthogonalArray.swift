/// A covering array of strength 2 for unconstrained factors, constructed from the orthogonal array of a finite field.
///
/// # Chapter: two lines of different slope meet once
///
/// **Problem.** All pairs of ten factors of ten values fit into 119 rows. A greedy suite has 150, and a search does not get there.
///
/// **Idea.** Over the field of q elements, q a prime power, let factor m have the value x + m·s in row (s, x), and add one more factor with
/// value s. Any two factors take every pair exactly once: q² rows for q + 1 factors of q values (Bush).
///
/// *More factors:* in the rows with s = 0, the first q factors have the same value (call them *constant*), and the last one has 0 (call it
/// *flat*). A factor of the product of two arrays is a pair (i, j) of a factor of each: the column of i over the rows of the first array,
/// followed by that of j over the rows of the second without its constant rows. Where i differs, the first array covers the two factors;
/// where it is the same, it covers (a, a) for every a, which is what the second one lacks. So q² − q more rows give about q times as many
/// factors (Colbourn).
///
/// *Fewer values:* rename values so that the last row has the last value everywhere. Removing that value removes the row, and elsewhere the
/// value leaves free cells. Fill these with the values of some other row: the pairs of that row are then covered without it. So each value
/// less saves two rows (Colbourn et al.).
///
/// **Cost.** O(rows · factors), and O(q²) for the field.
///
/// Sources: K. Bush, "Orthogonal arrays of index unity", 1952; C. Colbourn, S. Martirosyan, G. Mullen, D. Shasha, G. Sherwood, J. Yucas,
/// "Products of mixed covering arrays of strength two", Journal of Combinatorial Designs 14, 2006; C. Colbourn, G. Kéri, P. Rivas Soriano,
/// J.-C. Schlage-Puchta, "Covering and radius-covering arrays", Discrete Applied Mathematics 158, 2010.
struct OrthogonalArray {
  /// Marks a cell whose value does not matter.
  private static let free = -1
  /// The maximum number of values to remove from an array over more values.
  private static let maxFusions = 4
  private static let maxCells = 2_000_000
  private static let maxValues = 64

  private let sizes: [Int]
  private let values: Int
  private let field: FiniteField
  let rowCount: Int

  /// Chooses the smallest such array for factors of the given sizes; `nil` if there is none.
  init?(sizes: [Int]) {
    guard let values = sizes.max(), (3...Self.maxValues).contains(values) else { return nil }
    var best: (order: Int, rows: Int)?
    for order in values...(values + Self.maxFusions) where FiniteField.root(of: order) != nil {
      var rows = order * order - 2 * (order - values)
      var (constant, flat) = (order, 1)
      while constant + flat < sizes.count {
        (constant, flat) = (constant * order, flat * order + constant)
        rows += order * order - order
      }
      if rows < best?.rows ?? .max { best = (order, rows) }
    }
    guard let best, best.rows * sizes.count <= Self.maxCells,
      let field = FiniteField(order: best.order)
    else { return nil }
    (self.sizes, self.values, self.field) = (sizes, values, field)
    rowCount = best.rows
  }

  /// Returns the value indices by row and factor.
  func rows() -> [[Int]] {
    let order = field.order
    let elements = 0..<order
    // Columns by factor.
    let first = elements.map { factor in
      elements.flatMap { slope in elements.map { field.sum($0, field.product(factor, slope)) } }
    }
    let firstFlat = elements.flatMap { slope in elements.map { _ in slope } }
    var (constant, flat) = (first, [firstFlat])
    while constant.count + flat.count < sizes.count {
      func joined(_ left: [[Int]]) -> [[Int]] {
        // The last product has more columns than factors.
        Array(
          left.lazy.flatMap { left in first.lazy.map { left + $0.dropFirst(order) } }
            .prefix(sizes.count)
        )
      }
      let zeros = Array(repeating: 0, count: order)
      let mixed = constant.map { zeros + $0.dropFirst(order) + firstFlat.dropFirst(order) }
      (constant, flat) = (joined(constant), joined(flat) + mixed)
    }
    let columns = zip(constant + flat, sizes).map { column, size in
      // Fill free cells cyclically, so that no value is favoured.
      fused(column).enumerated().map { (0..<size).contains($1) ? $1 : $0 % size }
    }
    return (0..<rowCount).map { row in columns.map { $0[row] } }
  }

  /// Returns a column of the array over fewer values.
  private func fused(_ column: [Int]) -> [Int] {
    var column = column
    for last in (values..<field.order).reversed() {
      let idle = column.removeLast()
      let other = column.removeLast()
      func renamed(_ cell: Int) -> Int {
        // A free cell of the removed row counts as the last value.
        idle == Self.free ? cell : cell == idle ? last : cell == last ? idle : cell
      }
      let replacement = renamed(other) == last ? Self.free : renamed(other)
      column = column.map { renamed($0) == last ? replacement : renamed($0) }
    }
    return column
  }
}

/// The finite field with q elements, q a prime power.
///
/// An element is a number in `0..<q` whose base-p digits are the coefficients of a polynomial over the integers modulo p, lowest first; 0
/// and 1 are the field's zero and one. Sums are taken digit by digit. For products, the monic polynomials of degree n are tried in order
/// until one is primitive: modulo it, the powers of x are all elements but 0. A product is then a sum of exponents.
///
/// Source: R. Lidl, H. Niederreiter, "Finite Fields", 1997, §3.
struct FiniteField {
  let order: Int
  private let sums: [Int]
  /// The powers of x, starting with x⁰.
  private let powers: [Int]
  /// The exponent of each nonzero element.
  private let exponents: [Int]

  /// Returns the prime and the exponent of a prime power, or `nil` for any other number.
  static func root(of number: Int) -> (prime: Int, degree: Int)? {
    guard number > 1, let prime = (2...number).first(where: { number % $0 == 0 }) else {
      return nil
    }
    var (power, degree) = (prime, 1)
    while power < number { (power, degree) = (power * prime, degree + 1) }
    return power == number ? (prime, degree) : nil
  }

  init?(order: Int) {
    guard let (prime, degree) = Self.root(of: order) else { return nil }
    let digits = (0..<order).map { element in
      var rest = element
      return (0..<degree).map { _ in
        defer { rest /= prime }
        return rest % prime
      }
    }
    func number(_ digits: [Int]) -> Int { digits.reversed().reduce(0) { $0 * prime + $1 } }

    // The polynomial is given by its tail, by which xⁿ is replaced.
    func powers(tail: [Int]) -> [Int] {
      var powers = [1]
      while powers.count < order {
        let last = digits[powers[powers.count - 1]]
        let carried = last[degree - 1]
        let next = number(
          (0..<degree).map { (($0 > 0 ? last[$0 - 1] : 0) + carried * tail[$0]) % prime }
        )
        guard next > 1 else { break }
        powers.append(next)
      }
      return powers
    }
    let candidates = digits.lazy.filter { $0[0] > 0 }.map(powers)
    guard let powers = candidates.first(where: { $0.count == order - 1 }) else { return nil }

    self.order = order
    self.powers = powers
    var exponents = Array(repeating: 0, count: order)
    for (exponent, element) in powers.enumerated() { exponents[element] = exponent }
    self.exponents = exponents
    sums = digits.flatMap { left in
      digits.map { right in number(zip(left, right).map { ($0 + $1) % prime }) }
    }
  }

  func sum(_ left: Int, _ right: Int) -> Int { sums[left * order + right] }

  func product(_ left: Int, _ right: Int) -> Int {
    guard left != 0, right != 0 else { return 0 }
    return powers[(exponents[left] + exponents[right]) % (order - 1)]
  }
}
