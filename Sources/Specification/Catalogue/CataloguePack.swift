package import Diagnostics
package import YAMLSyntax

/// What a project adds to the catalogue: entries, what traits call for, and other words for entries that are there.
struct CataloguePack {
  var entries: [CatalogueEntry] = []
  /// What traits, new ones or those of the catalogue, call for besides.
  var traits: [(name: String, entries: [String])] = []
  /// Entries that leaving unconsidered is an error.
  var core: [String] = []
  var renamed: [CatalogueRenaming] = []
}

/// Other words for an entry of the catalogue, whose id stays.
struct CatalogueRenaming: Sendable {
  let id: String
  let label: CatalogueEntry.Text?
  let clause: CatalogueEntry.Text?
  let question: CatalogueEntry.Text?

  /// The entry under its other words.
  ///
  /// A clause speaks of the entry by its label: under a new label without a clause of its own it would name what is no longer called so,
  /// and questions begin with the label instead.
  func applied(to entry: CatalogueEntry) -> CatalogueEntry {
    var entry = entry
    if let label {
      entry.label = label
      entry.clause = .none
    }
    if let clause { entry.clause = clause }
    if let question { entry.question = question }
    return entry
  }
}

extension Catalogue {
  /// Reads what a project adds to the catalogue.
  ///
  /// - Parameter tree: A map of new entries (`operations`, `states`, `data`), of what `traits` call for, of what is `core`, and of other
  ///   words for entries (`rename`).
  /// - Returns: The catalogue with what is added, unless there is a mistake. An id never gets another meaning: one that the catalogue
  ///   has already is a mistake.
  package func adding(_ tree: SyntaxNode) -> Checked<Catalogue> {
    var decoder = CataloguePackDecoder(catalogue: self)
    let pack = decoder.pack(tree)
    let diagnostics = decoder.words.read.diagnostics.sortedByPlace()
    guard diagnostics.isEmpty, let pack else { return Checked(nil, diagnostics: diagnostics) }
    var catalogue = self
    catalogue.add(pack)
    return Checked(catalogue)
  }
}

/// What is known while a pack is read.
struct CataloguePackDecoder {
  private let catalogue: Catalogue
  var words = CatalogueEntryDecoder()

  init(catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  enum Key: String, CaseIterable {
    case operations, states, data, traits, core, rename
  }

  enum RenamingKey: String, CaseIterable {
    case label, clause, question
  }

  mutating func pack(_ tree: SyntaxNode) -> CataloguePack? {
    guard let fields = words.read.fields(of: tree, Key.self, subject: "the catalogue pack") else {
      return nil
    }
    var pack = CataloguePack()
    var names = UniqueNames()
    for (key, kind) in [(Key.operations, CatalogueEntry.Kind.operation), (.states, .state)] {
      pack.entries += entries(key, kind, of: fields, among: &names)
    }
    pack.entries += entries(.data, .data, of: fields, among: &names)
    if let node = fields[.traits], let written = words.read.mapping(node, "`traits`") {
      pack.traits = written.map { trait in
        _ = isID(trait.key, at: trait.keySpan, "the trait")
        return (trait.key, ids(trait.value, "trait `\(trait.key)`", among: names))
      }
    }
    if let node = fields[.core] { pack.core = ids(node, "`core`", among: names) }
    if let node = fields[.rename], let written = words.read.mapping(node, "`rename`") {
      pack.renamed = written.compactMap { renaming($0) }
    }
    return pack
  }

  private mutating func entries(
    _ key: Key,
    _ kind: CatalogueEntry.Kind,
    of fields: Fields<Key>,
    among names: inout UniqueNames
  ) -> [CatalogueEntry] {
    guard let node = fields[key], let written = words.read.mapping(node, "`\(key.rawValue)`") else {
      return []
    }
    return written.compactMap { entry in
      guard isID(entry.key, at: entry.keySpan, "the id"),
        names.insert(entry.key, at: entry.keySpan, called: "the id", reportingTo: &words.read)
      else { return nil }
      if catalogue.listing(entry.key) != nil {
        words.read.report(
          .duplicateName,
          "the catalogue already has an entry `\(entry.key)`",
          at: entry.keySpan,
          help: ["choose another id, or change that entry's words under `rename`"]
        )
      }
      return words.entry(entry, kind)
    }
  }

  /// Whether a name is one that the catalogue can have for good.
  private mutating func isID(_ name: String, at span: SourceSpan, _ noun: String) -> Bool {
    let bytes = name.utf8
    let small = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isSound =
      bytes.first.map(small.contains) == true
      && bytes.allSatisfy { small.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "_") }
    if !isSound {
      words.read.report(
        .invalidID,
        "\(noun) must be small letters, digits and `_` after a small letter, not `\(name)`",
        at: span
      )
    }
    return isSound
  }

  private mutating func ids(
    _ node: SyntaxNode,
    _ subject: String,
    among names: UniqueNames
  ) -> [String] {
    (words.read.filledList(node, subject) ?? []).compactMap { item in
      guard let id = words.read.name(item, "an item of \(subject)") else { return nil }
      return isKnown(id, at: item.span, among: names) ? id : nil
    }
  }

  /// Whether the catalogue, or the pack under one of the names, has an entry; reports where neither has.
  private mutating func isKnown(
    _ id: String,
    at span: SourceSpan,
    among names: UniqueNames
  ) -> Bool {
    if catalogue.listing(id) != nil || names.contains(id) { return true }
    let near =
      words.read.hasHelpLeft
      ? NearestName.of(id, among: catalogue.listings.map(\.id) + names.inOrder) : nil
    words.read.report(
      .unknownOperation,
      "the catalogue has no entry `\(id)`",
      at: span,
      help: near.map { ["did you mean `\($0)`?"] } ?? []
    )
    return false
  }

  private mutating func renaming(_ entry: SyntaxEntry) -> CatalogueRenaming? {
    let subject = "the new words of `\(entry.key)`"
    guard isKnown(entry.key, at: entry.keySpan, among: UniqueNames()),
      let fields = words.read.fields(of: entry.value, RenamingKey.self, subject: subject)
    else { return nil }
    if fields.written(of: RenamingKey.allCases).isEmpty, !fields.hasUnknownKeys {
      words.read.report(.missingKey, "\(subject) say nothing", at: fields.span)
    }
    if let clause = fields.entry(.clause), catalogue.operation(entry.key) == nil {
      words.read.report(
        .conflictingKeys,
        "\(subject) cannot have `clause`: only operations have it",
        at: clause.keySpan
      )
    }
    return CatalogueRenaming(
      id: entry.key,
      label: text(.label, of: fields),
      clause: text(.clause, of: fields),
      question: text(.question, of: fields)
    )
  }

  private mutating func text(
    _ key: RenamingKey,
    of fields: Fields<RenamingKey>
  ) -> CatalogueEntry.Text? {
    fields[key].flatMap { words.text($0, fields.name(key)) }
  }
}
