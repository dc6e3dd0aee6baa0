package import Diagnostics

/// A feature spec as its author meant it: every name resolved, every value list made, every shorthand unfolded.
///
/// Factors are numbered in the order of declaration, states before data; the operation is one more factor and has the number
/// `factors.count` (`operationFactor`). All condition sets speak in these numbers.
package struct Specification: Sendable {
  /// The path of the file, as it is shown to people.
  package var path: String
  /// The prefix of case numbers, such as `POST`.
  package var id: String
  /// The title that people read.
  package var feature: String
  /// Where the title stands.
  package var featureSpan: SourceSpan
  /// The language of questions, headings and generated labels.
  package var language: Language
  /// Who answers questions that name nobody else.
  package var owner: String?
  /// The design, the wiki page, the ticket, in the order written.
  package var sources: [String]
  /// What of the catalogue concerns the feature, in the order written, those of the project last; `nil` where neither says anything.
  package var traits: [String]?
  /// The states, then the data, in the order of declaration.
  package var factors: [Factor]
  /// The selected operations in the order of declaration; empty only for a planned feature.
  package var operations: [Operation]
  /// The key `operations`.
  package var operationsSpan: SourceSpan
  /// What was considered and left out, in the order written.
  package var dismissed: [Dismissal]
  /// What cannot happen, in the order written, then what packs say of it.
  package var impossible: [Impossibility]
  /// The rules in the order written, then the house rules that concern the spec; other parts name them by their place in this list.
  package var rules: [Rule]
  /// Which rules come first where several cover a combination.
  package var precedence: [PrecedenceList]
  /// What the team asks itself beside the matrix, then what packs ask.
  package var questions: [TeamQuestion]
  /// What the suite of cases must cover.
  package var coverage: Coverage
  /// The catalogue in force: the program's own with what the project adds.
  package var catalogue: Catalogue = .standard

  /// Whether the spec has nothing but a head: a feature that is planned and not yet described.
  package var isPlanned: Bool { operations.isEmpty }
  /// The number by which conditions and coverage groups name the operation.
  package var operationFactor: Int { factors.count }
}

extension Specification {
  /// What of the catalogue was considered.
  package var consideredEntries: ConsideredEntries { ConsideredEntries(self) }
}

/// The entries of the catalogue that a spec selects, declares or dismisses.
package struct ConsideredEntries {
  private let operations: Set<String>
  private let factors: Set<String>
  private let dismissed: Set<String>

  fileprivate init(_ specification: Specification) {
    operations = Set(
      specification.operations.flatMap { [$0.id] + ($0.catalogueEntry.map { [$0.id] } ?? []) }
    )
    factors = Set(specification.factors.map(\.name))
    dismissed = Set(specification.dismissed.map(\.id))
  }

  /// Whether an entry is among them: an operation also under another id that `is` the entry, a prompt as a factor of its id.
  package func contains(_ listing: CatalogueListing) -> Bool {
    dismissed.contains(listing.id)
      || (listing.kind == .operation ? operations : factors).contains(listing.id)
  }
}

/// An entry of the catalogue that was looked at and left out on purpose.
package struct Dismissal: Sendable {
  /// The id, in the catalogue or not.
  package var id: String
  /// Why it was left out.
  package var reason: String
  /// The key that names it.
  package var span: SourceSpan
}

/// What the suite of cases must cover.
package struct Coverage: Sendable {
  /// A group of factors of which every combination must occur.
  package struct Group: Sendable {
    /// Numbers of factors, `Specification.operationFactor` for the operation; in the order written, each once.
    package var factors: [Int]
    /// The list item.
    package var span: SourceSpan
  }

  /// A case that must be there.
  package struct Include: Sendable {
    /// What it must be; of several values of a factor the usual one is taken where that can be.
    package var row: Conjunction
    /// Why, as the author wrote it.
    package var because: String?
    /// The list item.
    package var span: SourceSpan
  }

  /// The strengths that can be asked for.
  package static let strengths = 1...6

  /// 1 to 6; clamped to the number of factors by whoever generates.
  package var strength: Int = 2
  /// How much the suite holds.
  package var depth: Depth = .relevant
  /// Groups of factors all of whose combinations must occur.
  package var every: [Group] = []
  /// Cases that must be in the suite.
  package var include: [Include] = []
}
