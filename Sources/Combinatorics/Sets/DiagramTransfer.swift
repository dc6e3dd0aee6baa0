extension DiagramStore {
  // Reads the cells directly: calling a method of the table from another file copies the table first.
  func level(of node: Int32) -> Int { Int(table.cells[Int(node)]) }

  func child(_ value: Int, of node: Int32) -> Int32 {
    table.cells[Int(node) + NodeTable.childOffset + value]
  }

  /// Returns the rows that remain once the factor of the first level has a value; the result does not depend on that factor.
  ///
  /// Complexity: O(1).
  package func cofactor(_ diagram: Diagram, ofFirst value: Int) -> Diagram {
    guard diagram.node > NodeTable.full, level(of: diagram.node) == 0 else { return diagram }
    return Diagram(node: child(value, of: diagram.node))
  }

  /// Returns the rows that are in the set for some value of a factor (existential quantification).
  ///
  /// Complexity: O(nodes down to the factor's level) plus the unions of their children.
  ///
  /// - Throws: `LimitExceeded` if the result has too many nodes.
  package func forgetting(_ factor: Int, in diagram: Diagram) throws(LimitExceeded) -> Diagram {
    let level = order.firstIndex(of: factor) ?? order.count
    var known: [Int32: Diagram] = [:]
    return try forgetting(level: level, in: diagram, &known)
  }

  private func forgetting(
    level: Int,
    in diagram: Diagram,
    _ known: inout [Int32: Diagram]
  ) throws(LimitExceeded) -> Diagram {
    let node = diagram.node
    guard node > NodeTable.full, self.level(of: node) <= level else { return diagram }
    if let set = known[node] { return set }
    let own = self.level(of: node)
    var children: [Diagram] = []
    for value in 0..<table.sizes[own] {
      let child = Diagram(node: child(value, of: node))
      children.append(own == level ? child : try forgetting(level: level, in: child, &known))
    }
    let set =
      own == level
      ? try union(children) : Diagram(node: try table.node(level: own) { children[$0].node })
    known[node] = set
    return set
  }

  /// Copies a set from a store whose factors appear in this store in the same relative order.
  ///
  /// Complexity: O(edges of the set).
  ///
  /// - Throws: `LimitExceeded` if this store has no room for the result.
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

  /// Copies a set from a store with the same factors in any order.
  package func copy(_ diagram: Diagram, of other: DiagramStore) throws(LimitExceeded) -> Diagram {
    precondition(domains.sizes == other.domains.sizes, "the factors are the same")
    return try copy(diagram, of: other, as: domains.sizes.enumerated().map { ($0, Array(0..<$1)) })
  }

  /// Copies a set from a store whose factors and values are renumbered here.
  ///
  /// - Parameters:
  ///   - diagram: A diagram of `other`.
  ///   - other: A store whose factors each correspond to a factor of this store.
  ///   - factors: For each factor of `other`, the corresponding factor here and, by value here, the value there.
  /// - Returns: The rows in this store.
  /// - Throws: `LimitExceeded` if this store has no room for them.
  package func copy(
    _ diagram: Diagram,
    of other: DiagramStore,
    as factors: [(factor: Int, numbers: [Int])]
  ) throws(LimitExceeded) -> Diagram {
    var copies: [Int32: Diagram] = [NodeTable.empty: .empty, NodeTable.full: .full]
    return try copy(diagram.node, of: other, factors, &copies)
  }

  private func copy(
    _ node: Int32,
    of other: DiagramStore,
    _ factors: [(factor: Int, numbers: [Int])],
    _ copies: inout [Int32: Diagram]
  ) throws(LimitExceeded) -> Diagram {
    if let known = copies[node] { return known }
    let (factor, numbers) = factors[other.order[other.level(of: node)]]
    var children = Numbering<Int32>()
    let places = numbers.map { children.number(of: other.child($0, of: node)) }
    var parts: [Diagram] = []
    for (place, child) in children.things.enumerated() {
      let below = try copy(child, of: other, factors, &copies)
      guard below != .empty else { continue }
      let values = numbers.indices.filter { places[$0] == place }
      parts.append(try intersection(diagram(of: factor, in: values), below))
    }
    let copy = try union(parts)
    copies[node] = copy
    return copy
  }

  /// Returns the rows that agree with some row of a set up to the class of each value, a superset of the set.
  ///
  /// `classes` gives the class of each value, numbered from 0, by factor and value.
  ///
  /// - Throws: `LimitExceeded` if the result has too many nodes.
  package func spreading(
    _ diagram: Diagram,
    over classes: [[Int]]
  ) throws(LimitExceeded) -> Diagram {
    var known: [Int32: Diagram] = [NodeTable.empty: .empty, NodeTable.full: .full]
    return try spreading(diagram.node, classes, &known)
  }

  private func spreading(
    _ node: Int32,
    _ classes: [[Int]],
    _ known: inout [Int32: Diagram]
  ) throws(LimitExceeded) -> Diagram {
    if let set = known[node] { return set }
    let level = level(of: node)
    let own = classes[order[level]]
    var sets = Array(repeating: Diagram.empty, count: (own.max() ?? 0) + 1)
    for (value, number) in own.enumerated() {
      let below = try spreading(child(value, of: node), classes, &known)
      sets[number] = try union(sets[number], below)
    }
    let set = Diagram(node: try table.node(level: level) { sets[own[$0]].node })
    known[node] = set
    return set
  }
}
