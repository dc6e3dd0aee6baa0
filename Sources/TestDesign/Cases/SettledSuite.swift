import Combinatorics
import Specification

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
    rows.count == standing.cases.count && standing.gone.isEmpty
      && rows.allSatisfy { planned in
        guard let before = planned.before else { return false }
        let old = standing.cases[before].old
        return standing[before] == planned.row && old.depth == planned.depth
          && old.strength == planned.strength
      }
  }
}

/// The rows of a suite while it is made.
struct SuitePlan {
  struct Row {
    var row: [Int]
    /// The place in `Specification.caseOperations`.
    var operation: Int
    var depth: Depth
    /// The earlier case that it is: a place in `StandingCases.cases`.
    var before: Int?
    /// A strength below today's that showed the row, which nothing asks for today.
    var strength: Int?
  }

  private(set) var rows: [Row] = []
  private(set) var standing: StandingCases
  /// The earlier cases that may substitute for a row.
  var substitutes: [SubstituteKey: Substitutes] = [:]
  private var rowsOf: [Int: [[Int]]] = [:]
  private var present: Set<[Int]> = []
  /// Rows that were added, or that have a substitute.
  var shown: Set<[Int]> = []
  /// By `CaseOperation.value`: its place in `Specification.caseOperations`.
  private let places: [Int: Int]

  init(standing: StandingCases, _ operations: [OperationRows]) {
    self.standing = standing
    places = Dictionary(
      uniqueKeysWithValues: operations.enumerated().map { ($1.operation.value, $0) }
    )
  }

  /// The place of a row's operation in `Specification.caseOperations`.
  func operation(of row: [Int]) -> Int { operation(ofValue: row[row.count - 1]) }

  /// The same of a `CaseOperation.value`.
  func operation(ofValue value: Int) -> Int {
    guard let place = places[value] else {
      preconditionFailure("a row of a suite has an operation that cases can do")
    }
    return place
  }

  func contains(_ row: [Int]) -> Bool { present.contains(row) }

  /// The rows of an operation so far.
  func rows(of operation: Int) -> [[Int]] { rowsOf[operation] ?? [] }

  /// Adds a row that is not there yet: as the earlier case that is told, or else as one that it fits, if there is one.
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

  /// The plan with the rows that the next generation has, for what it has them.
  ///
  /// - Parameter next: The plan that was made with the cases of this one.
  /// - Returns: `nil` if the next generation has other rows: this plan was not complete.
  func keeping(_ next: SuitePlan) -> SuitePlan? {
    guard next.rows.allSatisfy({ $0.before != nil && present.contains($0.row) }) else { return nil }
    let needed = Dictionary(uniqueKeysWithValues: next.rows.map { ($0.row, $0) })
    var kept = self
    kept.rows = []
    kept.rowsOf = [:]
    kept.present = []
    kept.standing.useNone()
    for var row in rows {
      guard let now = needed[row.row] else { continue }
      (row.depth, row.strength) = (now.depth, now.strength)
      kept.add(row)
    }
    return kept
  }
}
