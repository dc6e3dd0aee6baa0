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

  /// Groups to cover; the plain suite is the one group of all factors at the default strength. Strengths 1 to 6, at most the
  /// number of the group's factors.
  package var groups: [Group]
  /// By factor and value: whether coverage asks for the value (it does not for "not applicable").
  package var isAsked: [[Bool]]
  /// By factor and value, from 1: among equally good values the heavier is taken.
  package var weights: [[Int]]
  /// Rows that stand, in this order, before any other; `nil` where any value may stand. Each must be possible.
  package var fixed: [[Int?]]
  /// Sets of rows inside the space, each to be met by at least one row.
  package var targets: [Diagram]
  /// Seed of the generator's draws.
  package var seed: UInt64

  package init(
    groups: [Group],
    isAsked: [[Bool]],
    weights: [[Int]],
    fixed: [[Int?]] = [],
    targets: [Diagram] = [],
    seed: UInt64 = 0
  ) {
    self.groups = groups
    self.isAsked = isAsked
    self.weights = weights
    self.fixed = fixed
    self.targets = targets
    self.seed = seed
  }
}
