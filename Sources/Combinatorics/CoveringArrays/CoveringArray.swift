/// Returns a small set of rows of a space in which all requested tuples of values occur that are possible in the space.
///
/// # Chapter: covering arrays, one row at a time
///
/// **Problem.** A feature with 12 factors of 4 values has 16 million combinations. Most faults need only two or three particular values to
/// come together. Find a small set of rows in which all values that can occur together do, at the requested strength.
///
/// **Definitions.** A *row* assigns a value to each factor; the *space* is the set of rows that the constraints allow, a decision diagram.
/// A *tuple* assigns values to `t` factors, `t` being the *strength*. It is *requested* if all its values are, and *possible* if some row
/// of the space has it. A *covering array* has every requested and possible tuple of its groups of factors in at least one row. Here it
/// also begins with *fixed* rows.
///
/// **Naive way.** Repeatedly take the row of the space with the most uncovered tuples. That gives arrays of logarithmic size (Cohen et al.
/// 1997), but the best row cannot be found by trying all of them. Nor do the constraints show directly which tuples are impossible: two of
/// them together may imply a third.
///
/// **Idea.** Build a row greedily: start from an uncovered tuple, visit the factors in random order, and assign to each the value that
/// completes the most uncovered tuples, as long as the diagram says that the row can still be completed; then change single values while
/// that is an improvement. Take the best of several such candidates. A witness, some row of the space that agrees with the choices so far,
/// answers most questions to the diagram for free. As only rows of the space are built, each row proves its tuples possible. Impossible
/// tuples are found by asking the diagram which values can occur beside `t - 1` others, for all factors in one sweep. Finally, redundant
/// rows are dropped, from the last to the first.
///
/// **Example.** Factors a, b, c with values 0 and 1, strength 2, and the constraint "not a = 1 and b = 1". One of 12 pairs is impossible.
/// From the pair a = 0, b = 0 the greedy step makes 000 (3 new pairs); from a = 1, c = 1 it must take b = 0: 101 (3 new); from b = 1, c = 0
/// it must take a = 0: 010 (2); then 011 (2) has a = 0, c = 1 and b = 1, c = 1. One pair is left, a = 1, c = 0: 100. That makes five rows,
/// and four are not enough: the pairs of b and c need one row each, the two with b = 1 have a = 0, the two with b = 0 would need a = 1 for
/// the pairs of a and c, and then a = 0 would never meet b = 0.
///
/// **Cost.** With k factors of d values and N rows: O(N · C(k, t) · d) look-ups for each candidate and sweep; one byte per tuple. All
/// random numbers come from the request's seed, and budgets count steps: a request always has the same result.
///
/// Sources: D. Cohen, S. Dalal, M. Fredman, G. Patton, "The AETG System: An Approach to Testing Based on Combinatorial Design", IEEE TSE 23
/// (1997); J. Czerwonka, "Pairwise Testing in the Real World", PNSQC 2006 (seeding by a tuple of the fullest subset, weights); Y. Lei, R.
/// Kacker, D. R. Kuhn, V. Okun, J. Lawrence, "IPOG: A General Strategy for T-Way Software Testing", ECBS 2007 (tuples in mixed-radix
/// tables).
///
/// - Parameters:
///   - space: The allowed rows. If there are none, the suite is empty; otherwise it has at least one row.
///   - request: The coverage to achieve; its lists are indexed by factor and value of the store's domains.
///   - limits: The limits on memory and steps.
///   - monitor: Follows the progress and may stop the work.
/// - Returns: A complete suite: the fixed rows, then the others, most useful first. Passed back as droppable fixed rows, they come out
///   unchanged.
/// - Throws: `LimitExceeded` before anything is built if there are too many tuples or the estimate exceeds the limits; later if there turn
///   out to be too many rows or steps, or if the monitor stops the work before the suite is complete.
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
    // Constraints may leave fewer rows; count them only if the first estimate is large.
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
  /// Called before each row and periodically during the search.
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

  /// Reduces the suite by search, leaving the fixed rows at the front unchanged; also returns a lower bound.
  ///
  /// The lower bound is 0 if there are too many tuples for the search.
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

  /// True if all pairs are requested, without constraints and fixed rows, in which case an orthogonal array may be smaller.
  private var isPlainPairwise: Bool {
    let factors = Array(store.domains.sizes.indices)
    return space.parts.isEmpty && request.fixed.isEmpty && factors.count <= 300
      && request.groups == [CoveringRequest.Group(factors: factors, strength: 2)]
      && request.isAsked.allSatisfy { !$0.contains(false) }
  }

  /// Returns the possible fixed rows, completed, and their indices in the request.
  private mutating func fixedRows() -> (rows: [[Int]], origins: [Int]) {
    var completed: [[Int]?] = request.fixed.map { fixed in
      let row = fixed.values.compactMap { $0 }
      return row.count == store.domains.count ? row : nil
    }
    // Complete rows first, so that the completions of partial ones need not repeat their tuples.
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
