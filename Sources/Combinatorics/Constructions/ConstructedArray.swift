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
