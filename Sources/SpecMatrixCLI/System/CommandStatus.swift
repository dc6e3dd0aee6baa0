import Diagnostics

enum ProgramVersion {
  static let current = "0.1.0"
}

enum CommandStatus: Int32, Comparable, Sendable {
  /// No findings of a severity that makes the command fail.
  case success = 0
  case findings = 1
  /// Wrong usage, or a file that cannot be read or written or is invalid.
  case invalid = 2
  /// A bug in the program, or a limit exceeded.
  case failure = 3
  /// Ended by Ctrl-C before all work was done.
  case interrupted = 130

  /// Orders statuses by severity; a command returns the highest of several.
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An error that ends a command, or its work on one spec.
struct CommandFailure: Error {
  let text: String
  let status: CommandStatus
  /// The mistakes in a file that caused the failure, if any.
  var mistakes: (file: SourceFile, diagnostics: [Diagnostic])?
}

extension CommandFailure {
  /// Creates a failure with a one-line message, such as "two outputs go to report.json".
  init(_ message: String, status: CommandStatus = .invalid) {
    self.init(text: Self.line(message), status: status)
  }

  /// Formats a message as one line, escaping control characters in names.
  static func line(_ message: String) -> String { "specmatrix: \(VisibleText.line(message))\n" }

  init(_ diagnostics: [Diagnostic], in file: SourceFile) {
    self.init(
      text: DiagnosticRenderer().render(diagnostics, in: file),
      status: .invalid,
      mistakes: (file, diagnostics)
    )
  }
}
