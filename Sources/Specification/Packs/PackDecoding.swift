package import Diagnostics
package import YAMLSyntax

extension Catalogue {
  /// Returns the catalogue with a pack of a project added, unless the pack has mistakes.
  ///
  /// The tree is a map of entries and declarations (`operations`, `states`, `data`), entries that `traits` call for, `core` entries, other
  /// words for entries (`rename`), and what specs share (`dismissed`, `impossible`, `questions`, `rules`). An id never gets another
  /// meaning: one that the catalogue already has is a mistake, except that a pack may give values to a prompt. `path` is the pack's path
  /// for messages.
  package func adding(_ tree: SyntaxNode, path: String) -> Checked<Catalogue> {
    let read = SyntaxReader()
    let decoder = CataloguePackDecoder(catalogue: self, path: path, read: read)
    guard var pack = decoder.pack(tree) else { return read.checked(nil) }
    var catalogue = self
    // Without the pack's own declarations: each is read as if it were in a spec.
    catalogue.add(pack)
    let spec = SpecificationDecoder(path: path, catalogue: catalogue, read: read)
    var house = HouseDecoder(path: path, catalogue: catalogue, read: read)
    pack.house.add(house.house(tree, pack.declarations, spec))
    catalogue.house.add(pack.house)
    return read.checked(catalogue)
  }
}

private struct CataloguePackDecoder {
  let catalogue: Catalogue
  let path: String
  let read: SyntaxReader
  private var words: CatalogueEntryDecoder { CatalogueEntryDecoder(read: read) }

  enum Key: String, CaseIterable {
    case operations, states, data, traits, core, rename, dismissed, impossible, questions, rules
  }

  enum RenamingKey: String, CaseIterable {
    case label, clause, question, how
  }

  /// Reads entries, traits and words; the shared parts are read once the catalogue has the entries.
  func pack(_ tree: SyntaxNode) -> CataloguePack? {
    if reportSpec(tree) { return nil }
    guard let fields = read.fields(of: tree, Key.self, subject: "the pack", isRoot: true) else {
      return nil
    }
    var pack = CataloguePack()
    var names = UniqueNames()
    for (key, kind) in [
      (Key.operations, CatalogueEntry.Kind.operation), (.states, .state), (.data, .data),
    ] {
      guard let node = fields[key] else { continue }
      for entry in read.mapping(node, fields.name(key)) ?? [] {
        declare(entry, kind, in: &pack, among: &names)
      }
    }
    if let node = fields[.traits], let written = read.mapping(node, fields.name(.traits)) {
      pack.traits = written.map { trait in
        _ = isID(trait.key, at: trait.keySpan, "the trait")
        return (trait.key, ids(trait.value, "trait `\(trait.key)`", among: names))
      }
    }
    if let node = fields[.core] { pack.core = ids(node, fields.name(.core), among: names) }
    if let node = fields[.rename], let written = read.mapping(node, fields.name(.rename)) {
      pack.renamed = written.compactMap(renaming)
    }
    reportMissingQuestions(pack, at: fields.place(.traits))
    return pack
  }

  /// Reports keys that belong to a spec.
  private func reportSpec(_ tree: SyntaxNode) -> Bool {
    let keys = ["specmatrix", "feature", "precedence", "cases"]
    guard let entry = keys.compactMap(tree.entry).first else { return false }
    read.report(
      .wrongType,
      "a pack has no `\(entry.key)`: that belongs to a spec",
      at: entry.keySpan,
      help: [
        entry.key == "precedence"
          ? "among house rules the exception beats the general rule; every rule of a spec beats them"
          : "`packs` of the settings names what specs share; specs are found automatically"
      ]
    )
    return true
  }

  /// Reports entries without a question that traits or `core` call for.
  private func reportMissingQuestions(_ pack: CataloguePack, at span: SourceSpan) {
    let called = Set(pack.core + pack.traits.flatMap(\.entries))
    for entry in pack.entries where called.contains(entry.id) && entry.question == .none {
      read.report(
        .missingKey,
        "`\(entry.id)` has no `question`, though traits or `core` call for it",
        at: span,
        help: ["write under `\(entry.id)` what a spec is asked: `question: …`"]
      )
    }
  }

