import ArgumentParser
import Diagnostics
import Reporting
import TestDesign

/// `specmatrix answer`: puts answers that came back in workbooks into the specs.
struct AnswerCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Put the answers of workbooks into the specs that asked.",
    discussion: """
      Of a workbook (or a CSV file of its questions) only the columns that people fill are read. \
      An answer becomes the smallest edit of the spec: a rule, a constraint with its reason, a \
      question with a last day, or several questions; all else in the file stays as it is. \
      Then the specs are checked, and what is left is listed.

      Examples:
        specmatrix answer output/POST.xlsx --dry-run
        specmatrix answer ~/Downloads/*.xlsx
        specmatrix answer answers.csv --spec specs/post.yaml

      Exit status: 0 all answers are in the specs and nothing is open, 1 something is left, 2 \
      wrong usage or a file that cannot be read or written, 3 a limit exceeded.
      """
  )

  @Argument(
    help: ArgumentHelp("Workbooks, or CSV files, with answers.", valueName: "workbook"),
    completion: .file(extensions: ["xlsx", "csv"])
  )
  var workbooks: [String]

  @Flag(help: "Print what would change as a diff, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "The spec that is answered, or a folder with specs; the workbook says which of them it was made from.",
      valueName: "path"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String?

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
    let today = try console.today()
    var status = CommandStatus.success
    let files = workbooks.compactMap { path -> ReturnedFile? in
      do throws(FileFailure) {
        return try ReturnedFile(path: path)
      } catch {
        console.say(error.message)
        status = .invalid
        return nil
      }
    }
    guard !files.isEmpty else { return status }
    let sources = sources(for: files, console)
    let pipeline = Pipeline(today: today, projects: try settings.projects(for: sources))
    let specs = sources.map { pipeline.answer($0, on: console) }
    let groups = assign(files, to: specs, console, &status)
    var answered: [AnsweredSpec] = []
    for (spec, files) in groups {
      switch spec.outcome {
      case .analysed(let analysed):
        let result = AnsweredSpec(
          analysed,
          spec.file,
          files: files,
          today: today,
          isTrial: dryRun
        )
        if !result.isSettled { status = max(status, .findings) }
        answered.append(result)
      case .invalid, .limitExceeded:
        console.report(DiagnosticRenderer().render(spec.diagnostics, in: spec.file))
        let reason: CommandStatus = if case .invalid = spec.outcome { .invalid } else { .failure }
        status = max(status, reason)
      }
    }
    if dryRun {
      try console.write(answered.map(\.diff).joined())
    } else {
      try write(answered.filter(\.isChanged))
    }
    // Only what is written has been applied.
    for message in answered.flatMap(\.messages) {
      console.report(VisibleText.line(message) + "\n")
    }
    return max(status, try check(answered, pipeline, console))
  }

  /// The specs that the files belong to, each with its files, in the order of the files.
  private func assign(
    _ files: [ReturnedFile],
    to specs: [SpecAnswer],
    _ console: Console,
    _ status: inout CommandStatus
  ) -> [(spec: SpecAnswer, files: [ReturnedFile])] {
    let match = SpecMatch(specs: specs)
    var groups: [(spec: SpecAnswer, files: [ReturnedFile])] = []
    for file in files {
      guard let spec = match.spec(of: file) else {
        let maker = file.metadata["id"].map { ": it was made from \($0)" } ?? ""
        console.say("\(file.path): no spec found that it belongs to\(maker); name it with --spec")
        status = .invalid
        continue
      }
      if let known = groups.firstIndex(where: { $0.spec.file.path == spec.file.path }) {
        groups[known].files.append(file)
      } else {
        groups.append((spec, [file]))
      }
    }
    return groups
  }

  /// The specs to choose from: what is named, or what the files say and what is in the folder `specs`.
  private func sources(for files: [ReturnedFile], _ console: Console) -> [SpecSource] {
    var paths: [String] = []
    if let spec {
      paths = [spec]
    } else {
      paths = files.compactMap { $0.metadata["spec"] }.filter {
        (try? FileStatus(path: $0))?.kind == .regular
      }
      if paths.count < files.count { paths.append("specs") }
    }
    let found = SpecFinder(skippedFolder: "output").find(paths)
    for failed in found.failed { console.say("\(failed.path): \(failed.reason)") }
    return found.sources.filter { $0 != .standardInput }
  }

  /// Replaces the files together; a byte-order mark stays.
  private func write(_ specs: [AnsweredSpec]) throws(FileFailure) {
    var staged = StagedFiles()
    for spec in specs {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let isMarked = try FileContents.bytes(of: spec.path, limit: 1 << 26).starts(with: mark)
      try staged.add((isMarked ? mark : []) + Array(spec.text.utf8), to: spec.path)
    }
    try staged.commit()
  }

  /// Says what is left in the specs: of a dry run only how much, since its output is the diff.
  private func check(
    _ specs: [AnsweredSpec],
    _ pipeline: Pipeline,
    _ console: Console
  ) throws -> CommandStatus {
    let checks = specs.map { spec -> SpecCheck in
      let answer = pipeline.answer(.bytes(Array(spec.text.utf8), name: spec.path), on: console)
      var check = SpecCheck(source: answer.file, outcome: .invalid, diagnostics: answer.diagnostics)
      switch answer.outcome {
      case .invalid: break
      case .limitExceeded: check.outcome = .limitExceeded
      case .analysed(let analysed):
        check.outcome = .analysed(analysed.specification, analysed.analysis)
      }
      return check
    }
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
