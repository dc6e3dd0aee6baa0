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
    preference[factor].filter { cube.contains($0, factor: factor) }
  }
}

extension Space {
  /// A row of the space in the cube that costs least; of several the first, comparing values factor by factor, cheaper ones before dearer ones.
  ///
  /// Where the space is several diagrams, a cheap row: each factor in turn has the cheapest value that is left to it.
  ///
  /// Complexity: O(Σ values · edges) at worst; usually O(edges).
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
    func cost(in cube: Cube) throws(LimitExceeded) -> Int? {
      let values = order.map { costs.values(of: $0, in: cube) }
      var search = CheapestSearch(table: table, order: order, values: values, costs: costs.costs)
      let least = search.least(of: diagram)
      try budget.charge(search.steps)
      return least
    }
    guard let least = try cost(in: cube) else { return nil }
    // The order of the levels must not decide between rows that cost the same: factor by factor, the first value with the least cost.
    var cube = cube
    for factor in 0..<domains.count {
      let choices = costs.values(of: factor, in: cube)
      guard choices.count > 1 else { continue }
      for value in choices {
        let narrowed = cube.restricted(factor, to: [value])
        guard try cost(in: narrowed) == least else { continue }
        cube = narrowed
        break
      }
    }
    return (0..<domains.count).map { cube.values(of: $0)[0] }
  }
}

/// The least cost of a row below each node, from the last level up.
private struct CheapestSearch {
  private let table: NodeTable
  private let order: [Int]
  /// By level: the values to choose from, the cheapest first.
  private let values: [[Int]]
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

  /// The least cost of a row; `nil` if there is none.
  mutating func least(of diagram: Diagram) -> Int? { least(diagram.node, from: 0) }

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
    steps += 10 + 2 * values[level].count
    var best: Int?
    for value in values[level] {
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
