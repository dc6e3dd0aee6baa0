import Foundation

/// What one run of a program cost, by the operating system's own account of the finished process.
struct ChildRun {
  var exitStatus: Int32
  /// Seconds from start to end.
  var seconds: Double
  /// Seconds of all processors, of the process and the system for it.
  var processorSeconds: Double
  /// The largest resident set, in bytes.
  var peakMemory: Int
  /// Whether it was stopped because its time was up.
  var isTimedOut: Bool

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, looked for on the path, and its arguments.
  ///   - input: The file that is its standard input.
  ///   - output: The file that its standard output is written to.
  ///   - timeout: Seconds after which it is stopped.
  /// - Returns: `nil` where the program cannot be started.
  static func run(
    _ arguments: [String],
    input: String = "/dev/null",
    output: String = "/dev/null",
    timeout: Double? = nil
  ) -> ChildRun? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(
      &actions,
      1,
      output,
      O_WRONLY | O_CREAT | O_TRUNC,
      0o644
    )
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }

    let clock = ContinuousClock()
    let start = clock.now
    var child = pid_t()
    guard unsafe posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ) == 0 else {
      return nil
    }
    let started = child
    let stop = DispatchWorkItem { kill(started, SIGKILL) }
    if let timeout { DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: stop) }
    defer { stop.cancel() }
    var status: Int32 = 0
    var usage = rusage()
    guard unsafe wait4(child, &status, 0, &usage) == child else { return nil }
    let seconds = (clock.now - start) / .seconds(1)
    #if canImport(Glibc)
    let unit = 1_024
    #else
    let unit = 1
    #endif
    return ChildRun(
      exitStatus: status & 0x7F == 0 ? status >> 8 & 0xFF : -1,
      seconds: seconds,
      processorSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
      peakMemory: Int(usage.ru_maxrss) * unit,
      isTimedOut: status & 0x7F == SIGKILL && seconds >= timeout ?? .infinity
    )
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}

/// The process that measures: where its program, its files and its messages go.
enum ThisProcess {
  /// The program that stands beside this one.
  static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("specmatrix").path
  }

  /// Does something with a folder of its own, which is removed afterwards.
  static func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let name = "specmatrix-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Says something beside the results.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

extension [Double] {
  /// The middle of sorted numbers; 0 of none.
  var middle: Double { isEmpty ? 0 : self[count / 2] }
}
