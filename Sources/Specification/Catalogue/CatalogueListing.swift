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
  /// A feature of which nobody said what it does (`nil`) is asked about the core, one with an empty list of traits about nothing.
  package func isCalledFor(by featureTraits: [String]?) -> Bool {
    guard let featureTraits else { return isCore }
    if featureTraits.isEmpty { return false }
    return traits.isEmpty || traits.contains(where: featureTraits.contains)
  }
}
