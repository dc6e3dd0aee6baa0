import Combinatorics

@testable package import TestDesign

/// The engine's verdict on single combinations: `CaseExplanation` without its reasons, for thousands of them.
package struct Verdicts {
  private let analysed: AnalysedSpecification
  private let questions: [(id: String, rows: Diagram)]

  package init(_ analysed: AnalysedSpecification) {
    self.analysed = analysed
    questions = analysed.questionRegions
  }

  /// Returns the status, the winning rules and the ids of the questions, or `nil` if it is not in the space.
  package func verdict(
    on combination: Combination
  ) -> (status: CombinationStatus, winners: [Int], questions: [String])? {
    let regions = analysed.regions
    let row = regions.space.lowered.row(combination)
    guard regions.space.rows.contains(row: row) else { return nil }
    let winners = regions.winners(row)
    let met = questions.filter { regions.space.store.contains($0.rows, row: row) }.map(\.id)
    return (regions.status(ofWinners: winners), winners, met)
  }
}
