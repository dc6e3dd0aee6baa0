package import Specification

/// The outcome of one operation in every combination, with as few cells as the relevant factors allow.
///
/// The variants or parts of the operation are the values of an additional factor. The cells partition the possible combinations.
package struct OutcomeTable: Sendable {
  /// The outcome shared by all combinations of a cell.
  package enum Outcome: Hashable, Sendable {
    /// The texts of the single result that wins.
    case defined([String])
    /// No rule covers the cell.
    case undefined
    /// Open rules win; these are their indices in `Specification.rules`, ascending.
    case undecided([Int])
    /// Several results win, in the order in which rules first state them.
    case contradictory([[String]])

    package var isDefined: Bool { if case .defined = self { true } else { false } }
  }

  /// Combinations with the same outcome.
  package struct Cell: Sendable {
    /// For each factor of the table, the indices of the values in the cell, ascending.
    ///
    /// The index after a factor's own values stands for *not applicable*; values of the operation are indices into
    /// `Specification.operationValues`.
    package var values: [[Int]]
    /// For each factor of the table, true if it makes no difference, given the factors before it.
    package var spans: [Bool]
    package var outcome: Outcome
    /// Indices into `Specification.rules` of the rules that win in the cell, ascending.
    package var rules: [Int]
    /// The rules with other results that give way to these, ascending.
    package var insteadOf: [Int]
    /// The ids of questions about the cell, in the order of the findings.
    package var questions: [String]
    /// The number of combinations, in decimal, or `nil` if it is not counted.
    package var combinations: String?
  }

  /// Several cells that agree in the first factors.
  package struct Fold: Sendable {
    /// The values as in `Cell.values`, for each factor of `foldedFactors`.
    package var values: [[Int]]
    package var spans: [Bool]
    /// The outcome of all its cells, or `nil` if they differ.
    package var outcome: Outcome?
    /// The number of its cells, or the largest integer on overflow.
    package var cells: Int
    /// The number of its cells that are not defined.
    package var open: Int
    /// The index of its first cell in `cells`, if these are listed.
    package var firstCell: Int
  }

  /// An index into `Specification.operations`.
  package var operation: Int
  /// The factors that determine the outcome, in the order of the columns; `Specification.operationFactor` stands for the variants or parts.
  package var factors: [Int]
  /// True if it is certain that no smaller set of factors determines the outcome.
  package var isSmallest: Bool
  /// The number of cells, or the largest integer on overflow.
  package var cellCount: Int
  /// The cells, sorted by the values of the factors; empty if there are more than `cellLimit` or the operation is impossible.
  package var cells: [Cell]
  /// The table reduced to its first, most significant factors; empty if it has at most `foldLimit` cells.
  package var folds: [Fold]
  /// The assumptions, with variants and parts merged that have the same one.
  package var assumptions: [Assumed]
  /// Sixteen hexadecimal digits that identify the outcomes and assumptions.
  ///
  /// They depend on ids of values and texts of results, but not on ids of rules, comments, orders, or rules of other operations.
  package var fingerprint: String
  /// The cost, which tests bound.
  package var steps: Int

  /// An assumption shared by variants or parts of the operation.
  package struct Assumed: Sendable {
    /// Indices into `Specification.operationValues`, ascending.
    package var operationValues: [Int]
    package var assumption: Assumption
  }

  /// The maximum number of cells of a table that is not folded.
  package static let foldLimit = 40
  /// The maximum number of factors of a folded table.
  package static let foldedFactors = 3
  /// The maximum number of cells that are listed; larger tables have folds only.
  package static let cellLimit = 2_000

  package var isFolded: Bool { !folds.isEmpty }
  package var foldedFactors: [Int] { Array(factors.prefix(folds.first?.values.count ?? 0)) }
  /// True if `cells` contains the whole table.
  package var listsCells: Bool { cells.count == cellCount }
}

extension OutcomeTable.Cell {
  /// True if a rule behind the result is an unconfirmed draft.
  package func isDrafted(in specification: Specification) -> Bool {
    outcome.isDefined && rules.contains { specification.rules[$0].isDrafted }
  }

  /// True if somebody has yet to decide or confirm the outcome.
  package func isOpen(in specification: Specification) -> Bool {
    !outcome.isDefined || isDrafted(in: specification)
  }
}
