import Combinatorics
import Specification
import Text

/// The questions of a spec by what a sheet remembers of them.
package struct OpenQuestions: Sendable {
  package let all: [Finding]
  /// With their numbers.
  private let byID: [String: (number: Int, finding: Finding)]
  private let byFingerprint: [String: (number: Int, finding: Finding)]

  package init(_ analysis: Analysis) {
    all = analysis.questions
    let numbered = all.enumerated().map { (number: $0, finding: $1) }
    byID = Dictionary(firstOf: numbered.map { ($0.finding.id, $0) })
    // Two days in one text have the same.
    let alike = Dictionary(grouping: numbered) { $0.finding.question?.fingerprint ?? "" }
    byFingerprint = alike.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  package subscript(id: String) -> Finding? { byID[id]?.finding }

  /// The question that was asked under an id, with its number; `nil` if the spec no longer asks it.
  ///
  /// What rules say elsewhere decides what is omitted in a question, and so its words and its id: it is still the same if its fingerprint is.
  package subscript(
    id: String,
    fingerprint: String?
  ) -> (number: Int, finding: Finding)? {
    byID[id] ?? fingerprint.flatMap { byFingerprint[$0] }
  }
}

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
