package import Diagnostics

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

  /// The gravest severity that occurs, `nil` where nothing was counted.
  package var gravest: Severity? {
    if errors > 0 { return .error }
    if warnings > 0 { return .warning }
    return notes > 0 ? .note : nil
  }

  /// `2 errors, 1 warning`; severities that do not occur are left out, of nothing at all it is `nothing`.
  package var phrase: String {
    let parts = [("error", errors), ("warning", warnings), ("note", notes)]
      .filter { $0.1 > 0 }.map { counted($0.1, $0.0) }
    return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
  }
}

/// `1 spec`, `3 specs`: a number and an English noun with a regular plural.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
