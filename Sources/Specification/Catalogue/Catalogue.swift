import Diagnostics
import Text
import YAMLSyntax

/// What specs forget, in a fixed order: operations to choose from, and prompts for states and data.
///
/// A check looks up a few of many entries, so the words of an entry are read only when it is asked for.
package struct Catalogue: Sendable {
  /// The entries before their words are read: operations, states, data.
  package private(set) var listings: [CatalogueListing]
  /// The place of each entry in `listings`, by id.
  private var numbers: [String: Int]
  /// Every trait that a spec may name, in a fixed order.
  package private(set) var traits: [String]
  private let words: CatalogueWords
  /// Entries that a project added, with their words.
  private var added: [String: CatalogueEntry] = [:]
  /// What packs say for all specs beside entries.
  var house = House()
  /// Other words for entries, by their ids.
  private var renamed: [String: CatalogueRenaming] = [:]

  init(listings: [CatalogueListing], traits: [String], words: CatalogueWords) {
    self.listings = listings
    numbers = Self.numbers(of: listings)
    self.traits = traits
    self.words = words
  }

  /// The entries with all their words.
  package var entries: [CatalogueEntry] { listings.map(entry) }

  /// An entry with its words; `nil` where the catalogue has none of that id.
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
    numbers[id].map { listings[$0] }
  }

  /// The entry with its words, which are read now unless they were read before.
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
    numbers = Self.numbers(of: listings)
    var knownTraits = Set(traits)
    traits += pack.traits.map(\.name).filter { knownTraits.insert($0).inserted }
    let new = Set(pack.entries.map(\.id))
    var named: [Int: Set<String>] = [:]
    for trait in pack.traits {
      for id in trait.entries {
        // What every feature is asked about stays so.
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
    Dictionary(listings.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }
}

extension Catalogue {
  /// The program's own catalogue.
  package static let standard: Catalogue = {
    let operations = ["network", "server", "text", "actions", "device"]
    let files: [(CatalogueEntry.Kind, String)] =
      operations.map { (.operation, $0) } + [(.state, "states"), (.data, "data")]
    let words = CatalogueWords(
      texts: files.map { (kind: $0, text: resource("Catalogue/\($1).yaml")) }
    )
    let checked = decodeCatalogue(tree(ofResource: "Catalogue/catalogue.yaml"), words: words)
    guard let catalogue = checked.value else {
      preconditionFailure("the catalogue is malformed: \(checked.diagnostics.map(\.message))")
    }
    return catalogue
  }()
}

/// Reads the list of what a spec is asked about; there is a catalogue only where there is no mistake and every entry has its words.
func decodeCatalogue(_ tree: SyntaxNode, words: CatalogueWords) -> Checked<Catalogue> {
  let ids = words.ids
  var decoder = CatalogueDecoder(ids: ids.map(\.id))
  let index = decoder.index(tree)
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  guard diagnostics.isEmpty, let index else { return Checked(nil, diagnostics: diagnostics) }
  var traits: [String: [String]] = [:]
  for trait in index.traits {
    for entry in trait.entries { traits[entry, default: []].append(trait.name) }
  }
  let catalogue = Catalogue(
    listings: ids.map { id, kind in
      CatalogueListing(
        id: id,
        kind: kind,
        traits: traits[id] ?? [],
        isCore: index.core.contains(id)
      )
    },
    traits: index.traits.map(\.name),
    words: words
  )
  return Checked(catalogue, diagnostics: diagnostics)
}

/// What is known while the list is read.
private struct CatalogueDecoder {
  private let ids: [String]
  private let known: Set<String>
  var read = SyntaxReader()

  init(ids: [String]) {
    self.ids = ids
    known = Set(ids)
  }

  struct Index {
    var core: [String]
    var traits: [(name: String, entries: [String])]
  }

  private enum Key: String, CaseIterable {
    case core, always, traits
  }

  mutating func index(_ tree: SyntaxNode) -> Index? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the catalogue"),
      let core = read.required(.core, of: fields).flatMap({ entries($0, "`core`") }),
      let always = read.required(.always, of: fields).flatMap({ entries($0, "`always`") }),
      let node = read.required(.traits, of: fields),
      let written = read.mapping(node, "`traits`")
    else { return nil }
    let traits = written.map { trait in
      (name: trait.key, entries: entries(trait.value, "trait `\(trait.key)`") ?? [])
    }
    let named = Set(always + traits.flatMap(\.entries))
    for id in ids where !named.contains(id) {
      read.report(.unknownTrait, "nothing calls for the entry `\(id)`", at: tree.span)
    }
    return Index(core: core, traits: traits)
  }

  private mutating func entries(_ node: SyntaxNode, _ subject: String) -> [String]? {
    read.filledList(node, subject)?.compactMap { item in
      guard let id = read.name(item, "an item of \(subject)") else { return nil }
      guard known.contains(id) else {
        read.report(.unknownOperation, "there are no words for the entry `\(id)`", at: item.span)
        return nil
      }
      return id
    }
  }
}
