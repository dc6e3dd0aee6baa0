import Combinatorics

/// A monitor of a suite: warns if it will take minutes, shows progress, and lets Ctrl-C end the search with the best so far.
final class CoveringWatch {
  enum End: Hashable {
    case finished
    /// The suite is complete, but the search for a smaller one was stopped.
    case searchStopped
    /// Stopped before there was a complete suite.
    case nothingYet
  }

  private let console: Console
  private let subject: String
  private let advice: String
  private let line: ProgressLine
  private var isWarned = false
  private(set) var end = End.finished

  init(_ subject: String, advice: String, on console: Console) {
    self.subject = subject
    self.advice = advice
    self.console = console
    line = ProgressLine(on: console)
  }

  /// Makes a suite under watch; afterwards the progress line is removed and Ctrl-C ends the process again.
  ///
  /// Throws `CommandFailure` if a limit is exceeded, as in “no cases within the limits”, or if the user stops it before there is a complete
  /// suite, with what follows from that.
  func watching<Suite>(
    _ missing: String,
    ifStopped consequence: String = "",
    _ make: (CoveringMonitor) throws(LimitExceeded) -> Suite
  ) throws(CommandFailure) -> Suite {
    defer {
      line.clear()
      console.stopRequests.ignore()
    }
    do throws(LimitExceeded) {
      return try make(CoveringMonitor { self.note($0) })
    } catch {
      guard end == .nothingYet else {
        throw CommandFailure(error, subject, missing, advice: advice)
      }
      let message = "\(subject): stopped before there was a complete suite\(consequence)"
      throw CommandFailure(message, status: .interrupted)
    }
  }

  private func note(_ progress: CoveringMonitor.Progress) -> Bool {
    switch progress {
    case .begins(let estimate):
      console.stopRequests.listen()
      if estimate.takesMinutes { warn(estimate) }
      return goesOnWithoutSuite()
    case .greedy(let rows, let openTuples, let tuples):
      let percent = (tuples - openTuples) * 100 / max(1, tuples)
      line.show("\(rows.grouped) rows so far, \(percent) % of \(tuples.grouped) tuples")
      return goesOnWithoutSuite()
    case .search(let rows, let steps, let limit):
      let percent = min(100, Int(Double(steps) / Double(max(1, limit)) * 100))
      line.show("search: \(rows.grouped) rows, \(percent) % of steps (Ctrl-C writes these rows)")
      guard console.stopRequests.areThere() else { return true }
      end = .searchStopped
      return false
    }
  }

  /// Returns whether to continue without a complete suite; after a stopped search, the rest is always completed.
  private func goesOnWithoutSuite() -> Bool {
    guard end == .finished, console.stopRequests.areThere() else { return true }
    end = .nothingYet
    return false
  }

  private func warn(_ estimate: CoveringEstimate) {
    guard !isWarned else { return }
    isWarned = true
    line.clear()
    console.say(
      "\(subject): covering \(estimate.tuples.grouped) value tuples takes \(estimate.phrase); \(advice)"
    )
  }
}
