/// A covering array of strength 2 that needs no search: for factors without constraints, from the orthogonal array of a finite field.
///
/// # Chapter: two lines of different slope meet once
///
/// **Problem.** All pairs of ten factors of ten values take 119 rows. A greedy suite has 150, and a search does not get there.
///
/// **Idea.** Over the field of q elements, q a power of a prime, let factor m hold x + m·s in row (s, x), and one more factor s. Any two
/// factors take every pair exactly once: q² rows for q + 1 factors of q values (Bush).
///
/// *More factors:* the rows with s = 0 hold the same value in the first q factors, which are called *constant*, and 0 in the *flat* last
/// one. A factor of the product of two arrays is a pair (i, j) of a factor of each: i over the rows of the first array, and behind them
/// j over the rows of the second, less its constant rows. Where i differs, the first array covers the two factors; where it is the same,
/// it covers (a, a) for every a, which is what the second one lacks. So q² − q more rows give about q times as many factors (Colbourn).
///
/// *Fewer values:* rename values so that the last row holds the last value everywhere; without that value the row goes, and elsewhere the
/// value leaves free cells. Into these write what some other row has there: whatever pairs that row covers are covered without it. So
/// each value less is two rows less (Colbourn et al.).
///
/// **Cost.** O(rows · factors), and O(q²) for the field.
///
/// Sources: K. Bush, "Orthogonal arrays of index unity", 1952; C. Colbourn, S. Martirosyan, G. Mullen, D. Shasha, G. Sherwood, J. Yucas,
/// "Products of mixed covering arrays of strength two", Journal of Combinatorial Designs 14, 2006; C. Colbourn, G. Kéri, P. Rivas Soriano,
/// J.-C. Schlage-Puchta, "Covering and radius-covering arrays", Discrete Applied Mathematics 158, 2010.
struct OrthogonalArray {
  /// The mark of a cell whose value does not matter.
  private static let free = -1
  /// How many values may be taken away from the array over more values.
  private static let maxFusions = 4
  private static let maxCells = 2_000_000
  private static let maxValues = 64

  private let sizes: [Int]
  private let values: Int
  private let field: FiniteField
  let rowCount: Int

  /// The smallest of these arrays for factors of these sizes; `nil` if there is none.
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

  /// Rows × factors, value indices.
  func rows() -> [[Int]] {
    let order = field.order
    let elements = 0..<order
    // Factors × rows.
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
      // Free cells take turns, so that no value is favoured.
      fused(column).enumerated().map { (0..<size).contains($1) ? $1 : $0 % size }
    }
    return (0..<rowCount).map { row in columns.map { $0[row] } }
  }

  /// A column of the array over fewer values.
  private func fused(_ column: [Int]) -> [Int] {
    var column = column
    for last in (values..<field.order).reversed() {
      let idle = column.removeLast()
      let other = column.removeLast()
      func renamed(_ cell: Int) -> Int {
        // A free cell of the row that goes counts as the last value.
        idle == Self.free ? cell : cell == idle ? last : cell == last ? idle : cell
      }
      let replacement = renamed(other) == last ? Self.free : renamed(other)
      column = column.map { renamed($0) == last ? replacement : renamed($0) }
    }
    return column
  }
}

/// The field with q elements, q a power of a prime.
///
/// An element is a number from 0 to below q: the base-p digits of the number are the coefficients of a polynomial over the
/// integers modulo p, the lowest first; 0 and 1 are the field's zero and one. Sums are taken digit by digit. For products the
/// monic polynomials of degree n are tried in order until one is primitive: modulo it, the powers of x are all elements
/// but 0. A product is then a sum of exponents.
///
/// Source: R. Lidl, H. Niederreiter, "Finite Fields", 1997, §3.
struct FiniteField {
  /// The number of elements.
  let order: Int
  private let sums: [Int]
  /// The powers of x, from x⁰ on.
  private let powers: [Int]
  /// The exponent of each element but 0.
  private let exponents: [Int]

  /// The prime and the exponent of a power of a prime; `nil` for any other number.
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

    // The polynomial is given by its tail: xⁿ is replaced by it.
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
