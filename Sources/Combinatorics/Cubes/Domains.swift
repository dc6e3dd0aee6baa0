/// The factors of a model as the engine sees them: how many values each has, and where its bits lie in a `Cube`.
///
/// Each factor owns whole 64-bit words, so a test of one factor touches one word unless it has more than 64 values.
package struct Domains: Hashable, Sendable {
  /// Values per factor, each at least 1.
  package let sizes: [Int]
  /// The first word of each factor, and behind the last the number of all words.
  package let firstWord: [Int]

  package init(sizes: [Int]) {
    precondition(sizes.allSatisfy { $0 >= 1 }, "a factor has at least one value")
    self.sizes = sizes
    var offsets = [0]
    for size in sizes { offsets.append((offsets.last ?? 0) + (size + 63) / 64) }
    firstWord = offsets
  }

  /// The number of factors.
  package var count: Int { sizes.count }
  /// The number of words in a cube.
  package var wordCount: Int { firstWord[sizes.count] }

  /// The words of a factor in a cube.
  package func words(of factor: Int) -> Range<Int> { firstWord[factor]..<firstWord[factor + 1] }
}
