/// The intersection of some sets of rows.
///
/// # Chapter: one space, joined or separate
///
/// **Problem.** Every statement of a spec or model is a small diagram. Their intersection, the rows that all of them allow, is usually
/// small too, and then each question about it is one walk. But a hundred statements that entangle two hundred factors may have an
/// intersection with more nodes than fit in memory, even though every question about single rows is still easy.
///
/// **Idea.** Join the statements within a share of the store's nodes. If that is not enough, keep them separate: a row is in the space if
/// it is in every set, and a row with given values is found by a SAT solver (`JointFinder`). Callers need not distinguish the two cases
/// unless they need something that only a single diagram provides: a count, or the space as an operand of set operations.
///
/// **Cost.** Joined, a question is a walk over the diagram. Separate, it is exponential at worst and throws `LimitExceeded` after a number
/// of steps.
package struct Space {
  package let store: DiagramStore
  /// The sets, none of which contains all rows; empty for the space of all rows.
  package let parts: [Diagram]
  private let lazyFinder: LazyFinder

  /// Creates the finder for separate parts on first use and keeps it.
  private final class LazyFinder {
    lazy var finder = JointFinder(parts, in: store)
    private let parts: [Diagram]
    private let store: DiagramStore

    init(_ parts: [Diagram], in store: DiagramStore) {
      self.parts = parts
      self.store = store
    }
  }

  /// Creates the intersection of the sets without joining them.
  package init(_ sets: [Diagram], in store: DiagramStore) {
    self.store = store
    parts = sets.contains(.empty) ? [.empty] : sets.filter { $0 != .full }
    lazyFinder = LazyFinder(parts, in: store)
  }

  /// Creates the intersection of the sets as one diagram, or leaves them separate if that takes too many nodes.
  ///
  /// `share` is the fraction of the store's node limit that the store may reach in joining them, from 0 to 1.
  package init(joining sets: [Diagram], in store: DiagramStore, nodeShare share: Double) {
    // Join sets with the highest last level first: their intersection does not depend on the factors below.
    let ends = sets.map { store.nodes(of: $0).last.map(store.level) ?? 0 }
    let order = sets.indices.sorted { (ends[$0], $0) < (ends[$1], $1) }
    let joined = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
      var left = Diagram.full
      for place in order { left = try store.intersection(left, sets[place]) }
      return left
    }
    self.init(joined.map { [$0] } ?? sets, in: store)
  }

  /// The space as one diagram, or `nil` if it consists of several.
  package var diagram: Diagram? { parts.count > 1 ? nil : parts.first ?? .full }

  /// The number of rows in decimal digits, or `nil` if the space consists of several diagrams.
  package var decimalCount: String? { diagram.map { store.decimalCount([$0]) } }

  /// Returns the intersection with another set, as one diagram if the space is one.
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

  /// True if the space is not empty.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  package func hasRows() throws(LimitExceeded) -> Bool {
    try intersects(Cube(full: store.domains))
  }

  /// True if some row of the space is in the cube.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  package func intersects(_ cube: Cube) throws(LimitExceeded) -> Bool {
    let intersects = diagram.map { store.intersects($0, cube) }
    try store.pay()
    guard diagram == nil, !cube.isEmpty else { return intersects ?? false }
    let hasRows = lazyFinder.finder.hasRows(in: cube)
    try lazyFinder.finder.check()
    return hasRows
  }

  /// Returns the first row of the space in the cube, comparing factor by factor in order of preference.
  ///
  /// - Parameters:
  ///   - cube: The rows to search.
  ///   - preference: All values of each factor, the preferred ones first, or `nil` for ascending order.
  /// - Returns: The row, or `nil` if there is none.
  /// - Throws: `LimitExceeded` if the search took too long.
  package func anyRow(
    in cube: Cube,
    preferring preference: [[Int]]? = nil
  ) throws(LimitExceeded) -> [Int]? {
    if let diagram { return try store.firstRow(of: diagram, in: cube, preferring: preference) }
    return try search(cube, by: Array(0..<store.domains.count)) { factor in
      preference?[factor] ?? Array(0..<store.domains.sizes[factor])
    }
  }

  /// Returns the first row in the cube, comparing factors in the given order and values in the order of `choices`.
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

  /// Returns some row of the space, or `nil` if it is empty, found by one walk or one search.
  ///
  /// Where there is a choice, it takes the first possible values or, if `prefersLast`, the last.
  ///
  /// - Throws: `LimitExceeded` if the search took too long.
  package func someRow(prefersLast: Bool = false) throws(LimitExceeded) -> [Int]? {
    if let diagram { return store.anyRow(of: diagram, prefersLast: prefersLast) }
    return try search(Cube(full: store.domains), by: store.order) { factor in
      let values = Array(0..<store.domains.sizes[factor])
      return prefersLast ? values.reversed() : values
    }
  }

  /// Returns the smallest cube that contains the rows of the space within `cube`, or `nil` if there are none.
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
