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
    var walk = SupportWalk(store: self, cube: cube)
    guard walk.visit(diagram.node) else { return nil }
    return walk.result(root: table.level(of: diagram.node))
  }

  /// The first row of the set in the cube: the smallest value of the first factor, then of the second, and so on.
  ///
  /// It does not depend on the order of the levels.
  ///
  /// Complexity: O(factors · edges of the set).
  package func firstRow(of diagram: Diagram, in cube: Cube) -> [Int]? {
    var cube = cube
    for factor in 0..<domains.count {
      guard let support = support(of: diagram, in: cube),
        let value = support.values(of: factor).first
      else { return nil }
      cube = support
      cube.restrict(factor, to: [value])
    }
    return (0..<domains.count).compactMap { cube.values(of: $0).first }
  }

  /// Some row of the set, found by one walk down; `nil` for the empty set.
  ///
  /// Complexity: O(Σ values).
  package func anyRow(of diagram: Diagram) -> [Int]? {
    guard diagram != .empty else { return nil }
    var row = Array(repeating: 0, count: domains.count)
    var node = diagram.node
    while node > NodeTable.full {
      let level = table.level(of: node)
      let value =
        (0..<table.sizes[level]).first { table.child($0, of: node) != NodeTable.empty } ?? 0
      row[order[level]] = value
      node = table.child(value, of: node)
    }
    return row
  }
}

/// Finds which nodes lead to a row inside a cube, and which values they use on the way.
private struct SupportWalk {
  let store: DiagramStore
  let cube: Cube
  private var leads: [Int32: Bool] = [:]
  private var found: Cube
  /// By level: the number of edges that begin to skip there, less those that end to.
  private var skips: [Int]

  init(store: DiagramStore, cube: Cube) {
    self.store = store
    self.cube = cube
    found = Cube(none: store.domains)
    skips = Array(repeating: 0, count: store.order.count + 1)
  }

  mutating func visit(_ node: Int32) -> Bool {
    guard node > NodeTable.full else { return node == NodeTable.full }
    if let known = leads[node] { return known }
    let level = store.table.level(of: node)
    let factor = store.order[level]
    var any = false
    for value in 0..<store.domains.sizes[factor] where cube.contains(value, factor: factor) {
      let child = store.table.child(value, of: node)
      guard visit(child) else { continue }
      any = true
      found.insert(value, factor: factor)
      skip(from: level + 1, to: store.table.level(of: child))
    }
    leads[node] = any
    return any
  }

  private mutating func skip(from: Int, to: Int) {
    guard from < to else { return }
    skips[from] += 1
    skips[to] -= 1
  }

  /// The cube of the values found; a factor that some edge skips may have any value of the given cube.
  mutating func result(root: Int) -> Cube {
    skip(from: 0, to: root)
    var open = 0
    for level in store.order.indices {
      open += skips[level]
      guard open > 0 else { continue }
      found.restrict(store.order[level], to: cube.values(of: store.order[level]))
    }
    return found
  }
}
