/// What specs forget, in a fixed order: operations to choose from, and prompts for states and data.
///
/// A check looks up a few entries of many, so that the words of an entry are read when they are asked for.
package struct Catalogue: Sendable {
  package private(set) var listings: [CatalogueListing]
  /// Every trait that a spec may name, in a fixed order.
  package private(set) var traits: [String]
  private let words: CatalogueWords
  /// Entries that a project added, with their words.
  private var added: [String: CatalogueEntry] = [:]
  /// Other words for entries, by their ids.
  private var renamed: [String: CatalogueRenaming] = [:]

  init(listings: [CatalogueListing], traits: [String], words: CatalogueWords) {
    self.listings = listings
    self.traits = traits
    self.words = words
  }

  /// The entries with all their words.
  package var entries: [CatalogueEntry] { listings.map(entry) }

  package subscript(id: String) -> CatalogueEntry? {
    listing(id).map(entry)
  }

  /// An entry that can be selected under `operations`.
  package func operation(_ id: String) -> CatalogueEntry? {
    guard let listing = listing(id), listing.kind == .operation else { return nil }
    return entry(listing)
  }

  /// What is known of an entry before its words are read.
  package func listing(_ id: String) -> CatalogueListing? {
    listings.first { $0.id == id }
  }

  package func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    var entry = added[listing.id] ?? words.entry(listing)
    entry.traits = listing.traits
    entry.isCore = listing.isCore
    return renamed[listing.id]?.applied(to: entry) ?? entry
  }

  /// Takes in what a project adds; the entries of each kind follow those that are there.
  mutating func add(_ pack: CataloguePack) {
    for kind in CatalogueEntry.Kind.allCases {
      let entries = pack.entries.filter { $0.kind == kind }
      let end = listings.lastIndex { $0.kind == kind }.map { $0 + 1 } ?? listings.endIndex
      listings.insert(
        contentsOf: entries.map {
          CatalogueListing(id: $0.id, kind: kind, traits: [], isCore: false)
        },
        at: end
      )
      for entry in entries { added[entry.id] = entry }
    }
    traits += pack.traits.map(\.name).filter { !traits.contains($0) }
    for number in listings.indices {
      let id = listings[number].id
      // What every feature is asked about stays so.
      let isNew = pack.entries.contains { $0.id == id }
      for trait in pack.traits
      where trait.entries.contains(id) && (isNew || !listings[number].traits.isEmpty)
        && !listings[number].traits.contains(trait.name)
      {
        listings[number].traits.append(trait.name)
      }
      if pack.core.contains(id) { listings[number].isCore = true }
    }
    for renaming in pack.renamed { renamed[renaming.id] = renaming }
  }
}
