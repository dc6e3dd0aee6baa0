package import Specification

/// What happens on one operation, for every combination: as few cells as the factors that matter allow.
///
/// The variants or parts of the operation are the values of one more factor. The cells share no combination, and every combination that can
/// occur is in one.
package struct OutcomeTable: Sendable {
  /// The outcome that all combinations of a cell share.
  package enum Outcome: Hashable, Sendable {
    /// The texts of the one result that wins.
    case defined([String])
    /// No rule covers it.
    case undefined
    /// Rules win that are open: their numbers in `Specification.rules`, ascending.
    case undecided([Int])
    /// The different results that win, in the order in which rules first give them.
    case contradictory([[String]])

    package var isDefined: Bool { if case .defined = self { true } else { false } }
  }

  /// Combinations of which the spec says the same.
  package struct Cell: Sendable {
    /// By factor of the table: the numbers of the values that occur in the cell, ascending.
    ///
    /// The number behind those of a factor's own values is *not applicable*; those of the operation are numbers in
    /// `Specification.operationValues`.
    package var values: [[Int]]
    /// By factor of the table: whether it makes no difference beside the factors in front.
    package var spans: [Bool]
    package var outcome: Outcome
    /// The rules that win somewhere in it: numbers in `Specification.rules`, ascending.
    package var rules: [Int]
    /// The rules with another result that give way to those there, ascending.
    package var insteadOf: [Int]
    /// The ids of the questions that it meets, in the order of the findings.
    package var questions: [String]
    /// How many combinations it stands for, in decimal; `nil` if they are not counted.
    package var combinations: String?
  }

  /// Several cells that agree in the factors in front.
  package struct Fold: Sendable {
    /// As of a cell, by factor of `foldedFactors`.
    package var values: [[Int]]
    package var spans: [Bool]
    /// The outcome of all of it; `nil` if it has several.
    package var outcome: Outcome?
    /// How many cells it stands for; the largest number where there is no room for it.
    package var cells: Int
    /// How many of these are not defined.
    package var open: Int
    /// The place of its first cell in `cells`, where these are listed.
    package var firstCell: Int
  }

  /// The number in `Specification.operations`.
  package var operation: Int
  /// The factors on which the outcome depends, in the order of the columns; `Specification.operationFactor` for the variants or parts.
  package var factors: [Int]
  /// True if no smaller set of factors tells the outcomes apart, for certain.
  package var isSmallest: Bool
  /// The number of cells; the largest number where there is no room for it.
  package var cellCount: Int
  /// From the first value of the first factor on; empty where there are more than `cellLimit`, and where the operation never happens.
  package var cells: [Cell]
  /// The table by its most telling factors, those in front; empty where it has no more than `foldLimit` cells.
  package var folds: [Fold]
  /// What is taken for granted, variants and parts of which the same is assumed together.
  package var assumptions: [Assumed]
  /// Sixteen hexadecimal digits: as long as they are the same, so are the outcomes and what is assumed.
  ///
  /// They are made of ids of values and texts of results; ids of rules, comments, the order of anything and rules of other operations do not count.
  package var fingerprint: String
  /// The cost, which tests count.
  package var steps: Int

  /// What is assumed of some variants or parts of the operation alike.
  package struct Assumed: Sendable {
    /// Numbers in `Specification.operationValues`, ascending.
    package var operationValues: [Int]
    package var assumption: Assumption
  }

  /// A table of more cells is folded to the factors in front.
  package static let foldLimit = 40
  /// The most factors of a folded table.
  package static let foldedFactors = 3
  /// Of more cells only folds are listed.
  package static let cellLimit = 2_000

  package var isFolded: Bool { !folds.isEmpty }
  /// The factors of the folds.
  package var foldedFactors: [Int] { Array(factors.prefix(folds.first?.values.count ?? 0)) }
  /// True if `cells` holds all of the table.
  package var listsCells: Bool { cells.count == cellCount }
}

extension OutcomeTable.Cell {
  /// True if a rule says its result that nobody has confirmed.
  package func isDrafted(in specification: Specification) -> Bool {
    outcome.isDefined && rules.contains { specification.rules[$0].isDrafted }
  }

  /// True if somebody still has to decide, or to confirm, what happens.
  package func isOpen(in specification: Specification) -> Bool {
    !outcome.isDefined || isDrafted(in: specification)
  }
}
