@testable import SpecMatrixCLI

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
