import Combinatorics

@testable package import TestDesign

/// What the engine says of single combinations: `CaseExplanation` without its reasons, for thousands of them.
package struct Verdicts {
  private let analysed: AnalysedSpecification
  private let questions: [(id: String, rows: Diagram)]

  package init(_ analysed: AnalysedSpecification) {
    self.analysed = analysed
    questions = analysed.questionRegions
  }

  /// The status, the rules that win and the ids of the questions that it meets; `nil` for what is not in the space.
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
