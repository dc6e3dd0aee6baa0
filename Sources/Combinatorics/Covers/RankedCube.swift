/// A cube with its place in the order of preference: fewer factors named, then fewer values, then the order of declaration.
struct RankedCube: Comparable {
  let cube: Cube
  /// One for the cube; far behind it the factors it names, and behind them the values they may have.
  let cost: Int
  private let named: [Int]

  init(_ cube: Cube) {
    self.cube = cube
    named = cube.namedFactors
    let values = named.reduce(0) { $0 + cube.valueCount(of: $1) }
    cost = 1 << 40 + named.count << 20 + values
  }

  static func == (left: Self, right: Self) -> Bool { left.cube == right.cube }

  static func < (left: Self, right: Self) -> Bool {
    if left.cost != right.cost { return left.cost < right.cost }
    if left.named != right.named { return left.named.lexicographicallyPrecedes(right.named) }
    let (leftWords, rightWords) = (left.cube.words, right.cube.words)
    for index in leftWords.indices where leftWords[index] != rightWords[index] {
      // The cube that holds the first value declared of those in which they differ.
      let difference = leftWords[index] ^ rightWords[index]
      return leftWords[index] & (difference & (0 &- difference)) != 0
    }
    return false
  }
}
