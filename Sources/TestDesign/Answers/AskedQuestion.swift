import Combinatorics
import Specification
import Text

/// An open question as an answer to it sees it.
struct AskedQuestion {
  let finding: Finding
  /// The combinations that it represents.
  private(set) var rows = Diagram.empty
  /// The cubes that a rule or an entry of `impossible` must name to speak of exactly these; `nil` where other rules decide a part of them.
  private(set) var cubes: [Cube]?
  /// What rules disagree on; `nil` for any other question.
  private(set) var contradiction: Contradiction?
  /// The rule that asks; `nil` for what is undefined or contradictory.
  private(set) var rule: Int?
  /// The number of the entry of `questions` that asks.
  private(set) var entry: Int?
  /// The factors on which nothing depends, of the question that asks whether that is right; else none.
  let unread: [Int]
  /// The entry of the catalogue that the question is about; `nil` for any other question.
  let unconsidered: CatalogueEntry?

  /// True if somebody wrote the question down.
  var isWritten: Bool { rule != nil || entry != nil }

  /// The rule that asks and says nothing else, which rules for its parts replace; `nil` for any other question.
  private(set) var replacedRule: Int?

  /// The question of a finding; `nil` for a finding that asks nothing.
  init?(_ finding: Finding, in analysed: AnalysedSpecification) {
    let regions = analysed.regions
    let lowered = regions.space.lowered
    self.finding = finding
    unread =
      finding.code == .unreadFactor
      ? FactorReading(analysed.specification).unread(
        besides: analysed.unnamedInvalid.map(\.unnamed)
      )
      : []
    unconsidered = finding.entries.first.flatMap { analysed.specification.catalogue[$0] }
    switch finding.code {
    case .undefinedCombination:
      guard let number = analysed.questionIDs.firstIndex(of: finding.id) else { return nil }
      rows = analysed.questions[number].rows
      cubes = analysed.questions[number].parts
    case .contradictoryRules:
      guard let number = analysed.contradictionIDs.firstIndex(of: finding.id) else { return nil }
      let found = analysed.contradictions[number]
      let operations = Set(found.rules.flatMap { lowered.operations(ofRule: $0) }).sorted()
      rows = found.rows
      guard found.isWhole else { break }
      cubes = RegionCover(regions.space).allCubes(of: rows, on: operations)
      contradiction = found
    case .invalidLikeValid:
      guard let asked = analysed.unnamedInvalid.first(where: { $0.id == finding.id }) else {
        return nil
      }
      rows = asked.unnamed.rows
      cubes = [lowered.cube(of: asked.unnamed)]
      // What is undefined besides is another question.
      let decided = try? regions.space.store.difference(rows, regions.undefined)
      guard let decided, decided != rows else { break }
      rows = decided
      cubes = RegionCover(regions.space).allCubes(of: rows, on: [asked.unnamed.operations[0]])
    case .unconfirmedDecision where finding.isQuestion, .contestedDecision where finding.isQuestion:
      let override = analysed.overrides.first {
        [$0.winner] + $0.beaten.map(\.rule) == finding.rules
      }
      guard let override else { return nil }
      rows = override.rows
      guard (try? regions.isDefined(rows)) ?? false else { break }
      cubes = RegionCover(regions.space)
        .allCubes(of: rows, on: lowered.operations(ofRule: override.winner))
    case .undecidedRule, .placeholderResult, .fillerResult,
      .draftedRule where !finding.rules.isEmpty:
      guard let rule = finding.rules.first else { return nil }
      rows = regions.shown(rule)
      cubes = rows == regions.matches[rule] ? lowered.rules[rule] : nil
      self.rule = rule
      let asking = analysed.specification.rules[rule]
      let isAlone = asking.because == nil && asking.becomes.isEmpty && !asking.isAddition
      if asking.house == nil, asking.openQuestion != nil, isAlone { replacedRule = rule }
    case .unreachedValue: entry = analysed.specification.entry(puttingOff: finding.message)
    case .noSuchDay, .excludedRule,
      .draftedRule where finding.question?.reason != nil:
      break
    case .openQuestion, .draftedRule:
      entry = analysed.specification.questions.firstIndex {
        $0.question.span == finding.span && finding.message.contains($0.question.text.onOneLine)
      }
      if entry == nil { return nil }
    case .unreadFactor where finding.isQuestion, .unconsideredOperation where finding.isQuestion:
      break
    default: return nil
    }
  }
}

extension RegionCover {
  /// The cubes that cover a set; `nil` if there are too many.
  fileprivate func allCubes(of rows: Diagram, on operations: [Int]) -> [Cube]? {
    (try? cubes(of: rows, on: operations)).flatMap { $0.isComplete ? $0.cubes : nil }
  }
}

extension RuleRegions {
  /// True if a combination of a set is in the cube; where a search cannot tell, one is taken to be.
  func mayMeet(_ rows: Diagram, _ cube: Cube) -> Bool {
    (try? space.rows(of: rows).intersects(cube)) ?? true
  }
}
