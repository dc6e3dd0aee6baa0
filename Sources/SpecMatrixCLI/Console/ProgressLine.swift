/// A line on the terminal that says how far the work is, drawn over itself and gone at the end.
///
/// Nothing is drawn where messages do not go to a terminal, nor in the first second.
struct ProgressLine {
  private let console: Console
  private let began: Int
  private var drawn: Int?

  /// Milliseconds before the line appears, and between two drawings.
  private static let (patience, pause) = (1_000, 100)

  init(on console: Console) {
    self.console = console
    began = console.milliseconds()
  }

  /// Draws the text, cut to the width of the terminal, if it is time to.
  ///
  /// - Parameter text: In ASCII, so that each sign is one column wide.
  mutating func show(_ text: @autoclosure () -> String) {
    guard console.reportsToTerminal, console.environment["TERM"] != "dumb" else { return }
    let now = console.milliseconds()
    guard now - began >= Self.patience, drawn.map({ now - $0 >= Self.pause }) ?? true else {
      return
    }
    drawn = now
    // The last column stays free: some terminals begin a new line there.
    console.report("\r" + text().prefix(console.columns - 1) + "\u{1B}[K")
  }

  /// Takes the line away.
  mutating func clear() {
    guard drawn != nil else { return }
    drawn = nil
    console.report("\r\u{1B}[K")
  }
}
