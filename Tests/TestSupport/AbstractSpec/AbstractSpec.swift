/// A feature spec in the simplest terms: names and ids are text, every condition stands as it is written.
///
/// It shares nothing with the engine's `Specification`, so that a mistake made there is not made here again.
package struct AbstractSpec: Hashable, Codable, Sendable {
  package var id: String
  package var feature: String
  /// `ja`, `en`, or `nil` where the key is left out.
  package var language: String?
  package var owner: String?
  package var links: [String] = []
  /// The states, then the data, in the order of declaration.
  package var factors: [AbstractFactor] = []
  package var operations: [AbstractOperation] = []
  package var constraints: [AbstractConstraint] = []
  package var rules: [AbstractRule] = []
  package var coverage: AbstractCoverage?
  package var dismissed: [AbstractDismissal] = []
  /// What decides how `yaml()` writes it; it changes nothing of the meaning.
  package var styleSeed: UInt64 = 0

  package init(id: String, feature: String) {
    self.id = id
    self.feature = feature
  }

  /// The factor `operation` as any other: its values are the operations, or their variants.
  package var operationFactor: AbstractFactor {
    AbstractFactor(name: "operation", kind: .state, values: .listed(operations.flatMap(\.values)))
  }
}

/// An entry of the catalogue that was left out on purpose.
package struct AbstractDismissal: Hashable, Codable, Sendable {
  package var id: String
  package var reason: String

  package init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}
