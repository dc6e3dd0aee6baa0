/// Takes rows out of a covering array whose other rows have free cells enough to cover what is lost.
///
/// Fusing values and mapping columns to smaller factors leave free cells, and pairs covered many times. First every
/// cell all of whose pairs are covered elsewhere becomes free. Then each row, the one with the fewest pairs of its own first, is taken
/// out if each of those pairs finds a row that has one value of it and the other cell free, or both free.
///
/// Cost: O(rows² · factors²) at worst; a budget of steps ends it sooner, on every machine at the same place.
/// Source: P. Nayeri, C. Colbourn, G. Konjevod, "Randomized post-optimization of covering arrays", European Journal
/// of Combinatorics 34, 2013.
struct ArrayReduction {
  private static let free = PartitionedArray.free

  private let factors: Int
  private var rows: [[Int]]
  /// Where the pairs with a value of a factor begin among the pairs' counts.
  private let offsets: [Int]
  private let symbols: Int
  private var counts: [Int32]
  private var budget: Int

  /// Takes up an array: rows × factors of these sizes, cells may be free.
  init(rows: [[Int]], sizes: [Int], budget: Int) {
    factors = sizes.count
    self.rows = rows
    self.budget = budget
    var offset = 0
    offsets = sizes.map { size in
      defer { offset += size }
      return offset
    }
    symbols = offset
    counts = Array(repeating: 0, count: symbols * symbols)
    for row in rows.indices {
      for factor in 0..<factors where rows[row][factor] != Self.free {
        count(factor, of: row, by: 1, among: 0..<factor)
      }
    }
  }

  /// The array with fewer rows, free cells among them.
  mutating func reduced() -> [[Int]] {
    var removed = true
    while removed, budget > 0 {
      removed = false
      for row in rows.indices { release(row) }
      budget -= rows.count * factors * factors / 2
      let ranked = rows.indices.map { (row: $0, own: ownPairs(of: $0).count) }
        .sorted { ($0.own, $0.row) < ($1.own, $1.row) }
      for candidate in ranked.map(\.row) where budget > 0 {
        if remove(candidate) {
          removed = true
          break
        }
      }
    }
    return rows
  }

  private func place(_ factor: Int, _ value: Int, _ other: Int, _ otherValue: Int) -> Int {
    factor < other
      ? (offsets[factor] + value) * symbols + offsets[other] + otherValue
      : (offsets[other] + otherValue) * symbols + offsets[factor] + value
  }

  /// Counts the pairs of a cell with other cells of its row up or down.
  private mutating func count(_ factor: Int, of row: Int, by step: Int32, among others: Range<Int>)
  {
    let value = rows[row][factor]
    for other in others where other != factor && rows[row][other] != Self.free {
      counts[place(factor, value, other, rows[row][other])] += step
    }
  }

  /// Frees the cells of a row all of whose pairs other rows cover too.
  private mutating func release(_ row: Int) {
    for factor in 0..<factors where rows[row][factor] != Self.free {
      budget -= factors
      let value = rows[row][factor]
      let isNeeded = (0..<factors).contains { other in
        other != factor && rows[row][other] != Self.free
          && counts[place(factor, value, other, rows[row][other])] == 1
      }
      if !isNeeded {
        count(factor, of: row, by: -1, among: 0..<factors)
        rows[row][factor] = Self.free
      }
    }
  }

  /// The pairs of factors of which this row alone covers the values.
  private func ownPairs(of row: Int) -> [(Int, Int)] {
    let cells = rows[row]
    var pairs: [(Int, Int)] = []
    for factor in 0..<factors where cells[factor] != Self.free {
      for other in factor + 1..<max(factor + 1, factors) where cells[other] != Self.free {
        if counts[place(factor, cells[factor], other, cells[other])] == 1 {
          pairs.append((factor, other))
        }
      }
    }
    return pairs
  }

  /// Takes the row out if the other rows can cover its pairs; else leaves everything as it was.
  private mutating func remove(_ row: Int) -> Bool {
    let cells = rows[row]
    var filled: [(row: Int, factor: Int)] = []
    func fits(_ value: Int, _ cell: Int) -> Bool { cell == value || cell == Self.free }
    for (factor, other) in ownPairs(of: row) {
      let pair = place(factor, cells[factor], other, cells[other])
      if counts[pair] > 1 { continue }
      budget -= rows.count
      let host = rows.indices.first { candidate in
        candidate != row && fits(cells[factor], rows[candidate][factor])
          && fits(cells[other], rows[candidate][other])
      }
      guard let host else {
        for cell in filled.reversed() {
          count(cell.factor, of: cell.row, by: -1, among: 0..<factors)
          rows[cell.row][cell.factor] = Self.free
        }
        return false
      }
      for changed in [factor, other] where rows[host][changed] == Self.free {
        rows[host][changed] = cells[changed]
        count(changed, of: host, by: 1, among: 0..<factors)
        filled.append((host, changed))
      }
    }
    for factor in 0..<factors where cells[factor] != Self.free {
      count(factor, of: row, by: -1, among: 0..<factor)
    }
    rows.remove(at: row)
    return true
  }
}
