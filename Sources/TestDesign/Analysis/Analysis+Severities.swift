package import Diagnostics
package import Specification

extension FindingCode {
  /// How much a finding of the kind weighs unless something makes it milder: a day that lies ahead, an entry outside the catalogue's core.
  package var usualSeverity: Severity {
    switch self {
    case .undefinedExpectation, .contradictoryExpectations, .undecidedExpectation,
      .unconsideredOperation:
      .error
    case .unreachableExpectation, .impossibleValue, .redundantConstraint, .catchAllExpectation:
      .warning
    case .vagueExpectation: .note
    }
  }
}

extension Analysis {
  /// The answer with the severities of a project; what it switched off is left out.
  package func weighed(_ levels: [String: Settings.Level]) -> Analysis {
    guard !levels.isEmpty else { return self }
    var weighed = self
    weighed.findings = findings.compactMap { $0.weighed(levels) }
    return weighed
  }
}

extension Finding {
  /// The finding with the severity that a project gives its kind, `nil` where the project switched it off.
  ///
  /// What is milder than usual for a reason of its own is never made graver: a question that was put off stays put off.
  fileprivate func weighed(_ levels: [String: Settings.Level]) -> Finding? {
    guard let level = levels[code.rawValue] else { return self }
    guard let wanted = level.severity else { return nil }
    var finding = self
    finding.severity = severity < code.usualSeverity ? min(severity, wanted) : wanted
    return finding
  }
}
