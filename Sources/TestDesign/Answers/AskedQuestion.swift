import Combinatorics
import Specification
import Text

/// An open question with the data needed to apply an answer.
struct AskedQuestion {
  let finding: Finding
  /// The combinations of the question.
  private(set) var rows = Diagram.empty
  /// The cubes that cover exactly these combinations, for a rule or an `impossible` entry; `nil` if other rules decide part of them.
  private(set) var cubes: [Cube]?
  /// The contradiction, if the question is about one.
  private(set) var contradiction: Contradiction?
  /// The rule that asks; `nil` for an undefined or contradictory combination.
  private(set) var rule: Int?
  /// The entry of `questions` that asks, by index.
  private(set) var entry: Int?
  /// The factors that no rule depends on, if the question asks to confirm that; otherwise empty.
  let unread: [Int]
  /// The entry of the catalogue that the question is about, if any.
  let unconsidered: CatalogueEntry?

  /// True if an author wrote the question.
  var isWritten: Bool { rule != nil || entry != nil }

  /// The rule that asks, if it says nothing else, so that rules for its parts can replace it.
  private(set) var replacedRule: Int?

  /// Creates the question of a finding, or returns `nil` if it does not ask one that can be answered.
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
      // Undefined combinations belong to another question.
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
  /// Returns the cubes that cover a set, or `nil` if there are too many.
  fileprivate func allCubes(of rows: Diagram, on operations: [Int]) -> [Cube]? {
    (try? cubes(of: rows, on: operations)).flatMap { $0.isComplete ? $0.cubes : nil }
  }
}

extension RuleRegions {
  /// True if the set may have a combination in the cube; also true if a search cannot tell.
  func mayMeet(_ rows: Diagram, _ cube: Cube) -> Bool {
    (try? space.rows(of: rows).intersects(cube)) ?? true
  }
}
