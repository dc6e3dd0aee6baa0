package import Diagnostics
package import YAMLSyntax

extension Catalogue {
  /// Reads a pack of a project.
  ///
  /// - Parameters:
  ///   - tree: A map of entries and declarations (`operations`, `states`, `data`), of what `traits` call for, of what is `core`, of other
  ///     words for entries (`rename`), and of what specs share (`dismissed`, `impossible`, `questions`, `rules`).
  ///   - path: The pack's path, as people know it.
  /// - Returns: The catalogue with what the pack says, unless there is a mistake. An id never gets another meaning: one that the catalogue
  ///   has already is a mistake, except that a pack gives values to what the catalogue only asks for.
  package func adding(_ tree: SyntaxNode, path: String) -> Checked<Catalogue> {
    var decoder = CataloguePackDecoder(catalogue: self, path: path)
    guard var pack = decoder.pack(tree) else {
      return Checked(nil, diagnostics: decoder.words.read.diagnostics.sortedByPlace())
    }
    var catalogue = self
    catalogue.add(pack)
    decoder.complete(&pack, tree, in: catalogue)
    catalogue.house = house
    catalogue.house.add(pack.house)
    let diagnostics = decoder.words.read.diagnostics.sortedByPlace()
    let hasErrors = diagnostics.contains { $0.severity == .error }
    return Checked(hasErrors ? nil : catalogue, diagnostics: diagnostics)
  }
}

/// What is known while a pack is read.
struct CataloguePackDecoder {
  private let catalogue: Catalogue
  private let path: String
  var words = CatalogueEntryDecoder()

  init(catalogue: Catalogue, path: String) {
    self.catalogue = catalogue
    self.path = path
  }

  enum Key: String, CaseIterable {
    case operations, states, data, traits, core, rename, dismissed, impossible, questions, rules
  }

  enum RenamingKey: String, CaseIterable {
    case label, clause, question, how
  }

  /// Entries, traits and words; what specs share follows once the catalogue has the entries.
  mutating func pack(_ tree: SyntaxNode) -> CataloguePack? {
    if let key = ["specmatrix", "feature"].compactMap({ tree.entry($0) }).first {
      words.read.report(
        .wrongType,
        "this is a spec, not a pack: it has `\(key.key)`",
        at: key.keySpan,
        help: [
          "`packs` of the settings names files with what specs share; specs are found by themselves"
        ]
      )
      return nil
    }
    if let key = ["precedence", "cases"].compactMap({ tree.entry($0) }).first {
      words.read.report(
        .unknownKey,
        "a pack has no `\(key.key)`: it belongs to a spec",
        at: key.keySpan,
        help: key.key == "precedence"
          ? [
            "among house rules the exception beats the general rule; every rule of a spec beats them"
          ]
          : []
      )
      return nil
    }
    guard let fields = words.read.fields(of: tree, Key.self, subject: "the pack") else {
      return nil
    }
    var pack = CataloguePack()
    var names = UniqueNames()
    for (key, kind) in [
      (Key.operations, CatalogueEntry.Kind.operation), (.states, .state), (.data, .data),
    ] {
      guard let node = fields[key] else { continue }
      for entry in words.read.mapping(node, "`\(key.rawValue)`") ?? [] {
        declare(entry, kind, in: &pack, among: &names)
      }
    }
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
    reportMissingQuestions(pack, fields)
    return pack
  }

  /// What calls for an entry must be able to ask.
  private mutating func reportMissingQuestions(_ pack: CataloguePack, _ fields: Fields<Key>) {
    let called = Set(pack.core + pack.traits.flatMap(\.entries))
    for entry in pack.entries where called.contains(entry.id) && entry.question == .none {
      words.read.report(
        .missingKey,
        "`\(entry.id)` has no `question`, though traits or `core` call for it",
        at: fields.entry(.traits)?.keySpan ?? fields.span,
        help: ["write under `\(entry.id)` what a spec is asked: `question: …`"]
      )
    }
  }

  /// Reads what specs share, with the entries of the pack in the catalogue.
  mutating func complete(_ pack: inout CataloguePack, _ tree: SyntaxNode, in catalogue: Catalogue) {
    var catalogue = catalogue
    // Without the pack's own declarations: each is read as if a spec had written it.
    catalogue.house = self.catalogue.house
    var spec = SpecificationDecoder(path: path, catalogue: catalogue, settings: Settings())
    spec.read = words.read
    var names = HouseNames(catalogue: catalogue)
    for (entry, kind) in pack.declarations { spec.check(entry, kind, into: &names) }
    names.reportCircles(reportingTo: &spec)
    var house = HouseDecoder(path: path, read: spec.read, names: names)
    if let node = tree.entry("dismissed")?.value {
      pack.house.dismissed = house.dismissed(node, known: catalogue.listings.map(\.id))
    }
    if let node = tree.entry("impossible")?.value { pack.house.impossible = house.impossible(node) }
    if let node = tree.entry("questions")?.value { pack.house.questions = house.questions(node) }
    if let node = tree.entry("rules")?.value { pack.house.rules = house.rules(node, catalogue) }
    words.read = house.read
  }

