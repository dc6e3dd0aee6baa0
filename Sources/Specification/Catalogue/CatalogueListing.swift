/// What is known of an entry of the catalogue before its words are read.
package struct CatalogueListing: Hashable, Sendable {
  package var id: String
  package var kind: CatalogueEntry.Kind
  /// The traits that call for the entry; empty means every feature that names any.
  package var traits: [String]
  /// Whether leaving it out unconsidered is an error.
  package var isCore: Bool

  /// Whether a feature with these traits is asked about it.
  ///
  /// A feature that names no traits is asked about the core.
  package func isCalledFor(by featureTraits: [String]) -> Bool {
    if featureTraits.isEmpty { return isCore }
    return traits.isEmpty || traits.contains(where: featureTraits.contains)
  }
}
