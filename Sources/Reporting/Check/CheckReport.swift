package import Diagnostics
package import Specification
package import TestDesign
import Text

/// What `specmatrix check` found, free of any format: the formats are extensions of this type, one a file.
package struct CheckReport: Sendable {
  /// In the order in which they are shown.
  package var specs: [SpecCheck]
  /// Paths that led to no spec at all, such as a file that does not exist.
  package var failedPaths: [FailedPath]
  /// The part of the specs it is about; `nil` for all that were asked for.
  package var shard: (number: Int, count: Int)?
  /// What the specs settle differently from each other, for people to confirm.
  package var crossFeature: [CrossFeatureDecision] = []

  /// A path that was asked for and could not be followed.
  package struct FailedPath: Hashable, Sendable {
    package var path: String
    /// One phrase: "no such file or folder".
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

  /// How many findings and mistakes of each severity there are, failed paths counted as errors.
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

  /// The specs that could be analysed.
  package var specifications: [Specification] {
    specs.compactMap { spec in
      if case .analysed(let specification, _) = spec.outcome { specification } else { nil }
    }
  }

  /// One note on all that features settle differently, at the place of the first; `nil` if there is nothing, or settings switch it off.
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

  /// The file in which that note stands.
  var crossFeatureSource: SourceFile {
    let path = crossFeature.first?.places[0].path
    return specs.first { $0.source.path == path }?.source ?? SourceFile(path: path ?? "", text: "")
  }

  /// True if a question is open whose day has passed.
  package var isOverdue: Bool { specs.contains { $0.findings.contains(where: \.isOverdue) } }
}

/// What a check found out about one spec.
package struct SpecCheck: Sendable {
  /// How far the check came.
  package enum Outcome: Sendable {
    /// The exact answer.
    case analysed(Specification, Analysis)
    /// The spec is only a head: there is nothing to analyse yet.
    case planned(Specification)
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
  /// The settings of its project; `nil` if there are none.
  package var settings: AppliedSettings?
  /// What people agreed to; `nil` if there is no analysis, or nobody asked.
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

  /// The spec, if it can be read and is within the limits.
  package var specification: Specification? {
    switch outcome {
    case .analysed(let specification, _), .planned(let specification): specification
    case .invalid, .limitExceeded: nil
    }
  }

  /// What the analysis found; empty if there is none.
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

/// How many messages of each severity there are.
package struct Tally: Hashable, Sendable {
  package var errors = 0
  package var warnings = 0
  package var notes = 0

  package init() {}

  /// Counts one more message.
  package mutating func count(_ severity: Severity) {
    switch severity {
    case .error: errors += 1
    case .warning: warnings += 1
    case .note: notes += 1
    }
  }

  /// The highest severity that occurs, `nil` if nothing was counted.
  package var mostSevere: Severity? {
    if errors > 0 { return .error }
    if warnings > 0 { return .warning }
    return notes > 0 ? .note : nil
  }

  /// `2 errors, 1 warning`; severities that do not occur are left out, of nothing at all it is `no findings`.
  func phrase(_ text: ReportText) -> String {
    let parts = [
      (errors, "error", "エラー"), (warnings, "warning", "警告"), (notes, "note", "注記"),
    ].filter { $0.0 > 0 }.map { text(counted($0, $1), "\($2)\($0)件") }
    return parts.isEmpty ? text("no findings") : text.list(parts)
  }
}

/// The settings of a project as the report of a check names them.
///
/// Settings can hide findings. A report that did not say so would pass for one about a spec without any.
package struct AppliedSettings: Hashable, Sendable {
  package var path: String
  /// How much findings weigh in the project, by their codes.
  package var severities: [String: Settings.Level]
  package var language: Language?

  /// How many findings of a spec, or of several, they switch off, by code.
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

  /// The codes whose weight they change, in the order of all codes.
  var changed: [(code: FindingCode, level: Settings.Level)] {
    FindingCode.allCases.compactMap { code in severities[code.rawValue].map { (code, $0) } }
  }

  var switchedOffCount: Int { switchedOff.values.reduce(0, +) }

  /// `settings of the project: specmatrix.yaml: undefined-expectation off (33 findings), unread-factor error`.
  func line(_ text: ReportText = ReportText(language: .english)) -> String {
    let changes = changed.map { code, level in
      let (hidden, change) = (switchedOff[code] ?? 0, "\(code.rawValue) \(level.rawValue)")
      return hidden > 0
        ? text.remark(change, text(counted(hidden, "finding"), "\(hidden)件")) : change
    }
    let settings = text.labelled(text("settings of the project"), path)
    return changes.isEmpty ? settings : text.labelled(settings, text.list(changes))
  }

  /// What formats without a place of their own for settings tell them as.
  static let code = "settings"
}

extension CheckReport {
  /// The settings that are in force, each once, in the order of the bytes of their paths.
  var settings: [AppliedSettings] {
    let all = specs.compactMap(\.settings).map { ($0.path, $0) }
    let found = Dictionary(all) { one, other in
      var both = one
      both.switchedOff.merge(other.switchedOff, uniquingKeysWith: +)
      return both
    }
    return found.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// How many findings settings switch off.
  var switchedOffCount: Int { specs.reduce(0) { $0 + $1.switchedOffCount } }

  /// The lines that name the settings, before the total.
  var settingsLines: String { settings.map { VisibleText.line($0.line(words)) + "\n" }.joined() }
}

extension SpecCheck {
  var switchedOffCount: Int { settings?.switchedOffCount ?? 0 }
}
