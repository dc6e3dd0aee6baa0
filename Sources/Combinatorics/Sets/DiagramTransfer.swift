extension DiagramStore {
  /// The rows of a set that are left once the factor of the first level has a value: a set that says nothing about that factor.
  ///
  /// Complexity: O(1).
  package func cofactor(_ diagram: Diagram, ofFirst value: Int) -> Diagram {
    guard diagram.node > NodeTable.full, table.level(of: diagram.node) == 0 else { return diagram }
    return Diagram(node: table.child(value, of: diagram.node))
  }

  /// The same set in this store, whose first factors are those of the other one.
  ///
  /// This store's order holds the other's factors in the same order.
  ///
  /// Complexity: O(edges of the set).
  ///
  /// - Throws: `LimitExceeded` where this store has no room for it.
  package func copy(of diagram: Diagram, from other: DiagramStore) throws(LimitExceeded) -> Diagram
  {
    let levels = other.order.map { factor in order.firstIndex(of: factor) ?? 0 }
    precondition(levels == levels.sorted(), "the factors of the other store are in the same order")
    var copies: [Int32: Int32] = [NodeTable.empty: NodeTable.empty, NodeTable.full: NodeTable.full]
    return Diagram(node: try copy(diagram.node, from: other.table, levels, &copies))
  }

  private func copy(
    _ node: Int32,
    from other: NodeTable,
    _ levels: [Int],
    _ copies: inout [Int32: Int32]
  ) throws(LimitExceeded) -> Int32 {
    if let copy = copies[node] { return copy }
    let level = other.level(of: node)
    var children: [Int32] = []
    for value in 0..<other.sizes[level] {
      children.append(try copy(other.child(value, of: node), from: other, levels, &copies))
    }
    let copy = try table.node(level: levels[level]) { children[$0] }
    copies[node] = copy
    return copy
  }
}
