/// A rule as it is written.
package struct AbstractRule: Hashable, Codable, Sendable {
  package enum Outcome: Hashable, Codable, Sendable {
    /// One or several results.
    case then([String])
    case undecided(String, ask: String?, until: String?)
  }

  package var id: String
  package var when: AbstractCondition
  package var outcome: Outcome
  /// Ids of the rules that this one overrides by word.
  package var overrides: [String]
  package var source: String?
  package var priority: String?

  package init(
    id: String,
    when: AbstractCondition,
    outcome: Outcome,
    overrides: [String] = [],
    source: String? = nil,
    priority: String? = nil
  ) {
    self.id = id
    self.when = when
    self.outcome = outcome
    self.overrides = overrides
    self.source = source
    self.priority = priority
  }

  package var isUndecided: Bool {
    if case .undecided = outcome { true } else { false }
  }
}
