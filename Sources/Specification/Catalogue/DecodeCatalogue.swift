import Diagnostics
import YAMLSyntax

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
