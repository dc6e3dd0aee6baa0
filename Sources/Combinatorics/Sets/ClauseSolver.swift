import CCaDiCaL

/// Decides if clauses can all be true, by CaDiCaL.
///
/// A variable is a positive number, a literal a variable or the negative of one, which is its opposite. The solver keeps what it learns from
/// one question for the next ones. Its models differ from release to release; whether there is one does not.
///
/// Source: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks, F. Pollitt, "CaDiCaL 2.0", CAV 2024.
@safe final class ClauseSolver {
  private let solver: OpaquePointer
  private(set) var variableCount: Int32 = 0
  /// The steps charged for every question: it reads all clauses.
  private var size = 0
  private let budget: StepBudget
  /// Steps taken by all questions so far.
  private(set) var steps = 0
  /// The first question that was given up ends all.
  private(set) var failure: LimitExceeded?

  /// The most conflicts of one question.
  private static let conflictLimit = 1_000_000
  /// Conflicts after which steps are charged.
  private static let conflictsAtOnce = 1_000
  /// A conflict takes 10 to 30 microseconds.
  private static let stepsPerConflict = 4_000

  init(budget: StepBudget) {
    guard let solver = unsafe ccadical_init() else { preconditionFailure("memory for a solver") }
    unsafe self.solver = solver
    // It would write to standard output, and ask the system for its time at every question.
    unsafe ccadical_set_option(solver, "quiet", 1)
    unsafe ccadical_set_option(solver, "realtime", 1)
    self.budget = budget
  }

  deinit { unsafe ccadical_release(solver) }

  func newVariable() -> Int32 {
    variableCount += 1
    return variableCount
  }

  /// Demands that one of the literals is true.
  func add(_ clause: [Int32]) {
    for literal in clause { unsafe ccadical_add(solver, literal) }
    unsafe ccadical_add(solver, 0)
    size += clause.count + 1
  }

  /// True if all clauses can be true together with some literals, and one of others if there are any; false also where that was given up.
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

  /// After a yes: true if the literal is true in the model.
  func isTrue(_ literal: Int32) -> Bool {
    // What is returned for a negative literal has changed between releases.
    unsafe (ccadical_val(solver, abs(literal)) > 0) == (literal > 0)
  }

  /// After a no: true if the literal that was assumed has to do with it.
  func isToBlame(_ literal: Int32) -> Bool { unsafe ccadical_failed(solver, literal) != 0 }
}
