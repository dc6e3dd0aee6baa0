/// What a spec says of its space, cut by the operation and the values of one factor.
package struct OutcomeMatrix: Sendable {
  /// What the spec says of the combinations of one operation value and one value across.
  ///
  /// Numbers of combinations are in decimal since they outgrow 64 bits.
  package struct Cell: Hashable, Sendable {
    package var combinations = "0"
    package var defined = "0"
    package var undecided = "0"
    package var contradictory = "0"
    package var undefined = "0"
    /// Of each result that holds undisputed somewhere in the cell, the first rule that gives it (a number in `Specification.expectations`).
    package var results: [Int] = []
    /// The ids of the questions that some combination of the cell meets, in the order of the findings.
    package var questions: [String] = []

    /// A cell without combinations.
    package init() {}

    /// Whether no combination is in it.
    package var isImpossible: Bool { combinations == "0" }
    /// Whether something in it is undefined or undecided.
    package var isOpen: Bool { undefined != "0" || undecided != "0" }
    package var isContradictory: Bool { contradictory != "0" }

    /// What occurs in the cell, however often.
    var outcomes: [Int] {
      results
        + [(undefined, -1), (undecided, -2), (contradictory, -3)].filter { $0.0 != "0" }
        .map(\.1)
    }
  }

  /// The factor whose values stand across; `nil` where the spec has none: one column then holds everything.
  package var across: Int?
  /// The numbers of the values across, `nil` for not applicable; of no factor one `nil`.
  package var columns: [Int?]
  /// By number in `Specification.operationValues`, then by column.
  package var cells: [[Cell]]

  /// How well the factor tells results apart: first in how many operations its values differ, then how many cells have one outcome.
  var split: (operations: Int, settled: Double) {
    let possible = cells.map { $0.filter { !$0.isImpossible } }
    let settled = possible.joined().count { $0.outcomes.count == 1 }
    return (
      possible.count { row in row.contains { $0.outcomes != row[0].outcomes } },
      Double(settled) / Double(max(1, possible.joined().count))
    )
  }
}
