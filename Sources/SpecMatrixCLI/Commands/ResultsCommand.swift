import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestCode
import TestDesign
import Text
import Workbooks

/// `specmatrix results`: reports the results of test runs for the cases of a spec.
struct ResultsCommand: ConsoleCommand {
  /// The condition that makes the exit status 1.
  enum Threshold: String, CaseIterable, ExpressibleByArgument {
    case failed, missing, open, never
  }

  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "Report which cases of a spec passed, from reports of test runs.",
    discussion: """
      A report is JUnit XML, from any tool, or Swift Testing's event stream. An entry counts \
      for a case whose id is in it as a whole word (PAY-4KD, in names of functions PAY_4KD); a \
      case passes only if a report says so, for the version that the spec describes now. A case that waits for an answer is blocked, whatever ran. \
      Cases from end to end (PAY-E2E-4KD) count once a report names one.

      Examples:
        specmatrix results specs/post.yaml build/test-results/test/*.xml
        specmatrix results specs/post.yaml events.jsonl --format markdown
        specmatrix results specs/post.yaml junit.xml --write --by "nightly run"

      Exit status: 0 nothing failed, 1 a case failed, ran in another version or is unclear, or a \
      person has another result, 2 wrong usage or a report that cannot be read or belongs to \
      another spec.
      """
  )

  @OptionGroup var spec: SpecArgument

  @Argument(
    help: .value("report", "Reports of test runs, - for standard input; they count together."),
    completion: .file(extensions: ["xml", "jsonl", "json"])
  )
  var reports: [String]

  @Flag(help: "Enter the results into the round of the workbook that testers work on.")
  var write = false

  @Option(
    help: .value(
      "file",
      "The workbook to enter them into. (default: the one in the folder of suites)"
    ),
    completion: .file(extensions: ["xlsx"])
  )
  var workbook: String?

  @Option(help: .value("name", "Who ran the tests, for the column By."))
  var by = "CI"

  @Option(help: .value("name", "The device of the run, if the settings name devices."))
  var device: String?

  @Option(
    help: .value("day", "The day of the run, such as 2027-01-31. (default: as the reports say)"),
    transform: DayOption.day
  )
  var on: CalendarDate?

  @Option(
    help: .value(
      "what",
      "What makes the exit status 1: failed (also other versions and unclear outcomes), missing (also cases without a result), open (also cases that wait for answers) or never."
    )
  )
  var failOn = Threshold.failed

  @Option(help: "The format of the report.")
  var format = ReportFormat.text

  @OptionGroup var outputFile: OutputFileOption

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard !write else {
      guard !by.trimmed.isEmpty, by.allSatisfy({ !$0.isNewline }) else {
        throw ValidationError("--by needs a name.")
      }
      return
    }
    guard workbook == nil, on == nil, device == nil else {
      throw ValidationError("--workbook, --on and --device need --write.")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let result = try spec.result(of: settings.project(suites.suiteFolder), on: console)
    let analysed = try result.required(on: console)
    let target = try target(in: result, analysed.specification, on: console)
    try outputFile.expect(
      apartFrom: reports + [result.file.path] + result.projectFiles + (target.map { [$0] } ?? [])
    )
    let runs = try reports.map { path throws in try Self.run(path, on: console) }
    let suite = try CommandFailure.limiting(
      spec.path,
      "no cases",
      try result.suite(of: analysed, saying: console.say)
    )
    // If no code can be written for the spec, there are no versions to compare.
    let model = try? CodeModel(analysed, suite)
    let report = ResultsReport(
      runs,
      of: analysed.specification,
      suite,
      fingerprints: Dictionary(
        firstOf: (model?.cases ?? []).map { ($0.testCase.id, $0.fingerprint) }
          + (model?.flows ?? []).map { ($0.id, $0.fingerprint) }
      )
    )
    guard report.mentionsSpec else { throw nothingFound(in: report) }
    var status = status(of: report)
    var lines = ""
    if let target {
      let recorded = try record(report, runs, in: target, on: console)
      if !recorded.conflicts.isEmpty, failOn != .never { status = max(status, .findings) }
      lines = summary(of: recorded, target)
    }
    try outputFile.write(rendered(report, on: console), on: console)
    for line in lines.split(separator: "\n") { console.say(String(line)) }
    if target != nil, suite.cases.contains(where: { $0.state != .kept }) {
      console.say(
        "\(spec.path) has changed since its workbook was generated: run `specmatrix generate`"
      )
    }
    return status
  }

  private static func run(_ report: String, on console: Console) throws -> TestReport {
    let bytes = try console.bytes(of: report, limit: TestReport.bytes)
    let path = report == "-" ? "<stdin>" : report
    do throws(FormatMismatch) {
      return try TestReport(path: path, bytes)
    } catch {
      throw CommandFailure("\(path): \(error.reason)")
    }
  }

  private func nothingFound(in report: ResultsReport) -> CommandFailure {
    let others = Set(
      report.unknownEntries.flatMap(\.otherIDs).map {
        $0.prefix(upTo: $0.lastIndex(of: "-") ?? $0.startIndex)
      }
    ).sorted()
    let names = report.reports.joined(separator: ", ")
    guard others.isEmpty else {
      return CommandFailure(
        "\(names): a report of another spec: its ids are of \(others.prefix(5).joined(separator: ", ")), none of \(report.id)"
      )
    }
    let entries = report.unknownEntries.isEmpty ? "no entries" : "no id of a case of \(report.id)"
    let advice = report.remarks.first.map { "; \($0)" } ?? ""
    return CommandFailure("\(names): \(entries)\(advice)")
  }

  private func rendered(_ report: ResultsReport, on console: Console) -> String {
    switch format {
    case .json: report.json
    case .markdown: report.markdown
    case .text:
      report.text(
        columns: width.columns(on: console),
        usesColor: outputFile.path == nil && color.isUsed(on: console)
      )
    }
  }

  private func status(of report: ResultsReport) -> CommandStatus {
    let counted: [ResultsReport.Verdict]
    switch failOn {
    case .never: return .success
    case .failed: counted = [.failed, .checkAgain, .unclear]
    case .missing: counted = [.failed, .checkAgain, .unclear, .noResult]
    case .open: counted = [.failed, .checkAgain, .unclear, .noResult, .blocked]
    }
    let hasFailed =
      report.cases.contains { counted.contains($0.verdict) }
      || report.unknownIDs.contains(where: \.hasFailed)
    return hasFailed ? .findings : .success
  }

  // MARK: The workbook

  /// Returns the path of the workbook to write to, or `nil` without `--write`.
  private func target(
    in result: SpecResult,
    _ specification: Specification,
    on console: Console
  ) throws -> String? {
    guard write else { return nil }
    let path = workbook ?? result.suites.path(of: specification.id, "xlsx")
    TemporaryFiles.clear(beside: [path])
    guard FileStatus.exists(path, followingLinks: true) else {
      throw CommandFailure(
        "there is no \(path): `specmatrix generate` writes it, or name another one with --workbook"
      )
    }
    return path
  }

  private func record(
    _ report: ResultsReport,
    _ runs: [TestReport],
    in target: String,
    on console: Console
  ) throws -> RecordedResults {
    guard let day = on ?? runs.compactMap(\.day).max() else {
      throw CommandFailure(
        "\(report.reports.joined(separator: ", ")): no day of the run stands in it; say it with --on 2027-01-31"
      )
    }
    return try StartingOver.repeat(on: console) { _ in
      let state = try FileState(following: target)
      let file = try ReturnedFile(path: target)
      guard file.metadata["id"] == report.id else {
        throw CommandFailure(
          "\(target): it was made from \(file.metadata["id"] ?? "no spec"), not from \(report.id)"
        )
      }
      let recorded: RecordedResults
      do throws(FormatMismatch) {
        recorded = try RecordedResults(
          report,
          in: file.workbook,
          by: by.trimmed,
          on: day,
          device: device
        )
      } catch {
        throw CommandFailure("\(target): \(error.reason)")
      }
      if !recorded.edits.isEmpty {
        let advice = "then run this again"
        try recorded.edits.write(from: target, to: target, over: state, advice: advice)
      }
      return recorded
    }
  }

  private func summary(of recorded: RecordedResults, _ target: String) -> String {
    var lines = recorded.conflicts.map { conflict in
      "\(conflict.id): a person has \(conflict.person); \(conflict.run): the person's stays, the other stands in the note"
    }
    lines += recorded.remarks
    lines.append(
      "\(target): \(counted(recorded.rowsChanged, "row")) changed on “\(recorded.sheet)”"
    )
    return lines.map { VisibleText.line($0) + "\n" }.joined()
  }
}
