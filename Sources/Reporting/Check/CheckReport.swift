package import Diagnostics
package import Specification
package import TestDesign
import Text

/// The result of `specmatrix check`, independent of any format.
///
/// The formats are extensions of this type, one per file.
package struct CheckReport: Sendable {
  /// The checked specs, in display order.
  package var specs: [SpecCheck]
  /// The paths that led to no spec, such as a file that does not exist.
  package var failedPaths: [FailedPath]
  /// The shard that was checked, or `nil` for all specs.
  package var shard: (number: Int, count: Int)?
  /// The decisions that specs settle differently from each other, for people to confirm.
  package var crossFeature: [CrossFeatureDecision] = []

  /// A path that could not be followed.
  package struct FailedPath: Hashable, Sendable {
    package var path: String
    /// The reason in one phrase, such as "no such file or folder".
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  package init(specs: [SpecCheck], failedPaths: [FailedPath] = []) {
    self.specs = specs
    self.failedPaths = failedPaths
  }

  /// The number of findings and mistakes by severity, with failed paths counted as errors.
  package var tally: Tally {
    var tally = Tally()
    tally.errors += failedPaths.count
    for spec in specs {
      for diagnostic in spec.diagnostics { tally.count(diagnostic.severity) }
      for finding in spec.findings { tally.count(finding.severity) }
    }
    if let note = crossFeatureNote { tally.count(note.severity) }
    return tally
  }

  /// The specs that were analysed.
  package var specifications: [Specification] {
    specs.compactMap { spec in
      if case .analysed(let specification, _) = spec.outcome { specification } else { nil }
    }
  }

  /// A single note on all decisions that features settle differently, or `nil` if there are none or the settings switch it off.
  var crossFeatureNote: Diagnostic? {
    let code = FindingCode.unconfirmedDecision.rawValue
    guard let first = crossFeature.first,
      !specs.contains(where: { $0.settings?.severities[code] == .off })
    else { return nil }
    let language =
      specifications.first { $0.path == first.places[0].path }?.language ?? .english
    return Diagnostic(
      code: code,
      severity: .note,
      message: crossFeature.count == 1
        ? language.say("1 decision between features to confirm")
        : language.say("\(crossFeature.count) decisions between features to confirm"),
      span: first.places[0].span,
      help: crossFeature.map(\.sentence)
        + [
          language.say(
            "if that is meant, say why: `because` beside the result, or a `note` beside the state or data"
          )
        ]
    )
  }

  /// The file to which `crossFeatureNote` refers.
  var crossFeatureSource: SourceFile {
    let path = crossFeature.first?.places[0].path
    return specs.first { $0.source.path == path }?.source ?? SourceFile(path: path ?? "", text: "")
  }

  /// True if a question is still open past its date.
  package var isOverdue: Bool { specs.contains { $0.findings.contains(where: \.isOverdue) } }
}

package struct SpecCheck: Sendable {
  /// The stage that the check reached.
  package enum Outcome: Sendable {
    case analysed(Specification, Analysis)
    /// The spec has only a head, so there is nothing to analyse yet.
    case planned(Specification)
    /// The spec cannot be read or is invalid; the diagnostics say why.
    case invalid
    /// The analysis would exceed the engine's limits; the diagnostics say which.
    case limitExceeded
  }

  /// The path, and as much of the text as could be read.
  package var source: SourceFile
  package var outcome: Outcome
  /// The mistakes in the text; for an analysed spec, only warnings and notes.
  package var diagnostics: [Diagnostic]
  /// The ids of the cases that meet a question, by the question's id, if a suite has been generated.
  package var cases: [String: [String]]
  /// The number of findings left out because they are known.
  package private(set) var knownFindings = 0
  /// The project's settings, or `nil` if there are none.
  package var settings: AppliedSettings?
  /// The agreement, or `nil` without an analysis or if it was not requested.
  package var agreement: AgreementCheck?

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

  /// The spec, or `nil` if it is invalid or exceeds the limits.
  package var specification: Specification? {
    switch outcome {
    case .analysed(let specification, _), .planned(let specification): specification
    case .invalid, .limitExceeded: nil
    }
  }

  /// The analysis's findings, or an empty list if there is no analysis.
  package var findings: [Finding] {
    guard case .analysed(_, let analysis) = outcome else { return [] }
    return analysis.findings
  }

  /// Removes the findings that are known.
  ///
  /// `known` maps the id of a finding to the severity with which it is known; a finding that has become more severe is kept.
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

/// The number of messages by severity.
package struct Tally: Hashable, Sendable {
  package var errors = 0
  package var warnings = 0
  package var notes = 0

  package init() {}

  package mutating func count(_ severity: Severity) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
  }

  /// The highest severity counted, or `nil` if nothing was.
  package var mostSevere: Severity? {
    if errors > 0 { return .error }
    if warnings > 0 { return .warning }
    return notes > 0 ? .note : nil
  }

  /// Returns a summary such as `2 errors, 1 warning`, or `no findings`.
  func phrase(_ text: ReportText) -> String {
    let parts = [
      (errors, "error", "エラー"), (warnings, "warning", "警告"), (notes, "note", "注記"),
    ].filter { $0.0 > 0 }.map { text(counted($0, $1), "\($2)\($0)件") }
    return parts.isEmpty ? text("no findings") : text.list(parts)
  }
}

/// A project's settings as named in the report of a check, since they can hide findings.
package struct AppliedSettings: Hashable, Sendable {
  package var path: String
  package var severities: [String: Settings.Level]
  package var language: Language?

  /// The number of findings that the settings switch off, by code.
  package var switchedOff: [FindingCode: Int] = [:]

  package init(
    path: String,
    severities: [String: Settings.Level],
    language: Language? = nil
  ) {
    self.path = path
    self.language = language
    self.severities = severities
  }

  /// The codes whose severity the settings change, in the order of all codes.
  var changed: [(code: FindingCode, level: Settings.Level)] {
    FindingCode.allCases.compactMap { code in severities[code.rawValue].map { (code, $0) } }
  }

  var switchedOffCount: Int { switchedOff.values.reduce(0, +) }

  /// Returns a line such as `settings of the project: specmatrix.yaml: undefined-expectation off (33 findings), unread-factor error`.
  func line(_ text: ReportText = ReportText(language: .english)) -> String {
    let changes = changed.map { code, level in
      let (hidden, change) = (switchedOff[code] ?? 0, "\(code.rawValue) \(level.rawValue)")
      return hidden > 0
        ? text.remark(change, text(counted(hidden, "finding"), "\(hidden)件")) : change
    }
    let settings = text.labelled(text("settings of the project"), path)
    return changes.isEmpty ? settings : text.labelled(settings, text.list(changes))
  }

  /// The code used in formats that have no dedicated place for settings.
  static let code = "settings"
}

extension CheckReport {
  /// The distinct settings in force, ordered by the bytes of their paths.
  var settings: [AppliedSettings] {
    let all = specs.compactMap(\.settings).map { ($0.path, $0) }
    let found = Dictionary(all) { one, other in
      var both = one
      both.switchedOff.merge(other.switchedOff, uniquingKeysWith: +)
      return both
    }
    return found.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The number of findings that settings switch off.
  var switchedOffCount: Int { specs.reduce(0) { $0 + $1.switchedOffCount } }

  /// The lines that name the settings, before the total.
  var settingsLines: String { settings.map { VisibleText.line($0.line(words)) + "\n" }.joined() }
}

extension SpecCheck {
  var switchedOffCount: Int { settings?.switchedOffCount ?? 0 }
}
