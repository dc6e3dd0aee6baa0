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
