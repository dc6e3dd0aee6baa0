/// Gathers, edge by edge, the values that the rows of a set have inside a cube.
struct SupportGathering {
  /// The words of the cube.
  private let cube: [UInt64]
  /// The index of the first word of each level's factor.
  private let firstWords: [Int]
  /// The values used, in the same layout as `cube`.
  private var used: [UInt64]
  /// The number of edges that start skipping at each level minus the number that stop.
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

  /// Records an edge that skips the levels `from..<to`.
  mutating func skip(from: Int, to: Int) {
    guard from < to else { return }
    skips[from] += 1
    skips[to] -= 1
  }

  /// Returns the cube of the values used; a factor skipped by some edge may have any value of `cube`.
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
