import Combinatorics

/// One of the statements that together make the space.
struct SpaceConstraint {
  /// What in the specification says so.
  enum Origin: Hashable {
    /// A factor applies exactly where its `only_when` holds.
    case factorApplies(Int)
    /// An operation can be done only where its `only_when` holds.
    case operationPossible(Int)
    /// An entry of `constraints`.
    case constraint(Int)
    /// At most one invalid value stands in a combination.
    case oneInvalid
  }

  var origin: Origin
  var formula: Formula
  /// The factors that it names.
  var factors: [Int]

  /// Whether it is an entry of `constraints`.
  var isWritten: Bool {
    if case .constraint = origin { true } else { false }
  }
}