  /// Reads an entry: its words are the catalogue's, the rest is what a spec takes by its bare id.
  private mutating func declare(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    in pack: inout CataloguePack,
    among names: inout UniqueNames
  ) {
    guard isID(entry.key, at: entry.keySpan, "the id"),
      names.insert(entry.key, at: entry.keySpan, called: "the id", reportingTo: &words.read)
    else { return }
    if entry.value.isNull {
      words.read.report(
        .missingKey,
        "`\(entry.key)` of the pack says nothing",
        at: entry.keySpan,
        help: [
          kind == .operation
            ? "write its label" : "write its values, or a sentence that is true or not"
        ]
      )
      return
    }
    let parts = PackEntry(entry, kind)
    if let listing = catalogue.listing(entry.key) {
      guard kind != .operation, listing.kind == kind, !parts.hasWords, parts.declaration != nil
      else {
        words.read.report(
          .duplicateName,
          "the catalogue already has an entry `\(entry.key)`",
          at: entry.keySpan,
          help: kind != .operation && listing.kind == kind
            ? ["give it values and nothing else, or change its words under `rename`"]
            : ["choose another id, or change that entry's words under `rename`"]
        )
        return
      }
    } else if kind == .operation || parts.hasWords {
      if let read = words.entry(parts.words, kind, mayLackQuestion: true) {
        pack.entries.append(read)
      }
    }
    guard let node = parts.declaration else { return }
    let origin = HouseOrigin(path: path, line: entry.keySpan.start.line)
    let declaration = House.Declaration(node: node, origin: origin)
    if kind == .operation {
      pack.house.operations[entry.key] = declaration
    } else {
      pack.house.factors[entry.key] = declaration
      pack.house.factorNames.append(entry.key)
    }
    pack.declarations.append(
      (SyntaxEntry(key: entry.key, keySpan: entry.keySpan, value: node), kind)
    )
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
    for key in fields.written(of: [.clause, .how]) where catalogue.operation(entry.key) == nil {
      words.read.report(
        .conflictingKeys,
        "\(subject) cannot have `\(key.rawValue)`: only operations have it",
        at: fields.entry(key)?.keySpan ?? fields.span
      )
    }
    return CatalogueRenaming(
      id: entry.key,
      label: text(.label, of: fields),
      clause: text(.clause, of: fields),
      question: text(.question, of: fields),
      how: text(.how, of: fields)
    )
  }

  private mutating func text(
    _ key: RenamingKey,
    of fields: Fields<RenamingKey>
  ) -> CatalogueEntry.Text? {
    fields[key].flatMap { words.text($0, fields.name(key)) }
  }
}

/// An entry of a pack in its two halves.
private struct PackEntry {
  /// The words, as the catalogue reads them.
  var words: SyntaxEntry
  /// Whether it asks anything.
  var hasWords = false
  /// What a spec takes by the bare id; `nil` where there is nothing to take.
  var declaration: SyntaxNode?

  private static let asked = ["question", "clause", "why", "failure", "happens", "how", "also"]

  init(_ entry: SyntaxEntry, _ kind: CatalogueEntry.Kind) {
    words = entry
    guard case .mapping(let written) = entry.value.content else {
      declaration = kind == .operation ? nil : entry.value
      if kind == .operation, entry.value.writtenScalar != nil {
        let label = SyntaxEntry(key: "label", keySpan: entry.keySpan, value: entry.value)
        words.value = SyntaxNode(content: .mapping([label]), span: entry.value.span)
      }
      return
    }
    let isWord = { (key: String) in
      Self.asked.contains(key) || (kind == .operation && key == "variants")
    }
    hasWords = written.contains { Self.asked.contains($0.key) }
    words.value.content = .mapping(written.filter { isWord($0.key) || $0.key == "label" })
    let declared = written.filter { !isWord($0.key) && (kind != .operation || $0.key != "label") }
    // A factor that only asks gives no values.
    let isPrompt = kind != .operation && hasWords && declared.allSatisfy { $0.key == "label" }
    guard !declared.isEmpty, !isPrompt else { return }
    declaration = SyntaxNode(content: .mapping(declared), span: entry.value.span)
  }
}

extension SpecificationDecoder {
  /// Reads a declaration of a pack as a spec would, to report its mistakes and to know its names.
  fileprivate mutating func check(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    into names: inout HouseNames
  ) {
    let onlyWhen: WrittenCondition?
    if kind == .operation {
      let read = operation(entry.key, entry.value, at: entry.keySpan, "operation `\(entry.key)`")
      names.likes[entry.key] = entry.value.entry("is").flatMap { like in
        like.value.writtenScalar.map { (id: $0.text, span: like.value.span) }
      }
      onlyWhen = read.onlyWhen
    } else {
      guard isFactorName(entry.key, at: entry.keySpan) else { return }
      let declared = factor(entry, kind == .state ? .state : .data)
      names.add(NamedValues(entry.key, declared.values))
      onlyWhen = declared.onlyWhen
    }
    if let onlyWhen { names.onlyWhen.append((entry.key, onlyWhen)) }
  }
}
