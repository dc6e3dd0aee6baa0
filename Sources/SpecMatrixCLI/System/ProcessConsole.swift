import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Console {
  /// The console of this process.
  ///
  /// A reader that closes the pipe early (`specmatrix check | head -1`) ends the output quietly and leaves the exit status as it is.
  static func ofProcess() -> Console {
    // Refused writes are to be noticed as such: by default these signals end the process.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    occupyClosedStreams()
    var environment: [String: String] = [:]
    for name in [
      "COLUMNS", "GITHUB_STEP_SUMMARY", "LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR",
      "SOURCE_DATE_EPOCH", "TERM",
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
        // There is nobody left to tell that messages cannot be written.
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
      terminalColumns: {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
          return nil
        }
        return Int(size.ws_col)
      }
    )
  }

  /// Takes the numbers of standard streams that are closed, so that no file that is opened later gets them.
  ///
  /// They are opened the wrong way round on purpose: to use one still fails, as it should.
  private static func occupyClosedStreams() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) == -1 {
      _ = unsafe open("/dev/null", flags)
    }
  }
}

/// Ends the process.
func exitProcess(with status: CommandStatus) -> Never {
  exit(status.rawValue)
}

/// How many signals came that ask the process to end.
private let signalsReceived = Atomic<Int>(0)

extension StopRequests {
  /// Ctrl-C and `kill`: the first is noted, the second ends the process at once.
  static func ofProcess() -> StopRequests {
    let signals = [SIGINT, SIGTERM]
    return StopRequests(
      listen: {
        // What the handler touches is there before it runs.
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

/// Replaces a handler unless the signal is ignored, as by a shell for what it runs in the background.
private func replaceHandler(of number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
  let before = signal(number, handler)
  let isIgnored = unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  if isIgnored { _ = signal(number, SIG_IGN) }
}
