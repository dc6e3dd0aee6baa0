/// The rows that are in each of some sets, together.
///
/// # Chapter: one space, joined or apart
///
/// **Problem.** Every statement of a spec or model is a small diagram. Their intersection, the rows that all of them allow, usually is small
/// too, and then each question about it is one walk. But a hundred statements that entangle two hundred factors may have an
/// intersection with more nodes than there is memory for, though every question about single rows is still easy.
///
/// **Idea.** Join the statements within a share of the store's nodes. Where that does not do, leave them apart: a row is in the space when it is
/// in every set, and a row with wanted values is found by a solver of clauses (`JointFinder`). Whoever asks need not know which of the
/// two it is, unless it wants what only one diagram can tell: a count, or the space as an operand of set operations.
///
/// **Cost.** Joined, a question is a walk over the diagram. Apart, it is exponential at worst, and gives up with `LimitExceeded`
/// after a number of steps.
package struct Space {
  package let store: DiagramStore
  /// None of them everything; none at all for the space of all rows.
  package let parts: [Diagram]
  private let lazyFinder: LazyFinder

  /// The finder of parts that are apart, made for the first question and kept for the next ones.
  private final class LazyFinder {
    lazy var finder = JointFinder(parts, in: store)
    private let parts: [Diagram]
    private let store: DiagramStore

    init(_ parts: [Diagram], in store: DiagramStore) {
      self.parts = parts
      self.store = store
    }
  }

  /// The rows that are in all of the sets, left as they are.
  package init(_ sets: [Diagram], in store: DiagramStore) {
    self.store = store
    parts = sets.contains(.empty) ? [.empty] : sets.filter { $0 != .full }
    lazyFinder = LazyFinder(parts, in: store)
  }

  /// The rows that are in all of the sets, joined to one diagram unless that takes too many nodes.
  ///
  /// - Parameters:
  ///   - sets: The sets.
  ///   - store: The store of the sets.
  ///   - share: The part of the store's node limit, from 0 to 1, that may be used up in joining them.
  package init(joining sets: [Diagram], in store: DiagramStore, nodeShare share: Double) {
    // Those that end above others come first: what they leave knows nothing of the factors below.
    let ends = sets.map { store.nodes(of: $0).last.map(store.level) ?? 0 }
    let order = sets.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    let joined = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      var left = Diagram.full
      for place in order { left = try store.intersection(left, sets[place]) }
      return left
    }
    self.init(joined.map { [$0] } ?? sets, in: store)
  }

  /// The space as one diagram; `nil` if it is several.
  package var diagram: Diagram? { parts.count > 1 ? nil : parts.first ?? .full }

  /// The number of rows in decimal digits; `nil` if the sets are apart.
  package var decimalCount: String? { diagram.map { store.decimalCount([$0]) } }

  /// The rows of the space that are in another set, too: one diagram if the space is one.
  ///
  /// - Throws: `LimitExceeded` if that diagram is too large.
  package func narrowed(to set: Diagram) throws(LimitExceeded) -> Space {
    guard let diagram else { return Space(parts + [set], in: store) }
    return Space([try store.intersection(diagram, set)], in: store)
  }

  /// True if the row is in the space.
  ///
  /// Complexity: O(parts · factors).
  package func contains(row: [Int]) -> Bool {
    parts.allSatisfy { store.contains($0, row: row) }
  }

  /// True if there is any row.
  ///
  /// - Throws: `LimitExceeded` if the search for one took too long.
  package func hasRows() throws(LimitExceeded) -> Bool {
    try intersects(Cube(full: store.domains))
  }

  /// True if some row of the space is in the cube.
  ///
  /// - Throws: `LimitExceeded` if the search for one took too long.
  package func intersects(_ cube: Cube) throws(LimitExceeded) -> Bool {
    let intersects = diagram.map { store.intersects($0, cube) }
    try store.pay()
    guard diagram == nil, !cube.isEmpty else { return intersects ?? false }
    let hasRows = lazyFinder.finder.hasRows(in: cube)
    try lazyFinder.finder.check()
    return hasRows
  }

  /// Some row of the space in the cube, for a witness.
  ///
  /// - Parameters:
  ///   - cube: Where it is looked for.
  ///   - preference: By factor, all its values, those in front that are taken where there is a choice; `nil` for the smallest ones.
  /// - Returns: The row; `nil` if there is none.
  /// - Throws: `LimitExceeded` if the search for one took too long.
  package func anyRow(
    in cube: Cube,
    preferring preference: [[Int]]? = nil
  ) throws(LimitExceeded) -> [Int]? {
    if let diagram { return try store.firstRow(of: diagram, in: cube, preferring: preference) }
    return try search(cube, by: Array(0..<store.domains.count)) { factor in
      preference?[factor] ?? Array(0..<store.domains.sizes[factor])
    }
  }

  /// The first row in the cube, comparing rows factor by factor in an order, values in that of the choices.
  private func search(
    _ cube: Cube,
    by order: [Int],
    choices: (Int) -> [Int]
  ) throws(LimitExceeded) -> [Int]? {
    guard !cube.isEmpty else { return nil }
    try store.pay()
    let finder = lazyFinder.finder
    var row = (0..<store.domains.count).map { factor in
      Int32(choices(factor).first { cube.contains($0, factor: factor) } ?? 0)
    }
    let constrained = order.filter { finder.constrains[$0] }
    let found = finder.find(in: cube, near: &row, by: constrained) { choices($0).map(Int32.init) }
    try finder.check()
    return found ? row.map(Int.init) : nil
  }

  /// Finds some row of the space by one walk or one search.
  ///
  /// - Parameter prefersLast: True to take the last values that can be taken instead of the first ones.
  /// - Returns: The row; `nil` if there is none.
  /// - Throws: `LimitExceeded` if the search for one took too long.
  package func someRow(prefersLast: Bool = false) throws(LimitExceeded) -> [Int]? {
    if let diagram { return store.anyRow(of: diagram, prefersLast: prefersLast) }
    return try search(Cube(full: store.domains), by: store.order) { factor in
      let values = Array(0..<store.domains.sizes[factor])
      return prefersLast ? values.reversed() : values
    }
  }

  /// Every value that some row has that is in the space and in the cube; `nil` if there is no such row.
  ///
  /// - Throws: `LimitExceeded` if a search for rows took too long.
  package func support(in cube: Cube) throws(LimitExceeded) -> Cube? {
    if let diagram {
      let support = store.support(of: diagram, in: cube)
      try store.pay()
      return support
    }
    guard !cube.isEmpty else { return nil }
    try store.pay()
    let support = lazyFinder.finder.support(in: cube)
    try lazyFinder.finder.check()
    return support
  }
}
