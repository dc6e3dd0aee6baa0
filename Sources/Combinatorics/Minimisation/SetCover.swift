/// Finds the cheapest set of columns that covers every row: exact, by reduction, decomposition, and branch and bound.
///
/// Among equally cheap sets, the lexicographically first one is taken, so columns should be numbered by preference.
///
/// Source: the classical covering problem of two-level minimisation (McCluskey 1956; O. Coudert, "On Solving Covering Problems", DAC 1996:
/// essential columns, dominance of rows and columns, bound by independent rows).
package struct SetCover {
  /// The cost of each column; positive.
  let costs: [Int]
  /// The columns of each row, ascending and never empty.
  let rows: [[Int]]
  /// The number of branches that may still be tried.
  private(set) var budget: Int
  private let payer: StepBudget

  /// The number of bounds computed so far, and for each column the last one in which it was used.
  private var bounds = 0
  private var usedIn: [Int]
  /// True, by column, if the search is considering the covers without it.
  private var isAside: [Bool]

  /// Prepares a search.
  ///
  /// `costs` must be positive, and the columns of each row ascending and never empty. `budget` is the maximum number of branches;
  /// comparisons are charged to `payer`.
  package init(costs: [Int], rows: [[Int]], budget: Int, payer: StepBudget = StepBudget()) {
    self.costs = costs
    self.rows = rows
    self.budget = budget
    self.payer = payer
    usedIn = Array(repeating: 0, count: costs.count)
    isAside = Array(repeating: false, count: costs.count)
  }

  /// Returns the chosen columns, ascending, and whether they are proven to be cheapest.
  ///
  /// - Throws: `LimitExceeded` if that takes too many steps.
  package mutating func solve() throws(LimitExceeded) -> (columns: [Int], isProven: Bool) {
    let reduced = try reduce()
    var chosen: [Int] = []
    for component in components(of: reduced) {
      chosen += try solveComponent(component)
    }
    return (chosen.sorted(), budget > 0)
  }

  // MARK: Reduction

  /// Returns the rows without dominated columns and implied rows.
  private func reduce() throws(LimitExceeded) -> [[Int]] {
    var rows = try withoutImplied(self.rows)
    while true {
      let useful = try withoutDominated(rows)
      guard useful != rows else { return rows }
      rows = try withoutImplied(useful)
    }
  }

  /// Drops rows that are supersets of another row.
  private func withoutImplied(_ rows: [[Int]]) throws(LimitExceeded) -> [[Int]] {
    var kept: [[Int]] = []
    for row in rows.sorted(by: {
      $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1)
    }) {
      var steps = row.count
      let isImplied = kept.contains { isSubset($0, row, &steps) }
      try payer.charge(steps)
      if !isImplied { kept.append(row) }
    }
    return kept
  }

  /// Drops columns dominated by another one that covers all their rows and is cheaper, or equally cheap and preferred.
  private func withoutDominated(_ rows: [[Int]]) throws(LimitExceeded) -> [[Int]] {
    var rowsOf: [Int: [Int]] = [:]
    for (number, row) in rows.enumerated() {
      for column in row { rowsOf[column, default: []].append(number) }
    }
    var useful: [[Int]] = []
    for row in rows {
      var kept: [Int] = []
      for column in row {
        let own = rowsOf[column, default: []]
        var steps = 0
        let isDominated = row.contains { other in
          steps += 4
          guard other != column else { return false }
          let theirs = rowsOf[other, default: []]
          guard theirs.count >= own.count, isSubset(own, theirs, &steps) else { return false }
          if costs[other] != costs[column] { return costs[other] < costs[column] }
          return other < column
        }
        try payer.charge(steps)
        if !isDominated { kept.append(column) }
      }
      useful.append(kept)
    }
    return useful
  }

  /// True if `inner` is a subset of `outer`; both ascending.
  private func isSubset(_ inner: [Int], _ outer: [Int], _ steps: inout Int) -> Bool {
    var index = 0
    defer { steps += index + 2 }
    for value in inner {
      while index < outer.count, outer[index] < value { index += 1 }
      guard index < outer.count, outer[index] == value else { return false }
    }
    return true
  }

  /// Partitions the rows into groups that share no columns.
  private func components(of rows: [[Int]]) -> [[[Int]]] {
    var columns = JoinedGroups(count: costs.count)
    for row in rows {
      for column in row.dropFirst() { columns.join(column, row[0]) }
    }
    var numbers = Numbering<Int>()
    var groups: [[[Int]]] = []
    for row in rows {
      let number = numbers.number(of: columns.least(with: row[0]))
      if number == groups.count { groups.append([]) }
      groups[number].append(row)
    }
    return groups
  }

  // MARK: Search

  /// The state of a search over the rows of a component, which are referred to by index to avoid copying them.
  private struct Search {
    let rows: [[Int]]
    /// The rows of each column.
    var rowsOf: [Int: [Int]] = [:]
    /// The number of columns of each row that are not set aside.
    var counts: [Int]
    var best: [Int]
    var bestCost: Int
    var chosen: [Int] = []
    var cost = 0

    init(_ rows: [[Int]], best: [Int], bestCost: Int) {
      (self.rows, self.best, self.bestCost) = (rows, best, bestCost)
      counts = rows.map(\.count)
      for (number, row) in rows.enumerated() {
        for column in row { rowsOf[column, default: []].append(number) }
      }
    }

    /// Keeps the chosen columns if they are better than the best so far.
    mutating func finish() {
      let sorted = chosen.sorted()
      guard cost < bestCost || cost == bestCost && sorted.lexicographicallyPrecedes(best) else {
        return
      }
      (best, bestCost) = (sorted, cost)
    }
  }

  private mutating func solveComponent(_ rows: [[Int]]) throws(LimitExceeded) -> [Int] {
    let start = try greedy(rows)
    var search = Search(rows, best: start, bestCost: start.reduce(0) { $0 + costs[$1] })
    try branch(Array(rows.indices), &search)
    return search.best
  }

  private mutating func branch(_ open: [Int], _ search: inout Search) throws(LimitExceeded) {
    guard !open.isEmpty else { return search.finish() }
    budget -= 1
    guard budget > 0, let row = open.min(by: { search.counts[$0] < search.counts[$1] }) else {
      return
    }
    let size = open.reduce(0) { $0 + search.counts[$1] }
    var tried: [Int] = []
    defer { for column in tried { put(column, aside: false, &search) } }
    for column in search.rows[row] where !isAside[column] {
      // The bound, and the rows with and without the column.
      try payer.charge(3 * (size + 4 * open.count))
      guard let bound = lowerBound(open, search), search.cost + bound <= search.bestCost else {
        return
      }
      search.chosen.append(column)
      search.cost += costs[column]
      try branch(open.filter { !search.rows[$0].contains(column) }, &search)
      search.cost -= costs[column]
      search.chosen.removeLast()
      // From here on, the covers without this column.
      put(column, aside: true, &search)
      tried.append(column)
    }
  }

  private mutating func put(_ column: Int, aside: Bool, _ search: inout Search) {
    isAside[column] = aside
    for row in search.rowsOf[column, default: []] { search.counts[row] += aside ? -1 : 1 }
  }

  /// Returns the cost of covering a set of rows that share no columns, or `nil` if some row has no column left.
  private mutating func lowerBound(_ open: [Int], _ search: Search) -> Int? {
    bounds += 1
    var bound = 0
    for row in open.sorted(by: { search.counts[$0] < search.counts[$1] }) {
      var cheapest: Int?
      var isShared = false
      for column in search.rows[row] where !isAside[column] {
        cheapest = min(cheapest ?? .max, costs[column])
        isShared = isShared || usedIn[column] == bounds
      }
      guard let cheapest else { return nil }
      guard !isShared else { continue }
      bound += cheapest
      for column in search.rows[row] { usedIn[column] = bounds }
    }
    return bound
  }

  /// Repeatedly chooses the column that covers the most open rows, then drops redundant columns.
  private func greedy(_ rows: [[Int]]) throws(LimitExceeded) -> [Int] {
    var open = rows
    var chosen: [Int] = []
    while !open.isEmpty {
      try payer.charge(10 * open.reduce(0) { $0 + $1.count })
      var gains: [Int: Int] = [:]
      for row in open { for column in row { gains[column, default: 0] += 1 } }
      guard
        let best = gains.keys.min(by: { left, right in
          let (leftGain, rightGain) = (gains[left, default: 0], gains[right, default: 0])
          return (-leftGain, costs[left], left) < (-rightGain, costs[right], right)
        })
      else { break }
      chosen.append(best)
      open.removeAll { $0.contains(best) }
    }
    for column in chosen.reversed() {
      let rest = chosen.filter { $0 != column }
      try payer.charge(rows.reduce(0) { $0 + $1.count } + chosen.count)
      if rows.allSatisfy({ row in rest.contains { row.contains($0) } }) { chosen = rest }
    }
    return chosen.sorted()
  }
}

