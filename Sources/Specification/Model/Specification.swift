package import Diagnostics

/// A decoded feature spec: names resolved, values generated, shorthands expanded.
///
/// Factors are numbered in the order of declaration, states before data; the operation is another factor with the index `factors.count`
/// (`operationFactor`). All condition sets use these indices.
package struct Specification: Sendable {
  package var path: String
  /// The prefix of case ids, such as `POST`.
  package var id: String
  package var feature: String
  package var featureSpan: SourceSpan
  package var language: Language
  /// The person who answers questions without an addressee.
  package var owner: String?
  /// The design, the wiki page, the ticket, in the order written.
  package var sources: [String]
  /// The initial situation of every case.
  package var start: String?
  /// The traits of the feature in the order written, followed by those of the project; `nil` if neither gives any.
  package var traits: [String]?
  /// The states, then the data, in the order of declaration.
  package var factors: [Factor] = []
  /// The selected operations in the order of declaration; empty only for a planned feature.
  package var operations: [Operation] = []
  package var operationsSpan: SourceSpan
  package var dismissed: [Dismissal] = []
  /// The impossibilities in the order written, followed by those of packs.
  package var impossible: [Impossibility] = []
  /// The rules in the order written, followed by the house rules that concern the spec; other parts refer to them by index.
  package var rules: [Rule] = []
  package var precedence: [PrecedenceList] = []
  /// The team's own questions, followed by those of packs.
  package var questions: [TeamQuestion] = []
  package var coverage: Coverage
  package var planning = Planning()
  package var catalogue: Catalogue = .standard

  /// True if the spec has only a head: the feature is planned and not yet described.
  package var isPlanned: Bool { operations.isEmpty }
  /// The index of the operation in conditions and coverage groups.
  package var operationFactor: Int { factors.count }
}

/// The entries of the catalogue that a spec selects, declares or dismisses.
package struct ConsideredEntries {
  private let operations: Set<String>
  private let factors: Set<String>
  private let dismissed: Set<String>

  package init(_ specification: Specification) {
    operations = Set(
      specification.operations.flatMap { [$0.id] + ($0.catalogueEntry.map { [$0.id] } ?? []) }
    )
    factors = Set(specification.factors.map(\.name))
    dismissed = Set(specification.dismissed.map(\.id))
  }

  /// True if an entry was considered: as an operation, also through `is`, or as a factor with its id.
  package func contains(_ listing: CatalogueListing) -> Bool {
    dismissed.contains(listing.id)
      || (listing.kind == .operation ? operations : factors).contains(listing.id)
  }
}

/// An entry of the catalogue that was deliberately left out.
package struct Dismissal: Sendable {
  package var id: String
  package var reason: String
  /// The place of its id; for one from a pack, that of the selected operations.
  package var span: SourceSpan
  /// The pack that dismisses it, or `nil` for the spec itself.
  package var house: HouseOrigin?
}

package struct Coverage: Sendable {
  /// A group of factors all of whose combinations must occur.
  package struct Group: Sendable {
    /// The indices of the factors, including `Specification.operationFactor`, in the order written, without repetition.
    package var factors: [Int]
    package var span: SourceSpan
  }

  package struct Include: Sendable {
    /// If a factor has several values, the usual one is preferred.
    package var row: Conjunction
    package var because: String?
    package var span: SourceSpan
  }

  package static let strengths = 1...6

  /// The strength, 1 to 6; generation clamps it to the number of factors.
  package var strength: Int = 2
  package var depth: Depth = .relevant
  package var every: [Group] = []
  package var include: [Include] = []
}

/// The extent of a suite, ascending; a suite has all cases of the depths before its own.
package enum Depth: String, CaseIterable, Comparable, Sendable {
  /// Each rule once, in its most usual combination, and each question.
  case review
  /// Also the values, and pairs of values, that an operation's rules read.
  case relevant
  /// Also every pair of values of any two factors.
  case all

  package static func < (left: Depth, right: Depth) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
