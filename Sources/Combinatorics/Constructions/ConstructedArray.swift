/// Known constructions of covering arrays of strength 2.
///
/// For factors without constraints mathematics knows arrays no search finds in reasonable time, or finds them at once:
///
/// 1. Two values: the smallest array there is (`twoValueArray`).
/// 2. A power of a prime: the orthogonal array of v² rows for v + 1 factors (`PartitionedArray.orthogonal`).
/// 3. A few symbols developed by a group (`Starter`).
/// 4. Products of these, for more factors at few more rows (`PartitionedArray.product`).
/// 5. Fusion: an array over v values from one over v + 1 with two rows less (`PartitionedArray.fused`).
/// 6. Two large factors: a grid of their values, the others written over it (`GridArray`).
/// 7. One large factor: vectors of differences for all others (`DifferenceArray`).
/// 8. Factors of fewer values share columns (`FactorPacking`), and rows that have become idle go (`ArrayReduction`).
///
/// `ConstructionPlan` weighs 2 to 5 by the sizes they would have. Surveys: C. Colbourn, "Combinatorial aspects of covering
/// arrays", Le Matematiche 59, 2004; C. Colbourn, J. Dinitz, "Handbook of Combinatorial Designs", 2007, §VI.10.

/// The smallest covering array of strength 2 that known constructions give for factors of these sizes.
///
/// Rows × factors, every cell a value index, no constraints. Nil where a size is not positive, where there is no
/// factor, or where the array would have more than two million cells. Deterministic; milliseconds for hundreds of factors.
package func constructedArray(sizes: [Int]) -> [[Int]]? {
  guard !sizes.isEmpty, sizes.allSatisfy({ $0 > 0 }) else { return nil }
  // Descending; equal sizes in their order.
  let order = sizes.indices.filter { sizes[$0] > 1 }.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
  guard let array = descendingArray(sizes: order.map { sizes[$0] }) else { return nil }
  return array.enumerated().map { index, cells in
    var row = Array(repeating: 0, count: sizes.count)
    for (factor, cell) in zip(order, cells) {
      // Free cells take turns, so that no value is favoured.
      row[factor] = cell == PartitionedArray.free ? index % sizes[factor] : cell
    }
    return row
  }
}

/// The most cells an array may have.
private let cellLimit = 2_000_000

/// How many steps the removal of idle rows may take.
private let reductionBudget = 3_000_000

/// The most values, those of all factors together, for which pairs are counted to find idle rows: 25 MB.
private let symbolLimit = 2_500

/// The array for sizes of at least 2, none larger than the one before; cells may be free.
private func descendingArray(sizes: [Int]) -> [[Int]]? {
  guard let largest = sizes.first else { return [[]] }
  let limit = cellLimit / sizes.count
  guard largest <= limit else { return nil }
  if sizes.count == 1 { return (0..<largest).map { [$0] } }
  if largest == 2 { return twoValueArray(factors: sizes.count) }

  let bound = largest * sizes[1]
  guard bound <= limit else { return nil }
  if let grid = GridArray(sizes: sizes, below: bound + 1) { return grid.built() }
  if let array = DifferenceArray(sizes: sizes) { return array.built() }

  var best: [[Int]]?
  let canReduce = sizes.reduce(0, +) <= symbolLimit
  func keep(_ rows: [[Int]]) {
    var kept = rows
    if canReduce {
      var reduction = ArrayReduction(rows: rows, sizes: sizes, budget: reductionBudget)
      kept = reduction.reduced()
    }
    if kept.count < best?.count ?? Int.max { best = kept }
  }
  for rows in uniformArrays(sizes: sizes, below: limit + 1) { keep(rows) }
  // A grid beyond the bound loses some idle rows too, but few.
  let reach = min(limit, (best?.count ?? limit) * 9 / 8)
  if let grid = GridArray(sizes: sizes, below: reach + 1) { keep(grid.built()) }
  return best
}

/// The arrays from those over as many values as the largest factor has, for as many columns as the factors need.
private func uniformArrays(sizes: [Int], below limit: Int) -> [[[Int]]] {
  let values = sizes[0]
  guard values <= 64,
    let packing = FactorPacking(sizes: sizes, capacities: [values], repeatsLast: true)
  else { return [] }
  return ConstructionPlan.best(values: values, factors: packing.columns.count)
    .filter { $0.rows < limit }
    .compactMap { $0.built().map { packing.expanded($0.rows) } }
}

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
