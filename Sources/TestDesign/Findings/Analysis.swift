import Combinatorics
package import Diagnostics
package import Specification
import Text

/// The result of analysing a spec: exact counts, and everything that is open or wrong.
package struct Analysis: Sendable {
  /// Numbers of combinations, as decimal strings since they exceed 64 bits.
  package struct Counts: Hashable, Sendable {
    /// `nil`, like all other counts, if the constraints do not fit into one diagram.
    package var combinations: String?
    /// `nil`, like `contradictory`, if separating the two exceeds the engine's limit.
    package var defined: String?
    package var undecided: String?
    package var contradictory: String?
    package var undefined: String?
  }

  package var counts: Counts
  /// The decisions for people to confirm, the heaviest first.
  package var decisions: [Decision] = []
  /// Objections to decisions that the rules no longer make.
  package var settledObjections: [AgreementLedger.Entry] = []
  /// Sorted by place.
  package var findings: [Finding]
  /// Indices into `Specification.operations` of those whose questions are incomplete because a budget was exceeded.
  package var incomplete: [Int]
}

extension FindingCode {
  /// The severity of a finding of this kind, unless something makes it milder, such as a deferral or an entry outside the catalogue's core.
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
  /// The questions to answer, one row each, by priority: open combinations with the plainest setup first, then decisions to confirm, then
  /// unclear wording, then the catalogue; ties in the order of the findings.
  package var questions: [Finding] {
    let asked = findings.filter(\.isQuestion)
    let rows = asked.filter(\.items.isEmpty) + asked.flatMap(\.items)
    return rows.sorted { $0.rank < $1.rank }
  }

  /// The number of each question among all, from 1, by id.
  package var questionNumbers: [String: Int] {
    Dictionary(zip(questions.map(\.id), 1...)) { first, _ in first }
  }

  /// The questions that keep the spec open.
  package var requiredQuestions: [Finding] { questions.filter { !$0.isOptional } }

  /// Returns the analysis with the severities of a project; findings that it switches off are removed.
  package func weighed(_ levels: [String: Settings.Level]) -> Analysis {
    guard !levels.isEmpty else { return self }
    var weighed = self
    weighed.findings = findings.compactMap { $0.weighed(levels) }
    return weighed
  }

  /// Returns the number of findings that a project's severities switch off, by code.
  package func switchedOff(by levels: [String: Settings.Level]) -> [FindingCode: Int] {
    findings.reduce(into: [:]) { counts, finding in
      if levels[finding.code.rawValue] == .off { counts[finding.code, default: 0] += 1 }
    }
  }
}

extension Finding {
  /// The sort key of a question: its kind, then the distance of its plainest combination from the ordinary setup.
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

  /// Returns the finding with the severity that a project gives its kind, or `nil` if the project switches it off.
  ///
  /// A finding that is milder than usual, such as a deferred question, is never made graver.
  fileprivate func weighed(_ levels: [String: Settings.Level]) -> Finding? {
    guard let level = levels[code.rawValue] else { return self }
    guard let wanted = level.severity else { return nil }
    var finding = self
    finding.severity = severity < code.usualSeverity ? min(severity, wanted) : wanted
    finding.items = items.compactMap { $0.weighed(levels) }
    return finding
  }
}

/// The questions of a spec, indexed by what a sheet stores of them.
package struct OpenQuestions: Sendable {
  package let all: [Finding]
  /// The questions with their numbers, by id.
  private let byID: [String: (number: Int, finding: Finding)]
  private let byFingerprint: [String: (number: Int, finding: Finding)]

  package init(_ analysis: Analysis) {
    all = analysis.questions
    let numbered = all.enumerated().map { (number: $0, finding: $1) }
    byID = Dictionary(firstOf: numbered.map { ($0.finding.id, $0) })
    // Questions about two days in the same text have the same fingerprint.
    let alike = Dictionary(grouping: numbered) { $0.finding.question?.fingerprint ?? "" }
    byFingerprint = alike.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  package subscript(id: String) -> Finding? { byID[id]?.finding }

  /// Returns the question asked under an id, with its number, or `nil` if the spec no longer asks it.
  ///
  /// Rules elsewhere in the spec affect which conditions a question omits, and so its text and id; an equal fingerprint still means the
  /// same question.
  package subscript(id: String, fingerprint: String?) -> (number: Int, finding: Finding)? {
    byID[id] ?? fingerprint.flatMap { byFingerprint[$0] }
  }
}

extension RuleRegions {
  /// The number of combinations of each kind, in decimal.
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
