/// Few rows of a space in which all asked tuples of values occur that the space holds at all.
///
/// # Chapter: covering arrays by one row at a time
///
/// **Problem.** A feature with 12 factors of 4 values has 16 million combinations. Most faults need only two or three particular
/// values to come together. Find few rows in which any values that can come together do, at the strength asked for.
///
/// **Definitions.** A *row* gives each factor a value; the *space* is the set of rows that the constraints allow, a decision
/// diagram. A *tuple* gives values to `t` factors, `t` being the *strength*. It is *asked for* when all its values are, and
/// *possible* when some row of the space has it. A *covering array* has every asked and possible tuple of its groups of factors in
/// at least one row. Here it also begins with *fixed* rows.
///
/// **Naive way.** Of all rows of the space take the one with most tuples not covered so far, again and again. That gives arrays of
/// logarithmic size (Cohen et al. 1997), but the best row cannot be found by trying all of them. And which tuples are impossible is
/// not to be seen from the constraints: two of them together may forbid a third thing.
///
/// **Idea.** A row is made by a greedy walk: start from a tuple not covered, go through the factors in a random order, and give each
/// the value that completes most uncovered tuples, as long as the diagram says that a row of the space goes on from there; then
/// change single values while that gains. The best of several such candidates is taken. A witness, some row of the space that agrees
/// with what was chosen, answers most questions to the diagram at no cost. As the walk completes no tuple that the space does not
/// hold, each row proves its tuples possible; impossible ones are found by asking the diagram which values may stand beside `t - 1`
/// others, for all factors in one sweep. At the end rows that nothing needs are dropped, from the last to the first.
///
/// **Worked example.** Factors a, b, c with values 0 and 1, strength 2, and the constraint "not a = 1 and b = 1". Of 12 pairs one is
/// impossible. From the pair a = 0, b = 0 the walk makes 000 (3 new pairs); from a = 1, c = 1 it must take b = 0: 101 (3 new);
/// from b = 1, c = 0 it must take a = 0: 010 (2); then 011 (2) has a = 0, c = 1 and b = 1, c = 1. One pair is left, a = 1, c = 0:
/// 100. Five rows, and four cannot do: the pairs of b and c need one row each, the two with b = 1 have a = 0, the two with b = 0
/// would need a = 1 for the pairs of a and c, and then a = 0 would never meet b = 0.
///
/// **Cost.** With k factors of d values, N rows: O(N · C(k, t) · d) look-ups for each candidate and sweep; one byte a tuple. All draws
/// come from the request's seed, and budgets count steps: a request has one answer.
///
/// Sources: D. Cohen, S. Dalal, M. Fredman, G. Patton, "The AETG System: An Approach to Testing Based on Combinatorial Design", IEEE
/// TSE 23 (1997); J. Czerwonka, "Pairwise Testing in the Real World", PNSQC 2006 (seeding by a tuple of the fullest subset, weights);
/// Y. Lei, R. Kacker, D. R. Kuhn, V. Okun, J. Lawrence, "IPOG: A General Strategy for T-Way Software Testing", ECBS 2007 (tuples in
/// mixed-radix tables).
///
/// - Parameters:
///   - space: The rows that are allowed. Where there is none the suite is empty; otherwise it has at least one row.
///   - request: What to cover; its lists are by factor and value of the store's domains.
///   - limits: What it may take.
///   - monitor: Follows the work and may end it early; the suite is complete in any case.
/// - Returns: Fixed rows first, then the others in the order in which they were made. Given back as droppable fixed rows, they
///   come out unchanged.
/// - Throws: `LimitExceeded` before anything is built where the tuples are too many or the estimate is beyond the limits, or where the
///   rows turn out to be too many; also where the monitor ends the work before there is a complete suite.
package func coveringArray(
  space: Space,
  request: CoveringRequest,
  limits: CoveringLimits = CoveringLimits(),
  monitor: CoveringMonitor? = nil
) throws(LimitExceeded) -> Suite {
  let store = space.store
  let sizes = store.domains.sizes
  precondition(
    request.isAsked.map(\.count) == sizes && request.weights.map(\.count) == sizes,
    "values are asked for and weighed by factor and value"
  )
  precondition(
    request.fixed.allSatisfy { $0.values.count == sizes.count },
    "a fixed row has a place for each factor"
  )
  precondition(
    request.fixed.allSatisfy { fixed in
      zip(fixed.values, sizes).allSatisfy { (0..<$1).contains($0 ?? 0) }
    },
    "a fixed row has values of its factors"
  )
  let diagrams = CoveringMemory.bytes(of: space)
  func estimated(rowCount: Int) -> CoveringEstimate {
    CoveringEstimate(
      request,
      domains: store.domains,
      rowCount: rowCount,
      diagrams: diagrams,
      limits: limits
    )
  }
  var estimate = estimated(rowCount: .max)
  if estimate.takesMinutes || estimate.bytes > limits.bytes, let count = space.decimalCount {
    // Constraints may leave fewer rows than that; to count them is worth it only now.
    estimate = estimated(rowCount: Int(count) ?? .max)
  }
  try estimate.check(limits)
  guard monitor?.goesOn(.begins(estimate)) ?? true else {
    throw LimitExceeded(what: "the work was stopped before it began")
  }
  var generator = try CoveringGenerator(space: space, request: request, limits: limits)
  generator.monitor = monitor
  return try generator.run()
}

