package import Diagnostics

/// Something that happens: what the user does, or what befalls the feature.
package struct Operation: Sendable {
  package var id: String
  package var label: String
  /// Whether the author or the catalogue gave the label.
  package var hasOwnLabel: Bool
  /// The variants; empty for an operation that counts as the one value `id`.
  package var variants: [FactorValue]
  /// The catalogue's entry of the same id, if there is one.
  package var catalogueEntry: CatalogueEntry?
  /// Where the operation can be done; `nil` for everywhere.
  package var onlyWhen: Condition?
  package var note: String?
  /// The key (or list item) that selects the operation.
  package var span: SourceSpan

  package init(
    id: String,
    label: String,
    hasOwnLabel: Bool,
    variants: [FactorValue],
    catalogueEntry: CatalogueEntry?,
    onlyWhen: Condition?,
    note: String?,
    span: SourceSpan
  ) {
    self.id = id
    self.label = label
    self.hasOwnLabel = hasOwnLabel
    self.variants = variants
    self.catalogueEntry = catalogueEntry
    self.onlyWhen = onlyWhen
    self.note = note
    self.span = span
  }
}
