package import Reporting
package import Specification
package import TestDesign
import Text

/// The results of test runs for each case of a suite.
///
/// A failure of the current version of a case outweighs all other results, and a pass counts only if it is reported explicitly. A case
/// without definite expected results is blocked, whatever ran.
extension ResultsReport {
  /// Evaluates the runs.
  ///
  /// `fingerprints` holds the current version of each case by id, and is empty if no code can be generated from the spec. End-to-end cases
  /// count as soon as a run names one, even a retired one.
  package init(
    _ runs: [TestReport],
    of specification: Specification,
    _ suite: TestMatrix,
    fingerprints: [String: String]
  ) {
    let flows = suite.flows.map { JudgedCase($0) }
    let cases = suite.cases.map { JudgedCase($0) }
    var reader = RunReader(
      specification,
      cases + flows,
      retired: suite.retirementReasons,
      fingerprints
    )
    for run in runs { reader.take(run) }
    let areFlowsRun = (Array(reader.sightings.keys) + reader.unknownIDs.keys)
      .contains { Flow.isID($0, of: specification.id) }
    self.init(
      specification,
      reports: runs.map(\.path),
      cases: (cases + (areFlowsRun ? flows : [])).map {
        CaseJudge.verdict(of: $0, now: fingerprints[$0.id], reader.sightings[$0.id] ?? [])
      },
      unknownIDs: reader.unknownIDs.values.sorted { $0.id < $1.id },
      unknownEntries: reader.unknownEntries,
      remarks: runs.flatMap(\.remarks) + reader.remarks
    )
  }
}

/// A case of the suite, possibly an end-to-end case.
private struct JudgedCase {
  var id: String
  var title: String
  /// True if the expected results are definite.
  var isDecided: Bool
  var questions: [String]

  init(_ testCase: TestCase) {
    (id, title, questions) = (testCase.id, testCase.title, testCase.questions)
    isDecided = testCase.status == .defined
  }

  init(_ flow: Flow) {
    (id, title, isDecided, questions) = (flow.id, flow.title, true, [])
  }
}

/// A mention of a case in an entry.
private struct Sighting {
  /// The outcome, never `perhapsCancelled`.
  var outcome: TestReport.Entry.Outcome
  /// The version that ran, or `nil` if the entry does not tell.
  var fingerprint: String?
  var reason: String
}

/// A reader that groups entries by the cases that they name.
private struct RunReader {
  private(set) var sightings: [String: [Sighting]] = [:]
  private(set) var unknownIDs: [String: ResultsReport.UnknownID] = [:]
  private(set) var unknownEntries: [ResultsReport.UnknownEntry] = []
  private let id: String
  private let fingerprints: [String: String]
  /// True for each case whose expected results are definite, by id.
  private let isDecided: [String: Bool]
  private let retired: [String: String]
  private var passesOfUnsaidVersion = 0

  init(
    _ specification: Specification,
    _ cases: [JudgedCase],
    retired: [String: String],
    _ fingerprints: [String: String]
  ) {
    id = specification.id
    self.fingerprints = fingerprints
    isDecided = Dictionary(firstOf: cases.map { ($0.id, $0.isDecided) })
    self.retired = retired
  }

  var remarks: [String] {
    guard passesOfUnsaidVersion > 0, !fingerprints.isEmpty else { return [] }
    let (what, its) =
      passesOfUnsaidVersion == 1
      ? ("1 pass does", "its case") : ("\(passesOfUnsaidVersion) passes do", "their cases")
    return [
      "\(what) not say which version of \(its) ran; `specmatrix code --check` makes sure that it is this one"
    ]
  }

  mutating func take(_ run: TestReport) {
    let cancelled = cancelledCases(of: run)
    for entry in run.entries {
      let ids = [id, Flow.prefix(of: id)]
      let own = entry.cases.filter { ids.contains(String($0.specID)) }
      guard !own.isEmpty else {
        let otherIDs = entry.cases.map(\.id)
        unknownEntries.append((entry.name, entry.outcome == .failed, otherIDs))
        continue
      }
      for mention in own { take(entry, of: mention, cancelled) }
    }
  }

  private mutating func take(
    _ entry: TestReport.Entry,
    of mention: CaseMention,
    _ cancelled: [Int: Bool]
  ) {
    guard let isDecided = isDecided[mention.id] else {
      let hasFailed = entry.outcome == .failed || unknownIDs[mention.id]?.hasFailed == true
      let retirement = retired[mention.id].map { "the case is retired: \($0)" }
      let reason = retirement ?? "no case has had this id"
      unknownIDs[mention.id] = (mention.id, reason, hasFailed)
      return
    }
    var sighting = Sighting(
      outcome: entry.outcome,
      fingerprint: mention.fingerprint,
      reason: entry.reason
    )
    if case .perhapsCancelled(let group) = entry.outcome {
      sighting.outcome = isDecided ? .passed : .skipped
      if isDecided, cancelled[group] != true {
        sighting.outcome = .unclear
        sighting.reason = "it ran with others, and the report does not say which were cancelled"
      }
    }
    if sighting.outcome == .passed, sighting.fingerprint == nil { passesOfUnsaidVersion += 1 }
    sightings[mention.id, default: []].append(sighting)
  }

