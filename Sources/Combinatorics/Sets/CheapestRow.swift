/// What each value of each factor costs in a row: what is ordinary is cheap.
package struct ValueCosts: Sendable {
  /// By factor and value, from 0.
  package var costs: [[Int]]
  /// By factor: its values, the cheapest first, ties ascending.
  let preference: [[Int]]

  package init(_ costs: [[Int]]) {
    self.costs = costs
    preference = costs.map { costs in
      costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    }
  }

  /// The total cost of the values of a row.
  package func cost(of row: [Int]) -> Int {
    zip(row, costs).reduce(0) { $0 + $1.1[$1.0] }
  }

  /// The values of a factor that a cube has, the cheapest first.
  func values(of factor: Int, in cube: Cube) -> [Int] {
    if cube.isFull(factor) { return preference[factor] }
    return cube.values(of: factor).sorted { (costs[factor][$0], $0) < (costs[factor][$1], $1) }
  }
}

extension Space {
  /// A row of the space in the cube that costs least; of several the first, comparing values factor by factor, cheaper ones before dearer ones.
  ///
  /// Where the space is several diagrams, a cheap row: each factor in turn has the cheapest value that is left to it.
  ///
  /// Complexity: O(factors · edges) at worst; usually O(edges).
  ///
  /// - Parameters:
  ///   - cube: Where it is looked for.
  ///   - costs: By factor and value.
  /// - Returns: The row; `nil` if there is none.
  /// - Throws: `LimitExceeded` if the search for one took too long.
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

/// The least cost of a row below each node, from the last level up, and then the row.
private struct CheapestSearch {
  private let table: NodeTable
  private let order: [Int]
  /// By level: the values to choose from, the cheapest first.
  private var values: [[Int]]
  private let costs: [[Int]]
  /// By level, and behind the last: what the cheapest values from there on cost.
  private let rest: [Int]
  /// By node: the least cost from its own level on; `nil` if there is no row.
  private var known: [Int32: Int?] = [:]
  /// Children looked at and nodes remembered, in steps of a budget.
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
    // What is laid out before the first node is looked at.
    steps = 4 * order.count
  }

  /// The first of the rows that cost least, comparing factor by factor; `nil` if there is none.
  ///
  /// The order of the levels must not decide: as long as several rows cost least, the first factor in which they differ takes its first value.
  ///
  /// - Throws: `LimitExceeded` if that takes too many steps.
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

  /// The rows that cost least, edge by edge.
  private struct Ways {
    /// By level: the values on edges.
    var used: [Set<Int>]
    /// By level, and once more after the last: how many edges begin to skip levels there, minus those that stop.
    var skips: [Int]
    /// By node: true if such a row goes through it.
    var leads: [Int32: Bool] = [:]

    init(_ levels: Int) {
      used = Array(repeating: [], count: levels)
      skips = Array(repeating: 0, count: levels + 1)
    }

    /// By level: the values of the rows; `skipping` gives the value of levels that an edge skips.
    func values(skipping: [Int]) -> [Set<Int>] {
      var open = 0
      return used.indices.map { level in
        open += skips[level]
        return open > 0 ? used[level].union([skipping[level]]) : used[level]
      }
    }
  }

  /// Collects the rows that cost least below a node, from a level on; false if there are none.
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
      // Dearer values cannot do better.
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
