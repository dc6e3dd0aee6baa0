/// The open pairs of values as bits: for each value a set of those that stand open beside it.
///
/// Where coverage asks for pairs alone, the pairs that a value would complete in a row are a few words in common with the row's values.
struct OpenPairs {
  private let wordsPerValue: Int
  private var words: [UInt64]

  /// Makes room for no more than a quarter of a word for each pair.
  init?(valueCount: Int, pairCount: Int) {
    wordsPerValue = (valueCount + 63) >> 6
    let (size, overflow) = valueCount.multipliedReportingOverflow(by: wordsPerValue)
    // Few values have few words, however few pairs they make.
    guard !overflow, size <= max(pairCount / 4, 4_096) else { return nil }
    words = Array(repeating: 0, count: size)
  }

  /// No values, in words.
  var none: [UInt64] { Array(repeating: 0, count: wordsPerValue) }

  /// Opens a pair of values, or closes it.
  mutating func toggle(_ one: Int, _ other: Int) {
    words[one * wordsPerValue + other >> 6] ^= 1 << UInt64(other & 63)
    words[other * wordsPerValue + one >> 6] ^= 1 << UInt64(one & 63)
  }

  /// How many of the values given stand open beside one.
  func count(of values: [UInt64], beside value: Int) -> Int {
    let start = value * wordsPerValue
    var count = 0
    for word in values.indices { count += (values[word] & words[start + word]).nonzeroBitCount }
    return count
  }
}
