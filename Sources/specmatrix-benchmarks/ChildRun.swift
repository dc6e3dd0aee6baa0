#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What one run of a program cost, by the operating system's own account of the finished process.
struct ChildRun {
  var exitStatus: Int32
  /// Seconds from start to end.
  var seconds: Double
  /// The largest resident set, in bytes.
  var peakMemory: Int

  /// Runs a program with its output thrown away, or written to a file.
  ///
  /// - Returns: `nil` where the program cannot be started.
  static func run(_ arguments: [String], output: String = "/dev/null") -> ChildRun? {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
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
    var status: Int32 = 0
    var usage = rusage()
    guard unsafe wait4(child, &status, 0, &usage) == child else { return nil }
    let duration = clock.now - start
    #if canImport(Glibc)
    let unit = 1_024
    #else
    let unit = 1
    #endif
    return ChildRun(
      exitStatus: status & 0x7F == 0 ? status >> 8 & 0xFF : -1,
      seconds: duration / .seconds(1),
      peakMemory: Int(usage.ru_maxrss) * unit
    )
  }
}
