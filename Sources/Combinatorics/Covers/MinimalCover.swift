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
/// that outgrows the limit, the cubes found so far are returned and the cover says that it is not complete.
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
    package var branches = 20_000
    /// Cubes of an answer.
    package var cubes = 1_000
    /// Nodes that growing cubes may visit.
    package var steps = 20_000_000

    package init() {}
  }

  let store: DiagramStore
  let limits: Limits

  package init(store: DiagramStore, limits: Limits = Limits()) {
    self.store = store
    self.limits = limits
  }

  /// Covers a set with cubes that avoid another.
  ///
  /// - Parameters:
  ///   - onSet: What must be covered.
  ///   - offSet: What no cube may hold; it shares no row with the on-set.
  package func cover(_ onSet: Diagram, avoiding offSet: Diagram) throws(LimitExceeded) -> CubeCover
  {
    guard onSet != .empty else { return CubeCover(cubes: [], isComplete: true, isMinimal: true) }
    if let cover = try exactCover(onSet, avoiding: offSet) { return cover }
    return try grownCover(onSet, avoiding: offSet)
  }

  // MARK: Exact

  private func exactCover(
    _ onSet: Diagram,
    avoiding offSet: Diagram
  ) throws(LimitExceeded) -> CubeCover? {
    var rows: [[Cube]] = []
    var rest = onSet
    while true {
      var sampled = 0
      while rest != .empty, sampled < 16 || rows.count < 16, let row = store.anyRow(of: rest) {
        var primes = PrimeCubes(store: store, row: row, budget: limits.cubesPerRow)
        guard rows.count < limits.rows, let cubes = try primes.cubes(avoiding: offSet) else {
          return nil
        }
        rows.append(cubes)
        sampled += 1
        rest = try store.difference(rest, try store.diagram(of: cubes))
      }
      guard let (cubes, isProven) = minimum(rows) else { return nil }
      rest = try store.difference(onSet, try store.diagram(of: cubes))
      if rest == .empty { return CubeCover(cubes: cubes, isComplete: true, isMinimal: isProven) }
    }
  }

  /// The cheapest cubes so that every row has one, in order of preference; `nil` where there are too many columns.
  private func minimum(_ rows: [[Cube]]) -> (cubes: [Cube], isProven: Bool)? {
    var seen: Set<Cube> = []
    let columns = rows.joined().filter { seen.insert($0).inserted }
      .map { (cube: $0, cost: cost(of: $0)) }
      .sorted {
        $0.cost != $1.cost ? $0.cost < $1.cost : $0.cube.isDeclaredBefore($1.cube)
      }
    guard columns.count <= limits.columns else { return nil }
    var number: [Cube: Int] = [:]
    for (index, column) in columns.enumerated() { number[column.cube] = index }
    var problem = SetCover(
      costs: columns.map(\.cost),
      rows: rows.map { row in row.compactMap { number[$0] }.sorted() },
      budget: limits.branches
    )
    let (chosen, isProven) = problem.solve()
    return (chosen.map { columns[$0].cube }, isProven)
  }

  /// One for the cube; behind it the factors it names and the values they may have.
  private func cost(of cube: Cube) -> Int {
    let named = cube.namedFactors
    let values = named.reduce(0) { $0 + cube.valueCount(of: $1) }
    return 1 << 40 + named.count << 20 + values
  }

  // MARK: Grown

  private func grownCover(
    _ onSet: Diagram,
    avoiding offSet: Diagram
  ) throws(LimitExceeded) -> CubeCover {
    let firstStep = store.steps
    var cubes: [Cube] = []
    var rest = onSet
    while let row = store.anyRow(of: rest) {
      guard cubes.count < limits.cubes, store.steps - firstStep < limits.steps else {
        return CubeCover(cubes: cubes.sorted(by: isPreferred), isComplete: false, isMinimal: false)
      }
      let cube = grown(row, within: rest, avoiding: offSet)
      cubes.append(cube)
      rest = try store.difference(rest, try store.diagram(of: cube))
    }
    cubes = try irredundant(cubes, of: onSet)
    return CubeCover(cubes: cubes.sorted(by: isPreferred), isComplete: true, isMinimal: false)
  }

  /// A maximal cube around a row: whole factors are freed first, then single values added, in the order of declaration.
  private func grown(_ row: [Int], within rest: Diagram, avoiding offSet: Diagram) -> Cube {
    var cube = Cube(row: row, domains: store.domains)
    for factor in 0..<store.domains.count {
      var wider = cube
      wider.release(factor)
      if !store.intersects(offSet, wider) { cube = wider }
    }
    for factor in cube.namedFactors {
      for value in 0..<store.domains.sizes[factor] where !cube.contains(value, factor: factor) {
        var added = Cube(full: store.domains).intersection(cube)
        added.restrict(factor, to: [value])
        if !store.intersects(offSet, added) { cube.insert(value, factor: factor) }
      }
    }
    return cube
  }

  /// Drops cubes that hold nothing of the set that the others do not hold, the last first.
  private func irredundant(_ cubes: [Cube], of set: Diagram) throws(LimitExceeded) -> [Cube] {
    var diagrams: [Diagram] = []
    for cube in cubes { diagrams.append(try store.diagram(of: cube)) }
    // What the cubes in front of each one cover; behind it, `after` gathers what stays.
    var before: [Diagram] = [.empty]
    for diagram in diagrams.dropLast() {
      before.append(try store.union(before[before.count - 1], diagram))
    }
    var after = Diagram.empty
    var kept: [Cube] = []
    for index in cubes.indices.reversed() {
      let own = try store.intersection(set, diagrams[index])
      if try store.difference(own, try store.union(before[index], after)) == .empty { continue }
      kept.append(cubes[index])
      after = try store.union(after, diagrams[index])
    }
    return kept.reversed()
  }

  private func isPreferred(_ left: Cube, _ right: Cube) -> Bool {
    let (leftCost, rightCost) = (cost(of: left), cost(of: right))
    return leftCost != rightCost ? leftCost < rightCost : left.isDeclaredBefore(right)
  }
}

extension Cube {
  /// Whether the cube comes first by the order of declaration: its factors are declared earlier, or, if they are the same, its values.
  func isDeclaredBefore(_ other: Cube) -> Bool {
    let (named, othersNamed) = (namedFactors, other.namedFactors)
    guard named == othersNamed else { return named.lexicographicallyPrecedes(othersNamed) }
    for index in words.indices where words[index] != other.words[index] {
      let difference = words[index] ^ other.words[index]
      return words[index] & (difference & (0 &- difference)) != 0
    }
    return false
  }
}
