/// How many rows a suite needs because of the factors that nothing constrains, whatever their sizes.
///
/// At strength 2, name all values of such a factor but one alike: the suite still covers all pairs of factors that have two values
/// now, and how many rows that takes is known (`twoValueRowCount`). At strength t choose values of t − 2 of the factors: the rows
/// that have them cover all pairs of the others, and for other values they are other rows. So 2^5 needs 10 rows at strength 3,
/// where the tuples of any three factors need no more than 8.
///
/// - Parameters:
///   - table: The tuples that are asked for.
///   - constrains: By factor: whether the space says anything about it.
/// - Returns: The number of rows; 0 where there are no such factors.
func twoValueBound(_ table: TupleTable, constrains: [Bool]) -> Int {
  let sizes = table.domains.sizes
  let isUsable = sizes.indices.map { factor in
    sizes[factor] > 1 && !constrains[factor]
      && table.isAsked[table.firstValue[factor]..<table.firstValue[factor + 1]]
        .allSatisfy { $0 }
  }
  let usable = sizes.indices.filter { isUsable[$0] }
  // By strength: the subsets of such factors.
  var covered = Array(repeating: 0, count: 7)
  for subset in 0..<table.subsetCount {
    let places = table.firstPlace[subset]..<table.firstPlace[subset + 1]
    if places.allSatisfy({ isUsable[Int(table.factors[$0])] }) { covered[places.count] += 1 }
  }
  let descending = usable.map { sizes[$0] }.sorted(by: >)
  var bound = 0
  for strength in 2...6 where covered[strength] > 0 {
    // The bound holds where every choice of so many is covered together.
    guard covered[strength] == choices(strength, of: usable.count) else { continue }
    let blocks = descending.prefix(strength - 2).reduce(1, *)
    bound = max(bound, blocks * twoValueRowCount(factors: usable.count - (strength - 2)))
  }
  return bound
}

/// In how many ways so many are chosen; small enough here, as each way is a subset in memory.
private func choices(_ count: Int, of total: Int) -> Int {
  guard count <= total else { return 0 }
  var ways = 1
  for step in 0..<count { ways = ways * (total - step) / (step + 1) }
  return ways
}
