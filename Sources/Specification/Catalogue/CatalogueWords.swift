import Diagnostics
import Synchronization
import YAMLSyntax

/// The words of the catalogue's entries: texts in which each entry is a block that begins with its id in the first column.
struct CatalogueWords: Sendable {
  private struct Block {
    let id: String
    let kind: CatalogueEntry.Kind
    let text: Substring
  }

  private let blocks: [Block]
  private let read = ReadEntries()

  /// Finds the blocks of the entries without parsing them.
  init(texts: [(kind: CatalogueEntry.Kind, text: String)]) {
    blocks = texts.flatMap { kind, text in
      Self.blocks(of: text).map { block in
        Block(id: String(block.prefix { $0 != ":" }), kind: kind, text: block)
      }
    }
  }

  var ids: [(id: String, kind: CatalogueEntry.Kind)] { blocks.map { ($0.id, $0.kind) } }

  func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    read.entry(listing.id) { firstEntry(listing) }
  }

  private func firstEntry(_ listing: CatalogueListing) -> CatalogueEntry {
    guard let block = blocks.first(where: { $0.id == listing.id }) else {
      preconditionFailure("the catalogue has no words for `\(listing.id)`")
    }
    let read = SyntaxReader()
    let file = SourceFile(path: "catalogue/\(listing.id)", text: String(block.text))
    let entry = parseYAML(file).value?.entries.first.flatMap {
      CatalogueEntryDecoder(read: read).entry($0, block.kind)
    }
    guard let entry, read.diagnostics.isEmpty else {
      let messages = read.diagnostics.map(\.message)
      preconditionFailure("the catalogue's entry `\(listing.id)` is malformed: \(messages)")
    }
    return entry
  }

  /// Splits a text into blocks, each of which begins at a line with a non-comment in its first column.
  private static func blocks(of text: String) -> [Substring] {
    var blocks: [Substring] = []
    var start: String.Index?
    var line = text.utf8.startIndex
    while line < text.utf8.endIndex {
      let end = text.utf8[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
      if ![UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "\n")].contains(text.utf8[line]) {
        if let start { blocks.append(text[start..<line]) }
        start = line
      }
      line = end == text.utf8.endIndex ? end : text.utf8.index(after: end)
    }
    if let start { blocks.append(text[start...]) }
    return blocks
  }
}

/// A cache of parsed entries, as each spec requests the same ones.
private final class ReadEntries: Sendable {
  private let byID = Mutex<[String: CatalogueEntry]>([:])

  /// Returns the entry with the id, parsing it if necessary; two threads may both do so, with the same result.
  func entry(_ id: String, read: () -> CatalogueEntry) -> CatalogueEntry {
    if let entry = byID.withLock({ $0[id] }) { return entry }
    let entry = read()
    byID.withLock { $0[id] = entry }
    return entry
  }
}

/// A decoder for the words of entries, built in or of projects.
struct CatalogueEntryDecoder {
  let read: SyntaxReader

  enum Key: String, CaseIterable {
    case label, clause, question, why, source, failure, happens, interrupts, how, variants, also

    static let ofOperations: [Self] = [
      .clause, .failure, .happens, .interrupts, .how, .variants, .also,
    ]
  }

  enum VariantKey: String, CaseIterable {
    case label, sample, invalid, how, note
  }

  /// Reads an entry without traits; if it may lack a question, it may lack a label too.
  func entry(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    mayLackQuestion: Bool = false
  ) -> CatalogueEntry? {
    guard let fields = read.fields(of: entry.value, Key.self, subject: "entry `\(entry.key)`")
    else { return nil }
    if kind != .operation { read.reportOfOperations(fields, Key.ofOperations) }
    let words = Identifier.inWords(entry.key)
    let unsaid = CatalogueEntry.Text(english: words, japanese: words)
    let label = text(fields, .label, default: mayLackQuestion ? unsaid : nil)
    let none = CatalogueEntry.Text.none
    let question = text(fields, .question, default: mayLackQuestion ? none : nil)
    let clause = text(fields, .clause, default: none)
    let why = text(fields, .why, default: none)
    let how = text(fields, .how, default: none)
    let source = fields.text(.source) ?? ""
    let isFailure = fields.truth(.failure) ?? false
    let happens = fields.truth(.happens) ?? false
    if isFailure, happens {
      let help = "`happens` is for what befalls the user and is not a failure around the feature"
      fields.reportConflict(of: [.failure, .happens], help: [help])
    }
    let variants = variants(.variants, fields)
    let otherVariants = self.variants(.also, fields)
    let ids = Set(variants.map(\.id))
    for variant in otherVariants where ids.contains(variant.id) {
      let message = "variant `\(variant.id)` is in both `variants` and `also`"
      read.report(.duplicateName, message, at: fields.place(.also))
    }
    guard let label, let clause, let question, let why, let how else { return nil }
    return CatalogueEntry(
      id: entry.key,
      kind: kind,
      label: label,
      clause: clause,
      question: question,
      why: why,
      source: source,
      variants: variants,
      otherVariants: otherVariants,
      isFailure: isFailure,
      happens: happens,
      interrupts: fields.truth(.interrupts) ?? false,
      how: how
    )
  }

