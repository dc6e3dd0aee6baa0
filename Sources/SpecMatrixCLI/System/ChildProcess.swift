#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Child processes, started without a shell.
enum ChildProcess {
  struct Outcome {
    /// The exit status, or 128 plus the signal that ended the program.
    let status: Int32
    let output: [UInt8]
    /// The beginning of what it wrote to standard error.
    let errors: [UInt8]
  }

  private static let errorLimit = 1 << 14

  /// Runs a program found by `PATH` to its end, without input; throws `SystemError` if it cannot be run.
  ///
  /// `changes` sets variables of the environment, or removes those that are `nil`. At most `limit` + 1 bytes of output are read; the extra
  /// one shows that there is more.
  static func outcome(
    of arguments: [String],
    environment changes: [String: String?] = [:],
    limit: Int
  ) throws(SystemError) -> Outcome {
    let (output, outputEnd) = try openPipe()
    let errors: Int32
    let errorEnd: Int32
    do throws(SystemError) {
      (errors, errorEnd) = try openPipe()
    } catch {
      for end in [output, outputEnd] { close(end) }
      throw error
    }
    let process: pid_t
    do throws(SystemError) {
      process = try spawn(arguments, changes, output: outputEnd, errors: errorEnd)
    } catch {
      for end in [output, outputEnd, errors, errorEnd] { close(end) }
      throw error
    }
    for end in [outputEnd, errorEnd] { close(end) }
    let texts = Result { () throws(SystemError) in
      try readBoth(output, limit: limit, errors)
    }
    // Closed first: a program that is still writing gets a signal and ends.
    for end in [output, errors] { close(end) }
    var status: Int32 = 0
    _ = try retrying { unsafe waitpid(process, &status, 0) }
    let signal = status & 0x7F
    let (written, told) = try texts.get()
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : 128 + signal,
      output: written,
      errors: told
    )
  }

  /// Starts a program found by `PATH` in the background, without output and out of reach of Ctrl-C.
  static func start(_ arguments: [String]) throws(SystemError) {
    let silence = try retrying { unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) }
    defer { close(silence) }
    _ = try spawn(arguments, [:], output: silence, errors: silence, isOnItsOwn: true)
  }

  private static func openPipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw SystemError.last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads two pipes alternately, as otherwise a program that fills one of them would block forever.
  private static func readBoth(
    _ output: Int32,
    limit: Int,
    _ errors: Int32
  ) throws(SystemError) -> (output: [UInt8], errors: [UInt8]) {
    var written: [UInt8] = []
    var told: [UInt8] = []
    var waiting = [output, errors].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // `poll` ignores negative descriptors.
    while written.count <= limit, waiting.contains(where: { $0.fd >= 0 }) {
      _ = try retrying { unsafe poll(&waiting, nfds_t(waiting.count), -1) }
      for number in waiting.indices where waiting[number].revents != 0 {
        let descriptor = waiting[number].fd
        let wanted = number == 0 ? min(buffer.count, limit + 1 - written.count) : buffer.count
        let count = try retrying {
          unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, wanted) }
        }
        if count == 0 {
          waiting[number].fd = -1
        } else if number == 0 {
          written += buffer[..<count]
        } else {
          told += buffer[..<min(count, errorLimit - told.count)]
        }
      }
    }
    return (written, told)
  }

  private static func spawn(
    _ arguments: [String],
    _ changes: [String: String?],
    output: Int32,
    errors: Int32,
    isOnItsOwn: Bool = false
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { throw SystemError.last }
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    // Ctrl-C in the terminal goes to the process group of this program.
    if isOnItsOwn { unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
    guard unsafe posix_spawn_file_actions_init(&actions) == 0 else { throw SystemError.last }
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var variables = unsafe environment(with: changes).map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe variables.indices { unsafe free(variables[index]) } }
    var process: pid_t = 0
    let code = unsafe posix_spawnp(
      &process,
      arguments[0],
      &actions,
      &attributes,
      &words,
      &variables
    )
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// Returns the environment of this process with changes, as `NAME=value`.
  private static func environment(with changes: [String: String?]) -> [String] {
    var variables: [String] = []
    var place = 0
    while let variable = unsafe environ[place] {
      place += 1
      let text = unsafe String(cString: variable)
      let name = text.prefix { $0 != "=" }
      if changes[String(name)] == nil { variables.append(text) }
    }
    return variables
      + changes.sorted { $0.key < $1.key }.compactMap { name, value in
        value.map { "\(name)=\($0)" }
      }
  }
}
