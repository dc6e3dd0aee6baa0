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

  /// In the order of the catalogue.
  private let blocks: [Block]
  private let read = ReadEntries()

  /// Finds the entries of texts; nothing in them is read yet.
  init(texts: [(kind: CatalogueEntry.Kind, text: String)]) {
    blocks = texts.flatMap { kind, text in
      Self.blocks(of: text).map { block in
        Block(id: String(block.prefix { $0 != ":" }), kind: kind, text: block)
      }
    }
  }

  /// The ids of all entries and their kinds, in the order of the texts.
  var ids: [(id: String, kind: CatalogueEntry.Kind)] { blocks.map { ($0.id, $0.kind) } }

  /// Reads the words of an entry that the texts have.
  func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    read.entry(listing.id) { firstEntry(listing) }
  }

  private func firstEntry(_ listing: CatalogueListing) -> CatalogueEntry {
    guard let block = blocks.first(where: { $0.id == listing.id }) else {
      preconditionFailure("the catalogue has no words for `\(listing.id)`")
    }
    let file = SourceFile(path: "catalogue/\(listing.id)", text: String(block.text))
    let tree = parseYAML(file)
    let checked = tree.value.map { decodeCatalogueEntry($0, block.kind) }
    guard let entry = checked?.value else {
      let messages = (tree.diagnostics + (checked?.diagnostics ?? [])).map(\.message)
      preconditionFailure("the catalogue's entry `\(listing.id)` is malformed: \(messages)")
    }
    return entry
  }

  /// The blocks of a text: each begins at a line with something in its first column that is no comment.
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

/// The entries of the catalogue that were read already: each spec asks for the same ones again.
final class ReadEntries: Sendable {
  private let byID = Mutex<[String: CatalogueEntry]>([:])

  /// The entry of an id, read now where it is not yet.
  ///
  /// Two threads may both read it; they read the same.
  func entry(_ id: String, read: () -> CatalogueEntry) -> CatalogueEntry {
    if let entry = byID.withLock({ $0[id] }) { return entry }
    let entry = read()
    byID.withLock { $0[id] = entry }
    return entry
  }
}

/// Reads the words of one entry of the program's own catalogue: a map with the entry's id as its only key.
func decodeCatalogueEntry(
  _ tree: SyntaxNode,
  _ kind: CatalogueEntry.Kind
) -> Checked<CatalogueEntry> {
  var decoder = CatalogueEntryDecoder()
  let entry = decoder.read.mapping(tree, "an entry")?.first.flatMap { decoder.entry($0, kind) }
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  return Checked(diagnostics.isEmpty ? entry : nil, diagnostics: diagnostics)
}

/// Reads the words of entries, the program's own and those of projects.
struct CatalogueEntryDecoder {
  var read = SyntaxReader()

  enum Key: String, CaseIterable {
    case label, clause, question, why, failure, happens, how, variants, also

    /// Those that only operations have.
    static let ofOperations: [Self] = [.clause, .failure, .happens, .how, .variants, .also]
  }

  enum TextKey: String, CaseIterable {
    case english = "en"
    case japanese = "ja"
  }

  enum VariantKey: String, CaseIterable {
    case label, sample, invalid, how, note
  }

  /// An entry, which nothing calls for yet.
  ///
  /// - Parameters:
  ///   - entry: Its id and its words.
  ///   - kind: Where in a spec the answer stands.
  ///   - mayLackQuestion: Whether it may be there to be taken and not to be asked about: then its label may be missing, too.
  /// - Returns: `nil` where it cannot be read, which is reported.
  mutating func entry(
    _ entry: SyntaxEntry,
    _ kind: CatalogueEntry.Kind,
    mayLackQuestion: Bool = false
  ) -> CatalogueEntry? {
    guard let fields = read.fields(of: entry.value, Key.self, subject: "entry `\(entry.key)`")
    else { return nil }
    if kind != .operation {
      for key in fields.written(of: Key.ofOperations) {
        read.report(
          .conflictingKeys,
          "\(fields.subject) cannot have `\(key.rawValue)`: only operations have it",
          at: fields.entry(key)?.keySpan ?? fields.span
        )
      }
    }
    let words = Identifier.inWords(entry.key)
    let unsaid = mayLackQuestion ? CatalogueEntry.Text(english: words, japanese: words) : nil
    let label =
      mayLackQuestion && fields[.label] == nil
      ? unsaid
      : read.required(.label, of: fields).flatMap { text($0, fields.name(.label)) }
    let question =
      mayLackQuestion && fields[.question] == nil
      ? CatalogueEntry.Text.none
      : read.required(.question, of: fields).flatMap { text($0, fields.name(.question)) }
    let clause = fields[.clause].map { text($0, fields.name(.clause)) } ?? CatalogueEntry.Text.none
    let why = fields[.why].map { text($0, fields.name(.why)) } ?? CatalogueEntry.Text.none
    let how = fields[.how].map { text($0, fields.name(.how)) } ?? CatalogueEntry.Text.none
    let isFailure = truth(.failure, fields)
    let happens = truth(.happens, fields)
    if isFailure, happens {
      read.report(
        .conflictingKeys,
        "\(fields.subject) has both `failure` and `happens`",
        at: fields.entry(.happens)?.keySpan ?? fields.span,
        help: [
          "`failure` is for what fails around the feature, `happens` for all else that befalls the user"
        ]
      )
    }
    let variants = variants(.variants, fields)
    let otherVariants = self.variants(.also, fields)
    let ids = Set(variants.map(\.id))
    for variant in otherVariants where ids.contains(variant.id) {
      read.report(
        .duplicateName,
        "variant `\(variant.id)` is in both `variants` and `also`",
        at: fields.entry(.also)?.keySpan ?? fields.span
      )
    }
    guard let label, let clause, let question, let why, let how else { return nil }
    return CatalogueEntry(
      id: entry.key,
      kind: kind,
      label: label,
      clause: clause,
      question: question,
      why: why,
      variants: variants,
      otherVariants: otherVariants,
      traits: [],
      isCore: false,
      isFailure: isFailure,
      happens: happens,
      how: how
    )
  }

