/// Searches walk the nodes inside a cube, each once: a node met is marked with the number of the search, which is even; one that
/// leads to a row with the odd number behind it.
extension NodeTable {
  /// Whether some row of the node is in a cube, given by its words and, by level, the first word of the factor.
  mutating func intersects(_ node: Int32, words: [UInt64], firstWords: [Int]) -> Bool {
    beginSearch()
    return reaches(node, words, firstWords)
  }

  private mutating func reaches(_ node: Int32, _ words: [UInt64], _ firstWords: [Int]) -> Bool {
    guard node > Self.full else { return node == Self.full }
    let place = Int(node)
    guard cells[place + Self.markOffset] != mark else { return false }
    cells[place + Self.markOffset] = mark
    work += 1
    let level = Int(cells[place])
    let firstWord = firstWords[level]
    for value in 0..<sizes[level]
    where words[firstWord + value >> 6] >> UInt64(value & 63) & 1 == 1 {
      if reaches(cells[place + Self.childOffset + value], words, firstWords) { return true }
    }
    return false
  }

  /// Gathers the values that the rows of the node have inside a cube; whether there is such a row.
  mutating func gather(_ node: Int32, into support: inout SupportGathering) -> Bool {
    beginSearch()
    let leads = visit(node, &support)
    if leads { support.skip(from: 0, to: level(of: node)) }
    return leads
  }

  private mutating func visit(_ node: Int32, _ support: inout SupportGathering) -> Bool {
    guard node > Self.full else { return node == Self.full }
    let place = Int(node)
    guard cells[place + Self.markOffset] < mark else {
      return cells[place + Self.markOffset] > mark
    }
    cells[place + Self.markOffset] = mark
    let level = Int(cells[place])
    for value in 0..<sizes[level] where support.allows(value, level: level) {
      let child = cells[place + Self.childOffset + value]
      guard visit(child, &support) else { continue }
      cells[place + Self.markOffset] = mark + 1
      support.use(value, level: level)
      support.skip(from: level + 1, to: self.level(of: child))
    }
    return cells[place + Self.markOffset] > mark
  }

  private mutating func beginSearch() {
    if mark > .max - 4 {
      clearMarks()
      mark = 0
    }
    mark += 2
  }

  private mutating func clearMarks() {
    var node = 2
    while node < cells.count {
      cells[node + Self.markOffset] = 0
      node += Self.childOffset + sizes[Int(cells[node])]
    }
  }
}
