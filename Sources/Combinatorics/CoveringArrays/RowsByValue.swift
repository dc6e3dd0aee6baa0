/// An index of rows by value that finds the rows lacking exactly one value of a tuple, 64 at a time.
///
/// # Chapter: bits where dense, chains where sparse
///
/// **Problem.** A bit for each row and value is the fastest way to find rows. But a factor of 100,000 values needs as many rows, and its
/// bits, of which one in 100,000 is set, would take gigabytes.
///
/// **Idea.** A factor of at most 64 values uses bits, which take no more space than its cells. The rows with a value of a larger factor are
/// few, at most one in 64 if all values are used equally often; they form a linked list, which is expanded to bits in scratch space while a
/// tuple with the value is looked at. Either way, the rows come out in the same order.
///
/// **Cost.** At most 12 bytes for each row and factor, whatever the number of values, and 4 bytes per value.
struct RowsByValue {
  /// The number of words for the rows of one value.
  let words: Int
  /// The index in `bits` of each value's bits, or -1 minus the index of its factor among the large ones.
  private let firstWord: [Int]
  private let hasChains: Bool
  private var bits: [UInt64]
  /// The rows present.
  private var all: [UInt64]

  /// The value of each row, or `none`, for one large factor after another.
  private var valueOf: [Int32]
  /// The successor and predecessor of each entry of `valueOf` in the list of its value.
  private var next: [Int32]
  private var previous: [Int32]
  /// The first row in the list of each value.
  private var first: [Int32]
  private let rowCount: Int

  /// The indices in `bits` of the values passed to `select`.
  private var selected: [Int] = []
  /// The selected values whose bits were expanded from a list, in the order of their scratch space.
  private var unfolded: [Int32] = []

  private static let none: Int32 = -1
  /// The maximum number of values of a factor that uses bits.
  private static let maxValues = 64
  /// The maximum number of values selected at once.
  private static let maxSelected = 8

  /// Creates an index for at most `rowCount` rows, without any rows yet; values are numbered among the values of all factors.
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
    // Scratch space for the expanded bits follows the bits of values.
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

  /// Adds or removes a row; its values are added or removed by the other overload.
  mutating func flip(_ row: Int) {
    all[row >> 6] ^= 1 << UInt64(row & 63)
  }

  /// Adds a value to a row that lacks it, or removes it from a row that has it.
  ///
  /// A row must not have two values of one factor: remove the old one first.
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

  /// Selects the values for `lackingOne`; rows must not change until `release`.
  ///
  /// Complexity: O(rows of the values that use lists).
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

  /// Releases the scratch space taken by `select`.
  mutating func release() {
    for (index, value) in unfolded.enumerated() { toggleChain(of: value, at: place(index)) }
    unfolded.removeAll(keepingCapacity: true)
  }

  /// Returns the index of a block of scratch space.
  private func place(_ index: Int) -> Int { bits.count - (index + 1) * words }

  private mutating func toggleChain(of value: Int32, at place: Int) {
    let chain = (-1 - firstWord[Int(value)]) * rowCount
    var row = first[Int(value)]
    while row != Self.none {
      bits[place + Int(row) >> 6] ^= 1 << UInt64(row & 63)
      row = next[chain + Int(row)]
    }
  }

  /// Returns the rows of one word that have all selected values but one.
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
