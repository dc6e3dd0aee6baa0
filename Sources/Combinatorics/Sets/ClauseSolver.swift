import CCaDiCaL

/// An incremental SAT solver, backed by CaDiCaL.
///
/// Variables are positive numbers; a literal is a variable or its negation. Learned clauses are kept from one question to the next. Models
/// may differ between CaDiCaL releases; satisfiability does not.
///
/// Source: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks, F. Pollitt, "CaDiCaL 2.0", CAV 2024.
@safe final class ClauseSolver {
  private let solver: OpaquePointer
  private(set) var variableCount: Int32 = 0
  /// The total size of the clauses, charged for every question because each one reads them all.
  private var size = 0
  private let budget: StepBudget
  /// The number of steps taken by all questions so far.
  private(set) var steps = 0
  /// The failure of the first question that was abandoned; no further questions are answered.
  private(set) var failure: LimitExceeded?

  /// The maximum number of conflicts per question.
  private static let conflictLimit = 1_000_000
  /// The number of conflicts between two charges to the budget.
  private static let conflictsAtOnce = 1_000
  /// The steps charged per conflict, which takes 10 to 30 microseconds.
  private static let stepsPerConflict = 4_000

  init(budget: StepBudget) {
    guard let solver = unsafe ccadical_init() else { preconditionFailure("memory for a solver") }
    unsafe self.solver = solver
    // Otherwise the solver writes to standard output and queries the system time for every question.
    unsafe ccadical_set_option(solver, "quiet", 1)
    unsafe ccadical_set_option(solver, "realtime", 1)
    self.budget = budget
  }

  deinit { unsafe ccadical_release(solver) }

  func newVariable() -> Int32 {
    variableCount += 1
    return variableCount
  }

  /// Adds a clause: at least one of the literals is true.
  func add(_ clause: [Int32]) {
    for literal in clause { unsafe ccadical_add(solver, literal) }
    unsafe ccadical_add(solver, 0)
    size += clause.count + 1
  }

  /// True if all clauses, all of `literals`, and at least one of `others` (if any) can be true together.
  ///
  /// Also false if the question was abandoned; see `failure`.
  func isSatisfiable(assuming literals: [Int32], oneOf others: [Int32] = []) -> Bool {
    var conflicts = 0
    charge(2_000 + size)
    while failure == nil {
      let most = max(1, min(Self.conflictsAtOnce, budget.left / Self.stepsPerConflict))
      for literal in literals { unsafe ccadical_assume(solver, literal) }
      for literal in others { unsafe ccadical_constrain(solver, literal) }
      if !others.isEmpty { unsafe ccadical_constrain(solver, 0) }
      unsafe ccadical_limit(solver, "conflicts", Int32(most))
      let answer = unsafe ccadical_solve(solver)
      if answer != 0 { return answer == 10 }
      conflicts += most
      charge(most * Self.stepsPerConflict)
      if conflicts >= Self.conflictLimit {
        let what = "the search for a row that satisfies all constraints"
        failure = LimitExceeded(what: "\(what): more than \(conflicts.grouped) conflicts")
      }
    }
    return false
  }

  private func charge(_ count: Int) {
    steps += count
    if !budget.note(count) { failure = budget.exceeded }
  }

  /// True if the literal is true in the model; valid only after `isSatisfiable` returned true.
  func isTrue(_ literal: Int32) -> Bool {
    // The return value for negative literals differs between CaDiCaL releases.
    unsafe (ccadical_val(solver, abs(literal)) > 0) == (literal > 0)
  }

  /// True if an assumed literal contributed to the conflict; valid only after `isSatisfiable` returned false.
  func isToBlame(_ literal: Int32) -> Bool { unsafe ccadical_failed(solver, literal) != 0 }
}
