import Diagnostics

extension CheckReport {
  /// The report for GitLab's Code Quality, which knows no columns.
  package var gitlab: String {
    var counts: [String: Int] = [:]
    let issues = messages.map { message -> JSONValue in
      // Two files may hold the same spec; GitLab wants to tell their findings apart.
      counts[message.fingerprint, default: 0] += 1
      let count = counts[message.fingerprint] ?? 1
      let fingerprint = count == 1 ? message.fingerprint : "\(message.fingerprint)-\(count)"
      return [
        "description": .string(message.diagnostic.message),
        "check_name": .string(message.code),
        "fingerprint": .string(fingerprint),
        "severity": .string(message.severity.ofGitLab),
        "location": [
          "path": .string(ReportPath.normal(message.path)),
          "lines": [
            "begin": .integer(message.span.start.line), "end": .integer(message.span.end.line),
          ],
        ],
      ]
    }
    return JSONValue.array(issues).text(spreading: 2)
  }
}

extension Severity {
  /// GitLab's name; what it calls critical and blocker is for programs that are harmful.
  fileprivate var ofGitLab: String {
    switch self {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
