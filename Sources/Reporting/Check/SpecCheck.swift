package import Diagnostics
package import Specification
package import TestDesign

/// What a check found out about one spec.
package struct SpecCheck: Sendable {
  /// How far the check came.
  package enum Outcome: Sendable {
    /// The exact answer.
    case analysed(Specification, Analysis)
    /// The spec cannot be read or is invalid; the diagnostics say why.
    case invalid
    /// The answer would take more than the engine allows itself; the diagnostics say what grew too large.
    case limitExceeded
  }

  /// The path, and the text as far as it could be read.
  package var source: SourceFile
  package var outcome: Outcome
  /// The mistakes of the text itself; of an analysed spec only warnings and notes.
  package var diagnostics: [Diagnostic]
  /// The ids of the cases that meet a question, by the question's id: of the suite generated last, where there is one.
  package var cases: [String: [String]]
  /// How many findings are left out, since somebody knows them already.
  package private(set) var knownFindings = 0

  package init(
    source: SourceFile,
    outcome: Outcome,
    diagnostics: [Diagnostic] = [],
    cases: [String: [String]] = [:]
  ) {
    self.source = source
    self.outcome = outcome
    self.diagnostics = diagnostics
    self.cases = cases
  }

  /// What the analysis found; empty where there is none.
  package var findings: [Finding] {
    guard case .analysed(_, let analysis) = outcome else { return [] }
    return analysis.findings
  }

  /// Leaves out the findings that are known; one that has become graver since is new.
  ///
  /// - Parameter known: The severity with which somebody knows a finding, by its id.
  package mutating func leaveOut(_ known: [String: Severity]) {
    guard !known.isEmpty, case .analysed(let specification, var analysis) = outcome else { return }
    let before = analysis.findings.count
    analysis.findings.removeAll { finding in
      known[finding.id].map { finding.severity <= $0 } ?? false
    }
    knownFindings += before - analysis.findings.count
    outcome = .analysed(specification, analysis)
  }
}
