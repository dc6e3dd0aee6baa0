/// A row being filled, and how far each subset of factors is with it.
struct RowDraft {
  /// By factor, a value or `RowFinder.open`.
  private(set) var values: [Int32]
  /// By subset: its tuple, as if the factors still open had their first values.
  private var tuples: [Int32]
  /// By subset: how many of its factors are still open.
  private var missing: [UInt8]
  /// By value of the factor last asked about: the open tuples that it would complete.
  private(set) var gains: [Int32]

  init(_ table: TupleTable) {
    values = Array(repeating: RowFinder.open, count: table.domains.count)
    tuples = Array(repeating: 0, count: table.subsetCount)
    missing = Array(repeating: 0, count: table.subsetCount)
    gains = Array(repeating: 0, count: table.domains.sizes.max() ?? 0)
  }

  mutating func clear(_ table: TupleTable) {
    for factor in values.indices { values[factor] = RowFinder.open }
    for subset in 0..<table.subsetCount {
      tuples[subset] = Int32(table.firstTuple[subset])
      missing[subset] = UInt8(table.firstPlace[subset + 1] - table.firstPlace[subset])
    }
  }

  /// Gives an open factor a value, or another one to a factor that has one.
  mutating func set(_ factor: Int, to value: Int32, _ table: TupleTable) {
    let wasOpen = values[factor] == RowFinder.open
    let change = wasOpen ? value : value - values[factor]
    for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
      let subset = Int(table.subsetOf[use])
      tuples[subset] += change * table.strideIn[use]
      if wasOpen { missing[subset] -= 1 }
    }
    values[factor] = value
  }

  /// Counts, for each value of the factor, the open tuples that the row would have with it, the factors still open left aside.
  mutating func countGains(of factor: Int, _ table: TupleTable) {
    let size = table.domains.sizes[factor]
    for value in 0..<size { gains[value] = 0 }
    let isOpen = values[factor] == RowFinder.open
    let current = isOpen ? 0 : Int(values[factor])
    let missingElsewhere: UInt8 = isOpen ? 1 : 0
    for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
      let subset = Int(table.subsetOf[use])
      guard missing[subset] == missingElsewhere, table.openInSubset[subset] > 0 else { continue }
      let stride = Int(table.strideIn[use])
      var tuple = Int(tuples[subset]) - current * stride
      for value in 0..<size {
        gains[value] += Int32(table.isOpen[tuple])
        tuple += stride
      }
    }
  }

  /// Takes a value out of the choice.
  mutating func exclude(_ value: Int) {
    gains[value] = -1
  }

  /// The open tuples that the complete row has.
  func gain(_ table: TupleTable) -> Int {
    var gain = 0
    for tuple in tuples { gain += Int(table.isOpen[Int(tuple)]) }
    return gain
  }
}
