/// What specs forget, in a fixed order: operations to choose from, and prompts for states and data.
///
/// A check looks up a few entries of many, so that the words of an entry are read when they are asked for.
package struct Catalogue: Sendable {
  package var listings: [CatalogueListing]
  /// Every trait that a spec may name, in a fixed order.
  package var traits: [String]
  private let words: CatalogueWords

  init(listings: [CatalogueListing], traits: [String], words: CatalogueWords) {
    self.listings = listings
    self.traits = traits
    self.words = words
  }

  /// The entries with all their words.
  package var entries: [CatalogueEntry] { listings.map(entry) }

  package subscript(id: String) -> CatalogueEntry? {
    listings.first { $0.id == id }.map(entry)
  }

  /// An entry that can be selected under `operations`.
  package func operation(_ id: String) -> CatalogueEntry? {
    listings.first { $0.id == id && $0.kind == .operation }.map(entry)
  }

  package func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    words.entry(listing)
  }
}
