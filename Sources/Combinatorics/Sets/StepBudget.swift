/// Counts the steps that everything takes which is done for one spec or model, and ends it beyond a limit.
///
/// # Chapter: work that ends
///
/// **Problem.** A limit of nodes bounds memory, not work. The results of operations are remembered in a cache that forgets, a search with
/// propagation is exponential, and what is asked of pairs of rules grows with their square: there were specs of a page that took minutes, and
/// some that never came to an end.
///
/// **Idea.** One currency and one account. A *step* is what takes 5 to 8 nanoseconds, such as to look up one child of a node; whoever does
/// more for one thing charges more for it. All stores of diagrams, searches and comparisons of one spec charge the same budget, each
/// where its work is done, so that no loop has to know of the others. Beyond the limit whatever charges next is refused (`LimitExceeded`).
/// What may be spared is tried with half of what is left (`DiagramStore.attempt`): if that does not do, the other way still has the
/// other half.
///
/// **Why steps.** They are the same on every machine and in every run: so is the answer, and so is that there is none.
///
/// **Cost.** The inner loops count in a plain number and charge a few thousand steps at once.
package final class StepBudget {
  /// Steps taken so far.
  package private(set) var steps = 0
  /// The most steps.
  private let total: Int
  /// Where the present attempt ends: at most `total`.
  private var limit: Int

  /// Called now and then with the steps taken so far.
  package var progress: ((Int) -> Void)?
  /// The steps at which it is called next, and how many later again.
  private var nextReport = 0
  private static let pause = 5_000_000

  /// What the analysis of one spec, its suite, and its tables may take together.
  ///
  /// Where it was chosen, on a virtual machine of 2024, the hard specs of `Tests/AdversarialShapes` end after 16 seconds at most; the slowest
  /// answer among them takes 15.
  package static let ofSpec = 2_500_000_000

  /// What an attempt may take at most where nothing limits the whole.
  private static let maxOfAttempt = ofSpec / 2

  /// - Parameter limit: The most steps; by default the whole is not limited, attempts are.
  package init(limit: Int = .max) {
    total = limit
    self.limit = limit
  }

  /// Counts some steps.
  ///
  /// - Throws: `LimitExceeded` if they are more than are left.
  package func charge(_ count: Int) throws(LimitExceeded) {
    guard note(count) else { throw exceeded }
  }

  /// Counts some steps of work that cannot be refused; what comes next is.
  ///
  /// - Returns: True if something is left.
  @discardableResult
  func note(_ count: Int) -> Bool {
    steps += count
    if steps >= nextReport {
      nextReport = steps + Self.pause
      progress?(steps)
    }
    return steps <= limit
  }

  /// The steps that are left.
  var left: Int { limit - steps }

  /// The error if the limit is exceeded.
  var exceeded: LimitExceeded {
    LimitExceeded(what: "more than \(min(total, Self.ofSpec).grouped) steps")
  }

  /// Does something with at most half of the steps that are left.
  package func attempt<Value>(
    _ body: () throws(LimitExceeded) -> Value
  ) throws(LimitExceeded) -> Value {
    // Beyond the limit nothing is begun.
    try charge(0)
    let before = limit
    limit = min(limit, steps + min(max(0, limit - steps) / 2, Self.maxOfAttempt))
    defer { limit = before }
    return try body()
  }
}
