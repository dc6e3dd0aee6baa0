import Combinatorics

/// Watches over one suite in the making: says beforehand that it will take minutes, how far it is, and lets Ctrl-C end it with what is there.
final class CoveringWatch {
  /// How the making ended.
  enum End: Hashable {
    case finished
    /// The suite is complete, the search for a smaller one was not finished.
    case searchStopped
    /// There was no complete suite yet.
    case nothingYet
  }

  private let console: Console
  /// What the suite is of, as in messages.
  private let subject: String
  /// What may be done to get along with less.
  private let advice: String
  private var line: ProgressLine
  private var isWarned = false
  private(set) var end = End.finished

  init(_ subject: String, advice: String, on console: Console) {
    self.subject = subject
    self.advice = advice
    self.console = console
    line = ProgressLine(on: console)
  }

  /// The watch as the generator knows it.
  var monitor: CoveringMonitor { CoveringMonitor { self.note($0) } }

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

  /// Once a search was ended, the rest of the suite is finished without one.
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
      "\(subject): coverage of \(estimate.tuples.grouped) tuples of values takes \(estimate.phrase); \(advice)"
    )
  }

  /// Takes the line away and lets Ctrl-C end the process again.
  func finish() {
    line.clear()
    console.stopRequests.ignore()
  }
}
