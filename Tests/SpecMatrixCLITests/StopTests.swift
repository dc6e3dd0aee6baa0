import Foundation
import Testing

@testable import SpecMatrixCLI

/// Ctrl-C, and the progress line.
@Suite struct StopTests {
  private static let model =
    (0..<5).map { "P\($0): a, b, c, d\n" }.joined() + "IF [P0] = \"a\" THEN [P1] <> \"b\";\n"

  /// Returns the run stopped at the first poll that gives a suite.
  private static func early(_ input: String, milliseconds: Int = 0) -> StoppedRun? {
    for polls in 0..<200 {
      let run = StoppedRun(
        ["cover", "-"],
        input: input,
        stopAfter: polls,
        millisecondsPerLook: milliseconds
      )
      if run.status == .success { return run }
    }
    return nil
  }

  @Test func theBestSuiteSoFarIsWritten() throws {
    let run = try #require(Self.early(Self.model))
    let rows = run.output.split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    #expect(
      run.errors
        == "specmatrix: <stdin>: stopped early: these \(rows.count) rows are complete, but fewer might do\n"
    )
    for first in 0..<5 {
      for second in 0..<first {
        let pairs = Set(rows.map { $0[first] + $0[second] })
        #expect(pairs.count == (second == 0 && first == 1 ? 15 : 16))
      }
    }
  }

  @Test func withoutACompleteSuiteNothingIsWritten() {
    let run = StoppedRun(["cover", "-"], input: Self.model, stopAfter: 3)
    #expect(run.status == .interrupted)
    #expect(run.output == "")
    #expect(run.errors == "specmatrix: <stdin>: stopped before there was a complete suite\n")
  }

  @Test func negativeValuesAreStillCoveredOnceASearchWasEnded() throws {
    let run = try #require(Self.early(Self.model.replacing("P4: a", with: "P4: ~a")))
    #expect(run.errors.contains("stopped early"))
    #expect(run.output.contains("~a"))
  }

  @Test func generateWritesNothingOrAWholeSuite() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(SampleSpecs.complete, to: "a.yaml")
    let arguments = ["generate", first, "-o", folder("out"), "--format", "json"]
    let stopped = StoppedRun(arguments, stopAfter: 0)
    #expect(stopped.status == .interrupted)
    #expect(stopped.output == "")
    #expect(
      stopped.errors.contains("stopped before there was a complete suite: nothing was written")
    )
    #expect(try folder.names() == ["a.yaml"])
  }

  // MARK: Progress

  @Test func aLineIsDrawnOverItselfAndTakenAway() throws {
    let run = try #require(Self.early(Self.model, milliseconds: 400))
    let drawn = run.errors.prefix { $0 != "\n" }
      .split(separator: "\r", omittingEmptySubsequences: false)
    #expect(drawn.first == "")
    #expect(drawn.last?.hasPrefix("\u{1B}[Kspecmatrix: <stdin>: stopped early: ") == true)
    #expect(drawn.contains { $0.hasPrefix("3 rows so far, ") })
    #expect(drawn.contains { $0.hasPrefix("search: ") })
    #expect(drawn.dropLast().allSatisfy { $0.replacing("\u{1B}[K", with: "").count < 80 })
  }

  @Test func theLineFitsANarrowTerminal() {
    let run = StoppedRun(
      ["cover", "-"],
      input: Self.model,
      stopAfter: 10,
      millisecondsPerLook: 400,
      environment: ["COLUMNS": "40"]
    )
    let drawn = run.errors.split(separator: "\r").dropLast()
    #expect(!drawn.isEmpty)
    #expect(drawn.allSatisfy { $0.replacing("\u{1B}[K", with: "").count < 40 })
  }

  @Test(arguments: [(false, "xterm", 400), (true, "dumb", 400), (true, "xterm", 1)])
  func nothingIsDrawn(isTerminal: Bool, terminal: String, milliseconds: Int) {
    let run = StoppedRun(
      ["cover", "-"],
      input: Self.model,
      stopAfter: 10,
      millisecondsPerLook: milliseconds,
      reportsToTerminal: isTerminal,
      environment: ["TERM": terminal]
    )
    #expect(run.errors == "specmatrix: <stdin>: stopped before there was a complete suite\n")
  }

  // MARK: Estimates

  @Test func whatIsTooLargeIsRefusedWithAnEstimate() {
    let input = (0..<20).map { "P\($0): 1, 2, 3, 4\n" }.joined()
    let run = StoppedRun(["cover", "-", "/o:6"], input: input)
    #expect(run.status == .failure)
    #expect(
      run.errors == """
        specmatrix: <stdin>: no suite within the limits: coverage of 158,760,960 tuples of values, the limit being \
        50,000,000; it would take about 22,262 rows, 803 MB and 9 minutes; use a lower strength, or a \
        higher one for fewer parameters in a sub-model

        """
    )
  }

  @Test func minutesAreAnnouncedBeforehand() {
    let input = (0..<14).map { "P\($0): 1, 2, 3, 4, 5\n" }.joined()
    let run = StoppedRun(["cover", "-", "/o:6"], input: input, stopAfter: 0)
    #expect(run.status == .interrupted)
    #expect(run.errors.contains("covering 46,921,875 value tuples takes about 68,172 rows"))
  }
}

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
    // The start time depends on the machine; one of the delays must exceed it.
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
    // The test threads block signals, which a process would inherit.
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

  static func withSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
