/// What a suite covers of a space.
package struct Coverage: Hashable, Sendable {
  /// Coverage of one group of factors at its strength.
  package struct Group: Hashable, Sendable {
    /// The factors and the strength, as asked for.
    package var group: CoveringRequest.Group
    /// How many tuples of asked values some row of the space has.
    package var possible = 0
    /// How many of them some valid row of the suite has.
    package var covered = 0
    /// Possible tuples that no valid row has, in lexicographic order of factors and values, as many as were to be listed.
    package var uncovered: [ValueTuple] = []
    /// By row of the suite: how many possible tuples it has that no row before it has; 0 for an invalid row.
    package var newTuples: [Int]

    /// How many possible tuples no valid row has, listed or not.
    package var uncoveredCount: Int { possible - covered }
    package var isComplete: Bool { possible == covered }
  }

  /// A row that cannot be run, and therefore covers nothing.
  package struct InvalidRow: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
      /// It has a place too few or too many.
      case wrongLength(Int)
      /// The factor has no such value.
      case unknownValue(factor: Int)
      /// No row of the space has all these values of the row; it has one with all but any one of them.
      case neverTogether(ValueTuple)
    }

    /// The index of the row in the suite.
    package var row: Int
    package var reason: Reason
  }

  /// By group, in the order in which they were asked for.
  package var groups: [Group]
  /// Ascending.
  package var invalid: [InvalidRow]
}
