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
  /// The values chosen so far as bits among the values of all factors, kept instead of `tuples` and `missing` where the table knows open
  /// pairs by their values.
  private var chosen: [UInt64]

  init(_ table: TupleTable) {
    values = Array(repeating: RowFinder.open, count: table.domains.count)
    chosen = table.openPairs?.none ?? []
    let subsetCount = table.openPairs == nil ? table.subsetCount : 0
    tuples = Array(repeating: 0, count: subsetCount)
    missing = Array(repeating: 0, count: subsetCount)
    gains = Array(repeating: 0, count: table.domains.sizes.max() ?? 0)
  }

  mutating func clear(_ table: TupleTable) {
    for factor in values.indices { values[factor] = RowFinder.open }
    for word in chosen.indices { chosen[word] = 0 }
    for subset in tuples.indices {
      tuples[subset] = Int32(table.firstTuple[subset])
      missing[subset] = UInt8(table.firstPlace[subset + 1] - table.firstPlace[subset])
    }
  }

  /// Gives an open factor a value, or another one to a factor that has one.
  mutating func set(_ factor: Int, to value: Int32, _ table: TupleTable) {
    let wasOpen = values[factor] == RowFinder.open
    defer { values[factor] = value }
    guard table.openPairs == nil else {
      if !wasOpen { toggle(table.firstValue[factor] + Int(values[factor])) }
      return toggle(table.firstValue[factor] + Int(value))
    }
    let change = wasOpen ? value : value - values[factor]
    for use in table.firstUse[factor]..<table.firstUse[factor + 1] {
      let subset = Int(table.subsetOf[use])
      tuples[subset] += change * table.strideIn[use]
      if wasOpen { missing[subset] -= 1 }
    }
  }

  private mutating func toggle(_ value: Int) {
    chosen[value >> 6] ^= 1 << UInt64(value & 63)
  }

  /// Counts, for each value of the factor, the open tuples that the row would have with it, the factors still open left aside.
  mutating func countGains(of factor: Int, _ table: TupleTable) {
    let size = table.domains.sizes[factor]
    if let pairs = table.openPairs {
      for value in 0..<size {
        gains[value] = Int32(pairs.count(of: chosen, beside: table.firstValue[factor] + value))
      }
      return
    }
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
    if let pairs = table.openPairs {
      for (factor, value) in values.enumerated() {
        gain += pairs.count(of: chosen, beside: table.firstValue[factor] + Int(value))
      }
      return gain / 2
    }
    for tuple in tuples { gain += Int(table.isOpen[Int(tuple)]) }
    return gain
  }
}
