import Diagnostics
import YAMLSyntax

/// The words of the catalogue's entries: texts in which each entry is a block that begins with its id in the first column.
struct CatalogueWords: Sendable {
  private struct Block {
    let id: Substring
    let text: Substring
  }

  /// The texts by kind, in the order of the catalogue.
  let texts: [(kind: CatalogueEntry.Kind, text: String)]

  /// The ids of all entries and their kinds, in the order of the texts.
  var ids: [(id: String, kind: CatalogueEntry.Kind)] {
    texts.flatMap { kind, text in Self.blocks(of: text).map { (String($0.id), kind) } }
  }

  /// Reads the words of an entry that the texts have.
  func entry(_ listing: CatalogueListing) -> CatalogueEntry {
    for text in texts where text.kind == listing.kind {
      guard let block = Self.blocks(of: text.text).first(where: { $0.id == listing.id }) else {
        continue
      }
      let file = SourceFile(path: "catalogue/\(listing.id)", text: String(block.text))
      let tree = parseYAML(file)
      let checked = tree.value.map { decodeCatalogueEntry($0, listing) }
      guard let entry = checked?.value else {
        let messages = (tree.diagnostics + (checked?.diagnostics ?? [])).map(\.message)
        preconditionFailure("the catalogue's entry `\(listing.id)` is malformed: \(messages)")
      }
      return entry
    }
    preconditionFailure("the catalogue has no words for `\(listing.id)`")
  }

  /// The blocks of a text: each begins at a line with something in its first column that is no comment.
  private static func blocks(of text: String) -> [Block] {
    var blocks: [Block] = []
    var start: String.Index?
    func close(at end: String.Index) {
      guard let start else { return }
      let block = text[start..<end]
      blocks.append(Block(id: block.prefix { $0 != ":" }, text: block))
    }
    var line = text.utf8.startIndex
    while line < text.utf8.endIndex {
      let end = text.utf8[line...].firstIndex(of: UInt8(ascii: "\n")) ?? text.utf8.endIndex
      if ![UInt8(ascii: " "), UInt8(ascii: "#"), UInt8(ascii: "\n")].contains(text.utf8[line]) {
        close(at: line)
        start = line
      }
      line = end == text.utf8.endIndex ? end : text.utf8.index(after: end)
    }
    close(at: text.endIndex)
    return blocks
  }
}
