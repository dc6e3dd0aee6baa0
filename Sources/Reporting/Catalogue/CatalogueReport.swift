import Diagnostics
package import Specification
import TestDesign
import Text

/// The entries of a catalogue, with their standing in a spec if there is one.
package struct CatalogueReport {
  /// The standing of an entry in a spec.
  package enum Standing: String, Sendable {
    case selected, dismissed, open
  }

  /// An entry with its standing.
  package struct Row: Sendable {
    package var entry: CatalogueEntry
    /// The standing, or `nil` without a spec.
    package var standing: Standing?
    /// The variants or parts that the spec selected, or its reason for dismissing the entry.
    package var detail: String
  }

  package private(set) var rows: [Row]
  package let language: Language
  /// True if the rows describe a spec rather than the catalogue alone.
  package let isOfSpec: Bool

  /// Lists the entries of a catalogue with their standing in a spec.
  ///
  /// Operations are selected by their ids or by `is`. An entry for a state or data item counts as open unless the spec has a factor with
  /// its name, since nothing else tells which factor answers it.
  ///
  /// The entries are limited to those for `traits`, by default those of the spec, and to those of `kind`, by default all. Without a spec,
  /// the catalogue alone is listed. Labels and questions are in `language`.
  package init(
    _ catalogue: Catalogue,
    _ specification: Specification?,
    traits: [String],
    kind: CatalogueEntry.Kind?,
    language: Language
  ) {
    let traits = traits.isEmpty ? specification?.traits ?? [] : traits
    let isAll = specification == nil && traits.isEmpty
    let topics = catalogue.listings.filter { $0.kind == .topic }
    let relevance = specification.map(CatalogueRelevance.init)
    let raised = Set(relevance.map { $0.raised($0.unnamed(topics)).map(\.listing.id) } ?? [])
    rows = catalogue.listings.compactMap { listing in
      guard kind == nil || listing.kind == kind else { return nil }
      let known = specification.flatMap { Self.standing(of: listing, in: $0) }
      guard
        isAll || known != nil || listing.isRelevant(by: traits) || raised.contains(listing.id)
      else { return nil }
      return Row(
        entry: catalogue.entry(listing),
        standing: specification.map { _ in known?.standing ?? .open },
        detail: known?.detail ?? ""
      )
    }
    self.language = language
    isOfSpec = specification != nil
  }

  private static func standing(
    of listing: CatalogueListing,
    in specification: Specification
  ) -> (standing: Standing, detail: String)? {
    if let dismissal = specification.dismissed.first(where: { $0.id == listing.id }) {
      return (.dismissed, dismissal.reason)
    }
    switch listing.kind {
    case .operation:
      // An operation of the spec may refer to the entry under an id of its own.
      let operations = specification.operations.filter { $0.catalogueEntry?.id == listing.id }
      guard !operations.isEmpty else { return nil }
      let details = operations.map { operation in
        let variants = operation.variants.map(\.id).joined(separator: ", ")
        guard operation.id != listing.id else { return variants }
        return "as \(operation.id)" + (variants.isEmpty ? "" : " (\(variants))")
      }
      return (.selected, details.filter { !$0.isEmpty }.joined(separator: "; "))
    case .state, .data, .topic:
      let isFactor = specification.factors.contains { $0.name == listing.id }
      let isAnswered = specification.questions.contains {
        $0.operation == listing.id && !$0.decision.isEmpty
      }
      return isFactor || isAnswered ? (.selected, "") : nil
    }
  }
}

extension CatalogueReport {
  /// Returns the report for the terminal, wrapped at `columns`.
  ///
  /// ```
  /// operations: select under `operations` what can happen
  ///
  ///   network_error  Network error  [core, failure]
  ///     Is an error shown, is what was entered kept, and can the user retry?
  ///     why: Mock-ups always have data, so nobody draws the screen without it.
  ///     how to test: Cut the connection, then do what needs the network.
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
    case .topic: "topics: raised by the words of a spec"
    }
  }

  private func text(of row: Row, columns: Int) -> String {
    let entry = row.entry
    var marks = entry.isCore ? ["core"] : []
    if let standing = row.standing { marks.insert(standing.rawValue, at: 0) }
    let isExplained = row.standing == nil || row.standing == .open
    if isExplained, entry.isFailure { marks.append("failure") }
    if isExplained, entry.happens { marks.append("happens") }
    if isExplained, entry.interrupts { marks.append("interrupts") }
    let headline =
      [entry.id, entry.label(language)].joined(separator: "  ")
      + (marks.isEmpty ? "" : "  [\(marks.joined(separator: ", "))]")
    var paragraphs: [String] = []
    switch row.standing {
    case .selected where !row.detail.isEmpty: paragraphs.append("selected: \(row.detail)")
    case .dismissed: paragraphs.append("dismissed: \(row.detail)")
    default: break
    }
    if isExplained {
      paragraphs.append(entry.question(language))
      if !entry.why(language).isEmpty { paragraphs.append("why: \(entry.why(language))") }
      if !entry.source.isEmpty { paragraphs.append("source: \(entry.source)") }
      if !entry.how(language).isEmpty {
        paragraphs.append("how to test: \(entry.how(language).during().onOneLine)")
      }
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
    if own.isEmpty { return others.isEmpty ? [] : ["available variants: \(others)"] }
    return ["variants: \(own)" + (others.isEmpty ? "" : "; also available: \(others)")]
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

extension CatalogueReport {
  /// The report as JSON, with its texts in every language.
  package var json: String {
    JSONValue.of(["version": 1, "entries": rows.map(Self.object)]).text(spreading: 2)
  }

  private static func object(_ row: Row) -> JSONValue {
    let entry = row.entry
    let isOperation = entry.kind == .operation
    let variants =
      entry.variants.map { variant($0, comesByItself: true) }
      + entry.otherVariants.map { variant($0, comesByItself: false) }
    return .of([
      "id": entry.id, "kind": entry.kind.rawValue, "core": entry.isCore, "traits": entry.traits,
      "label": text(entry.label), "question": text(entry.question),
      "clause": text(ifAny: entry.clause), "why": text(ifAny: entry.why),
      "source": entry.source.ifAny, "failure": isOperation ? entry.isFailure : nil,
      "happens": isOperation ? entry.happens : nil,
      "interrupts": isOperation ? entry.interrupts : nil,
      "how": isOperation ? text(ifAny: entry.how) : nil,
      "variants": isOperation ? variants : nil, "standing": row.standing?.rawValue,
      "reason": row.standing == .dismissed ? row.detail : nil,
    ])
  }

  private static func variant(
    _ variant: CatalogueEntry.Variant,
    comesByItself: Bool
  ) -> JSONValue {
    .of([
      "id": variant.id, "label": text(variant.label), "default": comesByItself,
      "invalid": variant.isInvalid, "sample": variant.sample, "how": text(ifAny: variant.how),
      "note": text(ifAny: variant.note),
    ])
  }

  private static func text(ifAny text: CatalogueEntry.Text) -> JSONValue? {
    text == .none ? nil : Self.text(text)
  }

  private static func text(_ text: CatalogueEntry.Text) -> JSONValue {
    .object(Language.allCases.map { .init($0.rawValue, .string(text($0).during())) })
  }
}
