/// Which rows have which value, so that the rows that lack one value of a tuple are found 64 at a time.
///
/// # Chapter: bits where they are dense, chains where they are sparse
///
/// **Problem.** A bit for each row and value is the fastest way to find rows. But a factor of 100,000 values needs as many rows, and its bits,
/// of which one in 100,000 is set, would take gigabytes.
///
/// **Idea.** A factor of at most 64 values has bits: 64 of them are no more than what its cells take. The rows of a larger factor's value
/// are few, no more than one in 64 if all values are used alike; they are links of a chain, and become bits, in a place of their own, while
/// a tuple with the value is looked at. Either way the rows come out in the same order.
///
/// **Cost.** At most 12 bytes for each row and factor, however many values there are, and 4 bytes a value.
struct RowsByValue {
  /// Words for the rows of one value.
  let words: Int
  /// By value: where its bits begin in `bits`; for one of a large factor, `-1` less the place of its factor among the large ones.
  private let firstWord: [Int]
  private let hasChains: Bool
  private var bits: [UInt64]
  /// The rows that are there.
  private var all: [UInt64]

  /// Values × rows of large factors, factor by factor: the value that the row has, or `none`.
  private var valueOf: [Int32]
  /// The rows behind and in front of it in the chain of its value.
  private var next: [Int32]
  private var previous: [Int32]
  /// By value: the first row of its chain.
  private var first: [Int32]
  private let rowCount: Int

  /// The values that `select` took, as places of their bits: in `bits`, or behind them.
  private var selected: [Int] = []
  /// The selected values whose bits are made from a chain, in the order of their places.
  private var unfolded: [Int32] = []

  private static let none: Int32 = -1
  /// The most values of a factor that has bits.
  private static let maxValues = 64
  /// The most values that are selected at once.
  private static let maxSelected = 8

  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - sizes: Values per factor; a value stands by its number among the values of all factors.
  init(rowCount: Int, sizes: [Int]) {
    self.rowCount = rowCount
    words = (rowCount + 63) / 64
    var firstWord: [Int] = []
    var bitCount = 0
    var chainCount = 0
    for size in sizes {
      if size <= Self.maxValues {
        for _ in 0..<size {
          firstWord.append(bitCount)
          bitCount += words
        }
      } else {
        for _ in 0..<size { firstWord.append(-1 - chainCount) }
        chainCount += 1
      }
    }
    self.firstWord = firstWord
    hasChains = chainCount > 0
    // Behind the bits of values is the place for those that become bits for a while.
    let places = hasChains ? Self.maxSelected * words : 0
    bits = Array(repeating: 0, count: bitCount + places)
    all = Array(repeating: 0, count: words)
    valueOf = Array(repeating: Self.none, count: chainCount * rowCount)
    next = valueOf
    previous = valueOf
    first = Array(repeating: Self.none, count: hasChains ? firstWord.count : 0)
  }

  /// True if a row has a value.
  func has(_ row: Int, _ value: Int32) -> Bool {
    let start = firstWord[Int(value)]
    if hasChains, start < 0 { return valueOf[(-1 - start) * rowCount + row] == value }
    return bits[start + row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// Takes a row in or out; its values are given or taken by `flip`.
  mutating func flip(_ row: Int) {
    all[row >> 6] ^= 1 << UInt64(row & 63)
  }

  /// Gives a value to a row that lacks it, or takes it from one that has it.
  ///
  /// A row that has another value of the factor loses that first.
  mutating func flip(_ row: Int, _ value: Int32) {
    let start = firstWord[Int(value)]
    guard start < 0 else {
      bits[start + row >> 6] ^= 1 << UInt64(row & 63)
      return
    }
    let chain = (-1 - start) * rowCount
    if valueOf[chain + row] == value {
      unlink(row, value, chain)
    } else {
      link(row, value, chain)
    }
  }

  private mutating func link(_ row: Int, _ value: Int32, _ chain: Int) {
    let behind = first[Int(value)]
    valueOf[chain + row] = value
    next[chain + row] = behind
    previous[chain + row] = Self.none
    if behind != Self.none { previous[chain + Int(behind)] = Int32(row) }
    first[Int(value)] = Int32(row)
  }

  private mutating func unlink(_ row: Int, _ value: Int32, _ chain: Int) {
    let (front, behind) = (previous[chain + row], next[chain + row])
    if front == Self.none { first[Int(value)] = behind } else { next[chain + Int(front)] = behind }
    if behind != Self.none { previous[chain + Int(behind)] = front }
    valueOf[chain + row] = Self.none
  }

  /// Takes the values that `lackingOne` is asked about next, before rows change again.
  ///
  /// Complexity: O(rows of the values that have chains).
  mutating func select(_ values: [Int32]) {
    precondition(values.count <= Self.maxSelected, "a strength is from 1 to 8")
    selected.removeAll(keepingCapacity: true)
    unfolded.removeAll(keepingCapacity: true)
    for value in values {
      let start = firstWord[Int(value)]
      guard start < 0 else {
        selected.append(start)
        continue
      }
      selected.append(place(unfolded.count))
      unfolded.append(value)
      toggleChain(of: value, at: place(unfolded.count - 1))
    }
  }

  /// Ends what `select` began.
  mutating func release() {
    for (index, value) in unfolded.enumerated() { toggleChain(of: value, at: place(index)) }
    unfolded.removeAll(keepingCapacity: true)
  }

  /// Where the bits of a value go that has a chain.
  private func place(_ index: Int) -> Int { bits.count - (index + 1) * words }

  private mutating func toggleChain(of value: Int32, at place: Int) {
    let chain = (-1 - firstWord[Int(value)]) * rowCount
    var row = first[Int(value)]
    while row != Self.none {
      bits[place + Int(row) >> 6] ^= 1 << UInt64(row & 63)
      row = next[chain + Int(row)]
    }
  }

  /// The rows among 64 that have all of the values selected but one.
  func lackingOne(word: Int) -> UInt64 {
    var complete = all[word]
    var lackingOne: UInt64 = 0
    for start in selected {
      let have = bits[start + word]
      lackingOne = lackingOne & have | complete & ~have
      complete &= have
    }
    return lackingOne
  }
}
