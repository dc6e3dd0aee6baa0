/// Finds a minimal set of statements that together exclude some rows.
///
/// # Chapter: explaining an impossibility
///
/// **Problem.** Forty constraints leave no row with `payment: card`. To fix that, one needs to know which of them are responsible: a set of
/// statements that together exclude the rows but no longer do if any one of them is removed (a *minimal conflict*).
///
/// **Naive way.** Remove one statement after the other and keep the rest as long as it is still a conflict: n questions for n statements,
/// each about nearly n sets.
///
/// **Idea.** Add statements in order until nothing is left. The last one added is part of a conflict with some of those before it, so keep
/// it and start again with it already added, until the kept statements alone leave nothing. The end of each round is located by galloping
/// and bisection. The result is the conflict that removing statements from last to first would find, so statements to be named in
/// preference to others go first.
///
/// **Example.** Rows of a, b, c with two values each; s1 "a = 0", s2 "b = 0", s3 "a = 1 or c = 0", s4 "c = 1". The first three leave a row,
/// all four do not: keep s4. With s4, s1 and s2 still leave something, but s3 does not: keep s3. With both, s1 alone is enough: the
/// conflict is s1, s3 and s4.
///
/// **Cost.** For a conflict of k statements, (k + 1) · O(log n) questions. Each is an intersection of diagrams computed before; once these
/// outgrow a share of the store's nodes, questions go to a `JointFinder` instead.
///
/// Sources: U. Junker, "QUICKXPLAIN: Preferred Explanations and Relaxations for Over-Constrained Problems", AAAI 2004 (this order of
/// preference; REPLAYXPLAIN is the round); J. Bentley, A. Yao, "An Almost Optimal Algorithm for Unbounded Searching", 1976.
package struct MinimalConflict {
  private let store: DiagramStore
  private let statements: [Diagram]
  private let rows: Diagram
  /// The fraction of the node limit up to which diagrams are joined.
  private let share: Double

  /// The rows left by each number of leading statements.
  private var left: [Diagram]
  /// The rows that the kept statements allow, or `nil` once diagrams are no longer joined.
  private var allowed: Diagram? = .full
  private var kept: [Int] = []
  /// Answers questions once the diagrams are too large to join; each statement is one of its optional sets.
  private var finder: JointFinder?
  /// The number of questions asked so far, a measure of the cost.
  private(set) var questions = 0

  /// Creates a search for statements that together exclude `rows`, preferring those in front.
  ///
  /// Diagrams are joined until the store has reached the fraction `share` of its node limit, from 0 to 1.
  package init(
    of statements: [Diagram],
    within rows: Diagram,
    in store: DiagramStore,
    nodeShare share: Double = 1
  ) {
    self.store = store
    self.statements = statements
    self.rows = rows
    self.share = share
    left = [rows]
  }

  /// Returns the indices of the conflicting statements, ascending, or `nil` if the statements leave some row.
  ///
  /// The result is empty if `rows` is.
  ///
  /// - Throws: `LimitExceeded` if a search for a row took too long.
  package mutating func places() throws(LimitExceeded) -> [Int]? {
    // The number of leading statements that, together with the kept ones, leave nothing.
    var end = statements.count
    guard try !leavesRows(end) else { return nil }
    while true {
      var low = -1
      var high = 0
      while high < end, try leavesRows(high) {
        low = high
        high = min(end, 2 * high + 1)
      }
      while high - low > 1 {
        let middle = (low + high) / 2
        if try leavesRows(middle) { low = middle } else { high = middle }
      }
      guard high > 0 else { return kept }
      end = high - 1
      kept.insert(end, at: 0)
      if let joined = allowed {
        allowed = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
          try store.intersection(joined, statements[end])
        }
      }
    }
  }

  /// True if the first `count` statements, together with the kept ones, leave some row.
  private mutating func leavesRows(_ count: Int) throws(LimitExceeded) -> Bool {
    questions += 1
    if let allowed {
      let result = store.attempt(nodeShare: share) { () throws(LimitExceeded) in
        while left.count <= count, let last = left.last, last != .empty {
          left.append(try store.intersection(last, statements[left.count - 1]))
        }
        return try store.meet(left[min(count, left.count - 1)], allowed)
      }
      if let result { return result }
      self.allowed = nil
    }
    try store.pay()
    let finder = finder ?? JointFinder([rows], optional: statements, in: store)
    self.finder = finder
    let hasRows = finder.hasRows(in: Cube(full: store.domains), with: Array(0..<count) + kept)
    try finder.check()
    return hasRows
  }
}
