import Combinatorics

/// The combinations that answers are not about: they must stay decided by the rules that decide them.
///
/// An entry of `impossible` may put a rule within another, so that it becomes its exception; a list of `precedence` may rank rules that the
/// question did not name.
struct UnaskedOutcomes {
  private let before: RuleRegions
  private let after: RuleRegions
  /// Where anything may change, in the store of `after`.
  private let asked: Diagram

  /// - Parameters:
  ///   - before: The regions of the rules without the answers.
  ///   - after: The regions with them.
  ///   - asked: The combinations of the questions, in `store`.
  ///   - store: A store of the same factors.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
  init(
    _ before: RuleRegions,
    _ after: RuleRegions,
    asked: [Diagram],
    in store: DiagramStore
  ) throws(LimitExceeded) {
    self.before = before
    self.after = after
    let own = after.space.store
    self.asked = try own.copy(try store.union(asked), of: store)
  }

  /// Compares who wins.
  ///
  /// - Parameter rules: The number of each rule before and after.
  /// - Returns: True if all other combinations that can still happen are decided by the same rules.
  /// - Throws: `LimitExceeded` if the diagrams outgrow their limit.
  func areKept(_ rules: some Sequence<(Int, Int)>) throws(LimitExceeded) -> Bool {
    let store = after.space.store
    for (old, new) in rules {
      let former = try store.intersection(
        after.space.all,
        try store.copy(before.wins[old], of: before.space.store)
      )
      let changed = try store.union(
        try store.difference(former, after.wins[new]),
        try store.difference(after.wins[new], former)
      )
      guard try after.space.isWithin(changed, asked) else { return false }
    }
    return true
  }
}
