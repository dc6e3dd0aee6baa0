import ArgumentParser
import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// `specmatrix answer`: applies answers from returned workbooks to the specs.
struct AnswerCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Write the answers from workbooks into the specs that asked.",
    discussion: """
      Only the columns that people fill in are read from a workbook (or from a CSV file of its \
      questions). Each answer becomes the smallest edit of the spec: a rule, an entry of \
      `impossible` with its reason, a question with a last day, or several questions; the rest of \
      the file stays as it is. The specs are then checked, and what is left is listed.

      If people agree to an operation on the sheet of outcomes, the ledger beside the spec gets a \
      line, such as specs/POST.agreed.csv; if they say “Not so”, the spec asks about it.

      Examples:
        specmatrix answer output/POST.xlsx --dry-run
        specmatrix answer ~/Downloads/*.xlsx
        specmatrix answer answers.csv --spec specs/post.yaml

      Exit status: 0 all answers are in the specs and no errors are left, 1 something is left, 2 \
      wrong usage or a file that cannot be read or written, 3 a limit exceeded.
      """
  )

  @Argument(
    help: .value("workbook", "Workbooks or CSV files with answers."),
    completion: .file(extensions: ["xlsx", "csv"])
  )
  var workbooks: [String]

  @Flag(help: "Print the changes as a diff, and change nothing.")
  var dryRun = false

  @Option(
    help: .value(
      "path",
      "The spec to answer, or a folder of specs. (default: the spec that the workbook names)"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String?

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    var status = CommandStatus.success
    let files = workbooks.compactMap { path -> ReturnedFile? in
      do throws(FileFailure) {
        return try ReturnedFile(path: path)
      } catch {
        status = max(status, console.status(of: error))
        return nil
      }
    }
    guard !files.isEmpty else { return status }
    let answered = try StartingOver.repeat(on: console) { try answer(files, on: $0) }
    return max(status, answered)
  }

  private func answer(_ files: [ReturnedFile], on console: Console) throws -> CommandStatus {
    var status = CommandStatus.success
    let pipeline = try Pipeline(paths(of: files), of: settings.project("output"), on: console)
    if !dryRun { TemporaryFiles.clear(beside: pipeline.sources.map(\.path)) }
    let specs = pipeline.sources.map { pipeline.analyse($0) }
    let groups = assign(files, to: specs, console, &status)
    var run = AnswerRun(pipeline, isTrial: dryRun)
    for (spec, files) in groups {
      let analysed: AnalysedSpecification
      do throws(CommandFailure) {
        analysed = try spec.required(on: console)
      } catch {
        status = max(status, console.status(of: error))
        continue
      }
      if let failure = run.put(files, into: spec, analysed) {
        status = max(status, console.status(of: failure))
      }
    }
    if !run.isSettled { status = max(status, .findings) }
    if dryRun { try console.write(run.diff) } else { try run.write() }
    for line in run.report { console.report(VisibleText.line(line) + "\n") }
    if !dryRun {
      for (file, marks) in run.answered.flatMap(\.result.marks) {
        if let message = file.write(marks) { console.say(message) }
      }
    }
    return max(status, try report(run.left.map(\.check), console))
  }

  /// Groups the files by the spec that they belong to, in the order of the files.
  private func assign(
    _ files: [ReturnedFile],
    to specs: [SpecResult],
    _ console: Console,
    _ status: inout CommandStatus
  ) -> [(spec: SpecResult, files: [ReturnedFile])] {
    let match = SpecMatch(specs: specs)
    var found: [(spec: SpecResult, file: ReturnedFile)] = []
    for file in files {
      guard let spec = match.spec(of: file) else {
        let maker = file.metadata["id"].map { ": it was made from \($0)" } ?? ""
        console.say("\(file.path): found no spec that it belongs to\(maker); name one with --spec")
        status = .invalid
        continue
      }
      found.append((spec, file))
    }
    return found.gathered(by: \.spec.file.path).map { ($0[0].spec, $0.map(\.file)) }
  }

  /// Returns the paths to search for specs: `--spec`, or the specs that the files name, plus the folder `specs` if some name none.
  private func paths(of files: [ReturnedFile]) -> [String] {
    if let spec { return spec == "-" ? [] : [spec] }
    let named = files.compactMap { file in
      file.metadata["spec"].flatMap { isNear($0, file) ? $0 : nil }
    }
    return named.count < files.count ? named + ["specs"] : named
  }

  /// True if the spec named by a workbook is below the working directory, or the workbook is in the spec's folder or below it.
  ///
  /// Workbooks arrive by mail and must not be able to choose among all files of this machine.
  private func isNear(_ spec: String, _ file: ReturnedFile) -> Bool {
    guard spec != "-", FileStatus.kind(of: spec) == .regular,
      let path = try? FilePaths.absolute(spec), let here = try? FilePaths.absolute("."),
      let workbook = try? FilePaths.absolute(file.path)
    else { return false }
    return FilePaths.isInside(path, here)
      || FilePaths.isInside(workbook, FilePaths.folder(of: path))
  }

  /// Reports what is left in the specs, or only the counts in a dry run, whose output is the diff.
  private func report(_ checks: [SpecCheck], _ console: Console) throws -> CommandStatus {
    guard !checks.isEmpty else { return .success }
    let report = CheckReport(specs: checks)
    if dryRun {
      console.report(report.concise().split(separator: "\n").last.map { $0 + "\n" } ?? "")
    } else {
      try console.write(report.concise())
    }
    return report.tally.errors > 0 ? .findings : .success
  }
}
