import Diagnostics

/// The version of the program.
enum ProgramVersion {
  static let current = "0.1.0"
}

/// The exit status of a command.
enum CommandStatus: Int32, Comparable, Sendable {
  /// Nothing at or above the severity that was asked for.
  case success = 0
  /// Findings.
  case findings = 1
  /// Wrong usage, or a file that cannot be read, is invalid or cannot be written.
  case invalid = 2
  /// A bug in the program, or a limit exceeded.
  case failure = 3
  /// Ended by Ctrl-C before all work was done.
  case interrupted = 130

  /// Of several statuses a command reports the gravest.
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Ends a command, or its work on one spec: a message and the exit status.
struct CommandFailure: Error {
  /// The message as it goes to standard error.
  let text: String
  let status: CommandStatus

  /// A failure with one phrase as its message: "two outputs go to report.json".
  init(_ message: String, status: CommandStatus = .invalid) {
    self.init(text: Console.line(message), status: status)
  }

  /// A failure with messages that are laid out already.
  init(text: String, status: CommandStatus) {
    self.text = text
    self.status = status
  }

  /// A file whose content is wrong.
  init(_ diagnostics: [Diagnostic], in file: SourceFile) {
    self.init(text: DiagnosticRenderer().render(diagnostics, in: file), status: .invalid)
  }
}

extension Console {
  /// Writes why a command, or its work on one spec, ended, and returns the exit status for it.
  ///
  /// Every failure gets its message and its status here and nowhere else.
  func status(of error: any Error) -> CommandStatus {
    switch error {
    case let failure as CommandFailure:
      report(failure.text)
      return failure.status
    case let failure as FileFailure:
      say(failure.message)
      return .invalid
    case let failure as SystemError:
      say("cannot write to standard output: \(failure.reason)")
      return .invalid
    default:
      say("internal error: \(error)")
      return .failure
    }
  }
}
