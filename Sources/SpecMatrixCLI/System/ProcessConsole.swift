import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Console {
  /// Returns the console of this process.
  ///
  /// If the reader closes the pipe early (`specmatrix check | head -1`), the output ends quietly and the exit status does not change.
  static func ofProcess() -> Console {
    // By default these signals end the process; if they are ignored, the write fails and is reported.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    occupyClosedStreams()
    var environment: [String: String] = [:]
    for name in [
      "COLUMNS", "GITHUB_STEP_SUMMARY", "HOME", "LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR",
      "SOURCE_DATE_EPOCH", "TERM", "TMPDIR", "XDG_CACHE_HOME",
    ] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    return Console(
      environment: environment,
      readInput: { limit throws(SystemError) in
        try readAll(from: STDIN_FILENO, limit: limit)
      },
      write: { text throws(SystemError) in
        do throws(SystemError) {
          try writeAll(Array(text.utf8), to: STDOUT_FILENO)
        } catch {
          if error != .brokenPipe { throw error }
        }
      },
      report: { text in
        // If messages cannot be written, there is no one left to tell.
        try? writeAll(Array(text.utf8), to: STDERR_FILENO)
      },
      isTerminal: isatty(STDOUT_FILENO) == 1,
      now: { time(nil) },
      reportsToTerminal: isatty(STDERR_FILENO) == 1,
      milliseconds: {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &now) == 0 else { return 0 }
        return Int(now.tv_sec) * 1_000 + now.tv_nsec / 1_000_000
      },
      stopRequests: .ofProcess(),
      pause: { _ = usleep(UInt32($0) * 1_000) },
      receive: { milliseconds throws(SystemError) in
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let timeout = Int32(clamping: milliseconds ?? -1)
        guard try retrying({ unsafe poll(&input, 1, timeout) }) > 0 else { return nil }
        return try readOnce(from: STDIN_FILENO)
      },
      terminalColumns: {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
          return nil
        }
        return Int(size.ws_col)
      }
    )
  }

  /// Occupies the descriptors of closed standard streams, so that no file opened later gets them.
  ///
  /// They are opened in the wrong direction on purpose, so that using one still fails.
  private static func occupyClosedStreams() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", flags)
    }
  }
}

func exitProcess(with status: CommandStatus) -> Never {
  exit(status.rawValue)
}

/// The number of signals that asked the process to end.
private let signalsReceived = Atomic<Int>(0)

extension StopRequests {
  /// Handles Ctrl-C and `kill`: the first is noted, the second ends the process at once.
  static func ofProcess() -> StopRequests {
    let signals = [SIGINT, SIGTERM]
    return StopRequests(
      listen: {
        // Initialises the counter before the handler runs.
        _ = signalsReceived.load(ordering: .relaxed)
        for number in signals { replaceHandler(of: number, noteSignal) }
      },
      areThere: { signalsReceived.load(ordering: .relaxed) > 0 },
      ignore: { for number in signals { replaceHandler(of: number, SIG_DFL) } }
    )
  }
}

private func noteSignal(_ number: Int32) {
  if signalsReceived.add(1, ordering: .relaxed).oldValue > 0 { _exit(128 + number) }
}

/// Replaces a handler unless the signal is ignored, as shells do for background jobs.
private func replaceHandler(of number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
  let before = signal(number, handler)
  let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  if isIgnored { _ = signal(number, SIG_IGN) }
}
