package import Specification

/// What there is to choose from in a catalogue, or what a spec made of it.
package struct CatalogueReport {
  /// What became of an entry in a spec.
  package enum Standing: String, Sendable {
    case selected, dismissed, open
  }

  /// An entry, and what a spec made of it.
  package struct Row: Sendable {
    package var entry: CatalogueEntry
    /// `nil` without a spec.
    package var standing: Standing?
    /// The variants that the spec selected, or the reason for which it dismissed the entry.
    package var detail: String
  }

  package private(set) var rows: [Row]
  package let language: Language
  /// Whether the rows tell of a spec.
  package let isOfSpec: Bool

  /// The entries of a catalogue.
  ///
  /// - Parameters:
  ///   - catalogue: What there is to choose from.
  ///   - traits: Only what a feature with these is asked about; empty for all.
  ///   - kind: Only entries of a kind.
  ///   - language: The language of labels and questions.
  package init(
    _ catalogue: Catalogue,
    traits: [String],
    kind: CatalogueEntry.Kind?,
    language: Language
  ) {
    rows = catalogue.listings.filter { listing in
      (kind == nil || listing.kind == kind) && (traits.isEmpty || listing.isCalledFor(by: traits))
    }.map { Row(entry: catalogue.entry($0), standing: nil, detail: "") }
    self.language = language
    isOfSpec = false
  }

  /// What a spec selected and dismissed, and what its traits call for besides.
  ///
  /// Operations are selected by their ids. Nobody can tell which factor answers a prompt for states or data unless it has the prompt's
  /// name, so that the others count as open.
  package init(
    _ specification: Specification,
    traits: [String],
    kind: CatalogueEntry.Kind?,
    language: Language
  ) {
    let traits = traits.isEmpty ? specification.traits : traits
    rows = specification.catalogue.listings.compactMap { listing in
      guard kind == nil || listing.kind == kind else { return nil }
      let known = Self.standing(of: listing, in: specification)
      guard known != nil || listing.isCalledFor(by: traits) else { return nil }
      return Row(
        entry: specification.catalogue.entry(listing),
        standing: known?.standing ?? .open,
        detail: known?.detail ?? ""
      )
    }
    self.language = language
    isOfSpec = true
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
      return specification.operations.first { $0.id == listing.id }.map { operation in
        (.selected, operation.variants.map(\.id).joined(separator: ", "))
      }
    case .state, .data:
      let isFactor = specification.factors.contains { factor in
        factor.name == listing.id && (factor.kind == .state) == (listing.kind == .state)
      }
      return isFactor ? (.selected, "") : nil
    }
  }
}
