import Diagnostics

@testable import SpecMatrixCLI

/// A run of the program within the test: what it was given and what came out.
struct CommandRun {
  let status: CommandStatus
  /// What went to standard output.
  let output: String
  /// What went to standard error.
  let errors: String

  /// Runs the program with the clock at 2026-11-21.
  init(
    _ arguments: String...,
    input: String = "",
    environment: [String: String] = [:],
    isTerminal: Bool = false,
    outputFails: SystemError? = nil
  ) {
    self.init(
      arguments: arguments,
      input: input,
      environment: environment,
      isTerminal: isTerminal,
      outputFails: outputFails
    )
  }

  /// Runs the program with the clock at 2026-11-21.
  init(
    arguments: [String],
    input: String = "",
    environment: [String: String] = [:],
    isTerminal: Bool = false,
    outputFails: SystemError? = nil
  ) {
    self.init(
      arguments: arguments,
      bytes: Array(input.utf8),
      environment: environment,
      isTerminal: isTerminal,
      outputFails: outputFails
    )
  }

  /// Runs the program with the clock at 2026-11-21 and standard input that need not be UTF-8.
  init(
    arguments: [String],
    bytes: [UInt8],
    environment: [String: String] = [:],
    isTerminal: Bool = false,
    outputFails: SystemError? = nil
  ) {
    var output = ""
    var errors = ""
    let console = Console(
      environment: environment,
      readInput: { limit throws(SystemError) in Array(bytes.prefix(limit + 1)) },
      write: { text throws(SystemError) in
        if let outputFails { throw outputFails }
        output += text
      },
      report: { errors += $0 },
      isTerminal: isTerminal,
      now: { 1_795_219_200 }
    )
    status = Program.run(arguments, on: console)
    self.output = output
    self.errors = errors
  }
}
