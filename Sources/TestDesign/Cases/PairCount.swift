/// In how many rows each pair of asked values occurs.
struct PairCount {
  private let isAsked: [[Bool]]
  /// By factor: the number of its first value among all values.
  private let first: [Int]
  private let valueCount: Int
  private var counts: [Int32]

  init(sizes: [Int], isAsked: [[Bool]]) {
    self.isAsked = isAsked
    var total = 0
    first = sizes.map { size in
      defer { total += size }
      return total
    }
    valueCount = total
    counts = Array(repeating: 0, count: total * total)
  }

  mutating func add(_ row: [Int]) { change(row, by: 1) }

  mutating func remove(_ row: [Int]) { change(row, by: -1) }

  /// How many pairs of a row no other row has.
  func own(of row: [Int]) -> Int {
    var own = 0
    for left in row.indices where isAsked[left][row[left]] {
      let place = (first[left] + row[left]) * valueCount
      for right in (left + 1)..<row.count
      where isAsked[right][row[right]] && counts[place + first[right] + row[right]] == 1 {
        own += 1
      }
    }
    return own
  }

  private mutating func change(_ row: [Int], by change: Int32) {
    for left in row.indices {
      let place = (first[left] + row[left]) * valueCount
      for right in (left + 1)..<row.count {
        counts[place + first[right] + row[right]] += change
      }
    }
  }
}
