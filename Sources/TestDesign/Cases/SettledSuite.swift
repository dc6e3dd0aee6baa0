import Combinatorics

/// How hard suites are made smaller.
struct SuiteEffort {
  var steps: CoveringEffort?
  /// Follows the work and may end it early.
  var monitor: CoveringMonitor?
  /// True if earlier cases may go for a smaller suite.
  var trades = false
}

/// Chooses rows until the next generation would choose the same.
///
/// # Chapter: a suite that stands
///
/// **Problem.** Whoever generates twice without a change expects the same files. But rows are chosen one operation after the other and on top of each
/// other: a new row may have all that an earlier one was kept for, a value that took its turn in a new row is one that an earlier row
/// need not show any more. The next generation, which finds all rows standing, would see that and retire cases without anybody having
/// changed anything.
///
/// **Idea.** What the next generation will do is done at once. Rows are chosen; then, as long as something goes, they are chosen again with the result
/// for the earlier suite. A complete suite gets no new rows, so that each round has fewer, and the last one has changed nothing: it is the next
/// generation. Cases that go in a later round are retired, or were never given an id.
///
/// True if earlier cases may go for a smaller suite is asked only where the earlier suite does not stand as it is, for the same reason.
///
/// **Cost.** A round without new rows takes no search: it counts which row is the only one to hold something. Mostly there is one.
extension CaseDesigner {
  /// The rows of a suite on top of earlier cases.
  ///
  /// - Parameters:
  ///   - standing: The earlier cases.
  ///   - tasks: What the suite must hold.
  ///   - effort: How hard it is made smaller; whether it trades is decided here.
  /// - Returns: The rows, and how many there are at least.
  /// - Throws: `LimitExceeded` if there are too many tuples.
  func settledPlan(
    _ standing: StandingCases,
    _ tasks: SuiteTasks,
    _ effort: SuiteEffort
  ) throws(LimitExceeded) -> (plan: SuitePlan, lowerBound: Int) {
    var plan = SuitePlan(standing: standing, tasks.operations)
    var (lowerBound, isLarge) = try addRows(to: &plan, tasks, effort)
    if plan.isAsItStood { return (plan, lowerBound) }
    if isLarge, standing.canTrade {
      plan = SuitePlan(standing: standing, tasks.operations)
      let trading = SuiteEffort(steps: effort.steps, monitor: effort.monitor, trades: true)
      lowerBound = max(lowerBound, try addRows(to: &plan, tasks, trading).lowerBound)
    }
    while true {
      var next = SuitePlan(standing: StandingCases(next: plan), tasks.operations)
      let again = try addRows(to: &next, tasks, SuiteEffort(monitor: effort.monitor))
      lowerBound = max(lowerBound, again.lowerBound)
      guard !next.isAsItStood, let fewer = plan.keeping(next) else { return (plan, lowerBound) }
      plan = fewer
    }
  }
}

extension SuitePlan {
  /// True if the rows are those of the earlier suite, and all of them.
  fileprivate var isAsItStood: Bool {
    rows.count == standing.cases.count && !standing.hasGoneCases
      && rows.allSatisfy { planned in
        guard let before = planned.before else { return false }
        let old = standing.cases[before].old
        return standing[before] == planned.row && old.depth == planned.depth
          && old.strength == planned.strength
      }
  }

  /// The rows that the next generation has, for what it has them.
  ///
  /// - Parameter next: The plan that was made with the cases of this one.
  /// - Returns: `nil` if the next generation has other rows: this plan was not complete.
  fileprivate func keeping(_ next: SuitePlan) -> SuitePlan? {
    let places = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.row, $0) })
    var needed: [Int: Row] = [:]
    for planned in next.rows {
      guard planned.before != nil, let place = places[planned.row] else { return nil }
      needed[place] = planned
    }
    return keeping { place in needed[place] }
  }
}