/// A covering problem in which each row lists the cubes that cover it, built row by row.
struct CoverProblem {
  private(set) var cubes = Numbering<Cube>()
  private(set) var rows: [[Int]] = []

  /// Adds a row that one of the given cubes must cover.
  mutating func add(row: [Cube]) {
    rows.append(row.map { cubes.number(of: $0) })
  }

  /// Returns the cheapest cubes that cover every row, the preferred ones first, and whether they are proven to be cheapest.
  ///
  /// - Throws: `LimitExceeded` if that takes too many steps.
  func minimum(
    branches: Int,
    payer: StepBudget
  ) throws(LimitExceeded) -> (cubes: [Cube], isProven: Bool) {
    // Columns are numbered by preference, as `SetCover` requires.
    let columns = cubes.things.map(RankedCube.init)
    let order = columns.indices.sorted { columns[$0] < columns[$1] }
    var rank = Array(repeating: 0, count: columns.count)
    for (place, column) in order.enumerated() { rank[column] = place }
    var cover = SetCover(
      costs: order.map { columns[$0].cost },
      rows: rows.map { row in row.map { rank[$0] }.sorted() },
      budget: branches,
      payer: payer
    )
    let (chosen, isProven) = try cover.solve()
    return (chosen.map { columns[order[$0]].cube }, isProven)
  }
}