/// Makes the rows of a covering array one at a time; see `coveringArray` for the method.
struct CoveringGenerator {
  private let space: Space
  private let request: CoveringRequest
  private let store: DiagramStore
  private let limits: CoveringLimits
  private var builder: RowBuilder
  /// Asked before each row, and now and then in the search.
  var monitor: CoveringMonitor?

  init(
    space: Space,
    request: CoveringRequest,
    limits: CoveringLimits
  ) throws(LimitExceeded) {
    self.space = space
    self.request = request
    store = space.store
    self.limits = limits
    var limits = limits
    // A search improves a poor start for less than a good start costs.
    if request.effort != nil { limits.candidates = 4 }
    builder = try RowBuilder(request, space, limits)
  }

  mutating func run() throws(LimitExceeded) -> Suite {
    guard try space.hasRows() else {
      return Suite(rows: [], fixedCount: 0, dropped: Array(request.fixed.indices))
    }
    var (rows, origins) = fixedRows()
    while builder.coveringRow() {
      rows.append(builder.best)
      builder.table.close(row: builder.best)
      try checkLimits(rows.count)
      try askMonitor(rows.count)
    }
    try checkLimits(rows.count)
    let none = [Int?](repeating: nil, count: store.domains.count)
    if rows.isEmpty, builder.completeRow(none) { rows.append(builder.best) }
    let table = builder.table

    var canDrop = Array(repeating: true, count: rows.count)
    for (row, origin) in origins.enumerated() { canDrop[row] = request.fixed[origin].isDroppable }
    let kept = neededRows(rows, canDrop: canDrop, table: table)
    let standing = Set(kept.filter { $0 < origins.count }.map { origins[$0] })
    var start = kept.map { rows[$0] }
    if isPlainPairwise, let array = OrthogonalArray(sizes: store.domains.sizes),
      array.rowCount < start.count
    {
      start = array.rows()
    }
    let (found, lowerBound) = smaller(start, fixedCount: standing.count)
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
  private func smaller(_ rows: [[Int]], fixedCount: Int) -> (rows: [[Int]], lowerBound: Int) {
    let table = builder.table
    guard table.isOpen.count <= limits.searchTuples else { return (rows, 0) }
    var search = SuiteSearch(
      rows: rows,
      isFree: rows.indices.map { $0 >= fixedCount },
      table: table,
      finder: builder.finder,
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

  /// True if all pairs are asked for, without constraints and without rows that are there before: then an orthogonal array may be smaller.
  private var isPlainPairwise: Bool {
    let factors = Array(store.domains.sizes.indices)
    return space.parts.isEmpty && request.fixed.isEmpty && factors.count <= 300
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
      if space.contains(row: row) {
        builder.table.close(row: row)
      } else {
        completed[index] = nil
      }
    }
    builder.table.closeImpossible(in: &builder.finder, steps: limits.earlySteps)
    for index in completed.indices where request.fixed[index].values.contains(nil) {
      guard builder.completeRow(request.fixed[index].values) else { continue }
      completed[index] = builder.best
      builder.table.close(row: builder.best)
    }
    let origins = completed.indices.filter { completed[$0] != nil }
    return (completed.compactMap { $0 }, origins)
  }

  private func askMonitor(_ rowCount: Int) throws(LimitExceeded) {
    let table = builder.table
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
    try builder.finder.check()
    guard rowCount <= limits.cells / max(1, store.domains.count) else {
      throw LimitExceeded(
        what: "a suite of more than \(rowCount) rows with \(store.domains.count) factors each"
      )
    }
    guard builder.steps + builder.finder.steps < limits.steps else {
      throw LimitExceeded(
        what: "the search for a suite: \(limits.steps) steps made \(rowCount) rows "
          + "and left \(builder.table.openCount) tuples of values"
      )
    }
  }
}
