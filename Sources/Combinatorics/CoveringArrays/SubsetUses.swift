/// Where the tuples of a row are that change with one of its values: what `TupleTable` says, laid out in the order of use.
struct SubsetUses {
  /// By use: the tuple of the subset with first values only.
  private let firstTuple: [Int32]
  /// Uses × the most other factors of a subset × 2: the other factors and their strides; a stride of 0 where there is none.
  private let others: [Int32]
  /// The most other factors of a subset, at least 1.
  let width: Int

  init(_ table: TupleTable) {
    var firstTuple: [Int32] = []
    var others: [Int32] = []
    let strengths = (0..<table.subsetCount).map { table.firstPlace[$0 + 1] - table.firstPlace[$0] }
    width = max(1, (strengths.max() ?? 1) - 1)
    firstTuple.reserveCapacity(table.subsetOf.count)
    others.reserveCapacity(table.subsetOf.count * width * 2)
    for factor in 0..<table.domains.count {
      for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
        let subset = Int(table.subsetOf[use])
        firstTuple.append(Int32(table.firstTuple[subset]))
        for place in table.firstPlace[subset]..<table.firstPlace[subset + 1]
        where Int(table.factors[place]) != factor {
          others.append(table.factors[place])
          others.append(table.strides[place])
        }
        while others.count < firstTuple.count * width * 2 { others.append(0) }
      }
    }
    self.firstTuple = firstTuple
    self.others = others
  }

  /// The tuple of a use in the row whose values begin at an index of the cells, but with the first value of the used factor.
  func tuple(of use: Int, _ cells: [Int32], from start: Int) -> Int {
    var tuple = firstTuple[use]
    var index = use * width * 2
    for _ in 0..<width {
      tuple += cells[start + Int(others[index])] * others[index + 1]
      index += 2
    }
    return Int(tuple)
  }
}
