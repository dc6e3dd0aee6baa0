/// A limit on the number of steps taken for one spec or model.
///
/// # Chapter: work that terminates
///
/// **Problem.** A node limit bounds memory, not time. The operation cache is lossy, searches with propagation are exponential, and
/// comparing pairs of rules is quadratic: there were one-page specs that took minutes, and some that never finished.
///
/// **Idea.** One unit and one account. A *step* is an operation of 5 to 8 nanoseconds, such as looking up one child of a node; more
/// expensive operations charge more. All diagram stores, searches and comparisons for one spec charge the same budget where the work is
/// done, so that no loop has to know about the others. Once the limit is exceeded, the next charge throws `LimitExceeded`. Optional work is
/// tried with half of the remaining steps (`DiagramStore.attempt`), so that the fallback has the other half.
///
/// **Why steps.** Unlike seconds, they are the same on every machine and in every run, and so is the result, including its absence.
///
/// **Cost.** Inner loops count in a plain integer and charge a few thousand steps at once.
package final class StepBudget {
  /// The number of steps taken so far.
  package private(set) var steps = 0
  /// The maximum number of steps.
  private let total: Int
  /// The limit of the current attempt; at most `total`.
  private var limit: Int

  /// A callback invoked periodically with the number of steps taken so far.
  package var progress: ((Int) -> Void)?
  /// The number of steps at which `progress` is called next.
  private var nextReport = 0
  private static let pause = 5_000_000

  /// The limit for the analysis of one spec, its suite and its tables together.
  ///
  /// It was chosen on a virtual machine of 2024, where all hard specs of `Tests/AdversarialShapes` end within 16 seconds, and the slowest
  /// one that succeeds takes 15.
  package static let ofSpec = 2_500_000_000

  /// The maximum number of steps of an attempt if the total is unlimited.
  private static let maxOfAttempt = ofSpec / 2

  /// Creates a budget, by default one without a limit on the total; attempts are limited even so.
  package init(limit: Int = .max) {
    total = limit
    self.limit = limit
  }

  /// Charges steps.
  ///
  /// - Throws: `LimitExceeded` if the limit is exceeded.
  package func charge(_ count: Int) throws(LimitExceeded) {
    guard note(count) else { throw exceeded }
  }

  /// Charges steps for work that cannot be refused; returns false if the limit is exceeded, in which case the next charge throws.
  @discardableResult
  func note(_ count: Int) -> Bool {
    steps += count
    if steps >= nextReport {
      nextReport = steps + Self.pause
      progress?(steps)
    }
    return steps <= limit
  }

  /// The number of steps that remain.
  var left: Int { limit - steps }

  /// The error to throw if the limit is exceeded.
  var exceeded: LimitExceeded {
    LimitExceeded(what: "more than \(min(total, Self.ofSpec).grouped) steps")
  }

  /// Runs `body` with at most half of the remaining steps and at most `maxOfAttempt`.
  package func attempt<Value>(
    _ body: () throws(LimitExceeded) -> Value
  ) throws(LimitExceeded) -> Value {
    // Do not start if the limit is already exceeded.
    try charge(0)
    let before = limit
    limit = min(limit, steps + min(max(0, limit - steps) / 2, Self.maxOfAttempt))
    defer { limit = before }
    return try body()
  }
}
