import Diagnostics
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
