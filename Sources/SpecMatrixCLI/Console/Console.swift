import Diagnostics
import Specification
import Text

/// All that a command has of the world besides the files that it names.
package struct Console {
  package var environment: [String: String]
  /// Reads standard input to its end, but no more than so many bytes and one.
  package var readInput: (_ limit: Int) throws(SystemError) -> [UInt8]
  /// Writes results.
  package var write: (String) throws(SystemError) -> Void
  /// Writes a message for people.
  package var report: (String) -> Void
  /// Whether results go to a terminal.
  package var isTerminal: Bool
  /// The seconds since 1970 began in UTC, by the system's clock.
  package var now: () -> Int
  /// Whether messages go to a terminal.
  package var reportsToTerminal: Bool
  /// Milliseconds of a clock that is never set back, for what is shown of progress only.
  package var milliseconds: () -> Int
  package var stopRequests: StopRequests
  /// Waits so many milliseconds, or until a request to stop comes.
  package var pause: (_ milliseconds: Int) -> Void
  /// How wide the terminal is that results go to; `nil` where it does not say.
  package var terminalColumns: () -> Int?

  package init(
    environment: [String: String],
    readInput: @escaping (_ limit: Int) throws(SystemError) -> [UInt8],
    write: @escaping (String) throws(SystemError) -> Void,
    report: @escaping (String) -> Void,
    isTerminal: Bool,
    now: @escaping () -> Int,
    reportsToTerminal: Bool = false,
    milliseconds: @escaping () -> Int = { 0 },
    stopRequests: StopRequests = .none,
    pause: @escaping (_ milliseconds: Int) -> Void = { _ in },
    terminalColumns: @escaping () -> Int? = { nil }
  ) {
    self.environment = environment
    self.readInput = readInput
    self.write = write
    self.report = report
    self.isTerminal = isTerminal
    self.now = now
    self.reportsToTerminal = reportsToTerminal
    self.milliseconds = milliseconds
    self.stopRequests = stopRequests
    self.pause = pause
    self.terminalColumns = terminalColumns
  }

  /// The day on which the command runs, in UTC: of `SOURCE_DATE_EPOCH` where it is set, else of the clock.
  func today() throws(UsageError) -> CalendarDay {
    let seconds = try sourceDate() ?? max(0, now())
    return CalendarDay(number: seconds / 86_400)
  }

  /// The seconds since 1970 that `SOURCE_DATE_EPOCH` says, `nil` where it is not set (https://reproducible-builds.org).
  func sourceDate() throws(UsageError) -> Int? {
    guard let epoch = environment["SOURCE_DATE_EPOCH"], !epoch.isEmpty else { return nil }
    // Up to the end of the year 9999, the last that a day can be written of.
    guard epoch.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let seconds = Int(epoch), seconds <= 253_402_300_799
    else {
      throw UsageError("SOURCE_DATE_EPOCH is no number of seconds since 1970: \(epoch)")
    }
    return seconds
  }

  /// The width in which help and progress are set.
  var columns: Int {
    environment["COLUMNS"].flatMap(Int.init).map { min(max($0, 40), 120) } ?? 80
  }

  /// Writes a message for people on a line of its own, whatever signs the names in it have.
  func say(_ message: String) {
    report("specmatrix: \(VisibleText.line(message))\n")
  }
}
