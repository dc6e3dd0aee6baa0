package import Combinatorics
package import Specification

extension AnalysedSpecification {
  /// Returns the suite of the spec, in reading order.
  ///
  /// Cases of the earlier suite keep their ids as long as they are needed. `depth` and `strength` (1 to 6) default to the settings, then to
  /// `relevant` and 2. Without an `effort` no time is spent on making the suite smaller. The monitor follows the work and may end it early.
  ///
  /// Throws `LimitExceeded` if there are too many tuples to cover.
  package func cases(
    earlier: EarlierSuite?,
    depth: Depth? = nil,
    strength: Int? = nil,
    effort: CoveringEffort? = nil,
    monitor: CoveringMonitor? = nil
  ) throws(LimitExceeded) -> TestMatrix {
    try CaseDesigner(
      self,
      depth: max(depth ?? specification.coverage.depth, earlier?.depth ?? .review),
      strength: max(strength ?? specification.coverage.strength, earlier?.strength ?? 1)
    ).matrix(earlier: earlier, effort: effort, monitor: monitor)
  }
}

/// Expands an analysed spec into its suite, depth by depth, keeping the ids of an earlier one.
///
/// # Chapter: three depths of one suite
///
/// **Problem.** A suite of all pairs is complete but unreadable: most of the values it varies around an operation make no difference to the
/// expected result, and no two rows look alike.
///
/// **Idea.** Each depth builds on the rows of the one before. *Review* shows each rule and each question once, in the plainest surroundings
/// (`ReviewRows`). *Relevant* adds, operation by operation, the tuples of values that its rules read (`OperationSuite`). The operation is
/// part of every tuple, so no row serves two operations and each is a small problem of its own, often with a provably smallest solution.
/// Factors that make no difference in a row take their usual value. *All* adds the pairs of all factors.
///
/// Open questions have their rows at every depth; apart from them, tuples count only in rows with a defined result.
///
/// **Cost.** One covering array for each operation, over the factors it reads; at depth *all* one more over all factors.
struct CaseDesigner {
  let analysed: AnalysedSpecification
  let depth: Depth
  let strength: Int
  var lowered: LoweredSpecification { analysed.regions.space.lowered }
  var store: DiagramStore { analysed.regions.space.store }

  /// Creates a designer.
  ///
  /// A strength greater than the number of factors is lowered to that number.
  init(_ analysed: AnalysedSpecification, depth: Depth, strength: Int) {
    self.analysed = analysed
    self.depth = depth
    self.strength = min(strength, analysed.regions.space.lowered.domains.count)
  }

  // MARK: The matrix

  func matrix(
    earlier: EarlierSuite?,
    effort: CoveringEffort?,
    monitor: CoveringMonitor?
  ) throws(LimitExceeded) -> TestMatrix {
    let operations = try analysed.operationRows()
    let tasks = try SuiteTasks(of: self, operations)
    let standing = standing(earlier, operations)
    let settled = try settledPlan(standing, tasks, SuiteEffort(steps: effort, monitor: monitor))
    return try matrix(of: settled.plan, tasks, earlier, lowerBound: settled.lowerBound)
  }

  /// The earlier cases that can still happen.
  func standing(_ earlier: EarlierSuite?, _ operations: [OperationRows]) -> StandingCases {
    StandingCases(earlier, in: lowered, operations, depth: depth, strength: strength)
  }

