import Combinatorics
import Specification
import Text

/// An open question as an answer to it sees it.
struct AskedQuestion {
  let finding: Finding
  /// The combinations that it represents.
  let rows: Diagram
  /// The cubes that a rule or an entry of `impossible` must name to speak of exactly these; `nil` where other rules decide a part of them.
  let cubes: [Cube]?
  /// What rules disagree on; `nil` for any other question.
  let contradiction: Contradiction?
  /// The rule that asks; `nil` for what is undefined or contradictory.
  let rule: Int?
  /// The number of the entry of `questions` that asks.
  let entry: Int?
  /// The factors on which nothing depends, of the question that asks whether that is right; else none.
  let unread: [Int]
  /// The entry of the catalogue that the question is about; `nil` for any other question.
  let unconsidered: CatalogueEntry?

  /// True if somebody wrote the question down.
  var isWritten: Bool { rule != nil || entry != nil }

  /// The question of a finding; `nil` for a finding that asks nothing.
  init?(_ finding: Finding, in analysed: AnalysedSpecification) {
    let regions = analysed.regions
    self.finding = finding
    unread =
      finding.code == .unreadFactor ? FactorReading(analysed.specification).unread : []
    unconsidered = finding.entries.first.flatMap { analysed.specification.catalogue[$0] }
    switch finding.code {
    case .undefinedCombination:
      guard let number = analysed.questionIDs.firstIndex(of: finding.id) else { return nil }
      rows = analysed.questions[number].rows
      cubes = analysed.questions[number].parts
      (contradiction, rule, entry) = (nil, nil, nil)
    case .contradictoryRules:
      guard let number = analysed.contradictionIDs.firstIndex(of: finding.id) else { return nil }
      let found = analysed.contradictions[number]
      let lowered = regions.space.lowered
      let operations = Set(found.rules.flatMap { lowered.operations(ofRule: $0) }).sorted()
      rows = found.rows
      let cover = try? RegionCover(regions.space).cubes(of: rows, on: operations)
      cubes = cover.flatMap { $0.isComplete && found.isWhole ? $0.cubes : nil }
      (self.contradiction, rule, entry) = (found.isWhole ? found : nil, nil, nil)
    case .invalidLikeValid:
      guard let asked = analysed.unnamedInvalid.first(where: { $0.id == finding.id }) else {
        return nil
      }
      rows = asked.unnamed.rows
      cubes = [regions.space.lowered.cube(of: asked.unnamed)]
      (contradiction, rule, entry) = (nil, nil, nil)
    case .unconfirmedDecision where finding.isQuestion, .contestedDecision where finding.isQuestion:
      let override = analysed.overrides.first {
        [$0.winner] + $0.beaten.map(\.rule) == finding.rules
      }
      guard let override else { return nil }
      rows = override.rows
      let operations = regions.space.lowered.operations(ofRule: override.winner)
      let cover = try? RegionCover(regions.space).cubes(of: rows, on: operations)
      let isDefined = (try? regions.isDefined(rows)) ?? false
      cubes = cover.flatMap { $0.isComplete && isDefined ? $0.cubes : nil }
      (contradiction, rule, entry) = (nil, nil, nil)
    case .undecidedRule, .placeholderResult, .fillerResult,
      .draftedRule where !finding.rules.isEmpty:
      guard let rule = finding.rules.first else { return nil }
      rows = regions.shown(rule)
      cubes = rows == regions.matches[rule] ? regions.space.lowered.rules[rule] : nil
      (contradiction, self.rule, entry) = (nil, rule, nil)
    case .noSuchDay, .excludedRule, .unreachedValue,
      .draftedRule where finding.question?.reason != nil:
      rows = .empty
      cubes = nil
      (contradiction, rule, entry) = (nil, nil, nil)
    case .openQuestion, .draftedRule:
      let asked = analysed.specification.questions.firstIndex {
        $0.question.span == finding.span && finding.message.contains($0.question.text.onOneLine)
      }
      guard let asked else { return nil }
      rows = .empty
      cubes = nil
      (contradiction, rule, entry) = (nil, nil, asked)
    case .unreadFactor where finding.isQuestion, .unconsideredOperation where finding.isQuestion:
      rows = .empty
      cubes = nil
      (contradiction, rule, entry) = (nil, nil, nil)
    default: return nil
    }
  }
}

extension RuleRegions {
  /// True if a combination of a set is in the cube; where a search cannot tell, one is taken to be.
  func mayMeet(_ rows: Diagram, _ cube: Cube) -> Bool {
    (try? space.rows(of: rows).intersects(cube)) ?? true
  }
}
