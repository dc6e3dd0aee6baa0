package import Diagnostics

/// Something that may differ when the feature is used: a state of the user or a condition of the data.
package struct Factor: Sendable {
  package enum Kind: String, Sendable {
    case state, data
  }

  package var name: String
  package var kind: Kind
  /// What people read; the name where the author gave none.
  package var label: String
  /// In the order of declaration, generated ones ascending; never empty, ids differ.
  package var values: [FactorValue]
  /// Where the factor applies; `nil` for everywhere.
  package var onlyWhen: Condition?
  package var note: String?
  /// The key that declares the factor.
  package var span: SourceSpan

  package init(
    name: String,
    kind: Kind,
    label: String,
    values: [FactorValue],
    onlyWhen: Condition?,
    note: String?,
    span: SourceSpan
  ) {
    self.name = name
    self.kind = kind
    self.label = label
    self.values = values
    self.onlyWhen = onlyWhen
    self.note = note
    self.span = span
  }
}
