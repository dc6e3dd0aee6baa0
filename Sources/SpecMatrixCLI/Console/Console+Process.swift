#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension Console {
  /// The console of this process.
  ///
  /// A reader that closes the pipe early (`specmatrix check | head -1`) ends the output quietly and leaves the exit status as it is.
  package static func ofProcess() -> Console {
    // Refused writes are to be noticed as such: by default these signals end the process.
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    occupyClosedStreams()
    var environment: [String: String] = [:]
    let names = ["COLUMNS", "GITHUB_STEP_SUMMARY", "NO_COLOR", "SOURCE_DATE_EPOCH", "TERM"]
    for name in names {
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
      stopRequests: .ofProcess()
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
package func exit(with status: CommandStatus) -> Never {
  exit(status.rawValue)
}