  private mutating func truth(_ key: Key, _ fields: Fields<Key>) -> Bool {
    fields[key].flatMap { read.boolean($0, fields.name(key)) } ?? false
  }

  private mutating func variants(
    _ key: Key,
    _ fields: Fields<Key>
  ) -> [CatalogueEntry.Variant] {
    guard let node = fields[key] else { return [] }
    if case .sequence(let items) = node.content {
      return items.compactMap { item in
        guard let id = read.name(item, "a variant of \(fields.subject)") else { return nil }
        let words = Identifier.inWords(id)
        let label = CatalogueEntry.Text(english: words, japanese: words)
        return CatalogueEntry.Variant(id: id, label: label)
      }
    }
    return (read.mapping(node, fields.name(key)) ?? []).compactMap { variant($0) }
  }

  /// A variant's label, or a map with more of it.
  private mutating func variant(_ entry: SyntaxEntry) -> CatalogueEntry.Variant? {
    let subject = "variant `\(entry.key)`"
    guard read.isName(entry.key, at: entry.keySpan, "the id of a variant") else { return nil }
    guard case .mapping(let written) = entry.value.content,
      written.contains(where: { VariantKey(rawValue: $0.key) != nil })
    else {
      return text(entry.value, subject).map { CatalogueEntry.Variant(id: entry.key, label: $0) }
    }
    guard let fields = read.fields(of: entry.value, VariantKey.self, subject: subject),
      let node = read.required(.label, of: fields),
      let label = text(node, fields.name(.label)),
      let how = fields[.how].map({ text($0, fields.name(.how)) }) ?? CatalogueEntry.Text.none,
      let note = fields[.note].map({ text($0, fields.name(.note)) }) ?? CatalogueEntry.Text.none
    else { return nil }
    return CatalogueEntry.Variant(
      id: entry.key,
      label: label,
      sample: sample(fields),
      isInvalid: fields[.invalid].flatMap { read.boolean($0, fields.name(.invalid)) } ?? false,
      how: how,
      note: note
    )
  }

  /// A text as it is written: blanks are a class of text like any other.
  private mutating func sample(_ fields: Fields<VariantKey>) -> String? {
    guard let node = fields[.sample] else { return nil }
    if let scalar = node.writtenScalar { return scalar.text }
    read.wrongType(node, fields.name(.sample), expected: "a text")
    return nil
  }

  /// A text in each language, or one that serves for all.
  mutating func text(_ node: SyntaxNode, _ subject: String) -> CatalogueEntry.Text? {
    if let text = plainText(node) { return text }
    guard case .mapping = node.content else {
      return read.text(node, subject).map { CatalogueEntry.Text(english: $0, japanese: $0) }
    }
    guard let fields = read.fields(of: node, TextKey.self, subject: subject),
      let english = read.required(.english, of: fields),
      let japanese = read.required(.japanese, of: fields),
      let english = read.text(english, fields.name(.english)),
      let japanese = read.text(japanese, fields.name(.japanese))
    else { return nil }
    return CatalogueEntry.Text(english: english, japanese: japanese)
  }

  /// A text that stands in both languages, in their usual order and without blanks around it, as nearly all do.
  ///
  /// Every check reads some entries; the general way makes a table of keys for each text, which took longer than to parse it.
  private func plainText(_ node: SyntaxNode) -> CatalogueEntry.Text? {
    guard case .mapping(let written) = node.content, written.count == 2,
      written[0].key == TextKey.english.rawValue, written[1].key == TextKey.japanese.rawValue,
      let english = plainText(of: written[0].value), let japanese = plainText(of: written[1].value)
    else { return nil }
    return CatalogueEntry.Text(english: english, japanese: japanese)
  }

  private func plainText(of node: SyntaxNode) -> String? {
    guard let text = node.writtenScalar?.text, let first = text.unicodeScalars.first,
      let last = text.unicodeScalars.last, !first.properties.isWhitespace,
      !last.properties.isWhitespace
    else { return nil }
    return text
  }
}
