/// The fewest maximal cubes that cover a set.
///
/// # Chapter: as few questions as can be
///
/// **Problem.** Some rows need an answer (the *on-set*), some must not be touched (the *off-set*), and all others do not matter (the
/// *don't-care set*). Cover the on-set with as few cubes as possible that avoid the off-set; each should be maximal, so that it names
/// as little as possible, and none redundant. This is two-level minimisation of a function of multiple-valued variables.
///
/// **Naive way.** List all maximal cubes and all rows of the on-set, and solve the set-cover problem between them: exact, and
/// hopeless, since there may be 10^20 rows and 2^20 maximal cubes. The columns-left-to-right sweep of DMN checkers is fast, and
/// shows 10 to 39 gaps where 4 to 12 would do.
///
/// **Idea.** Few rows decide. Take one row of the on-set and find all maximal cubes through it (`PrimeCubes`): one of them must be
/// chosen. Solve that small covering problem exactly (`SetCover`). If its cubes cover the whole on-set, they are a minimum, for no
/// cover of everything can be smaller than the best cover of a part. If not, take rows that are still uncovered as further rows, and
/// solve again. It ends after about as many rows as there are cubes in the answer.
///
/// **Ties.** Each cube costs 1 and, far behind the point, the factors it names and the values it names; equal choices are decided by
/// the order of declaration. The optimum is unique, so neither the order of the levels nor the rows taken can change the answer.
///
/// **When it is too much.** Where one row has too many maximal cubes, or the covering problem grows too large, cubes are grown one at
/// a time from uncovered rows (ESPRESSO's *expand*), then those that the others make needless are dropped (*irredundant*). Where even
/// that outgrows a budget, the cubes found so far are returned and the cover says that it is not complete. Each way may use up a share
/// of the store's nodes only, so that the next one, and the caller, can still work.
///
/// **Worked example.** Over a, b, c of two values, on-set "a = 0 or b = 0 or c = 0" within everything: through 000 lead the maximal
/// cubes a=0, b=0, c=0; the cheapest choice a=0 leaves 101; through it leads only b=0; then 110 asks for c=0: three questions.
///
/// Sources: R. Rudell, A. Sangiovanni-Vincentelli, "Multiple-Valued Minimization for PLA Optimization", IEEE TCAD 1987 (ESPRESSO-MV);
/// E. Moreno-Centeno, R. Karp, "The Implicit Hitting Set Approach", Operations Research 2013.
package struct MinimalCover {
  /// Budgets, in steps.
  package struct Limits: Sendable {
    /// Maximal cubes through one row.
    package var cubesPerRow = 4_000
    /// Rows of the covering problem.
    package var rows = 400
    /// Columns of the covering problem.
    package var columns = 6_000
    /// Branches of one covering problem.
    package var branches = 3_000
    /// Cubes of an answer that is grown.
    package var cubes = 200
    /// Nodes visited for one exact answer, for one that is grown, and for all answers together.
    package var exactWork = 1_000_000
    package var grownWork = 2_000_000
    package var allWork = 12_000_000

    package init() {}
  }

  /// The parts of the store's nodes that may be used up when an exact answer ends, and when a grown one does.
  private static let exactShare = 0.8
  private static let grownShare = 0.9

  let store: DiagramStore
  /// Sets that every row is in besides: what is in none but some of them is as if it were nowhere.
  private let apart: [Diagram]
  let limits: Limits
  /// The store's work when the first answer was asked for.
  private let firstWork: Int

  /// - Parameters:
  ///   - store: The store of the sets that are covered.
  ///   - apart: What makes the space besides these sets where its one diagram would be too large (`Space`); cubes are then grown.
  ///   - limits: Budgets.
  package init(store: DiagramStore, apart: [Diagram] = [], limits: Limits = Limits()) {
    self.store = store
    self.apart = apart
    self.limits = limits
    firstWork = store.work
  }

  /// Covers a set with cubes that avoid another.
  ///
  /// - Parameters:
  ///   - onSet: What must be covered.
  ///   - offSet: What no cube may hold; it shares no row with the on-set.
  ///   - bounds: A cube that no cube leaves; everything outside it is in the off-set. Apart, rows outside may not exist, and then the
  ///     off-set alone does not hold a cube back. `nil` for no bounds.
  /// - Returns: Maximal cubes, none redundant, the preferred ones in front; at least one where there is something to cover.
  /// - Throws: `LimitExceeded` if statements are apart and the search for a row took too long.
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
    // The first cube comes in any case: a witness that there is something to ask.
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

  /// Drops cubes that hold nothing of the set that the others do not hold, the last first.
  private func irredundant(_ cubes: [Cube], of set: Diagram) throws(LimitExceeded) -> [Cube] {
    let diagrams = try cubes.map { (cube) throws(LimitExceeded) in try store.diagram(of: cube) }
    // What the cubes in front of each one cover; behind it, `after` gathers what stays.
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

/// Cubes that together hold all rows of a set.
package struct CubeCover: Sendable {
  /// Maximal, the preferred ones in front, and none redundant unless the store has no nodes left to tell.
  package var cubes: [Cube]
  /// True if every row of the set is in a cube; otherwise a budget was exceeded.
  package var isComplete: Bool
  /// True if fewer cubes cannot do for certain.
  package var isMinimal: Bool
}

extension Cube {
  /// A maximal cube around this one: whole factors are freed first, then single values added, in the order of declaration.
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
