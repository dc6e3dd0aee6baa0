import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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
