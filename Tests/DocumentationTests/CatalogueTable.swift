import Specification

/// The entries of a kind in the standard catalogue, for use on a page.
enum CatalogueTable {
  static func markdown(_ kind: CatalogueEntry.Kind) -> String {
    let entries = Catalogue.standard.entries.filter { $0.kind == kind }
    let rows = entries.map { entry in
      ["`\(entry.id)`", entry.label(.english)] + (kind == .topic ? [] : [traits(entry)])
        + (kind == .operation
          ? [
            entry.isCore ? "error" : "note", ids(entry.variants), ids(entry.otherVariants),
          ] : [entry.question(.english)])
    }
    let heading =
      [kind.rawValue, ""] + (kind == .topic ? [] : ["traits"])
      + (kind == .operation ? ["reported as", "variants", "also available"] : ["asks"])
    return ([heading, heading.map { _ in "---" }] + rows)
      .map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }

  private static func traits(_ entry: CatalogueEntry) -> String {
    entry.traits.isEmpty ? "any" : entry.traits.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func ids(_ variants: [CatalogueEntry.Variant]) -> String {
    variants.map { "`\($0.id)`" }.joined(separator: ", ")
  }
}
