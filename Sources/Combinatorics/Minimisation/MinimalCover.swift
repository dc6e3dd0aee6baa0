/// A minimum cover of a set by maximal cubes.
///
/// # Chapter: as few questions as possible
///
/// **Problem.** Some rows need an answer (the *on-set*), some must not be touched (the *off-set*), and all others do not matter (the
/// *don't-care set*). Cover the on-set with as few cubes as possible that avoid the off-set. Each cube should be maximal, so that it
/// restricts as little as possible, and none redundant. This is two-level minimisation of a function of multiple-valued variables.
///
/// **Naive way.** List all maximal cubes and all rows of the on-set, and solve the set-cover problem between them: exact but infeasible, as
/// there may be 10^20 rows and 2^20 maximal cubes. The left-to-right column sweep of DMN checkers is fast, but reports 10 to 39 gaps where
/// 4 to 12 would do.
///
/// **Idea.** A few rows determine the answer. Take one row of the on-set and find all maximal cubes that contain it (`PrimeCubes`): one of
/// them must be chosen. Solve that small covering problem exactly (`SetCover`). If its cubes cover the whole on-set, they are a minimum,
/// because no cover of the whole is smaller than the best cover of a part. If not, add some uncovered rows and solve again. The number of
/// rows needed is about the number of cubes in the answer.
///
/// **Ties.** Each cube costs 1 plus a far smaller amount for the factors and values it names; equal choices are decided by declaration
/// order. The optimum is unique, so neither the level order nor the rows taken affect the answer.
///
/// **Fallback.** If a row has too many maximal cubes, or the covering problem grows too large, cubes are grown one at a time from uncovered
/// rows (ESPRESSO's *expand*), and redundant ones are dropped (*irredundant*). If even that exceeds a budget, the cubes found so far are
/// returned and the cover is marked incomplete. Each method may use only a share of the store's nodes, so that the next one, and the
/// caller, can still work.
///
/// **Example.** Factors a, b, c have two values each; the on-set is "a = 0 or b = 0 or c = 0", and there are no don't-cares. The maximal
/// cubes that contain 000 are a=0, b=0 and c=0. The cheapest choice, a=0, leaves 101, which only b=0 contains; then 110 requires c=0: three
/// questions.
///
/// Sources: R. Rudell, A. Sangiovanni-Vincentelli, "Multiple-Valued Minimization for PLA Optimization", IEEE TCAD 1987 (ESPRESSO-MV); E.
/// Moreno-Centeno, R. Karp, "The Implicit Hitting Set Approach", Operations Research 2013.
package struct MinimalCover {
  /// The budgets of a cover.
  package struct Limits: Sendable {
    /// The maximum number of unions and cubes made for one row.
    package var cubesPerRow = 4_000
    /// The maximum number of rows of the covering problem.
    package var rows = 400
    /// The maximum number of columns of the covering problem.
    package var columns = 6_000
    /// The maximum number of branches of one covering problem.
    package var branches = 3_000
    /// The maximum number of cubes of a grown cover.
    package var cubes = 200
    /// The maximum number of nodes visited for one exact cover, one grown cover, and all covers together.
    package var exactWork = 1_000_000
    package var grownWork = 2_000_000
    package var allWork = 12_000_000

    package init() {}
  }

  /// The fractions of the store's node limit that exact and grown covers may reach.
  private static let exactShare = 0.8
  private static let grownShare = 0.9

  let store: DiagramStore
  /// The sets whose intersection is the space if it is too large for one diagram; rows outside any of them are ignored.
  private let apart: [Diagram]
  let limits: Limits
  /// The store's work when this value was created.
  private let firstWork: Int

  /// Creates a minimiser.
  ///
  /// `apart` contains the sets whose intersection is the space if it is too large for one diagram (see `Space`); covers are then always
  /// grown.
  package init(store: DiagramStore, apart: [Diagram] = [], limits: Limits = Limits()) {
    self.store = store
    self.apart = apart
    self.limits = limits
    firstWork = store.work
  }

  /// Covers a set with cubes that avoid another set.
  ///
  /// - Parameters:
  ///   - onSet: The rows that must be covered.
  ///   - offSet: The rows that no cube may contain; disjoint from `onSet`.
  ///   - bounds: A cube that contains every cube of the cover, or `nil` for no bounds. With one diagram, everything outside it is in
  ///     `offSet`; with separate diagrams, rows outside may not exist, in which case `offSet` alone does not confine the cubes.
  /// - Returns: Irredundant maximal cubes, the preferred ones first; at least one if `onSet` is not empty.
  /// - Throws: `LimitExceeded` if the diagrams are separate and the search for a row took too long.
  package func cover(
    _ onSet: Diagram,
    avoiding offSet: Diagram,
    within bounds: Cube? = nil
  ) throws(LimitExceeded) -> CubeCover {
    let bounds = bounds ?? Cube(full: store.domains)
    guard onSet != .empty else { return CubeCover(cubes: [], isComplete: true, isMinimal: true) }
    guard apart.isEmpty else { return try grownCover(onSet, avoiding: offSet, within: bounds) }
    let exact = store.attempt(nodeShare: Self.exactShare) { () throws(LimitExceeded) in
      try exactCover(onSet, avoiding: offSet)
    }
    if let cover = exact ?? nil { return cover }
    return try grownCover(onSet, avoiding: offSet, within: bounds)
  }

  private func rows(of set: Diagram) -> Space { Space(apart + [set], in: store) }

  // MARK: Exact

  private func exactCover(
    _ onSet: Diagram,
    avoiding offSet: Diagram
  ) throws(LimitExceeded) -> CubeCover? {
    let workLimit = min(store.work + limits.exactWork, firstWork + limits.allWork)
    var problem = CoverProblem()
    var rest = onSet
    while true {
      var sampled = 0
      while rest != .empty, sampled < 16, let row = store.anyRow(of: rest) {
        var primes = PrimeCubes(store: store, row: row, budget: limits.cubesPerRow)
        guard problem.rows.count < limits.rows, store.work < workLimit,
          let cubes = try primes.cubes(avoiding: offSet)
        else { return nil }
        problem.add(row: cubes)
        sampled += 1
        rest = try store.difference(rest, try store.diagram(of: cubes))
      }
      guard problem.cubes.things.count <= limits.columns else { return nil }
      let (cubes, isProven) = try problem.minimum(
        branches: limits.branches,
        payer: store.budget
      )
      rest = try store.difference(onSet, try store.diagram(of: cubes))
      if rest == .empty { return CubeCover(cubes: cubes, isComplete: true, isMinimal: isProven) }
    }
  }

  // MARK: Grown

  private func grownCover(
    _ onSet: Diagram,
    avoiding offSet: Diagram,
    within bounds: Cube
  ) throws(LimitExceeded) -> CubeCover {
    let offRows = rows(of: offSet)
    let workLimit = min(store.work + limits.grownWork, firstWork + limits.allWork)
    var cubes: [Cube] = []
    var rest: Diagram? = onSet
    // Grow the first cube regardless of the budget, so that a nonempty set never gets an empty cover.
    var isComplete = false
    while let open = rest {
      guard let row = try rows(of: open).someRow() else {
        isComplete = true
        break
      }
      guard cubes.isEmpty || (cubes.count < limits.cubes && store.work < workLimit) else { break }
      let cube = try Cube(row: row, domains: store.domains)
        .widened(avoiding: offRows, within: bounds)
      cubes.append(cube)
      rest = store.attempt(nodeShare: Self.grownShare) { () throws(LimitExceeded) in
        try store.difference(open, try store.diagram(of: cube))
      }
    }
    let needed = store.attempt(nodeShare: Self.grownShare) { () throws(LimitExceeded) in
      try irredundant(cubes, of: onSet)
    }
    return CubeCover(
      cubes: (needed ?? cubes).map(RankedCube.init).sorted().map(\.cube),
      isComplete: isComplete,
      isMinimal: false
    )
  }

  /// Drops cubes that contain nothing of the set that the others do not contain, starting with the last.
  private func irredundant(_ cubes: [Cube], of set: Diagram) throws(LimitExceeded) -> [Cube] {
    let diagrams = try cubes.map { (cube) throws(LimitExceeded) in try store.diagram(of: cube) }
    // The union of the cubes before each cube; `after` collects the kept cubes behind it.
    var before: [Diagram] = [.empty]
    for diagram in diagrams.dropLast() {
      before.append(try store.union(before[before.count - 1], diagram))
    }
    var after = Diagram.empty
    var kept: [Cube] = []
    for index in cubes.indices.reversed() {
      let own = try store.intersection(set, diagrams[index])
      let alone = try store.difference(own, try store.union(before[index], after))
      guard try rows(of: alone).hasRows() else { continue }
      kept.append(cubes[index])
      after = try store.union(after, diagrams[index])
    }
    return kept.reversed()
  }
}

/// A set of cubes that together contain a set of rows.
package struct CubeCover: Sendable {
  /// The cubes, the preferred ones first: maximal, and irredundant unless the store ran out of nodes.
  package var cubes: [Cube]
  /// True if every row of the set is in a cube; false if a budget was exceeded.
  package var isComplete: Bool
  /// True if fewer cubes are proven not to suffice.
  package var isMinimal: Bool
}

extension Cube {
  /// Returns a maximal cube around this one, releasing whole factors first and then adding single values, in declaration order.
  func widened(avoiding offSet: Space, within bounds: Cube) throws(LimitExceeded) -> Cube {
    var cube = self
    for factor in namedFactors where bounds.isFull(factor) {
      let wider = cube.released(factor)
      if try !offSet.intersects(wider) { cube = wider }
    }
    for factor in cube.namedFactors {
      for value in bounds.values(of: factor) where !cube.contains(value, factor: factor) {
        let added = cube.restricted(factor, to: [value])
        if try !offSet.intersects(added) { cube.insert(value, factor: factor) }
      }
    }
    return cube
  }
}
