/// What a covering array must do.
package struct CoveringRequest: Sendable {
  /// A group of factors to be covered at a strength of its own.
  package struct Group: Hashable, Sendable {
    package var factors: [Int]
    package var strength: Int

    package init(factors: [Int], strength: Int) {
      self.factors = factors
      self.strength = strength
    }
  }

  /// A row that is there before any other.
  ///
  /// Open values are chosen anew each time; to keep those of an earlier suite, give its complete row.
  package struct FixedRow: Hashable, Sendable {
    /// By factor; `nil` where any value may stand.
    package var values: [Int?]
    /// Whether the row goes once nothing needs it, as an earlier generation's does; otherwise it stands in any case.
    package var isDroppable: Bool

    package init(values: [Int?], isDroppable: Bool = false) {
      self.values = values
      self.isDroppable = isDroppable
    }
  }

  /// Groups to cover; the plain suite is the one group of all factors at the default strength.
  ///
  /// A group asks for the values of any `strength` of its factors, 1 to 6; of all its factors where it has fewer.
  package var groups: [Group]
  /// By factor and value: whether coverage asks for the value (it does not for "not applicable").
  package var isAsked: [[Bool]]
  /// By factor and value, from 1: among equally good values the heavier is taken.
  package var weights: [[Int]]
  /// Rows that come first, in this order.
  package var fixed: [FixedRow]
  /// Sets of rows inside the space, each to be met by at least one row unless it is empty.
  package var targets: [Diagram]
  /// Seed of the generator's draws.
  package var seed: UInt64
  /// How long the suite is made smaller; `nil` for the greedy suite as it is.
  package var effort: CoveringEffort?

  package init(
    groups: [Group],
    isAsked: [[Bool]],
    weights: [[Int]],
    fixed: [FixedRow] = [],
    targets: [Diagram] = [],
    seed: UInt64 = 0,
    effort: CoveringEffort? = nil
  ) {
    self.groups = groups
    self.isAsked = isAsked
    self.weights = weights
    self.fixed = fixed
    self.targets = targets
    self.seed = seed
    self.effort = effort
  }
}
