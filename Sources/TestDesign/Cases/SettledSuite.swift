import Combinatorics
import Specification

/// The effort to make a suite smaller.
struct SuiteEffort {
  var steps: CoveringEffort?
  /// Follows the work and may end it early.
  var monitor: CoveringMonitor?
  /// True if earlier cases may be dropped for a smaller suite.
  var trades = false
}

/// Chooses rows until the next generation would choose the same.
///
/// # Chapter: a stable suite
///
/// **Problem.** Whoever generates twice without a change expects the same files. But rows are chosen one operation after the other, on top
/// of each other: a new row may cover everything that an earlier one was kept for, or contain a value that an earlier row then no longer
/// needs to show. The next generation, which starts with all of these rows, would notice and retire cases although nobody changed anything.
///
/// **Idea.** Do at once what the next generation would do. Rows are chosen; then, until nothing changes, they are chosen again with the
/// result as the earlier suite. Most rounds only drop rows; when an earlier case moves from one row to another, the row that the first one
/// then needs is added. Cases dropped in a later round are retired, or were never given an id.
///
/// For the same reason, dropping earlier cases for a smaller suite is considered only if the earlier suite is not valid as it is.
///
/// **Cost.** A round without new rows takes no search: it counts which tuples only one row covers. Usually there is one such round.
extension CaseDesigner {
  /// Returns the rows of a suite on top of earlier cases, and a lower bound of their number.
  ///
  /// The method decides itself whether earlier cases may be dropped, so `effort.trades` is expected to be false. Throws `LimitExceeded` if
  /// there are too many tuples.
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
    for _ in 0..<Self.maxRounds {
      var next = SuitePlan(standing: StandingCases(next: plan), tasks.operations)
      let again = try addRows(to: &next, tasks, SuiteEffort(monitor: effort.monitor))
      lowerBound = max(lowerBound, again.lowerBound)
      if next.isAsItStood { break }
      plan = plan.following(next)
    }
    return (plan, lowerBound)
  }

  /// Far more than suites take; ends the search if two plans should ever follow each other.
  private static let maxRounds = 64
}

extension SuitePlan {
  /// True if the rows are exactly those of the earlier suite.
  fileprivate var isAsItStood: Bool {
    rows.count == standing.cases.count && standing.gone.isEmpty
      && rows.allSatisfy { planned in
        guard let before = planned.before else { return false }
        let old = standing.cases[before].old
        return standing[before] == planned.row && old.depth == planned.depth
          && old.strength == planned.strength
      }
  }
}

/// The rows of a suite under construction.
struct SuitePlan {
  struct Row {
    var row: [Int]
    /// An index into `Specification.caseOperations`.
    var operation: Int
    var depth: Depth
    /// The earlier case that the row continues: an index into `StandingCases.cases`.
    var before: Int?
    /// The strength that required the row, if lower than today's and not required today.
    var strength: Int?
  }

  private(set) var rows: [Row] = []
  private(set) var standing: StandingCases
  /// The earlier cases that may substitute for a row, cached.
  var substitutes: [SubstituteKey: Substitutes] = [:]
  private var rowsOf: [Int: [[Int]]] = [:]
  private var present: Set<[Int]> = []
  /// Rows that were added or have a substitute, with the greatest depth at which that suffices.
  var shown: [[Int]: Depth] = [:]
  /// The index into `Specification.caseOperations`, by `CaseOperation.value`.
  private let places: [Int: Int]

  init(standing: StandingCases, _ operations: [OperationRows]) {
    self.standing = standing
    places = Dictionary(
      uniqueKeysWithValues: operations.enumerated().map { ($1.operation.value, $0) }
    )
  }

  /// Returns the index of a row's operation in `Specification.caseOperations`.
  func operation(of row: [Int]) -> Int { operation(ofValue: row[row.count - 1]) }

  /// Returns the index of a `CaseOperation.value` in `Specification.caseOperations`.
  func operation(ofValue value: Int) -> Int {
    guard let place = places[value] else {
      preconditionFailure("a row of a suite has an operation that cases can do")
    }
    return place
  }

  func contains(_ row: [Int]) -> Bool { present.contains(row) }

  /// Returns the rows of an operation so far.
  func rows(of operation: Int) -> [[Int]] { rowsOf[operation] ?? [] }

  /// Adds a row unless it is present, as continuation of the given earlier case or else of any that it matches.
  mutating func add(_ row: [Int], _ depth: Depth, before: Int? = nil, strength: Int? = nil) {
    guard !present.contains(row) else { return }
    let before = before ?? standing.place(of: row)
    let operation = operation(of: row)
    add(Row(row: row, operation: operation, depth: depth, before: before, strength: strength))
  }

  private mutating func add(_ row: Row) {
    present.insert(row.row)
    if let before = row.before { standing.use(before) }
    rows.append(row)
    rowsOf[row.operation, default: []].append(row.row)
  }

  /// Returns the plan with exactly the rows of the next generation; the earlier cases of its rows are those of this one.
  ///
  /// `next` was made with the cases of this plan as earlier ones.
  func following(_ next: SuitePlan) -> SuitePlan {
    let needed = Dictionary(uniqueKeysWithValues: next.rows.map { ($0.row, $0) })
    var followed = self
    followed.rows = []
    followed.rowsOf = [:]
    followed.present = []
    followed.standing.useNone()
    for var row in rows {
      guard let now = needed[row.row] else { continue }
      (row.depth, row.strength) = (now.depth, now.strength)
      followed.add(row)
    }
    for row in next.rows { followed.add(row.row, row.depth, strength: row.strength) }
    return followed
  }
}
