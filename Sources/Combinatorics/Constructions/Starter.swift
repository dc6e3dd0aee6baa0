/// A few symbols from which a whole covering array of strength 2 is developed by turning and adding.
///
/// The factors stand in blocks of m. The starter gives a few rows of values; turning each block of a row place by place
/// gives m base rows. Of the v values the first g are the elements of a group; adding each element to a base row (the other
/// values, the *points*, stay) gives g rows of each base row: m·g rows. Two factors are covered as soon as, for their blocks
/// and their distance, every difference of elements and every point with an element on either side occurs. What
/// is left, the same in every factor, is added at the end: without points the rows (a,…,a) unless the
/// difference 0 occurs too; with points an array over the points alone.
///
/// Without a group, where every value is a point, the turned rows are the array.
///
/// A base row without points gives g rows that differ everywhere; with one point, that point fills its factors: with
/// the constant row of the point they are the constant rows, constant factors and flat factors of a `PartitionedArray`.
///
/// Sources: K. Meagher, B. Stevens, "Group construction of covering arrays", Journal of Combinatorial Designs 13, 2005;
/// J. Lobb, C. Colbourn, P. Danziger, B. Stevens, J. Torres-Jimenez, "Cover starters for covering arrays of strength
/// two", Discrete Mathematics 312, 2012. The starters of `known` were found by annealing for this
/// program; a test develops each and checks it.
package struct Starter: Sendable {
  /// How the elements of the group are added.
  package enum Group: Sendable {
    /// Modulo the number of elements.
    case cyclic
    /// Bit by bit, for a power of two.
    case bitwise
  }

  /// The number of values of each factor.
  package let values: Int
  /// How many of the values stay when an element is added.
  package let points: Int
  /// The number of factors in a block.
  package let block: Int
  /// How the elements of the group are added.
  package let group: Group
  /// Rows of one symbol a factor, in base 36.
  package let symbols: [String]

  init(
    values: Int,
    points: Int,
    block: Int,
    group: Group = .cyclic,
    symbols: String...
  ) {
    self.values = values
    self.points = points
    self.block = block
    self.group = group
    self.symbols = symbols
  }

  /// The number of factors.
  package var factors: Int { symbols[0].utf8.count }

  /// How many values are no points.
  var elements: Int { values - points }

  /// The base rows before turning: rows × factors.
  var baseRows: [[Int]] {
    symbols.map { row in row.compactMap { Int(String($0), radix: 36) } }
  }
}
