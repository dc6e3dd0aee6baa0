/// Makes the rows of a covering array one at a time; see `coveringArray` for the method.
struct CoveringGenerator {
  private let space: RowSpace
  private let request: CoveringRequest
  private let store: DiagramStore
  private let limits: CoveringLimits
  private var finder: RowFinder
  private var table: TupleTable
  private var builder: RowBuilder
  /// Steps in the diagrams of targets.
  private var targetSteps = 0
  /// Asked before each row, and now and then in the search.
  var monitor: CoveringMonitor?

  init(
    space: RowSpace,
    in store: DiagramStore,
    request: CoveringRequest,
    limits: CoveringLimits
  ) throws(LimitExceeded) {
    self.space = space
    self.request = request
    self.store = store
    self.limits = limits
    var limits = limits
    // A search mends a poor start for less than a good start costs.
    if request.effort != nil { limits.candidates = 4 }
    table = try TupleTable(request, domains: store.domains, limits: limits)
    finder = RowFinder(space, in: store)
    builder = RowBuilder(request, table, limits)
  }

  mutating func run(targets: [Diagram]) throws(LimitExceeded) -> Suite {
    guard try store.intersects(space, Cube(full: store.domains)) else {
      return Suite(rows: [], fixedCount: 0, dropped: Array(request.fixed.indices))
    }
    var (rows, origins) = fixedRows()
    for target in targets where !rows.contains(where: { store.contains(target, row: $0) }) {
      var finder = RowFinder(
        RowSpace(space.parts.count > 1 ? space.parts + [target] : [target]),
        in: store
      )
      guard builder.targetRow(in: &finder, table) else { continue }
      targetSteps += finder.steps
      rows.append(builder.best)
      table.close(row: builder.best)
      try checkLimits(rows.count)
      try askMonitor(rows.count)
    }
    while builder.coveringRow(in: &finder, &table) {
      rows.append(builder.best)
      table.close(row: builder.best)
      try checkLimits(rows.count)
      try askMonitor(rows.count)
    }
    try checkLimits(rows.count)
    if rows.isEmpty, builder.targetRow(in: &finder, table) { rows.append(builder.best) }

    var canDrop = Array(repeating: true, count: rows.count)
    for (row, origin) in origins.enumerated() { canDrop[row] = request.fixed[origin].isDroppable }
    let kept = neededRows(rows, canDrop: canDrop, table: table, targets: targets, in: store)
    let standing = Set(kept.filter { $0 < origins.count }.map { origins[$0] })
    var start = kept.map { rows[$0] }
    if isPlainPairwise(targets), let constructed = constructedArray(sizes: store.domains.sizes),
      constructed.count < start.count
    {
      start = constructed
    }
    let (found, lowerBound) = smaller(start, fixedCount: standing.count, targets: targets)
    return Suite(
      rows: Array(found[..<standing.count])
        + usefulFirst(Array(found[standing.count...]), after: found[..<standing.count], table),
      fixedCount: standing.count,
      dropped: request.fixed.indices.filter { !standing.contains($0) },
      lowerBound: lowerBound
    )
  }

  /// The suite after the search, its fixed rows in front as they were, and a number of rows below which none is; 0 where the tuples
  /// are too many to keep account of.
  private func smaller(
    _ rows: [[Int]],
    fixedCount: Int,
    targets: [Diagram]
  ) -> (rows: [[Int]], lowerBound: Int) {
    guard table.isOpen.count <= limits.searchTuples else { return (rows, 0) }
    var search = SuiteSearch(
      rows: rows,
      isFree: rows.indices.map { $0 >= fixedCount },
      table: table,
      finder: finder,
      targets: targets,
      store: store,
      seed: request.seed
    )
    let steps = min(
      request.effort?.searchSteps(
        subsetCount: table.subsetCount,
        size: min(rows.count, .max / 16 / (table.isOpen.count + 1)) * table.isOpen.count
      ) ?? 0,
      limits.searchSteps
    )
    guard fixedCount < rows.count else { return (rows, search.lowerBound) }
    let found = search.run(
      steps: steps,
      stepsBeforeSplitBound: limits.stepsBeforeSplitBound,
      monitor: monitor
    )
    return (found, search.lowerBound)
  }

  /// Whether all pairs are asked for and nothing else, without constraints: then known constructions apply.
  private func isPlainPairwise(_ targets: [Diagram]) -> Bool {
    let factors = Array(store.domains.sizes.indices)
    return space.parts.isEmpty && targets.isEmpty && request.fixed.isEmpty && factors.count <= 300
      && request.groups == [CoveringRequest.Group(factors: factors, strength: 2)]
      && request.isAsked.allSatisfy { !$0.contains(false) }
  }

  /// The fixed rows that are possible, completed, and the index in the request of each.
  private mutating func fixedRows() -> (rows: [[Int]], origins: [Int]) {
    var completed: [[Int]?] = request.fixed.map { fixed in
      let row = fixed.values.compactMap { $0 }
      return row.count == store.domains.count ? row : nil
    }
    // What complete rows have, partial ones need not repeat.
    for index in completed.indices {
      guard let row = completed[index] else { continue }
      if store.contains(space, row: row) {
        table.close(row: row)
      } else {
        completed[index] = nil
      }
    }
    table.closeImpossible(in: &finder, steps: limits.earlySteps)
    for index in completed.indices where request.fixed[index].values.contains(nil) {
      guard builder.completeRow(request.fixed[index].values, in: &finder, table) else { continue }
      completed[index] = builder.best
      table.close(row: builder.best)
    }
    let origins = completed.indices.filter { completed[$0] != nil }
    return (completed.compactMap { $0 }, origins)
  }

  private func askMonitor(_ rowCount: Int) throws(LimitExceeded) {
    let progress = CoveringMonitor.Progress.greedy(
      rows: rowCount,
      openTuples: table.openCount,
      tuples: table.isOpen.count
    )
    guard table.openCount > 0, let monitor, !monitor.goesOn(progress) else { return }
    throw LimitExceeded(
      what: "the work was stopped after \(rowCount) rows with \(table.openCount) tuples left"
    )
  }

  private func checkLimits(_ rowCount: Int) throws(LimitExceeded) {
    try finder.check()
    guard rowCount <= limits.cells / max(1, store.domains.count) else {
      throw LimitExceeded(
        what: "a suite of more than \(rowCount) rows with \(store.domains.count) factors each"
      )
    }
    guard builder.steps + finder.steps + targetSteps < limits.steps else {
      throw LimitExceeded(
        what: "the search for a suite: \(limits.steps) steps made \(rowCount) rows "
          + "and left \(table.openCount) tuples of values"
      )
    }
  }
}
