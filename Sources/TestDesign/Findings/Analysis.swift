import Combinatorics
package import Diagnostics
package import Specification
import Text

/// What the analysis of a spec found: exact counts, and everything that is left open or wrong.
package struct Analysis: Sendable {
  /// Numbers of combinations, in decimal since they outgrow 64 bits.
  package struct Counts: Hashable, Sendable {
    /// `nil`, as all others then are too, where what is impossible is too entangled for one diagram.
    package var combinations: String?
    /// `nil`, as `contradictory` then is too, where telling the two apart outgrows the engine's limit.
    package var defined: String?
    package var undecided: String?
    package var contradictory: String?
    package var undefined: String?
  }

  package var counts: Counts
  /// What the spec settles and people confirm, the heaviest first.
  package var decisions: [Decision] = []
  /// Objections to what the rules no longer decide.
  package var settledObjections: [AgreementLedger.Entry] = []
  /// In the order of their places.
  package var findings: [Finding]
  /// Operations (numbers in `Specification.operations`) of which not all questions are listed because a budget was exceeded.
  package var incomplete: [Int]
}

extension FindingCode {
  /// How much a finding of the kind weighs unless something makes it milder: a day that lies ahead, an entry outside the catalogue's core.
  package var usualSeverity: Severity {
    switch self {
    case .undefinedCombination, .contradictoryRules, .contestedDecision, .undecidedRule,
      .placeholderResult, .draftedRule,
      .openQuestion, .unconsideredOperation, .invalidLikeValid, .noSuchDay,
      .excludedRule, .unreachedValue, .breaksImpossible:
      .error
    case .unreachableRule, .impossibleValue, .redundantConstraint, .unreadCombination,
      .unconfirmedDecision, .fillerResult, .hiddenControl, .neverReached:
      .warning
    case .unreadFactor, .vagueResult, .partlyUnreachable, .unnamedTrigger: .note
    }
  }
}

extension Analysis {
  /// What people answer, a row each, by weight: what the plainest setups meet first, then what is settled and to be confirmed, then what is badly
  /// written, then the catalogue; otherwise in the order of the findings.
  package var questions: [Finding] {
    let asked = findings.filter(\.isQuestion)
    let rows = asked.filter(\.items.isEmpty) + asked.flatMap(\.items)
    return rows.sorted { $0.rank < $1.rank }
  }

  /// By the id of a question: its place among all, from 1.
  package var questionNumbers: [String: Int] {
    Dictionary(zip(questions.map(\.id), 1...)) { first, _ in first }
  }

  /// The questions that keep the spec open.
  package var requiredQuestions: [Finding] { questions.filter { !$0.isOptional } }

  /// The analysis with the severities of a project; findings that it switched off are left out.
  package func weighed(_ levels: [String: Settings.Level]) -> Analysis {
    guard !levels.isEmpty else { return self }
    var weighed = self
    weighed.findings = findings.compactMap { $0.weighed(levels) }
    return weighed
  }

  /// How many findings the severities of a project switch off, by code.
  package func switchedOff(by levels: [String: Settings.Level]) -> [FindingCode: Int] {
    findings.reduce(into: [:]) { counts, finding in
      if levels[finding.code.rawValue] == .off { counts[finding.code, default: 0] += 1 }
    }
  }
}

extension Finding {
  /// How early a question is asked: by its kind, then by how far its plainest combination is from the ordinary setup.
  fileprivate var rank: (kind: Int, distance: Int) {
    let kind =
      switch code {
      case .unconfirmedDecision, .contestedDecision, .invalidLikeValid, .unreachedValue,
        .draftedRule:
        1
      case .noSuchDay, .fillerResult, .unreadFactor, .excludedRule: 2
      case .unconsideredOperation: isOptional ? 4 : 3
      default: 0
      }
    return (kind, question?.distance ?? 0)
  }

  /// The finding with the severity that a project gives its kind, `nil` if the project switched it off.
  ///
  /// What is milder than usual for a reason of its own is never made graver: a deferred question stays deferred.
  fileprivate func weighed(_ levels: [String: Settings.Level]) -> Finding? {
    guard let level = levels[code.rawValue] else { return self }
    guard let wanted = level.severity else { return nil }
    var finding = self
    finding.severity = severity < code.usualSeverity ? min(severity, wanted) : wanted
    finding.items = items.compactMap { $0.weighed(levels) }
    return finding
  }
}

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
  package subscript(id: String, fingerprint: String?) -> (number: Int, finding: Finding)? {
    byID[id] ?? fingerprint.flatMap { byFingerprint[$0] }
  }
}

extension RuleRegions {
  /// How many combinations are of which kind, in decimal.
  var counts: Analysis.Counts {
    let countable = space.isJoined ? defined : nil
    return Analysis.Counts(
      combinations: space.decimalCount([space.all]),
      defined: countable.map { space.store.decimalCount($0) },
      undecided: space.decimalCount([undecided]),
      contradictory: countable.map {
        space.store.decimalCount(of: space.all, without: [undefined, undecided] + $0)
      },
      undefined: space.decimalCount([undefined])
    )
  }
}
