/// A set of rows: a node of a `DiagramStore`.
///
/// Within one store, sets are equal if and only if their nodes are.
package struct Diagram: Hashable, Sendable {
  let node: Int32

  package static let empty = Diagram(node: 0)
  package static let full = Diagram(node: 1)
}

/// A store of decision diagrams under one factor order, with their operations.
///
/// All diagrams of a store share their nodes. A diagram is meaningless in any other store.
package final class DiagramStore {
  package let domains: Domains
  package let order: [Int]
  /// The default node limit of a store.
  package static let usualNodeLimit = 3_000_000
  /// The first word of each level's factor in a cube.
  let firstWords: [Int]

  var table: NodeTable
  /// The number of rows of each node counted so far, over the levels from its own on.
  private var counts: [Int32: Count] = [:]

  /// Creates an empty store.
  ///
  /// `order` lists the factors from the top level down, and `nodeLimit` bounds the nodes of all diagrams together. The stores of one spec
  /// share a `budget`.
  package init(
    domains: Domains,
    order: [Int],
    nodeLimit: Int = usualNodeLimit,
    budget: StepBudget = StepBudget()
  ) {
    precondition(order.sorted() == Array(0..<domains.count), "the order names every factor once")
    self.domains = domains
    self.order = order
    firstWords = order.map { domains.firstWord[$0] }
    table = NodeTable(sizes: order.map { domains.sizes[$0] }, limit: nodeLimit, budget: budget)
  }

  package var budget: StepBudget { table.budget }

  /// Charges the budget for the steps taken since the last call.
  func pay() throws(LimitExceeded) { try table.pay() }

  /// The number of nodes made so far, a measure of memory.
  package var nodeCount: Int { table.count }

  package var nodeLimit: Int { table.limit }

  /// Tries an optional computation with a share of the node limit and half of the remaining steps; returns `nil` if a limit was exceeded.
  ///
  /// The rest remains available for a fallback. `share` is the fraction of the node limit that the store may reach, from 0 to 1.
  package func attempt<Value>(
    nodeShare share: Double,
    _ body: () throws(LimitExceeded) -> Value
  ) -> Value? {
    let limit = table.limit
    table.limit = Int(Double(limit) * share)
    defer { table.limit = limit }
    return try? budget.attempt(body)
  }

  /// The number of node pairs combined and nodes searched so far, used by the budgets of single answers.
  package var work: Int { table.work }

  package func intersection(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.intersection, left.node, right.node))
  }

  package func union(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.union, left.node, right.node))
  }

  /// Returns the rows of the first set that are not in the second.
  package func difference(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Diagram {
    Diagram(node: try table.apply(.difference, left.node, right.node))
  }

  /// Returns the rows of a set that are in none of the others, each given with the first level at which it restricts a factor.
  ///
  /// The deepest sets are subtracted first, so that each step preserves a part of the final diagram: for 60 exceptions to one rule, this
  /// takes a third of the nodes and steps of subtracting their union.
  package func difference(
    _ set: Diagram,
    _ others: [(rows: Diagram, level: Int)]
  ) throws(LimitExceeded) -> Diagram {
    var left = set
    for (_, others) in Dictionary(grouping: others, by: \.level).sorted(by: { $0.key > $1.key })
    where left != .empty {
      left = try difference(left, try union(others.map(\.rows)))
    }
    return left
  }

  /// Returns the first level whose factor, other than `spared`, is restricted by some cube, or the number of factors if there is none.
  package func firstLevel(of cubes: [Cube], besides spared: Int) -> Int {
    order.firstIndex { factor in
      factor != spared && cubes.contains { !$0.isFull(factor) }
    } ?? order.count
  }

  /// True if two sets intersect.
  ///
  /// Much cheaper than computing the intersection if they do.
  package func meet(_ left: Diagram, _ right: Diagram) throws(LimitExceeded) -> Bool {
    try table.meet(left.node, right.node)
  }

  package func complement(_ diagram: Diagram) throws(LimitExceeded) -> Diagram {
    try difference(.full, diagram)
  }

  /// Returns the union of many sets, combined pairwise in a balanced tree to keep the operands small.
  package func union(_ diagrams: [Diagram]) throws(LimitExceeded) -> Diagram {
    try fold(diagrams, of: .empty) { (left, right) throws(LimitExceeded) in
      try self.union(left, right)
    }
  }

  /// Returns the intersection of many sets, combined pairwise in a balanced tree.
  package func intersection(_ diagrams: [Diagram]) throws(LimitExceeded) -> Diagram {
    try fold(diagrams, of: .full) { (left, right) throws(LimitExceeded) in
      try self.intersection(left, right)
    }
  }

  private func fold(
    _ diagrams: [Diagram],
    of none: Diagram,
    _ join: (Diagram, Diagram) throws(LimitExceeded) -> Diagram
  ) throws(LimitExceeded) -> Diagram {
    var rest = diagrams
    while rest.count > 1 {
      var joined: [Diagram] = []
      for index in stride(from: 0, to: rest.count, by: 2) {
        joined.append(
          index + 1 < rest.count ? try join(rest[index], rest[index + 1]) : rest[index]
        )
      }
      rest = joined
    }
    return rest.first ?? none
  }
}

