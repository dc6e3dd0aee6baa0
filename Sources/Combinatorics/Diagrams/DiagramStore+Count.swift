package import BigInt

extension DiagramStore {
  /// The number of rows in the set.
  ///
  /// Complexity: O(nodes not counted before).
  package func count(_ diagram: Diagram) -> BigUInt {
    count(diagram.node) * rows(from: 0, to: table.level(of: diagram.node))
  }

  private func count(_ node: Int32) -> BigUInt {
    guard node > NodeTable.full else { return node == NodeTable.full ? 1 : 0 }
    if let known = counts[node] { return known }
    let level = table.level(of: node)
    var total: BigUInt = 0
    var value = 0
    while value < table.sizes[level] {
      // Neighbouring values often lead to the same node: count it once.
      let child = table.child(value, of: node)
      var run = 1
      while value + run < table.sizes[level], table.child(value + run, of: node) == child {
        run += 1
      }
      if child != NodeTable.empty {
        total += count(child) * rows(from: level + 1, to: table.level(of: child)) * BigUInt(run)
      }
      value += run
    }
    counts[node] = total
    return total
  }

  /// How many rows the levels from one up to another have.
  private func rows(from: Int, to: Int) -> BigUInt {
    from < to ? table.sizes[from..<to].reduce(1) { $0 * BigUInt($1) } : 1
  }
}

extension DiagramStore {
  /// The number of rows in sets that share none, in decimal digits.
  package func decimalCount(_ sets: [Diagram]) -> String {
    String(sets.reduce(0) { $0 + count($1) })
  }

  /// The number of rows of a set that are in none of its parts, which share no row, in decimal digits.
  package func decimalCount(of whole: Diagram, without parts: [Diagram]) -> String {
    String(parts.reduce(count(whole)) { $0 - count($1) })
  }
}