  /// Returns for each group of overlapping cases whether the cancelled ones are exactly those that wait for an answer.
  ///
  /// Generated code of the current version cancels each of these. If the numbers match, no other case was cancelled.
  private func cancelledCases(of run: TestReport) -> [Int: Bool] {
    var waiting = [Int](repeating: 0, count: run.cancelledOfGroup.count)
    var isKnown = [Bool](repeating: true, count: run.cancelledOfGroup.count)
    for entry in run.entries {
      guard case .perhapsCancelled(let group) = entry.outcome else { continue }
      guard entry.cases.count == 1, let isDecided = isDecided[entry.cases[0].id],
        let fingerprint = entry.cases[0].fingerprint,
        fingerprint == fingerprints[entry.cases[0].id]
      else {
        isKnown[group] = false
        continue
      }
      if !isDecided { waiting[group] += 1 }
    }
    return Dictionary(
      firstOf: run.cancelledOfGroup.enumerated().map { group, count in
        (group, isKnown[group] && waiting[group] == count)
      }
    )
  }
}

/// The rules that combine all entries of a case into a verdict.
private enum CaseJudge {
  static func verdict(
    of testCase: JudgedCase,
    now: String?,
    _ sightings: [Sighting]
  ) -> ResultsReport.Case {
    let isOld = { (sighting: Sighting) in
      now != nil && sighting.fingerprint != nil && sighting.fingerprint != now
    }
    let current = sightings.filter { !isOld($0) }
    let old = sightings.filter(isOld)
    // Code that waits for an answer already in the spec is outdated.
    let waiting = current.filter {
      $0.outcome == .skipped && testCase.isDecided && $0.reason.contains("waits for")
    }
    let ended = old.filter { $0.outcome == .passed || $0.outcome == .failed }
    func result(
      _ verdict: ResultsReport.Verdict,
      _ reasons: [String],
      earlierPassed: Bool? = nil
    ) -> ResultsReport.Case {
      (
        testCase.id, testCase.title, verdict, distinct(reasons), !sightings.isEmpty,
        earlierPassed
      )
    }

    let failures = current.filter { $0.outcome == .failed }
    if !failures.isEmpty {
      return result(.failed, failures.map { unmarked($0.reason, testCase, now) })
    }
    let unclear = current.filter { $0.outcome == .unclear }
    if !unclear.isEmpty { return result(.unclear, unclear.map(\.reason)) }
    guard testCase.isDecided else { return result(.blocked, testCase.questions) }
    let passed = current.contains { $0.outcome == .passed }
    if passed, !old.contains(where: { $0.outcome == .failed }) { return result(.passed, []) }
    if !old.isEmpty || !waiting.isEmpty {
      let reasons =
        old.map { "#\($0.fingerprint ?? "") \(words($0.outcome)), the spec has #\(now ?? "")" }
        + waiting.map { "it was left out to wait for an answer that the spec has: \($0.reason)" }
      let earlierPassed = ended.isEmpty ? nil : ended.allSatisfy { $0.outcome == .passed }
      return result(.checkAgain, reasons, earlierPassed: earlierPassed)
    }
    let skipped = sightings.filter { $0.outcome == .skipped }
    return result(
      .noResult,
      skipped.map { $0.reason.isEmpty ? "skipped" : "skipped: \($0.reason)" }
    )
  }

  /// Returns the message of a failure without the mark and title in front.
  private static func unmarked(
    _ reason: String,
    _ testCase: JudgedCase,
    _ fingerprint: String?
  ) -> String {
    var text = reason
    for version in ["#\(fingerprint ?? "")", ""] {
      text = text.replacing("specmatrix:\(testCase.id)\(version) \(testCase.title)", with: "")
    }
    text = text.withSingleBlanks
    return text.isEmpty ? reason : text
  }

  private static func words(_ outcome: TestReport.Entry.Outcome) -> String {
    outcome == .unclear ? "began" : "\(outcome)"
  }

  /// Returns the first three distinct reasons.
  private static func distinct(_ reasons: [String]) -> [String] {
    var seen: Set<String> = []
    return Array(reasons.filter { !$0.isEmpty && seen.insert($0).inserted }.prefix(3))
  }
}
