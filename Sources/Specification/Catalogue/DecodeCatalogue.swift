import Diagnostics
import YAMLSyntax

/// Reads a tree as a catalogue; there is a catalogue only where there is no mistake.
func decodeCatalogue(_ tree: SyntaxNode) -> Checked<Catalogue> {
  var decoder = CatalogueDecoder()
  let catalogue = decoder.catalogue(tree)
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  return Checked(diagnostics.isEmpty ? catalogue : nil, diagnostics: diagnostics)
}

/// What is known while a catalogue is read.
private struct CatalogueDecoder {
  var read = SyntaxReader()

  private enum Key: String, CaseIterable {
    case traits, entries
  }

  private enum EntryKey: String, CaseIterable {
    case label, clause, question, variants, traits, core
  }

  private enum TextKey: String, CaseIterable {
    case english = "en"
    case japanese = "ja"
  }

  mutating func catalogue(_ tree: SyntaxNode) -> Catalogue? {
    guard let fields = read.fields(of: tree, Key.self, subject: "the catalogue"),
      let traitsNode = read.required(.traits, of: fields),
      let traits = names(traitsNode, "`traits`"),
      let entriesNode = read.required(.entries, of: fields),
      let written = read.mapping(entriesNode, "`entries`")
    else { return nil }
    return Catalogue(entries: written.compactMap { entry($0, traits: traits) }, traits: traits)
  }

  private mutating func names(_ node: SyntaxNode, _ subject: String) -> [String]? {
    read.filledList(node, subject)?.compactMap { read.name($0, "an item of \(subject)") }
  }

  private mutating func entry(_ entry: SyntaxEntry, traits known: [String]) -> CatalogueEntry? {
    let subject = "entry `\(entry.key)`"
    guard let fields = read.fields(of: entry.value, EntryKey.self, subject: subject) else {
      return nil
    }
    let label = text(.label, of: fields)
    let clause = text(.clause, of: fields)
    let question = text(.question, of: fields)
    let traits = fields[.traits].flatMap { names($0, fields.name(.traits)) } ?? []
    for trait in traits where !known.contains(trait) {
      read.report(.unknownTrait, "\(subject) has the unknown trait `\(trait)`", at: entry.keySpan)
    }
    let isCore = fields[.core].flatMap { read.boolean($0, fields.name(.core)) } ?? false
    let variants = variants(fields)
    guard let label, let clause, let question else { return nil }
    return CatalogueEntry(
      id: entry.key,
      label: label,
      clause: clause,
      question: question,
      variants: variants,
      traits: traits,
      isCore: isCore
    )
  }

  private mutating func variants(_ fields: Fields<EntryKey>) -> [CatalogueEntry.Variant] {
    guard let node = fields[.variants],
      let written = read.mapping(node, fields.name(.variants))
    else { return [] }
    return written.compactMap { entry in
      text(entry.value, "variant `\(entry.key)`").map {
        CatalogueEntry.Variant(id: entry.key, label: $0)
      }
    }
  }

  private mutating func text(
    _ key: EntryKey,
    of fields: Fields<EntryKey>
  ) -> CatalogueEntry.Text? {
    read.required(key, of: fields).flatMap { text($0, fields.name(key)) }
  }

  private mutating func text(_ node: SyntaxNode, _ subject: String) -> CatalogueEntry.Text? {
    guard let fields = read.fields(of: node, TextKey.self, subject: subject),
      let english = read.required(.english, of: fields),
      let japanese = read.required(.japanese, of: fields),
      let english = read.text(english, fields.name(.english)),
      let japanese = read.text(japanese, fields.name(.japanese))
    else { return nil }
    return CatalogueEntry.Text(english: english, japanese: japanese)
  }
}
