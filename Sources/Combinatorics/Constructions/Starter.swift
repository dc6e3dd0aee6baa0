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

/// The array of a starter.
extension Starter {
  /// The whole array: rows × factors.
  package func developed() -> [[Int]] { partitioned().rows }

  /// The whole array with its constant rows first.
  func partitioned() -> PartitionedArray {
    let base = baseRows
    let hasConstantRows = points <= 1
    // Constant factors first: those without a point in the first base row.
    let constant = base[0].indices.filter { !hasConstantRows || base[0][$0] < elements }
    let flat = base[0].indices.filter { hasConstantRows && base[0][$0] >= elements }
    var rows = base.flatMap { symbols in
      (0..<block).flatMap { turn in
        let turned = (constant + flat).map { symbols[$0 / block * block + ($0 + turn) % block] }
        return (0..<max(1, elements)).map { element in turned.map { added(element, to: $0) } }
      }
    }
    if hasConstantRows {
      rows.insert(contentsOf: constantRows(points == 0 ? 0..<values : elements..<values), at: 0)
    } else if elements > 0 {
      let inner = constructedArray(sizes: Array(repeating: points, count: factors)) ?? []
      rows.append(contentsOf: inner.map { row in row.map { $0 + elements } })
    }
    guard hasConstantRows else { return .withOneConstantRow(rows: rows, values: values) }
    if points == 1 { rename(&rows, constantFactors: constant.count) }
    return PartitionedArray(
      values: values,
      constantRows: values,
      constantFactors: constant.count,
      rows: rows
    )
  }

  /// Renames the values so that the first rows are constant, and zero in the flat factors.
  private func rename(_ rows: inout [[Int]], constantFactors: Int) {
    for factor in rows[0].indices {
      var names = Array(0..<values)
      if factor < constantFactors {
        for place in 0..<values { names[rows[place][factor]] = place }
      } else {
        names.swapAt(0, rows[0][factor])
      }
      for row in rows.indices { rows[row][factor] = names[rows[row][factor]] }
    }
  }

  private func constantRows(_ values: Range<Int>) -> [[Int]] {
    values.map { Array(repeating: $0, count: factors) }
  }

  private func added(_ element: Int, to symbol: Int) -> Int {
    guard symbol < elements else { return symbol }
    switch group {
    case .cyclic: return (symbol + element) % elements
    case .bitwise: return symbol ^ element
    }
  }
}

/// The starters the program knows.
extension Starter {
  /// All starters, by the number of values and then by the number of rows.
  package static let known: [Starter] = [
    Starter(values: 3, points: 1, block: 5, symbols: "01002"),
    Starter(
      values: 3,
      points: 3,
      block: 1,
      symbols: "0100110",
      "2011010",
      "1020212",
      "2222111",
      "2201202",
      "1122000",
      "0121221",
      "1212220",
      "0210001",
      "0002022",
      "2110122",
      "1001101"
    ),
    Starter(
      values: 3,
      points: 3,
      block: 5,
      symbols: "12211101122100020020",
      "22020202012201111222",
      "10010122001210210011"
    ),
    Starter(values: 3, points: 1, block: 8, symbols: "010012021112102002200011"),
    Starter(
      values: 3,
      points: 1,
      block: 9,
      symbols: "000120002101001220202101100201211110"
    ),
    Starter(
      values: 3,
      points: 3,
      block: 12,
      symbols: "211011202102002021112210101112001222212010211221112010"
        + "020011001102220202020001021120101120100220122001112210",
      "202101002120101120220120001010222201200012101002122200"
        + "112022210120211011121122021021022211100221011220220010"
    ),
    Starter(values: 4, points: 1, block: 6, symbols: "112123"),
    Starter(values: 4, points: 1, block: 7, symbols: "1100103"),
    Starter(
      values: 4,
      points: 0,
      block: 7,
      group: .bitwise,
      symbols: "112210311031001023222021322203331003230321"
    ),
    Starter(values: 5, points: 1, block: 7, symbols: "1022324"),
    Starter(values: 5, points: 1, block: 8, symbols: "43302133"),
    Starter(values: 5, points: 2, block: 10, symbols: "1214130431"),
    Starter(values: 5, points: 2, block: 11, symbols: "10204233004"),
    Starter(values: 6, points: 1, block: 9, symbols: "012542241"),
    Starter(values: 6, points: 1, block: 10, symbols: "3354334141"),
    Starter(values: 6, points: 1, block: 13, symbols: "24454122004355310110151342"),
    Starter(values: 7, points: 1, block: 10, symbols: "3036215002"),
    Starter(values: 7, points: 3, block: 20, symbols: "01226205350341260024"),
    Starter(values: 8, points: 1, block: 11, symbols: "57651336360"),
    Starter(values: 8, points: 3, block: 20, symbols: "21164240360547734050"),
    Starter(values: 9, points: 2, block: 21, symbols: "874328460760316115456"),
    Starter(values: 10, points: 3, block: 20, symbols: "62763827422836996434"),
  ]
}
