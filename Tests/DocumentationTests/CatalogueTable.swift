import Specification

/// The standard catalogue, to be shown on a page.
enum CatalogueTable {
  static var markdown: String {
    let rows = Catalogue.standard.entries.map { entry in
      [
        "`\(entry.id)`", entry.label(.english), entry.isCore ? "error" : "note",
        entry.traits.isEmpty ? "any" : entry.traits.map { "`\($0)`" }.joined(separator: ", "),
        entry.variants.map { "`\($0.id)`" }.joined(separator: ", "),
      ]
    }
    let heading = ["operation", "", "reported as", "called for by", "variants"]
    return ([heading, heading.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
