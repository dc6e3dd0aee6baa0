import Diagnostics
import YAMLSyntax

/// Reads the words of one entry: a map with the entry's id as its only key.
func decodeCatalogueEntry(
  _ tree: SyntaxNode,
  _ listing: CatalogueListing
) -> Checked<CatalogueEntry> {
  var decoder = CatalogueEntryDecoder()
  let entry = decoder.read.mapping(tree, "an entry")?.first.flatMap { decoder.entry($0, listing) }
  let diagnostics = decoder.read.diagnostics.sortedByPlace()
  return Checked(diagnostics.isEmpty ? entry : nil, diagnostics: diagnostics)
}

/// What is known while an entry is read.
private struct CatalogueEntryDecoder {
  var read = SyntaxReader()

  private enum Key: String, CaseIterable {
    case label, clause, question, why, variants, also
  }

  private enum TextKey: String, CaseIterable {
    case english = "en"
    case japanese = "ja"
  }

  mutating func entry(_ entry: SyntaxEntry, _ listing: CatalogueListing) -> CatalogueEntry? {
    guard let fields = read.fields(of: entry.value, Key.self, subject: "entry `\(entry.key)`")
    else { return nil }
    let nothing = CatalogueEntry.Text(english: "", japanese: "")
    let label = text(.label, of: fields)
    let clause = listing.kind == .operation ? text(.clause, of: fields) : nothing
    let question = text(.question, of: fields)
    let why = text(.why, of: fields)
    let variants = variants(.variants, fields)
    let otherVariants = self.variants(.also, fields)
    guard let label, let clause, let question, let why else { return nil }
    return CatalogueEntry(
      id: entry.key,
      kind: listing.kind,
      label: label,
      clause: clause,
      question: question,
      why: why,
      variants: variants,
      otherVariants: otherVariants,
      traits: listing.traits,
      isCore: listing.isCore
    )
  }

  private mutating func variants(
    _ key: Key,
    _ fields: Fields<Key>
  ) -> [CatalogueEntry.Variant] {
    guard let node = fields[key], let written = read.mapping(node, fields.name(key)) else {
      return []
    }
    return written.compactMap { entry in
      text(entry.value, "variant `\(entry.key)`").map {
        CatalogueEntry.Variant(id: entry.key, label: $0)
      }
    }
  }

  private mutating func text(_ key: Key, of fields: Fields<Key>) -> CatalogueEntry.Text? {
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
