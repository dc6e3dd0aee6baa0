import Diagnostics
import Specification
import Text

/// Everything that a command uses of the outside world, apart from the files it names.
struct Console {
  var environment: [String: String]
  /// Reads standard input to its end, at most `limit` + 1 bytes.
  var readInput: (_ limit: Int) throws(SystemError) -> [UInt8]
  var write: (String) throws(SystemError) -> Void
  var report: (String) -> Void
  /// Draws progress; if `nil`, `report` does.
  var draw: ((String) -> Void)?
  var isTerminal: Bool
  /// Returns the seconds since 1970 in UTC by the system's clock.
  var now: () -> Int
  var reportsToTerminal = false
  /// Returns the milliseconds of a monotonic clock.
  var milliseconds: () -> Int = { 0 }
  var stopRequests = StopRequests()
  /// Waits for the given time, or until a request to stop.
  var pause: (_ milliseconds: Int) -> Void = { _ in }
  /// Waits for standard input, at most the given time if any; returns `nil` if nothing came, and no bytes at its end.
  var receive: (_ milliseconds: Int?) throws(SystemError) -> [UInt8]? = { _ in [] }
  /// Returns the width of the terminal that results go to, or `nil` if it is unknown.
  var terminalColumns: () -> Int? = { nil }

  /// Texts open in an editor, which replace those of files.
  var unsaved = UnsavedTexts()

  /// The date that replaces today, if any.
  var asOf: CalendarDate?

  /// Returns the date in UTC that deadlines are measured against: `asOf`, otherwise `SOURCE_DATE_EPOCH` if set, otherwise the clock.
  func today() throws(CommandFailure) -> CalendarDate {
    if let asOf { return asOf }
    let seconds = try sourceDate() ?? max(0, now())
    return CalendarDate(number: seconds / 86_400)
  }

  /// Returns the seconds since 1970 in `SOURCE_DATE_EPOCH`, or `nil` if it is not set (https://reproducible-builds.org).
  func sourceDate() throws(CommandFailure) -> Int? {
    guard let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty else { return nil }
    // The end of the year 9999, the last one in which a date can be written.
    guard epoch.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int(epoch), seconds <= 253_402_300_799
    else {
      throw CommandFailure("SOURCE_DATE_EPOCH is not a number of seconds since 1970: \(epoch)")
    }
    return seconds
  }

  var columns: Int {
    environment["COLUMNS"].flatMap(Int.init).map { min(max($0, 40), 120) } ?? 80
  }

  /// Reports a message on a line of its own.
  func say(_ message: String) {
    report(CommandFailure.line(message))
  }

  /// Reports diagnostics with excerpts of the text.
  func show(_ diagnostics: [Diagnostic], in file: SourceFile) {
    guard !diagnostics.isEmpty else { return }
    report(DiagnosticRenderer().render(diagnostics, in: file))
  }
}

extension Console {
  /// Reports an error that ended a command, or its work on one spec, and returns the exit status.
  ///
  /// The only place where failures get their message and status.
  func status(of error: any Error) -> CommandStatus {
    switch error {
    case let failure as CommandFailure:
      report(failure.text)
      return failure.status
    case let failure as FileFailure:
      say(failure.message)
      return .invalid
    case let failure as SystemError:
      say("cannot write to standard output: \(failure.reason)")
      return .invalid
    default:
      say("internal error: \(error)")
      return .failure
    }
  }
}

/// The user's requests to end a command early and keep its results so far.
struct StopRequests {
  /// From now on, only a second request ends the process.
  var listen: () -> Void = {}
  /// True if there was a request since `listen`.
  var areThere: () -> Bool = { false }
  /// From now on, a request ends the process again.
  var ignore: () -> Void = {}
}

/// A progress line on the terminal that is redrawn in place and removed at the end.
///
/// Nothing is drawn in the first second, or if messages do not go to a terminal.
final class ProgressLine {
  private let console: Console
  private let began: Int
  private var drawn: Int?

  /// Milliseconds before the line appears, and between two drawings.
  private static let (patience, pause) = (1_000, 100)

  init(on console: Console) {
    self.console = console
    began = console.milliseconds()
  }

  /// Draws the ASCII text, cut to the width of the terminal, if enough time has passed since the last drawing.
  func show(_ text: @autoclosure () -> String) {
    guard console.reportsToTerminal, console.environment["TERM"] != "dumb" else { return }
    let now = console.milliseconds()
    guard now - began >= Self.patience, drawn.map({ now - $0 >= Self.pause }) ?? true else {
      return
    }
    drawn = now
    // The last column stays free: some terminals begin a new line there.
    draw("\r" + text().prefix(console.columns - 1) + "\u{1B}[K")
  }

  private func draw(_ text: String) { (console.draw ?? console.report)(text) }

  func clear() {
    guard drawn != nil else { return }
    drawn = nil
    draw("\r\u{1B}[K")
  }
}
