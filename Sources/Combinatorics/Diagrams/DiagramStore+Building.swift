extension DiagramStore {
  /// The rows of a cube.
  ///
  /// One node for each factor that the cube names.
  package func diagram(of cube: Cube) throws(LimitExceeded) -> Diagram {
    guard !cube.isEmpty else { return .empty }
    var node = NodeTable.full
    for level in order.indices.reversed() where !cube.isFull(order[level]) {
      let below = node
      node = try table.node(level: level) {
        cube.contains($0, factor: order[level]) ? below : NodeTable.empty
      }
    }
    return Diagram(node: node)
  }

  /// The rows that are in at least one of the cubes.
  package func diagram(of cubes: [Cube]) throws(LimitExceeded) -> Diagram {
    var diagrams: [Diagram] = []
    for cube in cubes { diagrams.append(try diagram(of: cube)) }
    return try union(diagrams)
  }

  /// The rows for which the formula is true.
  package func diagram(of formula: Formula) throws(LimitExceeded) -> Diagram {
    switch formula {
    case .anyOf(let cubes):
      return try diagram(of: cubes)
    case .not(let part):
      return try complement(try diagram(of: part))
    case .all(let parts):
      return try intersection(try diagrams(of: parts))
    case .any(let parts):
      return try union(try diagrams(of: parts))
    case .equivalent(let left, let right):
      let left = try diagram(of: left)
      let right = try diagram(of: right)
      let both = try intersection(left, right)
      return try union(both, try complement(try union(left, right)))
    case .atMostOneIn(let values):
      return try diagram(atMostOneIn: values)
    }
  }

  private func diagrams(of formulas: [Formula]) throws(LimitExceeded) -> [Diagram] {
    var diagrams: [Diagram] = []
    for formula in formulas { diagrams.append(try diagram(of: formula)) }
    return diagrams
  }

  /// Two nodes a level: what is allowed while no factor had one of the values, and once one had.
  private func diagram(atMostOneIn values: Cube) throws(LimitExceeded) -> Diagram {
    var none = NodeTable.full
    var one = NodeTable.full
    for level in order.indices.reversed() where values.valueCount(of: order[level]) > 0 {
      let factor = order[level]
      let (noneBelow, oneBelow) = (none, one)
      one = try table.node(level: level) {
        values.contains($0, factor: factor) ? NodeTable.empty : oneBelow
      }
      none = try table.node(level: level) {
        values.contains($0, factor: factor) ? oneBelow : noneBelow
      }
    }
    return Diagram(node: none)
  }
}
