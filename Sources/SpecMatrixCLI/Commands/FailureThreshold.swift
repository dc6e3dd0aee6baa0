import ArgumentParser
import Diagnostics
import Reporting

/// From which severity on findings make the exit status 1.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, note, never

  /// The least severity that counts; `nil` where none does.
  var severity: Severity? { Severity(rawValue: rawValue) }

  /// Whether something that counts was found.
  func isReached(by tally: Tally) -> Bool {
    guard let gravest = tally.gravest, let severity else { return false }
    return gravest >= severity
  }
}
