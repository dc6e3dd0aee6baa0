/// Which rows have which value, a bit each: so that the rows that lack one value of a tuple are found 64 at a time.
struct RowsByValue {
  /// Words for the rows of one value.
  let words: Int
  /// Values × words; a value stands by its number among the values of all factors.
  private var bits: [UInt64]
  /// The rows that are there.
  private var all: [UInt64]

  init(rowCount: Int, valueCount: Int) {
    words = (rowCount + 63) / 64
    bits = Array(repeating: 0, count: valueCount * words)
    all = Array(repeating: 0, count: words)
  }

  /// Whether a row has a value.
  func has(_ row: Int, _ value: Int32) -> Bool {
    bits[Int(value) * words + row >> 6] >> UInt64(row & 63) & 1 == 1
  }

  /// Takes a row in or out; its values are given or taken by `flip`.
  mutating func flip(_ row: Int) {
    all[row >> 6] ^= 1 << UInt64(row & 63)
  }

  /// Gives a value to a row that lacks it, or takes it from one that has it.
  mutating func flip(_ row: Int, _ value: Int32) {
    bits[Int(value) * words + row >> 6] ^= 1 << UInt64(row & 63)
  }

  /// The rows among 64 that have all of the values but one.
  func lackingOne(of values: [Int32], word: Int) -> UInt64 {
    var complete = all[word]
    var lackingOne: UInt64 = 0
    for value in values {
      let have = bits[Int(value) * words + word]
      lackingOne = lackingOne & have | complete & ~have
      complete &= have
    }
    return lackingOne
  }
}
