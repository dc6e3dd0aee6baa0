import Diagnostics
import TestDesign

/// One thing that a report says, with its file: what the formats for code hosts are made of.
struct CheckMessage {
  /// As it was given, see `ReportPath`.
  var path: String
  /// Without help.
  var diagnostic: Diagnostic
  /// What to know and what to do, one phrase each; the last may have several lines.
  var help: [String]
  /// What it means in a few letters that no other message of the report has, and that stay when lines move.
  var fingerprint: String
  var finding: Finding?

  var severity: Severity { diagnostic.severity }
  var code: String { diagnostic.code }
  var span: SourceSpan { diagnostic.span ?? .fileStart }

  /// The sentence, and below it what helps.
  var text: String { ([diagnostic.message] + help).joined(separator: "\n") }
}

extension CheckReport {
  /// Everything that the report says, in the order in which it is shown: paths that led nowhere, then spec by spec.
  var messages: [CheckMessage] {
    var ids = FindingID()
    var messages: [CheckMessage] = []
    func add(_ diagnostic: Diagnostic, of finding: Finding? = nil, in path: String) {
      var message = CheckMessage(
        path: path,
        diagnostic: diagnostic,
        help: diagnostic.help,
        fingerprint: finding?.id ?? ids.next("E", [path, diagnostic.code, diagnostic.message]),
        finding: finding
      )
      message.diagnostic.help = []
      messages.append(message)
    }
    for failed in failedPaths { add(failed.diagnostic, in: failed.path) }
    for spec in specs {
      let path = spec.source.path
      for diagnostic in spec.diagnostics { add(diagnostic, in: path) }
      guard case .analysed(_, let analysis) = spec.outcome else { continue }
      for finding in analysis.findings {
        let cases = spec.cases[finding.id] ?? []
        add(finding.explained(of: analysis.counts, cases: cases), of: finding, in: path)
      }
      if let note = spec.incompleteNote { add(note, in: path) }
    }
    return messages
  }
}

extension CheckReport.FailedPath {
  /// That the path led to no spec.
  var diagnostic: Diagnostic {
    Diagnostic(code: "unreadable-path", message: reason, span: nil)
  }
}
