/// Answers many thousands of queries for a row of a set that completes a partial row.
///
/// A copy of one diagram in flat arrays, its nodes numbered from top to bottom: queries do no store look-ups and no allocations.
struct RowFinder {
  /// Marks a factor of a partial row as unassigned.
  static let open: Int32 = -1

  /// True, by factor, if the set depends on it.
  private(set) var constrains: [Bool]
  /// The number of steps taken by all queries so far.
  private(set) var steps = 0

  private let domains: Domains
  private let factorAtLevel: [Int]
  /// The number of values at each level.
  private let sizes: [Int]
  private let root: Int32
  /// The level of each node; nodes 0 (the empty set) and 1 (all rows) are below the last level.
  private let levels: [Int32]
  private let firstChild: [Int32]
  private let children: [Int32]
  /// The last search that failed below each node.
  private var failedIn: [Int32]
  private var search: Int32 = 0
  /// The finder used if the set is not a single diagram.
  private var joint: JointFinder?

  init(_ diagram: Diagram, in store: DiagramStore) {
    let table = store.table
    let nodes = store.nodes(of: diagram)
    var numbers: [Int32: Int32] = [
      NodeTable.empty: NodeTable.empty, NodeTable.full: NodeTable.full,
    ]
    for (index, node) in nodes.enumerated() { numbers[node] = Int32(index + 2) }
    let terminalLevel = Int32(store.order.count)
    var levels = [terminalLevel, terminalLevel]
    var firstChild: [Int32] = [0, 0]
    var children: [Int32] = []
    var constrains = Array(repeating: false, count: store.domains.count)
    for node in nodes {
      let level = table.level(of: node)
      constrains[store.order[level]] = true
      levels.append(Int32(level))
      firstChild.append(Int32(children.count))
      for value in 0..<table.sizes[level] {
        children.append(numbers[table.child(value, of: node)] ?? NodeTable.empty)
      }
    }
    self.constrains = constrains
    self.levels = levels
    self.firstChild = firstChild
    self.children = children
    domains = store.domains
    factorAtLevel = store.order
    sizes = table.sizes
    root = numbers[diagram.node] ?? NodeTable.empty
    failedIn = Array(repeating: 0, count: levels.count)
  }

  /// Creates a finder for a space of one or several diagrams.
  init(_ space: Space) {
    self.init(space.diagram ?? .full, in: space.store)
    guard space.diagram == nil else { return }
    let joint = JointFinder(space.parts, in: space.store)
    constrains = joint.constrains
    self.joint = joint
  }

  /// True if the set consists of several diagrams, in which case a question about all values at once takes long.
  var isJoint: Bool { joint != nil }

  /// Throws if a question was abandoned.
  func check() throws(LimitExceeded) { try joint?.check() }

  /// The number of factors that the set depends on.
  var levelCount: Int { constrains.count { $0 } }

  /// True if the complete row that starts at index `start` of `cells` is in the set.
  ///
  /// Complexity: O(factors that the set depends on).
  func contains(_ cells: [Int32], from start: Int) -> Bool {
    if let joint { return joint.contains(cells, from: start) }
    var node = root
    while node > NodeTable.full {
      let index = Int(node)
      let factor = factorAtLevel[Int(levels[index])]
      node = children[Int(firstChild[index]) + Int(cells[start + factor])]
    }
    return node == NodeTable.full
  }

  /// Finds a row of the set that agrees with a partial row.
  ///
  /// Complexity: O(edges), usually O(factors).
  ///
  /// - Parameters:
  ///   - partial: A value or `open` for each factor.
  ///   - row: On entry, the values to try first; on success, the row found.
  /// - Returns: True if there is such a row; otherwise `row` is unchanged.
  mutating func find(_ partial: [Int32], near row: inout [Int32]) -> Bool {
    if let joint { return find(in: joint, partial, near: &row) }
    search += 1
    guard visit(root, partial, &row) else { return false }
    for factor in partial.indices where partial[factor] != Self.open {
      row[factor] = partial[factor]
    }
    return true
  }

