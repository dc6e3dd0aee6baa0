/// How a command ended, as the shell sees it.
package enum CommandStatus: Int32, Comparable, Sendable {
  /// Nothing at or above the severity that was asked for.
  case success = 0
  /// Findings.
  case findings = 1
  /// Wrong usage, or a file that cannot be read, is invalid or cannot be written.
  case invalid = 2
  /// A mistake of the program itself, or a limit exceeded.
  case failure = 3
  /// Ended by Ctrl-C before all was done.
  case interrupted = 130

  /// The graver of two is the one to report.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
