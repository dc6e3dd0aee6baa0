package import Diagnostics

/// What a `when`, `require`, `exclude` or `only_when` says: it holds where at least one of its conjunctions does.
///
/// Every written form is already turned into sets of values: `{not: …}`, `{only: valid}`, `{from:, to:}`, `{applies: …}`, a bare
/// operation that stands for its variants.
package struct Condition: Sendable {
  /// Never empty.
  ///
  /// A conjunction without terms holds everywhere.
  package var alternatives: [Conjunction]
  /// The map or list that was written; of a missing `when` the rule's own place.
  package var span: SourceSpan

  /// Whether the condition holds everywhere because it names nothing.
  package var isUnconditional: Bool { alternatives.contains { $0.terms.isEmpty } }
}

/// Terms that must all hold; each factor is named at most once.
package struct Conjunction: Sendable {
  /// In the order written.
  package var terms: [Term]
}

/// That a factor has one of some values.
package struct Term: Sendable {
  /// The factor's number; `Specification.operationFactor` for the operation.
  package var factor: Int
  /// The numbers of the values that it may have, ascending.
  package var values: [Int]
  /// Whether it may also be not applicable (written `{applies: false}`, the only form that says so).
  package var allowsNotApplicable: Bool
  /// The factor's name in the condition.
  package var span: SourceSpan
}

/// What cannot happen.
package struct Constraint: Sendable {
  /// What a constraint demands.
  package enum Rule: Sendable {
    /// Wherever `when` holds, `require` holds.
    case require(when: Condition, require: Condition)
    /// This never holds.
    case exclude(Condition)
  }

  /// What it demands.
  package var rule: Rule
  /// Why, as the author wrote it.
  package var because: String?
  /// The whole entry.
  package var span: SourceSpan
}
