/// The cost of each value of each factor in a row; ordinary values are cheap.
package struct ValueCosts: Sendable {
  /// Costs by factor and value; at least 0.
  package var costs: [[Int]]
  /// The values of each factor, cheapest first, ties ascending.
  let preference: [[Int]]

  package init(_ costs: [[Int]]) {
    self.costs = costs
    preference = costs.map { costs in
      costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    }
  }

  /// Returns the total cost of the values of a row.
  package func cost(of row: [Int]) -> Int {
    zip(row, costs).reduce(0) { $0 + $1.1[$1.0] }
  }

  /// Returns the values that a cube allows for a factor, cheapest first.
  func values(of factor: Int, in cube: Cube) -> [Int] {
    if cube.isFull(factor) { return preference[factor] }
    return cube.values(of: factor).sorted { (costs[factor][$0], $0) < (costs[factor][$1], $1) }
  }
}

extension Space {
  /// Returns a cheapest row of the space within a cube, or `nil` if there is no row.
  ///
  /// Among equally cheap rows, it is the first when compared factor by factor, with cheaper values first. If the space consists of several
  /// diagrams, the row is found greedily instead: each factor in turn gets the cheapest value still possible.
  ///
  /// Complexity: O(factors · edges) at worst, usually O(edges).
  ///
  /// - Throws: `LimitExceeded` if the search took too long.
  package func cheapestRow(in cube: Cube, _ costs: ValueCosts) throws(LimitExceeded) -> [Int]? {
    guard !cube.isEmpty else { return nil }
    let cheap = (0..<store.domains.count).map { costs.values(of: $0, in: cube)[0] }
    if contains(row: cheap) { return cheap }
    if let diagram { return try store.cheapestRow(of: diagram, in: cube, costs) }
    return try anyRow(in: cube, preferring: costs.preference)
  }
}

extension DiagramStore {
  fileprivate func cheapestRow(
    of diagram: Diagram,
    in cube: Cube,
    _ costs: ValueCosts
  ) throws(LimitExceeded) -> [Int]? {
    let values = order.map { costs.values(of: $0, in: cube) }
    var search = CheapestSearch(table: table, order: order, values: values, costs: costs.costs)
    return try search.row(of: diagram, within: budget)
  }
}

/// A search for a cheapest row: computes the least cost below each node bottom-up, then selects the row.
private struct CheapestSearch {
  private let table: NodeTable
  private let order: [Int]
  /// The allowed values by level, cheapest first.
  private var values: [[Int]]
  private let costs: [[Int]]
  /// The sum of the cheapest costs from each level on, with 0 after the last.
  private let rest: [Int]
  /// The least cost from each node's own level on, or `nil` if there is no row.
  private var known: [Int32: Int?] = [:]
  /// The number of children looked at and nodes remembered, in budget steps.
  private(set) var steps: Int

  init(table: NodeTable, order: [Int], values: [[Int]], costs: [[Int]]) {
    self.table = table
    self.order = order
    self.values = values
    self.costs = costs
    var rest = [0]
    for level in order.indices.reversed() {
      rest.append((rest.last ?? 0) + costs[order[level]][values[level][0]])
    }
    self.rest = rest.reversed()
    // Charge for filling the arrays above, before any node is visited.
    steps = 4 * order.count
  }

  /// Returns the first cheapest row, comparing factor by factor, or `nil` if there is none.
  ///
  /// The result must not depend on the level order: while several cheapest rows remain, the first factor in which they differ is fixed to
  /// its first value.
  ///
  /// - Throws: `LimitExceeded` if the search takes too many steps.
  mutating func row(of diagram: Diagram, within budget: StepBudget) throws(LimitExceeded) -> [Int]?
  {
    let least = least(diagram.node, from: 0)
    try budget.charge(steps)
    guard least != nil else { return nil }
    let levels = order.indices.sorted { order[$0] < order[$1] }
    while true {
      steps = 2 * order.count
      var ways = Ways(order.count)
      _ = leads(diagram.node, from: 0, &ways)
      try budget.charge(steps)
      let used = ways.values(skipping: values.map { $0[0] })
      guard let open = levels.first(where: { used[$0].count > 1 }) else {
        return levels.flatMap { used[$0] }
      }
      let costs = costs[order[open]]
      values[open] = used[open].min { (costs[$0], $0) < (costs[$1], $1) }.map { [$0] } ?? []
    }
  }

  /// The edges of all cheapest rows.
  private struct Ways {
    /// The values on edges, by level.
    var used: [Set<Int>]
    /// The number of edges that start skipping levels at each level minus the number that stop; one entry more than there are levels.
    var skips: [Int]
    /// True, by node, if a cheapest row passes through it.
    var leads: [Int32: Bool] = [:]

    init(_ levels: Int) {
      used = Array(repeating: [], count: levels)
      skips = Array(repeating: 0, count: levels + 1)
    }

    /// Returns the values of the rows by level; a skipped level has the value given by `skipping`.
    func values(skipping: [Int]) -> [Set<Int>] {
      var open = 0
      return used.indices.map { level in
        open += skips[level]
        return open > 0 ? used[level].union([skipping[level]]) : used[level]
      }
    }
  }

  /// Collects the cheapest rows below a node, starting at a level; returns false if there are none.
  private mutating func leads(_ node: Int32, from level: Int, _ ways: inout Ways) -> Bool {
    guard node != NodeTable.empty else { return false }
    let own = table.level(of: node)
    if node > NodeTable.full, ways.leads[node] == nil, let best = least(own: node) {
      steps += 10
      for value in values[own] {
        steps += 2
        let cost = costs[order[own]][value]
        guard cost + rest[own + 1] <= best else { break }
        let child = table.child(value, of: node)
        guard let below = least(child, from: own + 1), cost + below == best,
          leads(child, from: own + 1, &ways)
        else { continue }
        ways.used[own].insert(value)
        ways.leads[node] = true
      }
    }
    guard node == NodeTable.full || ways.leads[node] == true else { return false }
    ways.skips[level] += 1
    ways.skips[own] -= 1
    return true
  }

  private mutating func least(_ node: Int32, from level: Int) -> Int? {
    guard node != NodeTable.empty else { return nil }
    let own = table.level(of: node)
    guard let below = least(own: node) else { return nil }
    return rest[level] - rest[own] + below
  }

  private mutating func least(own node: Int32) -> Int? {
    guard node > NodeTable.full else { return 0 }
    if let known = known[node] { return known }
    let level = table.level(of: node)
    steps += 10
    var best: Int?
    for value in values[level] {
      steps += 2
      let cost = costs[order[level]][value]
      // Values are sorted by cost, so the remaining ones cannot be better.
      if let best, cost + rest[level + 1] >= best { break }
      if let below = least(table.child(value, of: node), from: level + 1),
        best.map({ cost + below < $0 }) ?? true
      {
        best = cost + below
      }
    }
    known[node] = .some(best)
    return best
  }
}
