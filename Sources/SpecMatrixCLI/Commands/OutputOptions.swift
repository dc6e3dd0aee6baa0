import ArgumentParser
import Diagnostics
import Reporting
import Specification
import Text

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A command whose only contact with the outside world is a console and the files it names.
protocol ConsoleCommand: ParsableCommand {
  func execute(on console: Console) throws -> CommandStatus
}

enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, markdown
}

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

extension ArgumentHelp {
  static func value(_ name: String, _ abstract: String) -> Self {
    ArgumentHelp(abstract, valueName: name)
  }
}

struct ColorOption: ParsableArguments {
  @Option(help: .value("when", "Colour the output; auto: on a terminal, unless NO_COLOR is set."))
  var color = ColorChoice.auto

  /// True if results on the console are coloured; `auto` means on a terminal without `NO_COLOR` (https://no-color.org).
  func isUsed(on console: Console) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      console.isTerminal && (console.environment["NO_COLOR"] ?? "").isEmpty
        && console.environment["TERM"] != "dumb"
    }
  }
}

struct WidthOption: ParsableArguments {
  @Option(
    help: .value(
      "columns",
      "The width in columns, at least 30. (default: that of the terminal, else 80)"
    )
  )
  var width: Int?

  func validate() throws {
    if let width, !(30...1000).contains(width) {
      throw ValidationError("The width must be a number from 30 to 1000, not \(width).")
    }
  }

  /// Returns the width of the output; off a terminal it is the same on every machine.
  func columns(on console: Console) -> Int {
    width ?? (console.isTerminal ? console.terminalColumns().map { max($0, 30) } : nil) ?? 80
  }
}

struct OutputFileOption: ParsableArguments {
  @Option(
    name: .customLong("output-file"),
    help: .value("file", "Write the report to a file instead of standard output."),
    completion: .file()
  )
  var path: String?

  func write(_ text: String, on console: Console) throws {
    if let path { try OutputFile.write(text, to: path) } else { try console.write(text) }
  }

  /// Checks that the file is not one that the command reads.
  func expect(apartFrom inputs: [String]) throws(FileFailure) {
    try OutputFile.expect(path.map { [$0] } ?? [], apartFrom: inputs)
  }
}

extension OutputFile {
  /// Checks that no output replaces a file that the command reads, even through a different path.
  static func expect(_ outputs: [String], apartFrom inputs: [String]) throws(FileFailure) {
    var read: [FileStatus.Identity: String] = [:]
    for input in inputs {
      // Standard input may be redirected from a file.
      let status =
        input == "-" ? try? FileStatus(descriptor: STDIN_FILENO) : try? FileStatus(path: input)
      guard let identity = status?.identity else { continue }
      read[identity] = read[identity] ?? input
    }
    for output in outputs {
      guard let status = try? FileStatus(path: output), status.kind == .regular else { continue }
      guard let input = read[status.identity] else {
        if LedgerFile.isOne(output) {
          throw FileFailure(.write, output, "it says what people agreed to; name another file")
        }
        // A generated suite keeps the ids of the cases and must not be overwritten.
        guard SuiteFolder.isGenerated(output) else { continue }
        throw FileFailure(.write, output, "it is a generated file; name another file")
      }
      let name = input == "-" ? "standard input" : input
      let what =
        name == output ? "it is read by" : "it is the same file as \(name), which is read by"
      throw FileFailure(.write, output, "\(what) this command; name another file")
    }
  }
}

struct FailOnOption: ParsableArguments {
  /// The lowest severity that makes the exit status 1; `overdue` counts only questions whose date has passed.
  enum Threshold: String, CaseIterable, ExpressibleByArgument {
    case error, warning, note, overdue, never
  }

  @Option(
    help: .value(
      "severity",
      "The lowest severity that makes the exit status 1; overdue: only questions past their date."
    )
  )
  var failOn = Threshold.error

  /// The lowest severity that counts, or `nil` if severities do not count.
  var severity: Severity? { Severity(rawValue: failOn.rawValue) }

  func status(of tally: Tally, isOverdue: Bool) -> CommandStatus {
    if failOn == .overdue { return isOverdue ? .findings : .success }
    guard let mostSevere = tally.mostSevere, let severity else { return .success }
    return mostSevere >= severity ? .findings : .success
  }
}

/// The option that replaces the current date.
struct DayOption: ParsableArguments {
  @Option(
    help: .value(
      "day",
      "Measure deadlines against this date, such as 2027-01-31. (default: today, in UTC)"
    ),
    transform: day
  )
  var asOf: CalendarDate?

  func applied(to console: Console) -> Console {
    guard let asOf else { return console }
    var console = console
    console.asOf = asOf
    return console
  }

  static func day(_ text: String) throws -> CalendarDate {
    if let day = CalendarDate(text) { return day }
    throw ValidationError(
      CalendarDate.isWritten(text)
        ? "\(text) is not a valid date." : "Write a date like 2027-01-31, not like “\(text)”."
    )
  }
}

/// The options that set the extent of the suite.
struct ExtentOptions: ParsableArguments {
  @Option(
    help: .value(
      "depth",
      "How much is covered: review (each rule and question once), relevant (also the values that an operation's rules tell apart, and pairs of them where both make a difference) or all (every pair). (default: the settings', else relevant)"
    )
  )
  var depth: Depth?

  @Option(
    help: .value(
      "number",
      "Strength (1–6): how many factors are combined exhaustively. (default: the settings', else 2)"
    )
  )
  var strength: Int?

  func validate() throws {
    if let strength, !Coverage.strengths.contains(strength) {
      throw ValidationError("The strength must be a number from 1 to 6, not \(strength).")
    }
  }
}

extension Depth: ExpressibleByArgument {}
