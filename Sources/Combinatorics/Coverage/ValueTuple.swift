/// Values of some factors.
package struct ValueTuple: Hashable, Sendable {
  /// Ascending.
  package var factors: [Int]
  /// By factor of the tuple.
  package var values: [Int]

  package init(factors: [Int], values: [Int]) {
    self.factors = factors
    self.values = values
  }

  /// The tuple of a subset with the number in mixed radix, the last factor fastest.
  init(_ number: Int, of factors: [Int], sizes: [Int]) {
    self.factors = factors
    values = factors
    var rest = number
    for place in factors.indices.reversed() {
      values[place] = rest % sizes[factors[place]]
      rest /= sizes[factors[place]]
    }
  }

  /// The rows with these values.
  package func cube(_ domains: Domains) -> Cube {
    var cube = Cube(full: domains)
    for (factor, value) in zip(factors, values) { cube.restrict(factor, to: [value]) }
    return cube
  }
}
