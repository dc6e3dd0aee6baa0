/// An earlier case in today's numbers.
package struct EarlierSetup: Hashable, Sendable {
  package enum Entry: Hashable, Sendable {
    case value(Int)
    case notApplicable
    /// The case knows nothing of the factor.
    case unknown
  }

  /// By factor of the specification.
  package var values: [Entry]
  /// The number in `Specification.operationValues`.
  package var operation: Int
  /// Whether the case named factors that are gone.
  package var knewMore = false

  /// Whether a combination is the very same: it says no more and no less.
  package func isSame(as combination: Combination) -> Bool {
    !knewMore && operation == combination.operation
      && values == combination.values.map { $0.map(Entry.value) ?? .notApplicable }
  }
}
