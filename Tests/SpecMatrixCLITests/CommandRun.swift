import Diagnostics
import Foundation
import Synchronization
import Testing

@testable import SpecMatrixCLI

/// A run of the program with its inputs and outputs.
///
/// The program runs within the test, or, if `SPECMATRIX_PROGRAM` names one, as a process with the same environment and day. Runs with a
/// terminal, a failing output or a stopped clock, which a process cannot have, stay within the test.
struct CommandRun {
  let status: CommandStatus
  let output: String
  let errors: String

  /// The options of `cover` that read the clock whatever the day: random seeds and the duration.
  private static let readingTheClock: Set = ["/r", "--randomize", "/s", "--statistics"]

  /// Runs the program on 2026-11-21; a single text is a command line whose arguments have no spaces.
  init(
    _ arguments: String...,
    input: String = "",
    environment: [String: String] = [:],
    isTerminal: Bool = false,
    outputFails: SystemError? = nil
  ) {
    self.init(
      arguments: arguments.count > 1
        ? arguments : arguments.flatMap { $0.split(separator: " ").map(String.init) },
      input: input,
      environment: environment,
      isTerminal: isTerminal,
      outputFails: outputFails
    )
  }

  /// Runs the program on 2026-11-21; as bytes, standard input need not be UTF-8.
  init(
    arguments: [String],
    input: String = "",
    bytes: [UInt8]? = nil,
    environment: [String: String] = [:],
    isTerminal: Bool = false,
    outputFails: SystemError? = nil
  ) {
    let bytes = bytes ?? Array(input.utf8)
    if let program = BuiltProgram.named, !isTerminal, outputFails == nil,
      Self.readingTheClock.isDisjoint(with: arguments)
    {
      let run = ProcessRun(program, arguments, input: bytes, environment: environment)
      (status, output, errors) = (run.status, run.output, run.errors)
      return
    }
    var output = ""
    var errors = ""
    var console = Console.ofTests(report: { errors += $0 })
    console.environment = environment
    console.readInput = { limit throws(SystemError) in Array(bytes.prefix(limit + 1)) }
    console.write = { text throws(SystemError) in
      if let outputFails { throw outputFails }
      output += text
    }
    console.isTerminal = isTerminal
    status = Program.run(arguments, on: console)
    self.output = output
    self.errors = errors
  }
}

extension Console {
  /// Returns a console without terminal, input and environment, on 2026-11-21.
  static func ofTests(
    write: @escaping (String) -> Void = { _ in },
    report: @escaping (String) -> Void = { _ in }
  ) -> Console {
    Console(
      environment: [:],
      readInput: { _ throws(SystemError) in [] },
      write: { text throws(SystemError) in write(text) },
      report: report,
      isTerminal: false,
      now: { 1_795_219_200 }
    )
  }
}

/// A run on a terminal whose clock advances with each look, and that is asked to stop after some polls.
struct StoppedRun {
  let status: CommandStatus
  let output: String
  let errors: String
  /// How often the program polled for the request to stop.
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
    var console = Console.ofTests(write: { output += $0 }, report: { errors += $0 })
    console.environment = environment
    console.readInput = { limit throws(SystemError) in Array(input.utf8.prefix(limit + 1)) }
    console.reportsToTerminal = reportsToTerminal
    console.milliseconds = {
      clock += millisecondsPerLook
      return clock
    }
    console.stopRequests = StopRequests(
      listen: { listens = true },
      areThere: {
        if listens { polls += 1 }
        return polls > stopAfter
      },
      ignore: { listens = false }
    )
    status = Program.run(arguments, on: console)
    self.output = output
    self.errors = errors
    self.polls = polls
  }
}

/// The executable, for tests that run it as a process.
enum BuiltProgram {
  /// The program named by `SPECMATRIX_PROGRAM`, which then runs all commands.
  static let named: URL? = ProcessInfo.processInfo.environment["SPECMATRIX_PROGRAM"].flatMap {
    $0.isEmpty ? nil : URL(fileURLWithPath: $0)
  }

  /// The named program, else the one beside the tests, or `nil` if it was not built.
  static let url: URL? = {
    if let named { return named }
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

struct ProcessRun {
  private(set) var status = CommandStatus.failure
  private(set) var output = ""
  private(set) var errors = ""

  /// The number of runs, which shows that the switch was respected.
  static let count = Mutex(0)

  /// The inherited environment variables: the location of git and its settings, and the sanitizers' options.
  private static let inherited = ["PATH", "HOME", "TMPDIR", "ASAN_OPTIONS", "TSAN_OPTIONS"]

  /// Runs the program to its end, on 2026-11-21 unless the environment sets another day.
  ///
  /// A program that cannot be run, a crash and an unknown status are test failures.
  init(_ program: URL, _ arguments: [String], input: [UInt8], environment: [String: String]) {
    Self.count.withLock { $0 += 1 }
    do {
      try run(program, arguments, input: input, environment: environment)
    } catch {
      Issue.record("\(program.path) cannot be run: \(error)")
    }
  }

  private mutating func run(
    _ program: URL,
    _ arguments: [String],
    input: [UInt8],
    environment: [String: String]
  ) throws {
    // With files, unlike pipes, neither side waits for the other.
    let folder = try TemporaryFolder()
    let streams = try ["input", "output", "errors"].map { name in
      let url = URL(fileURLWithPath: folder(name))
      try Data(name == "input" ? input : []).write(to: url)
      return try name == "input" ? FileHandle(forReadingFrom: url) : FileHandle(forWritingTo: url)
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    let own = ProcessInfo.processInfo.environment.filter { Self.inherited.contains($0.key) }
    // No cache, so that runs are independent.
    let standard = ["SOURCE_DATE_EPOCH": "1795219200", "XDG_CACHE_HOME": "/dev/null"]
    process.environment = own.merging(standard) { $1 }
      .merging(environment) { $1 }
    (process.standardInput, process.standardOutput) = (streams[0], streams[1])
    process.standardError = streams[2]
    try process.run()
    process.waitUntilExit()
    for stream in streams { try stream.close() }
    output = String(decoding: try folder.bytes("output"), as: UTF8.self)
    errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    let end = process.terminationStatus
    guard process.terminationReason == .exit, let status = CommandStatus(rawValue: end) else {
      let reason = process.terminationReason == .exit ? "with the status" : "by the signal"
      Issue.record("\(arguments) ended \(reason) \(end): \(errors)")
      return
    }
    self.status = status
  }
}

/// Checks that the switch for a program is respected: if its name were lost, all tests would still pass in-process.
@Suite struct NamedProgramTests {
  @Test func commandsAreRunByTheProgramThatIsNamed() {
    let before = ProcessRun.count.withLock { $0 }
    let run = CommandRun("--version")
    #expect(run.output == ProgramVersion.current + "\n")
    let isNamed = ProcessInfo.processInfo.environment["SPECMATRIX_PROGRAM"]?.isEmpty == false
    #expect((ProcessRun.count.withLock { $0 } > before) == isNamed)
  }
}