  /// Reads an entry: its words go to the catalogue, the rest is what a spec selects by the id.
  private func declare(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    in pack: inout CataloguePack,
    among names: inout UniqueNames
  ) {
    let id = entry.key
    guard isID(id, at: entry.keySpan, "the id"),
      names.insert(id, at: entry.keySpan, called: "the id", read)
    else { return }
    if entry.value.isNull {
      let right = kind == .operation ? "label" : "values, or a statement that is true or false"
      let help = "write its \(right)"
      read.report(.missingKey, "`\(id)` of the pack says nothing", at: entry.keySpan, help: [help])
      return
    }
    let parts = PackEntry(entry, kind)
    if let listing = catalogue.listing(id) {
      let mayDeclare = kind != .operation && listing.kind == kind
      guard mayDeclare, !parts.hasWords, parts.declaration != nil else {
        read.report(
          .duplicateName,
          "the catalogue already has an entry `\(id)`",
          at: entry.keySpan,
          help: [
            (mayDeclare ? "give it values and nothing else" : "choose another id")
              + ", or change that entry's words under `rename`"
          ]
        )
        return
      }
    } else if kind == .operation || parts.hasWords,
      let read = words.entry(parts.words, kind, mayLackQuestion: true)
    {
      pack.entries.append(read)
    }
    guard let node = parts.declaration else { return }
    let origin = HouseOrigin(path: path, line: entry.keySpan.start.line)
    let declaration = House.Item(written: node, origin: origin)
    if kind == .operation {
      pack.house.operations[id] = declaration
    } else {
      pack.house.factors[id] = declaration
      pack.house.factorNames.append(id)
    }
    pack.declarations.append((SyntaxEntry(key: id, keySpan: entry.keySpan, value: node), kind))
  }

  /// True if a name is permitted as an id of the catalogue; reports one that is not.
  private func isID(_ name: String, at span: SourceSpan, _ noun: String) -> Bool {
    let isSound = Identifier.isPlain(name) && name.first.map { ("a"..."z").contains($0) } == true
    if !isSound {
      read.report(
        .invalidID,
        "\(noun) must be small letters, digits and `_` after a small letter, not `\(name)`",
        at: span
      )
    }
    return isSound
  }

  private func ids(_ node: SyntaxNode, _ subject: String, among names: UniqueNames) -> [String] {
    (read.filledList(node, subject) ?? []).compactMap { item in
      guard let id = read.name(item, "an item of \(subject)") else { return nil }
      return isKnown(id, at: item.span, among: names) ? id : nil
    }
  }

  /// True if the catalogue has an entry with the id, or the pack under one of the names; reports one that is unknown.
  private func isKnown(_ id: String, at span: SourceSpan, among names: UniqueNames) -> Bool {
    if catalogue.listing(id) != nil || names.contains(id) { return true }
    read.report(
      .unknownOperation,
      "the catalogue has no entry `\(id)`",
      at: span,
      help: read.near(id, among: catalogue.listings.map(\.id) + names.inOrder)
    )
    return false
  }

  private func renaming(_ entry: SyntaxEntry) -> CatalogueRenaming? {
    let subject = "the new words of `\(entry.key)`"
    guard isKnown(entry.key, at: entry.keySpan, among: UniqueNames()),
      let fields = read.fields(of: entry.value, RenamingKey.self, subject: subject)
    else { return nil }
    if fields.written(of: RenamingKey.allCases).isEmpty, !fields.hasUnknownKeys {
      read.report(.missingKey, "\(subject) say nothing", at: fields.span)
    }
    if catalogue.operation(entry.key) == nil { read.reportOfOperations(fields, [.clause, .how]) }
    func text(_ key: RenamingKey) -> CatalogueEntry.Text? {
      fields[key].flatMap { words.text($0, fields.name(key)) }
    }
    return CatalogueRenaming(
      id: entry.key,
      label: text(.label),
      clause: text(.clause),
      question: text(.question),
      how: text(.how)
    )
  }
}

/// An entry of a pack, divided into words and declaration.
private struct PackEntry {
  var words: SyntaxEntry
  /// True if it asks anything.
  var hasWords = false
  /// The declaration that a spec selects by the id, or `nil` if there is none.
  var declaration: SyntaxNode?

  private static let asked = ["question", "clause", "why", "failure", "happens", "how", "also"]

  init(_ entry: SyntaxEntry, _ kind: CatalogueEntry.Kind) {
    words = entry
    guard case .mapping(let written) = entry.value.content else {
      declaration = kind == .operation ? nil : entry.value
      if kind == .operation, entry.value.writtenScalar != nil {
        words.value = entry.value.asMap(under: "label")
      }
      return
    }
    let isWord = { (key: String) in
      Self.asked.contains(key) || (kind == .operation && key == "variants")
    }
    hasWords = written.contains { Self.asked.contains($0.key) }
    words.value.content = .mapping(written.filter { isWord($0.key) || $0.key == "label" })
    let declared = written.filter { !isWord($0.key) && (kind != .operation || $0.key != "label") }
    // A factor that only asks does not define values.
    let isPrompt = kind != .operation && hasWords && declared.allSatisfy { $0.key == "label" }
    guard !declared.isEmpty, !isPrompt else { return }
    declaration = SyntaxNode(content: .mapping(declared), span: entry.value.span)
  }
}
