import Diagnostics
import Foundation

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

/// A run on a terminal whose clock goes on by a step with each look at it, and that is asked to stop after so many polls.
struct StoppedRun {
  let status: CommandStatus
  let output: String
  let errors: String
  /// How often the program asked whether it is to stop.
  let polls: Int

  init(
    _ arguments: [String],
    input: String = "",
    stopAfter: Int = .max,
    millisecondsPerLook: Int = 0,
    reportsToTerminal: Bool = true,
    environment: [String: String] = [:]
  ) {
    var output = ""
    var errors = ""
    var polls = 0
    var clock = 0
    var listens = false
    let console = Console(
      environment: environment,
      readInput: { limit throws(SystemError) in Array(input.utf8.prefix(limit + 1)) },
      write: { text throws(SystemError) in output += text },
      report: { errors += $0 },
      isTerminal: false,
      now: { 1_795_219_200 },
      reportsToTerminal: reportsToTerminal,
      milliseconds: {
        clock += millisecondsPerLook
        return clock
      },
      stopRequests: StopRequests(
        listen: { listens = true },
        areThere: {
          if listens { polls += 1 }
          return polls > stopAfter
        },
        ignore: { listens = false }
      )
    )
    status = Program.run(arguments, on: console)
    self.output = output
    self.errors = errors
    self.polls = polls
  }
}

/// The program as a file, for tests that run it as a process.
enum BuiltProgram {
  /// The program beside the tests; `nil` where it was not built with them.
  static let url: URL? = {
    let folders = [CommandLine.arguments.first ?? "", Bundle.main.bundlePath].map {
      URL(fileURLWithPath: $0).deletingLastPathComponent()
    }
    let places = folders + folders.map { $0.deletingLastPathComponent() }
    return places.map { $0.appendingPathComponent("specmatrix") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
        && (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == false
    }
  }()
}