  private func variants(_ key: Key, _ fields: Fields<Key>) -> [CatalogueEntry.Variant] {
    guard let node = fields[key] else { return [] }
    guard !node.items.isEmpty else {
      return (read.mapping(node, fields.name(key)) ?? []).compactMap(variant)
    }
    return node.items.compactMap { item in
      read.name(item, "a variant of \(fields.subject)").flatMap { variant(item.asEntry(of: $0)) }
    }
  }

  /// Reads a variant: a label, or a map with a label and more.
  private func variant(_ entry: SyntaxEntry) -> CatalogueEntry.Variant? {
    let subject = "variant `\(entry.key)`"
    guard read.isName(entry.key, at: entry.keySpan, "the id of a variant") else { return nil }
    if case .mapping(let entries) = entry.value.content, entries.isEmpty {
      let words = Identifier.inWords(entry.key)
      let label = CatalogueEntry.Text(english: words, japanese: words)
      return CatalogueEntry.Variant(id: entry.key, label: label)
    }
    guard entry.value.entries.contains(where: { VariantKey(rawValue: $0.key) != nil }) else {
      return text(entry.value, subject).map { CatalogueEntry.Variant(id: entry.key, label: $0) }
    }
    guard let fields = read.fields(of: entry.value, VariantKey.self, subject: subject),
      let label = text(fields, .label),
      let how = text(fields, .how, default: CatalogueEntry.Text.none),
      let note = text(fields, .note, default: CatalogueEntry.Text.none)
    else { return nil }
    return CatalogueEntry.Variant(
      id: entry.key,
      label: label,
      sample: sample(fields),
      isInvalid: fields.truth(.invalid) ?? false,
      how: how,
      note: note
    )
  }

  /// Returns the text exactly as written, as blanks are a class of text, too.
  private func sample(_ fields: Fields<VariantKey>) -> String? {
    guard let node = fields[.sample] else { return nil }
    return node.writtenScalar?.text
      ?? read.wrongType(node, fields.name(.sample), expected: "a text")
  }

  /// Returns the text of a key, which is required unless there is a default.
  private func text<Key>(
    _ fields: Fields<Key>,
    _ key: Key,
    default unsaid: CatalogueEntry.Text? = nil
  ) -> CatalogueEntry.Text? {
    if let unsaid, fields[key] == nil { return unsaid }
    return fields.required(key).flatMap { text($0, fields.name(key)) }
  }

  /// Reads a text in each language, or one for all.
  func text(_ node: SyntaxNode, _ subject: String) -> CatalogueEntry.Text? {
    guard case .mapping(let written) = node.content else {
      return read.text(node, subject).map { CatalogueEntry.Text(english: $0, japanese: $0) }
    }
    // Fast path for the usual form: the table of keys took longer than parsing.
    if written.count == 2, written[0].key == "en", written[1].key == "ja",
      let english = read.text(written[0].value, "`en` of \(subject)"),
      let japanese = read.text(written[1].value, "`ja` of \(subject)")
    {
      return CatalogueEntry.Text(english: english, japanese: japanese)
    }
    guard let fields = read.fields(of: node, Language.self, subject: subject),
      fields.required(.english) != nil, fields.required(.japanese) != nil,
      let english = fields.text(.english), let japanese = fields.text(.japanese)
    else { return nil }
    return CatalogueEntry.Text(english: english, japanese: japanese)
  }
}

extension SyntaxReader {
  func reportOfOperations<Key>(_ fields: Fields<Key>, _ keys: [Key]) {
    for key in fields.written(of: keys) {
      let message = "\(fields.subject) cannot have `\(key.rawValue)`: only operations have it"
      report(.conflictingKeys, message, at: fields.place(key))
    }
  }
}
