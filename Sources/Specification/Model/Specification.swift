package import Diagnostics

/// A feature spec as its author meant it: every name resolved, every value list made, every shorthand unfolded.
///
/// Factors are numbered in the order of declaration, states before data; the operation is one more factor and has the number
/// `factors.count` (`operationFactor`). All condition sets speak in these numbers.
package struct Specification: Sendable {
  package var path: String
  /// The prefix of case ids, such as `POST`.
  package var id: String
  package var feature: String
  package var featureSpan: SourceSpan
  package var language: Language
  /// Who answers questions that name nobody else.
  package var owner: String?
  /// The design, the wiki page, the ticket, in the order written.
  package var sources: [String]
  /// Where every case begins.
  package var start: String?
  /// What of the catalogue concerns the feature, in the order written, those of the project last; `nil` if neither says anything.
  package var traits: [String]?
  /// The states, then the data, in the order of declaration.
  package var factors: [Factor] = []
  /// The selected operations in the order of declaration; empty only for a planned feature.
  package var operations: [Operation] = []
  package var operationsSpan: SourceSpan
  package var dismissed: [Dismissal] = []
  /// What cannot happen, in the order written, then what packs say of it.
  package var impossible: [Impossibility] = []
  /// The rules in the order written, then the house rules that concern the spec; other parts name them by their place in this list.
  package var rules: [Rule] = []
  package var precedence: [PrecedenceList] = []
  /// What the team asks itself beside the matrix, then what packs ask.
  package var questions: [TeamQuestion] = []
  package var coverage: Coverage
  package var planning = Planning()
  package var catalogue: Catalogue = .standard

  /// True if the spec has nothing but a head: a feature that is planned and not yet described.
  package var isPlanned: Bool { operations.isEmpty }
  /// The number by which conditions and coverage groups name the operation.
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

  /// True if an entry is among them: an operation also under another id that `is` the entry, a prompt as a factor of its id.
  package func contains(_ listing: CatalogueListing) -> Bool {
    dismissed.contains(listing.id)
      || (listing.kind == .operation ? operations : factors).contains(listing.id)
  }
}

/// An entry of the catalogue that was looked at and left out on purpose.
package struct Dismissal: Sendable {
  package var id: String
  package var reason: String
  /// Its id; of one from a pack the place where the spec selects operations.
  package var span: SourceSpan
  /// The pack that dismisses it; `nil` for the spec itself.
  package var house: HouseOrigin?
}

package struct Coverage: Sendable {
  /// A group of factors of which every combination must occur.
  package struct Group: Sendable {
    /// Numbers of factors, `Specification.operationFactor` for the operation; in the order written, each once.
    package var factors: [Int]
    package var span: SourceSpan
  }

  package struct Include: Sendable {
    /// If a factor has several values, the usual one is taken if possible.
    package var row: Conjunction
    package var because: String?
    package var span: SourceSpan
  }

  package static let strengths = 1...6

  /// 1 to 6; clamped to the number of factors by whoever generates.
  package var strength: Int = 2
  package var depth: Depth = .relevant
  package var every: [Group] = []
  package var include: [Include] = []
}

/// How much of what can be tested a suite holds, ascending; the suite of a depth has all cases of those before it.
package enum Depth: String, CaseIterable, Comparable, Sendable {
  /// Each rule once, in its most usual combination, and each question.
  case review
  /// Also the values, and the pairs of values, that an operation's rules read.
  case relevant
  /// Also every pair of values of any two factors.
  case all

  package static func < (left: Depth, right: Depth) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
