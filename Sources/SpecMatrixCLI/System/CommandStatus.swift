import Diagnostics

enum ProgramVersion {
  static let current = "0.1.0"
}

enum CommandStatus: Int32, Comparable, Sendable {
  /// No finding of the severity that was asked about.
  case success = 0
  case findings = 1
  /// Wrong usage, or a file that cannot be read, is invalid or cannot be written.
  case invalid = 2
  /// A bug in the program, or a limit exceeded.
  case failure = 3
  /// Ended by Ctrl-C before all work was done.
  case interrupted = 130

  /// A command reports the most severe of several statuses.
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Ends a command, or its work on one spec: a message and the exit status.
struct CommandFailure: Error {
  /// The message as it goes to standard error.
  let text: String
  let status: CommandStatus
  /// The mistakes, if they are the reason.
  var mistakes: (file: SourceFile, diagnostics: [Diagnostic])?
}

extension CommandFailure {
  /// A failure with one phrase as its message: "two outputs go to report.json".
  init(_ message: String, status: CommandStatus = .invalid) {
    self.init(text: Self.line(message), status: status)
  }

  /// A message as one line, whatever characters the names in it contain.
  static func line(_ message: String) -> String { "specmatrix: \(VisibleText.line(message))\n" }

  /// A file whose content is wrong.
  init(_ diagnostics: [Diagnostic], in file: SourceFile) {
    self.init(
      text: DiagnosticRenderer().render(diagnostics, in: file),
      status: .invalid,
      mistakes: (file, diagnostics)
    )
  }
}
