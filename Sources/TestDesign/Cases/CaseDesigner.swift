package import Combinatorics
package import Specification

extension AnalysedSpecification {
  /// The suite of the spec.
  ///
  /// - Parameters:
  ///   - earlier: What the last generation left: its cases keep their ids while something needs them.
  ///   - depth: How much the suite holds; `nil` for what the settings say, else `relevant`.
  ///   - strength: 1 to 6; `nil` for what the settings say, else 2.
  ///   - effort: How long the suite is made smaller; `nil` for not at all.
  ///   - monitor: Follows the work and may end it early.
  /// - Returns: The cases in reading order.
  /// - Throws: `LimitExceeded` if there are too many tuples to cover.
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
/// **Problem.** A suite of all pairs is complete and unreadable: most of what it varies around an operation makes no difference to what is
/// expected, and its rows are alike in nothing.
///
/// **Idea.** Each depth is built on the rows of the one before it. *Review* has each rule and each question once, in the plainest surroundings
/// (`ReviewRows`). *Relevant* adds, operation by operation, the tuples of values that its rules read (`OperationSuite`): with the operation in every
/// tuple, no row serves two operations, so each is a small task of its own, often with a provably smallest answer. What makes no difference
/// in a row has its usual value there. *All* adds the pairs of any factors.
///
/// What is open has its rows at every depth; beside them, tuples count in rows with a defined result only.
///
/// **Cost.** A covering array for each operation, over the factors that it reads; at depth *all* one more over all factors.
struct CaseDesigner {
  let analysed: AnalysedSpecification
  let depth: Depth
  let strength: Int
  var lowered: LoweredSpecification { analysed.regions.space.lowered }
  var store: DiagramStore { analysed.regions.space.store }

  /// Prepares the suite of a spec at a strength; strengths beyond the number of factors cover all of them together.
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

  /// The cases of an earlier suite that still stand.
  func standing(_ earlier: EarlierSuite?, _ operations: [OperationRows]) -> StandingCases {
    StandingCases(earlier, in: lowered, operations, depth: depth, strength: strength)
  }

  /// Adds what a plan lacks at the designer's depth.
  ///
  /// - Returns: How many rows there are at least, and whether earlier cases might go for a smaller suite.
  @discardableResult
  func addRows(
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks,
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (lowerBound: Int, isLarge: Bool) {
    for row in tasks.review { try add(row, .review, to: &plan, tasks) }
    guard depth >= .relevant else { return (0, false) }
    // Operations that read nothing take no covering array that would ask whether to go on.
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

  /// Adds the rows of every operation, then rows for values that are in none.
  ///
  /// - Returns: How many rows the tuples take at least, and whether earlier cases might go for a smaller suite.
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
        guard let first, !plan.contains(first), !plan.shown.contains(first) else { continue }
        if operation.isPlain(first) {
          try add(first, .relevant, to: &plan, tasks)
        } else if operation.reads.isEmpty, !rows.contains(where: operation.isDefined) {
          // Any row will do: one that was there before, or else the plainest.
          if let place = plan.standing.offered(to: operation.operation.value, .relevant).first(
            where: { stands(plan.standing[$0], operation) }
          ) {
            plan.add(plan.standing[place].compactMap(\.self), .relevant, before: place)
          } else {
            new.append((number, first))
          }
        }
      }
      // What reads nothing has its one row.
      lowerBound += group.defined.count - group.readers.count
      guard let suite = group.suite else { continue }
      let earlier = group.readers.flatMap {
        plan.standing.offered(to: operations[$0].operation.value, .relevant)
      }.sorted()
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

  /// True if an earlier row leaves nothing open and is a defined one of the operation.
  func stands(_ row: [Int?], _ operation: OperationRows) -> Bool {
    let whole = row.compactMap(\.self)
    return whole.count == row.count && operation.contains(whole) && operation.isDefined(whole)
  }

  /// Adds rows of a space until any values of any factors have come together.
  ///
  /// - Returns: How many rows the tuples take at least, and whether earlier cases might go for a smaller suite.
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

  /// The rows of all operations whose result is defined.
  func definedSpace(_ operations: [OperationRows]) throws(LimitExceeded) -> Space {
    let rows = try operations.map { (operation) throws(LimitExceeded) in
      try store.intersection(operation.defined, operation.cube)
    }
    return Space(analysed.regions.space.apart + [try store.union(rows)], in: store)
  }

  /// What a suite of depth *all* covers: any values of any factors, and every group that the spec names.
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

  /// How many rows what is open takes at least, operations with parts aside, where it shares rows with what is defined.
  ///
  /// No two questions about what is undefined meet in a row, nor does one and a contradiction; contradictions may.
  private func openRowsNeeded(_ operations: [OperationRows]) -> Int {
    guard !operations.contains(where: { $0.operation.hasParts }) else { return 0 }
    return analysed.questions.count + (analysed.contradictions.isEmpty ? 0 : 1)
  }

  // MARK: Ids

  /// The matrix of a plan.
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
