import Diagnostics
import Specification

extension CatalogueReport {
  /// The report for people, within so many columns of a terminal.
  ///
  /// ```
  /// operations: select under `operations` what can happen
  ///
  ///   network_error  Network error  [core]
  ///     Is an error shown, is what was entered kept, and can the user retry?
  ///     why: Mock-ups always have data, so nobody draws the screen without it.
  ///     variants: offline, timeout, drop (and: captive_portal, no_response)
  ///     traits: reads_network, writes_network
  /// ```
  package func text(columns: Int) -> String {
    var output = ""
    for kind in CatalogueEntry.Kind.allCases {
      let rows = rows.filter { $0.entry.kind == kind }
      guard !rows.isEmpty else { continue }
      let heading = LineBreaking.lines(of: Self.heading(of: kind), columns: columns)
      output += heading.map { $0 + "\n" }.joined() + "\n"
      for row in rows { output += text(of: row, columns: columns) + "\n" }
    }
    return output + total + "\n"
  }

  private static func heading(of kind: CatalogueEntry.Kind) -> String {
    switch kind {
    case .operation: "operations: select under `operations` what can happen, dismiss the rest"
    case .state: "states: is there a factor for it under `states`?"
    case .data: "data: is there a factor for it under `data`?"
    }
  }

  private func text(of row: Row, columns: Int) -> String {
    let entry = row.entry
    var marks = entry.isCore ? ["core"] : []
    if let standing = row.standing { marks.insert(standing.rawValue, at: 0) }
    let headline =
      [entry.id, entry.label(language)].joined(separator: "  ")
      + (marks.isEmpty ? "" : "  [\(marks.joined(separator: ", "))]")
    var paragraphs: [String] = []
    switch row.standing {
    case .selected where !row.detail.isEmpty: paragraphs.append("selected: \(row.detail)")
    case .dismissed: paragraphs.append("dismissed: \(row.detail)")
    default: break
    }
    if row.standing == nil || row.standing == .open {
      paragraphs.append(entry.question(language))
      if !entry.why(language).isEmpty { paragraphs.append("why: \(entry.why(language))") }
      paragraphs += variants(of: entry)
      if !isOfSpec, !entry.traits.isEmpty {
        paragraphs.append("traits: \(entry.traits.joined(separator: ", "))")
      }
    }
    let lines =
      Self.indented(headline, by: "  ", columns)
      + paragraphs.flatMap { Self.indented($0, by: "    ", columns) }
    return lines.map { VisibleText.line($0) + "\n" }.joined()
  }

  private func variants(of entry: CatalogueEntry) -> [String] {
    let own = entry.variants.map(\.id).joined(separator: ", ")
    let others = entry.otherVariants.map(\.id).joined(separator: ", ")
    switch (own.isEmpty, others.isEmpty) {
    case (true, true): return []
    case (false, true): return ["variants: \(own)"]
    case (true, false): return ["variants to choose: \(others)"]
    case (false, false): return ["variants: \(own); to choose besides: \(others)"]
    }
  }

  private static func indented(_ text: String, by margin: String, _ columns: Int) -> [String] {
    LineBreaking.lines(of: text, columns: columns - margin.count).map { margin + $0 }
  }

  private var total: String {
    let count = "\(rows.count) \(rows.count == 1 ? "entry" : "entries")"
    guard isOfSpec else { return count }
    let parts = [Standing.selected, .dismissed, .open].map { standing in
      "\(rows.count { $0.standing == standing }) \(standing.rawValue)"
    }
    return "\(count): \(parts.joined(separator: ", "))"
  }
}