extension DiagramStore {
  /// Returns the rows of a cube; the diagram has one node for each restricted factor.
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

  /// Returns the rows in which a factor has one of some values.
  package func diagram(
    of factor: Int,
    in values: some Sequence<Int>
  ) throws(LimitExceeded) -> Diagram {
    try diagram(of: Cube(domains, factor, in: values))
  }

  package func intersection(_ set: Diagram, _ cube: Cube) throws(LimitExceeded) -> Diagram {
    try intersection(set, diagram(of: cube))
  }

  /// Returns the rows that are in at least one of the cubes.
  package func diagram(of cubes: [Cube]) throws(LimitExceeded) -> Diagram {
    try union(cubes.map { (cube) throws(LimitExceeded) in try diagram(of: cube) })
  }

  /// Returns the rows for which the formula is true.
  package func diagram(of formula: Formula) throws(LimitExceeded) -> Diagram {
    switch formula {
    case .anyOf(let cubes):
      return try diagram(of: cubes)
    case .not(let part):
      return try complement(try diagram(of: part))
    case .all(let parts):
      return try intersection(
        parts.map { (part) throws(LimitExceeded) in try diagram(of: part) }
      )
    case .any(let parts):
      return try union(parts.map { (part) throws(LimitExceeded) in try diagram(of: part) })
    case .equivalent(let left, let right):
      let left = try diagram(of: left)
      let right = try diagram(of: right)
      let both = try intersection(left, right)
      return try union(both, try complement(try union(left, right)))
    case .atMostOneIn(let values):
      return try diagram(atMostOneIn: values)
    }
  }

  /// Builds two nodes per level: one for no factor with a value in the cube so far, one for exactly one such factor.
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

extension DiagramStore {
  /// True if the row is in the set.
  ///
  /// Complexity: O(factors).
  package func contains(_ diagram: Diagram, row: [Int]) -> Bool {
    var node = diagram.node
    while node > NodeTable.full {
      node = child(row[order[level(of: node)]], of: node)
    }
    return node == NodeTable.full
  }

  /// True if some row of the set is in the cube.
  ///
  /// Complexity: O(edges of the set).
  package func intersects(_ diagram: Diagram, _ cube: Cube) -> Bool {
    guard !cube.isEmpty else { return false }
    return table.intersects(diagram.node, words: cube.words, firstWords: firstWords)
  }

  /// Returns the smallest cube that contains the rows of the set within `cube`, or `nil` if there are none.
  ///
  /// Complexity: O(edges of the set).
  package func support(of diagram: Diagram, in cube: Cube) -> Cube? {
    guard !cube.isEmpty else { return nil }
    var support = SupportGathering(cube: cube, firstWords: firstWords)
    guard table.gather(diagram.node, into: &support) else { return nil }
    return support.result(in: cube, order: order)
  }

