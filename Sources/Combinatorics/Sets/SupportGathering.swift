/// The values that rows of a set have inside a cube, gathered edge by edge.
struct SupportGathering {
  /// The cube, in words.
  private let cube: [UInt64]
  /// By level: the first word of the factor.
  private let firstWords: [Int]
  /// The values used, in words.
  private var used: [UInt64]
  /// By level: the number of edges that begin to skip there, less those that end to.
  private var skips: [Int]

  init(cube: Cube, firstWords: [Int]) {
    self.cube = cube.words
    self.firstWords = firstWords
    used = Array(repeating: 0, count: cube.words.count)
    skips = Array(repeating: 0, count: firstWords.count + 1)
  }

  func allows(_ value: Int, level: Int) -> Bool {
    cube[firstWords[level] + value >> 6] >> UInt64(value & 63) & 1 == 1
  }

  mutating func use(_ value: Int, level: Int) {
    used[firstWords[level] + value >> 6] |= 1 << UInt64(value & 63)
  }

  /// Notes an edge that leads from one level to another and skips those between.
  mutating func skip(from: Int, to: Int) {
    guard from < to else { return }
    skips[from] += 1
    skips[to] -= 1
  }

  /// The cube of the values used; a factor that some edge skips may have any value of the given cube.
  func result(in cube: Cube, order: [Int]) -> Cube {
    var result = cube
    var open = 0
    for (level, factor) in order.enumerated() {
      open += skips[level]
      guard open == 0 else { continue }
      for value in cube.values(of: factor) where !isUsed(value, level: level) {
        result.remove(value, factor: factor)
      }
    }
    return result
  }

  private func isUsed(_ value: Int, level: Int) -> Bool {
    used[firstWords[level] + value >> 6] >> UInt64(value & 63) & 1 == 1
  }
}
