import Foundation
import Testing

/// The program as a process that gets a real Ctrl-C.
@Suite struct SignalTests {
  private struct Outcome {
    var status: Int32
    var wasKilled: Bool
    var output: String
    var errors: String
  }

  @Test(.enabled(if: BuiltProgram.url != nil)) func interruptedSearchWritesWhatItHas() throws {
    let folder = try TemporaryFolder()
    let text = (0..<7).map { "P\($0): a, b, c, d, e\n" }.joined() + "[P0] <> [P1];\n"
    let model = try folder.write(text, to: "model.txt")
    // How long the start takes depends on the machine; all that must hold is that some moment is after it.
    for seconds in [1.0, 4.0, 16.0] {
      let outcome = try Self.run(["cover", model, "--effort", "thorough"], interruptAfter: seconds)
      if outcome.wasKilled || outcome.status == 130 {
        #expect(outcome.output == "")
        continue
      }
      let rows = outcome.output.split(separator: "\n").count - 1
      #expect(outcome.status == 0)
      #expect(rows >= 25)
      #expect(
        outcome.errors
          == "specmatrix: \(model): stopped early: these \(rows) rows are complete, but fewer might do\n"
      )
      return
    }
    Issue.record("the search never began")
  }

  private static func run(_ arguments: [String], interruptAfter seconds: Double) throws -> Outcome {
    let process = Process()
    process.executableURL = BuiltProgram.url
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    // The threads that tests run on block signals, which a process would inherit.
    try withSignals { try process.run() }
    let number = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds + 30) {
      if process.isRunning { kill(number, SIGKILL) }
    }
    Thread.sleep(forTimeInterval: seconds)
    process.interrupt()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let messages = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: messages, as: UTF8.self)
    )
  }

  private static func withSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
