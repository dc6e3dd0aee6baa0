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
  /// Draws progress; `nil` if `report` does.
  var draw: ((String) -> Void)?
  var isTerminal: Bool
  /// The seconds since 1970 began in UTC, by the system's clock.
  var now: () -> Int
  var reportsToTerminal = false
  /// Milliseconds of a clock that never goes back; used only to show progress.
  var milliseconds: () -> Int = { 0 }
  var stopRequests = StopRequests()
  /// Waits so many milliseconds, or until a request to stop comes.
  var pause: (_ milliseconds: Int) -> Void = { _ in }
  /// Waits for standard input, at most so many milliseconds if so many are given; `nil` if nothing came, empty at its end.
  var receive: (_ milliseconds: Int?) throws(SystemError) -> [UInt8]? = { _ in [] }
  /// The columns of the terminal that results go to; `nil` if it does not tell.
  var terminalColumns: () -> Int? = { nil }

  /// What an editor has open in the place of files.
  var unsaved = UnsavedTexts()

  /// The day that somebody asked for in the place of today.
  var asOf: CalendarDate?

  /// The day that deadlines are measured against, in UTC: the one asked for, else from `SOURCE_DATE_EPOCH` if it is set, else from the clock.
  func today() throws(CommandFailure) -> CalendarDate {
    if let asOf { return asOf }
    let seconds = try sourceDate() ?? max(0, now())
    return CalendarDate(number: seconds / 86_400)
  }

  /// The seconds since 1970 in `SOURCE_DATE_EPOCH`; `nil` if it is not set (https://reproducible-builds.org).
  func sourceDate() throws(CommandFailure) -> Int? {
    guard let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty else { return nil }
    // Up to the end of the year 9999, the last year of which a day can be written.
    guard epoch.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int(epoch), seconds <= 253_402_300_799
    else {
      throw CommandFailure("SOURCE_DATE_EPOCH is not a number of seconds since 1970: \(epoch)")
    }
    return seconds
  }

  /// The width in which help and progress are set.
  var columns: Int {
    environment["COLUMNS"].flatMap(Int.init).map { min(max($0, 40), 120) } ?? 80
  }

  /// Writes a message for people on a line of its own.
  func say(_ message: String) {
    report(CommandFailure.line(message))
  }

  /// Writes diagnostics beside the text that they are about.
  func show(_ diagnostics: [Diagnostic], in file: SourceFile) {
    guard !diagnostics.isEmpty else { return }
    report(DiagnosticRenderer().render(diagnostics, in: file))
  }
}

extension Console {
  /// Writes why a command, or its work on one spec, ended, and returns the exit status for it.
  ///
  /// Every failure gets its message and its status here and nowhere else.
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

/// Hears if a console is given something to say.
final class Listener {
  private(set) var hasHeard = false

  func console(like console: Console) -> Console {
    var listened = console
    listened.report = { [self] in
      hasHeard = true
      console.report($0)
    }
    listened.draw = console.draw ?? console.report
    return listened
  }
}

/// How a command learns that it should end early, with what it has.
struct StopRequests {
  /// From now on, only a second request ends the process.
  var listen: () -> Void = {}
  /// True if there was a request since then.
  var areThere: () -> Bool = { false }
  /// From now on, a request ends the process again.
  var ignore: () -> Void = {}
}

/// A line on the terminal that shows how far the work is; it is redrawn in place and removed at the end.
///
/// Nothing is drawn in the first second, nor if messages do not go to a terminal.
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

  /// Draws the text, in ASCII and cut to the width of the terminal, if the last drawing is old enough.
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
