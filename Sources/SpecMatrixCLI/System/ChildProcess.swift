#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A program that is run to its end, without a shell between.
enum ChildProcess {
  struct Outcome {
    /// The exit status; of a program that a signal ended 128 and more.
    let status: Int32
    let output: [UInt8]
  }

  /// Runs a program found by `PATH`, with nothing to read and its messages thrown away.
  ///
  /// - Parameters:
  ///   - arguments: The program's name, then its arguments.
  ///   - limit: The most bytes of output that are taken; one more says that there are more.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: `SystemError` where it cannot be run.
  static func outcome(of arguments: [String], limit: Int) throws(SystemError) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process: pid_t
    do throws(SystemError) {
      process = try spawn(arguments, output: ends[1])
    } catch {
      for end in ends { close(end) }
      throw error
    }
    close(ends[1])
    let output = Result { () throws(SystemError) in try readAll(from: ends[0], limit: limit) }
    // Who writes on is told so and ends.
    close(ends[0])
    var status: Int32 = 0
    _ = try retrying { unsafe waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: try output.get()
    )
  }

  private static func spawn(_ arguments: [String], output: Int32) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    #endif
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw SystemError.last }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(&process, arguments[0], &actions, nil, &words, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }
}
