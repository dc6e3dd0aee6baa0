import Text
import YAMLSyntax

/// The catalogue of what specs often forget, in a fixed order: operations to choose from, and prompts for states and data.
///
/// A check needs only a few of the entries, so the words of an entry are parsed when it is first requested.
package struct Catalogue: Sendable {
  /// The entries without their words: operations, states, data, topics.
  package private(set) var listings: [CatalogueListing]
  private var numbers: [String: Int]
  /// All traits that a spec may name, in a fixed order.
  package private(set) var traits: [String]
  private let words: CatalogueWords
  private var added: [String: CatalogueEntry] = [:]
  /// The contributions of packs besides entries.
  var house = House()
  private var renamed: [String: CatalogueRenaming] = [:]

  init(listings: [CatalogueListing], traits: [String], words: CatalogueWords) {
    self.listings = listings
    numbers = Self.numbers(of: listings)
    self.traits = traits
    self.words = words
  }

  package var entries: [CatalogueEntry] { listings.map(entry) }

  package subscript(id: String) -> CatalogueEntry? {
    listing(id).map(entry)
  }

  /// Returns an entry that can be selected under `operations`.
  package func operation(_ id: String) -> CatalogueEntry? {
    guard let listing = listing(id), listing.kind == .operation else { return nil }
    return entry(listing)
  }

  var operationIDs: [String] { listings.filter { $0.kind == .operation }.map(\.id) }

  package func listing(_ id: String) -> CatalogueListing? {
    numbers[id].map { listings[$0] }
  }

  /// Returns the entry with its words, parsing them if necessary.
  package func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    var entry = added[listing.id] ?? words.entry(listing)
    entry.traits = listing.traits
    entry.isCore = listing.isCore
    return renamed[listing.id]?.applied(to: entry) ?? entry
  }

  /// Adds a pack; its entries follow the existing ones of the same kind.
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
    numbers = Self.numbers(of: listings)
    var knownTraits = Set(traits)
    traits += pack.traits.map(\.name).filter { knownTraits.insert($0).inserted }
    let new = Set(pack.entries.map(\.id))
    var named: [Int: Set<String>] = [:]
    for trait in pack.traits {
      for id in trait.entries {
        // An existing entry without traits stays relevant to every feature.
        guard let number = numbers[id], new.contains(id) || !listings[number].traits.isEmpty,
          named[number, default: Set(listings[number].traits)].insert(trait.name).inserted
        else { continue }
        listings[number].traits.append(trait.name)
      }
    }
    for id in pack.core {
      if let number = numbers[id] { listings[number].isCore = true }
    }
    for renaming in pack.renamed { renamed[renaming.id] = renaming }
  }

  private static func numbers(of listings: [CatalogueListing]) -> [String: Int] {
    Dictionary(firstOf: listings.enumerated().map { ($1.id, $0) })
  }
}

extension Catalogue {
  package static let standard: Catalogue = {
    let operations = ["network", "server", "text", "actions", "device"]
    let files: [(CatalogueEntry.Kind, String)] =
      operations.map { (.operation, $0) }
      + [(.state, "states"), (.data, "data"), (.topic, "topics")]
    let words = CatalogueWords(
      texts: files.map { (kind: $0, text: resource("Catalogue/\($1).yaml")) }
    )
    let index = tree(ofResource: "Catalogue/catalogue.yaml")
    func ids(_ node: SyntaxNode?) -> [String] {
      (node?.items ?? []).compactMap { $0.writtenScalar?.text }
    }
    let core = Set(ids(index.entry("core")?.value))
    /// Returns the traits that list each entry under the key, by entry.
    func traits(_ key: String) -> [String: [String]] {
      var traits: [String: [String]] = [:]
      for trait in index.entry(key)?.value.entries ?? [] {
        for id in ids(trait.value) { traits[id, default: []].append(trait.key) }
      }
      return traits
    }
    let (called, excepted) = (traits("traits"), traits("except"))
    return Catalogue(
      listings: words.ids.map { id, kind in
        CatalogueListing(
          id: id,
          kind: kind,
          traits: called[id] ?? [],
          exceptTraits: excepted[id] ?? [],
          isCore: core.contains(id)
        )
      },
      traits: (index.entry("traits")?.value.entries ?? []).map(\.key),
      words: words
    )
  }()
}