  /// Adds the rows that a plan lacks at the designer's depth.
  ///
  /// Returns a lower bound of the number of rows, and whether a smaller suite might be found by dropping earlier cases.
  @discardableResult
  func addRows(
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks,
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (lowerBound: Int, isLarge: Bool) {
    for row in tasks.review { try add(row, .review, to: &plan, tasks) }
    guard depth >= .relevant else { return (0, false) }
    // Without this call the monitor would not be consulted for specs whose operations read nothing.
    let nothing = CoveringEstimate(
      CoveringRequest(groups: [], isAsked: [], weights: []),
      domains: lowered.domains
    )
    guard effort.monitor?.goesOn(.begins(nothing)) ?? true else {
      throw LimitExceeded(what: "the work was stopped before it began")
    }
    var (lowerBound, isLarge) = try addRelevantRows(to: &plan, tasks, effort)
    if let space = tasks.definedSpace {
      let all = try addAllRows(to: &plan, space, effort)
      lowerBound = all.lowerBound
      isLarge = isLarge || all.isLarge
    }
    for (place, strength) in plan.standing.shownAtLowerStrength {
      let operation = plan.operation(ofValue: plan.standing.cases[place].setup.operation)
      guard stands(plan.standing[place], tasks.operations[operation]) else { continue }
      let depth = max(.relevant, plan.standing.cases[place].old.depth ?? .review)
      plan.add(plan.standing[place].compactMap(\.self), depth, before: place, strength: strength)
    }
    lowerBound += openRowsNeeded(tasks.operations)
    return (lowerBound, isLarge)
  }

  /// Adds the rows of every operation, then rows for values that occur in none.
  ///
  /// Returns a lower bound of the rows that the tuples take, and whether a smaller suite might be found by dropping earlier cases.
  private func addRelevantRows(
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks,
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (lowerBound: Int, isLarge: Bool) {
    let operations = tasks.operations
    var new: [(operation: Int, row: [Int])] = []
    var lowerBound = 0
    var isLarge = false
    for group in tasks.groups {
      for row in group.extremes { try add(row, .relevant, to: &plan, tasks) }
      for (number, first) in group.defined {
        let operation = operations[number]
        let rows = plan.rows(of: number)
        guard let first, !plan.contains(first), plan.shown[first] == nil else { continue }
        if operation.isPlain(first) {
          try add(first, .relevant, to: &plan, tasks)
        } else if operation.reads.isEmpty, !rows.contains(where: operation.isDefined) {
          // Any row will do: an earlier one if possible, else the plainest.
          let offered = try offered(to: operation, plan)
          if let place = offered.first(where: { stands(plan.standing[$0], operation) }) {
            plan.add(plan.standing[place].compactMap(\.self), .relevant, before: place)
          } else {
            new.append((number, first))
          }
        }
      }
      // An operation that reads nothing has one row.
      lowerBound += group.defined.count - group.readers.count
      guard let suite = group.suite else { continue }
      var earlier: [Int] = []
      for reader in group.readers { earlier += try offered(to: operations[reader], plan) }
      earlier.sort()
      let found = try suite.suite(
        fixed: group.readers.flatMap { plan.rows(of: $0).filter(operations[$0].isDefined) },
        earlier: earlier.map { plan.standing[$0] },
        effort
      )
      lowerBound += found.lowerBound
      isLarge = isLarge || found.isLarge
      for (place, row) in found.kept { plan.add(row, .relevant, before: earlier[place]) }
      new += found.new.map { (plan.operation(of: $0), $0) }
    }
    for row in try plainRows(of: new, beside: plan, tasks) {
      try add(row, .relevant, to: &plan, tasks)
    }
    try addMissingValues(to: &plan, tasks)
    return (lowerBound, isLarge)
  }

  /// Returns the earlier cases that may serve for an operation, without outdated ones.
  func offered(to operation: OperationRows, _ plan: SuitePlan) throws(LimitExceeded) -> [Int] {
    var offered: [Int] = []
    for place in plan.standing.offered(to: operation.operation.value, .relevant)
    where try !isOutdated(plan.standing[place], operation) {
      offered.append(place)
    }
    return offered
  }

  /// True if an earlier row is complete, can happen and has a defined result.
  func stands(_ row: [Int?], _ operation: OperationRows) -> Bool {
    let whole = row.compactMap(\.self)
    return whole.count == row.count && operation.contains(whole) && operation.isDefined(whole)
  }

  /// Adds rows of a space until all tuples of all factors are covered.
  ///
  /// Returns a lower bound of the rows that the tuples take, and whether a smaller suite might be found by dropping earlier cases.
  private func addAllRows(
    to plan: inout SuitePlan,
    _ space: Space,
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (lowerBound: Int, isLarge: Bool) {
    let fixed = plan.rows.map(\.row).filter(space.contains(row:))
    let earlier = plan.standing.offered(to: nil, .all)
    var request = allPairs()
    request.effort = effort.steps
    request.fixed =
      fixed.map { .init(values: $0.map(\.self)) }
      + earlier.map { .init(values: plan.standing[$0], isDroppable: true) }
    let renewal = SuiteRenewal(space: space, request: request, monitor: effort.monitor)
    let (outcome, isLarge) = try renewal.outcome(trading: effort.trades)
    for (place, row) in outcome.suite.rows.enumerated() where place >= fixed.count {
      let before = place < outcome.kept.count ? earlier[outcome.kept[place] - fixed.count] : nil
      plan.add(row, .all, before: before)
    }
    return (outcome.suite.lowerBound, isLarge)
  }

  /// Returns the rows of all operations whose result is defined.
  func definedSpace(_ operations: [OperationRows]) throws(LimitExceeded) -> Space {
    let rows = try operations.map { (operation) throws(LimitExceeded) in
      try store.intersection(operation.defined, operation.cube)
    }
    return Space(analysed.regions.space.apart + [try store.union(rows)], in: store)
  }

  /// Returns the request for depth *all*: the tuples of all factors, and every group that the spec lists.
  func allPairs() -> CoveringRequest {
    let factors = Array(0..<lowered.domains.count)
    let everything = CoveringRequest.Group(factors: factors, strength: strength)
    return CoveringRequest(
      groups: [everything]
        + lowered.specification.coverage.every.map {
          .init(factors: $0.factors, strength: $0.factors.count)
        },
      isAsked: (0..<lowered.domains.count).map { factor in
        (0..<lowered.domains.sizes[factor]).map(lowered.values(of: factor).contains)
      },
      weights: lowered.domains.sizes.map { Array(repeating: 1, count: $0) }
    )
  }

  /// Returns a lower bound of the rows that open questions take, or 0 if an operation has parts, since its rows can be open and defined at
  /// once.
  ///
  /// Two questions about undefined combinations never meet in a row, nor does such a question meet a contradiction; contradictions may
  /// meet.
  private func openRowsNeeded(_ operations: [OperationRows]) -> Int {
    guard !operations.contains(where: { $0.operation.hasParts }) else { return 0 }
    return analysed.questions.count + (analysed.contradictions.isEmpty ? 0 : 1)
  }

  // MARK: Ids

  /// Writes the cases of a plan and gives them ids and titles.
  private func matrix(
    of plan: SuitePlan,
    _ tasks: SuiteTasks,
    _ earlier: EarlierSuite?,
    lowerBound: Int
  ) throws(LimitExceeded) -> TestMatrix {
    let writer = CaseWriter(analysed, tasks.operations)
    var cases: [TestCase] = []
    for planned in plan.rows {
      try analysed.chargeCase()
      var testCase = writer.testCase(
        planned.row,
        of: planned.operation,
        planned.depth,
        before: planned.before.map { plan.standing.cases[$0] }
      )
      testCase.strength = planned.strength
      cases.append(testCase)
    }
    let retired = (earlier?.retired ?? []) + plan.standing.retired
    var ids = CaseIDs(of: cases, retired: retired)
    ids.give(to: &cases, of: lowered.specification)
    cases = cases.inReadingOrder(of: lowered.specification)
    let living = Dictionary(uniqueKeysWithValues: cases.map { ($0.id, $0.code) })
    var matrix = TestMatrix(
      strength: strength,
      depth: depth,
      cases: try analysed.titled(cases, earlier: analysed.standingTitles(of: cases, in: earlier)),
      retired: retired.filter { living[$0.id] != $0.code }
        .sorted { ($0.id, $0.code) < ($1.id, $1.code) },
      isOptimal: depth >= .relevant && cases.count <= lowerBound,
      waiting: tasks.waiting
    )
    try analysed.addFlows(
      to: &matrix,
      after: earlier,
      inPairs: depth == .all,
      by: tasks.flowWriter
    )
    return matrix
  }
}
