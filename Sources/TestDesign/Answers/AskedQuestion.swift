import Combinatorics
import Specification

/// An open question as an answer to it sees it.
struct AskedQuestion {
  let finding: Finding
  /// The combinations that it stands for.
  let rows: Diagram
  /// The cubes that a rule or a constraint must name to speak of exactly these; `nil` where other rules decide a part of them.
  let cubes: [Cube]?
  /// The rule that asks; `nil` for what is undefined or contradictory.
  let rule: Int?

  /// The question of a finding; `nil` for a finding that asks nothing.
  init?(_ finding: Finding, in analysed: AnalysedSpecification) {
    let regions = analysed.regions
    self.finding = finding
    switch finding.code {
    case .undefinedExpectation, .contradictoryExpectations:
      guard let number = analysed.questionIDs.firstIndex(of: finding.id) else { return nil }
      rows = analysed.questions[number].rows
      cubes = [analysed.questions[number].tight]
      rule = nil
    case .undecidedExpectation:
      guard let rule = finding.rules.first else { return nil }
      rows = regions.wins[rule]
      cubes =
        regions.wins[rule] == regions.covered[rule] ? regions.space.lowered.rules[rule] : nil
      self.rule = rule
    default: return nil
    }
  }
}