  /// Returns the first row of the set in the cube, comparing factor by factor in order of preference.
  ///
  /// The result does not depend on the level order.
  ///
  /// Complexity: O(Σ values · edges of the set) at worst. A walk ends as soon as it finds a row, so it is usually far less.
  ///
  /// - Parameters:
  ///   - diagram: The set.
  ///   - cube: The rows to search.
  ///   - preference: All values of each factor, the preferred ones first, or `nil` for ascending order.
  /// - Returns: The row, or `nil` if there is none.
  /// - Throws: `LimitExceeded` if the budget runs out.
  package func firstRow(
    of diagram: Diagram,
    in cube: Cube,
    preferring preference: [[Int]]? = nil
  ) throws(LimitExceeded) -> [Int]? {
    var cube = cube
    var row: [Int] = []
    for factor in 0..<domains.count {
      let values = preference?[factor].filter { cube.contains($0, factor: factor) }
      var first: Int?
      for value in values ?? cube.values(of: factor) where first == nil {
        if intersects(diagram, cube.restricted(factor, to: [value])) { first = value }
        try pay()
      }
      guard let first else { return nil }
      cube.restrict(factor, to: [first])
      row.append(first)
    }
    return row
  }

  /// Returns some row of the set, found by one walk down the diagram, or `nil` if the set is empty.
  ///
  /// The walk takes the first possible value at each level or, if `prefersLast`, the last.
  ///
  /// Complexity: O(Σ values).
  package func anyRow(of diagram: Diagram, prefersLast: Bool = false) -> [Int]? {
    guard diagram != .empty else { return nil }
    var row = prefersLast ? domains.sizes.map { $0 - 1 } : Array(repeating: 0, count: domains.count)
    var node = diagram.node
    while node > NodeTable.full {
      let level = level(of: node)
      let values = 0..<table.sizes[level]
      let value =
        (prefersLast
          ? values.last { child($0, of: node) != NodeTable.empty }
          : values.first { child($0, of: node) != NodeTable.empty }) ?? 0
      row[order[level]] = value
      node = child(value, of: node)
    }
    return row
  }
}

extension DiagramStore {
  /// Returns the total number of rows of disjoint sets, in decimal digits.
  ///
  /// Complexity: O(nodes not counted before).
  package func decimalCount(_ sets: [Diagram]) -> String {
    sets.reduce(into: Count(0)) { $0 += count($1) }.description
  }

  /// Returns the number of rows of a set that are in none of its disjoint subsets `parts`, in decimal digits.
  package func decimalCount(of whole: Diagram, without parts: [Diagram]) -> String {
    parts.reduce(into: count(whole)) { $0 -= count($1) }.description
  }

  private func count(_ diagram: Diagram) -> Count {
    table.count(diagram.node, &counts) * table.rows(from: 0, to: level(of: diagram.node))
  }
}

extension NodeTable {
  /// Counts the rows of a node over the levels from its own on.
  fileprivate func count(_ node: Int32, _ counts: inout [Int32: Count]) -> Count {
    guard node > Self.full else { return Count(Int(node)) }
    if let known = counts[node] { return known }
    let level = level(of: node)
    var total = Count(0)
    var value = 0
    while value < sizes[level] {
      // Neighbouring values often lead to the same node: count it once.
      let child = child(value, of: node)
      var run = 1
      while value + run < sizes[level], self.child(value + run, of: node) == child { run += 1 }
      if child != Self.empty {
        total +=
          count(child, &counts) * rows(from: level + 1, to: self.level(of: child)) * Count(run)
      }
      value += run
    }
    counts[node] = total
    return total
  }

  /// Returns the number of rows over the levels `from..<to`.
  fileprivate func rows(from: Int, to: Int) -> Count {
    from < to ? sizes[from..<to].reduce(Count(1)) { $0 * Count($1) } : Count(1)
  }
}

/// An error thrown if an exact answer would take more memory or steps than the engine allows itself.
package struct LimitExceeded: Error, Hashable, Sendable {
  /// The resource that was exceeded, as a noun phrase: "a decision diagram of more than 3000000 nodes".
  package var what: String

  package init(what: String) {
    self.what = what
  }
}
