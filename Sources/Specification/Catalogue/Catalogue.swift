/// The operations that a spec chooses from, in a fixed order.
package struct Catalogue: Sendable {
  package var entries: [CatalogueEntry]
  /// Every trait that a spec may name, in a fixed order.
  package var traits: [String]

  package init(entries: [CatalogueEntry], traits: [String]) {
    self.entries = entries
    self.traits = traits
  }

  package subscript(id: String) -> CatalogueEntry? { entries.first { $0.id == id } }
}
