/// Finds a few of many statements that together leave nothing of some rows, none of them to spare.
///
/// # Chapter: why something cannot be
///
/// **Problem.** Forty constraints leave no row with `payment: card`. Whoever is to fix that wants to know which of them do it: a set of
/// statements that together exclude the rows, such that without any one of them something would be left (a *minimal conflict*).
///
/// **Naive way.** Leave out one statement after the other and keep what is left as long as it is still a conflict: with n statements n
/// questions, each about nearly n sets.
///
/// **Idea.** Take statements from the first on until nothing is left. The last one taken is part of a conflict with some of those before it,
/// so keep it for good, begin again with it already taken, and so on, until what is kept leaves nothing by itself. The end of each
/// round is looked for in doubling steps and then by halving. The conflict found is the one that leaving out from the last statement to
/// the first would end with, so whoever wants some statements to be named rather than others puts them in front.
///
/// **Worked example.** Of the rows of a, b, c of two values: s1 "a = 0", s2 "b = 0", s3 "a = 1 or c = 0", s4 "c = 1". The first three
/// leave a row, all four do not: s4 is kept. With s4, s1 and s2 still leave something and s3 does not: s3 is kept. With both, s1 alone is
/// enough: s1, s3 and s4 are the conflict.
///
/// **Cost.** With k statements in the conflict (k + 1) · O(log n) questions. Each is an intersection of diagrams made before; where these
/// outgrow a share of the store's nodes, it asks for a row that is in all sets (`JointFinder`).
///
/// Sources: U. Junker, "QUICKXPLAIN: Preferred Explanations and Relaxations for Over-Constrained Problems", AAAI 2004 (this order of
/// preference; REPLAYXPLAIN is the round); J. Bentley, A. Yao, "An Almost Optimal Algorithm for Unbounded Searching", 1976.
package struct MinimalConflict {
  private let store: DiagramStore
  private let statements: [Diagram]
  private let rows: Diagram
  /// The part of the node limit up to which diagrams are joined.
  private let share: Double

  /// By number of statements from the first on: the rows that they leave.
  private var left: [Diagram]
  /// What the statements kept leave of all rows; `nil` once diagrams are no longer joined.
  private var allowed: Diagram? = .full
  private var kept: [Int] = []
  /// Answers the questions once the diagrams are too large to be joined; each statement is one of its optional sets.
  private var finder: JointFinder?
  /// Whether-anything-is-left questions so far: the measure of its cost.
  private(set) var questions = 0

  /// - Parameters:
  ///   - statements: The sets, those to be named rather than others in front.
  ///   - rows: What they leave nothing of.
  ///   - store: The store of all these.
  ///   - share: The part of the store's node limit, from 0 to 1, that may be used up before it goes on without joining diagrams.
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

  /// Places among the statements, ascending: none where there are no rows in the first place; `nil` if the statements leave some row.
  ///
  /// - Throws: `LimitExceeded` if a search for a row took too long.
  package mutating func places() throws(LimitExceeded) -> [Int]? {
    // How many statements from the first on, together with those kept, leave nothing.
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

  /// True if so many statements from the first on, with those kept, leave some row.
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
