/// A factor as it is declared.
package struct AbstractFactor: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  package var label: String?
  package var source: AbstractValues
  package var onlyWhen: AbstractCondition?

  package init(
    name: String,
    kind: Kind,
    label: String? = nil,
    values source: AbstractValues,
    onlyWhen: AbstractCondition? = nil
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.source = source
    self.onlyWhen = onlyWhen
  }

  /// Its values, the generated ones included.
  package var values: [AbstractValue] { source.values }
}
