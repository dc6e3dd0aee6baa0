import ArgumentParser
import Diagnostics
import Reporting

/// From which severity on findings make the exit status 1.
enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, note, never

  /// Whether something that counts was found.
  func isReached(by tally: Tally) -> Bool {
    guard let gravest = tally.gravest, let threshold = Severity(rawValue: rawValue) else {
      return false
    }
    return gravest >= threshold
  }
}
