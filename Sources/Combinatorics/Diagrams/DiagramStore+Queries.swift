extension DiagramStore {
  /// Whether the row is in the set.
  ///
  /// Complexity: O(factors).
  package func contains(_ diagram: Diagram, row: [Int]) -> Bool {
    var node = diagram.node
    while node > NodeTable.full {
      node = table.child(row[order[table.level(of: node)]], of: node)
    }
    return node == NodeTable.full
  }

  /// Whether some row of the set is in the cube.
  ///
  /// Complexity: O(edges of the set).
  package func intersects(_ diagram: Diagram, _ cube: Cube) -> Bool {
    guard !cube.isEmpty else { return false }
    return table.intersects(diagram.node, words: cube.words, firstWords: firstWords)
  }

  /// The tightest cube around the rows of the set that lie in the cube: every value that some such row has; `nil` where there is none.
  ///
  /// Complexity: O(edges of the set).
  package func support(of diagram: Diagram, in cube: Cube) -> Cube? {
    guard !cube.isEmpty else { return nil }
    var support = SupportGathering(cube: cube, firstWords: firstWords)
    guard table.gather(diagram.node, into: &support) else { return nil }
    return support.result(in: cube, order: order)
  }

  /// The first row of the set in the cube: the smallest value of the first factor, then of the second, and so on.
  ///
  /// It does not depend on the order of the levels.
  ///
  /// Complexity: O(Σ values · edges of the set); a walk that finds a row ends at once, so it is usually far less.
  package func firstRow(of diagram: Diagram, in cube: Cube) -> [Int]? {
    var cube = cube
    var row: [Int] = []
    for factor in 0..<domains.count {
      let first = cube.values(of: factor).first { value in
        var narrowed = cube
        narrowed.restrict(factor, to: [value])
        return intersects(diagram, narrowed)
      }
      guard let first else { return nil }
      cube.restrict(factor, to: [first])
      row.append(first)
    }
    return row
  }

  /// Some row of the set, found by one walk down; `nil` for the empty set.
  ///
  /// - Parameters:
  ///   - diagram: The set.
  ///   - prefersLast: Whether to take the last values that can be taken, level by level, instead of the first ones.
  /// - Returns: A value for each factor.
  ///
  /// Complexity: O(Σ values).
  package func anyRow(of diagram: Diagram, prefersLast: Bool = false) -> [Int]? {
    guard diagram != .empty else { return nil }
    var row = prefersLast ? domains.sizes.map { $0 - 1 } : Array(repeating: 0, count: domains.count)
    var node = diagram.node
    while node > NodeTable.full {
      let level = table.level(of: node)
      let values = 0..<table.sizes[level]
      let value =
        (prefersLast
          ? values.last { table.child($0, of: node) != NodeTable.empty }
          : values.first { table.child($0, of: node) != NodeTable.empty }) ?? 0
      row[order[level]] = value
      node = table.child(value, of: node)
    }
    return row
  }
}