  private mutating func find(
    in joint: JointFinder,
    _ partial: [Int32],
    near row: inout [Int32]
  ) -> Bool {
    var near = row
    for factor in partial.indices where partial[factor] != Self.open {
      near[factor] = partial[factor]
    }
    defer { steps = joint.steps }
    let isFound = joint.find(in: cube(of: partial), near: &near, by: joint.order) { factor in
      Array(0..<Int32(domains.sizes[factor]))
    }
    if isFound { row = near }
    return isFound
  }

  private func cube(of partial: [Int32]) -> Cube {
    Cube(partial: partial.map { $0 == Self.open ? nil : Int($0) }, domains: domains)
  }

  /// Writes to `row` only when returning from a hit, so that a miss leaves it unchanged.
  private mutating func visit(_ node: Int32, _ partial: [Int32], _ row: inout [Int32]) -> Bool {
    guard node > NodeTable.full else { return node == NodeTable.full }
    let index = Int(node)
    guard failedIn[index] != search else { return false }
    steps += 1
    let level = Int(levels[index])
    let factor = factorAtLevel[level]
    let first = Int(firstChild[index])
    if partial[factor] != Self.open {
      if visit(children[first + Int(partial[factor])], partial, &row) { return true }
    } else {
      let preferred = Int(row[factor])
      if visit(children[first + preferred], partial, &row) { return true }
      for value in 0..<sizes[level] where value != preferred {
        if visit(children[first + value], partial, &row) {
          row[factor] = Int32(value)
          return true
        }
      }
    }
    failedIn[index] = search
    return false
  }

  /// Returns which values occur in the rows that agree with a partial row.
  ///
  /// Complexity: O(edges).
  ///
  /// - Parameters:
  ///   - partial: A value or `open` for each factor.
  ///   - firstValue: The index in the result of each factor's first value.
  /// - Returns: A flag for each value of each factor, or `nil` if no row agrees.
  mutating func support(of partial: [Int32], firstValue: [Int]) -> [Bool]? {
    if let joint { return support(in: joint, of: partial) }
    steps += children.count
    var leads = Array(repeating: false, count: levels.count)
    leads[Int(NodeTable.full)] = true
    for node in stride(from: levels.count - 1, to: Int(NodeTable.full), by: -1) {
      let first = Int(firstChild[node])
      leads[node] = values(of: node, partial).contains { leads[Int(children[first + $0])] }
    }
    guard leads[Int(root)] else { return nil }

    var result = Array(repeating: false, count: firstValue.last ?? 0)
    var reached = Array(repeating: false, count: levels.count)
    // The number of edges that start skipping at each level minus the number that stop.
    var skips = Array(repeating: 0, count: sizes.count + 1)
    skips[0] += 1
    skips[Int(levels[Int(root)])] -= 1
    reached[Int(root)] = true
    for node in levels.indices.dropFirst(2) where reached[node] && leads[node] {
      let level = Int(levels[node])
      let first = Int(firstChild[node])
      for value in values(of: node, partial) {
        let child = Int(children[first + value])
        guard leads[child] else { continue }
        reached[child] = true
        result[firstValue[factorAtLevel[level]] + value] = true
        skips[level + 1] += 1
        skips[Int(levels[child])] -= 1
      }
    }
    var skipping = 0
    for level in sizes.indices {
      skipping += skips[level]
      guard skipping > 0 else { continue }
      let factor = factorAtLevel[level]
      for value in values(at: level, partial) { result[firstValue[factor] + value] = true }
    }
    return result
  }

  private mutating func support(in joint: JointFinder, of partial: [Int32]) -> [Bool]? {
    let support = joint.support(in: cube(of: partial))
    steps = joint.steps
    return support.map { support in
      domains.sizes.enumerated().flatMap { factor, size in
        (0..<size).map { support.contains($0, factor: factor) }
      }
    }
  }

  private func values(of node: Int, _ partial: [Int32]) -> Range<Int> {
    values(at: Int(levels[node]), partial)
  }

  private func values(at level: Int, _ partial: [Int32]) -> Range<Int> {
    let value = Int(partial[factorAtLevel[level]])
    return value == Int(Self.open) ? 0..<sizes[level] : value..<(value + 1)
  }
}
