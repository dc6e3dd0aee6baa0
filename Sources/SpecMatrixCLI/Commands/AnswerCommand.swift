import ArgumentParser
import Diagnostics
import Reporting
import TestDesign

/// `specmatrix answer`: puts answers that came back in workbooks into the specs.
struct AnswerCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Put the answers from workbooks into the specs that asked.",
    discussion: """
      Only the columns that people fill in are read from a workbook (or from a CSV file of its \
      questions). Each answer becomes the smallest edit of the spec: a rule, a constraint with its \
      reason, a question with a last day, or several questions; the rest of the file stays as it \
      is. The specs are then checked, and what is left is listed.

      Examples:
        specmatrix answer output/POST.xlsx --dry-run
        specmatrix answer ~/Downloads/*.xlsx
        specmatrix answer answers.csv --spec specs/post.yaml

      Exit status: 0 all answers are in the specs and no errors are left, 1 something is left, 2 \
      wrong usage or a file that cannot be read or written, 3 a limit exceeded.
      """
  )

  @Argument(
    help: ArgumentHelp("Workbooks or CSV files with answers.", valueName: "workbook"),
    completion: .file(extensions: ["xlsx", "csv"])
  )
  var workbooks: [String]

  @Flag(help: "Print the changes as a diff, and change nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "The spec to answer, or a folder of specs. (default: the spec that the workbook names)",
      valueName: "path"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String?

  @OptionGroup var settings: SettingsOptions

  func execute(on console: Console) throws -> CommandStatus {
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
    let pipeline = try Pipeline(
      paths: paths(of: files),
      settings: settings.choice,
      suiteFolder: "output",
      on: console
    )
    let specs = pipeline.sources.map { pipeline.analyse($0) }
    let groups = assign(files, to: specs, console, &status)
    var answered: [AnsweredSpec] = []
    for (spec, files) in groups {
      guard let analysed = spec.analysed else {
        spec.report(on: console)
        status = max(status, spec.check.status)
        continue
      }
      let result = AnsweredSpec(
        analysed,
        spec.file,
        files: files,
        today: pipeline.today,
        isTrial: dryRun
      )
      if !result.isSettled { status = max(status, .findings) }
      answered.append(result)
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
    to specs: [SpecResult],
    _ console: Console,
    _ status: inout CommandStatus
  ) -> [(spec: SpecResult, files: [ReturnedFile])] {
    let match = SpecMatch(specs: specs)
    var groups: [(spec: SpecResult, files: [ReturnedFile])] = []
    var places: [String: Int] = [:]
    for file in files {
      guard let spec = match.spec(of: file) else {
        let maker = file.metadata["id"].map { ": it was made from \($0)" } ?? ""
        console.say("\(file.path): found no spec that it belongs to\(maker); name one with --spec")
        status = .invalid
        continue
      }
      if let place = places[spec.file.path] {
        groups[place].files.append(file)
      } else {
        places[spec.file.path] = groups.count
        groups.append((spec, [file]))
      }
    }
    return groups
  }

  /// Where to look for the specs: `--spec`, else what the files name, and the folder `specs` if some name none.
  private func paths(of files: [ReturnedFile]) -> [String] {
    if let spec { return spec == "-" ? [] : [spec] }
    let named = files.compactMap { $0.metadata["spec"] }
      .filter { FileStatus.kind(of: $0) == .regular && $0 != "-" }
    return named.count < files.count ? named + ["specs"] : named
  }

  /// Replaces the files together; a byte-order mark is kept.
  private func write(_ specs: [AnsweredSpec]) throws(FileFailure) {
    var staged = StagedFiles()
    for spec in specs {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let isMarked = try FileContents.bytes(of: spec.path, limit: 1 << 26).starts(with: mark)
      try staged.add((isMarked ? mark : []) + Array(spec.text.utf8), to: spec.path)
    }
    try staged.commit()
  }

  /// Reports what is left in the specs; for a dry run, whose output is the diff, only the count.
  private func check(
    _ specs: [AnsweredSpec],
    _ pipeline: Pipeline,
    _ console: Console
  ) throws -> CommandStatus {
    guard !specs.isEmpty else { return .success }
    let report = CheckReport(
      specs: specs.map { spec in
        pipeline.analyse(.bytes(Array(spec.text.utf8), name: spec.path)).check
      }
    )
    if dryRun {
      console.report(report.concise().split(separator: "\n").last.map { $0 + "\n" } ?? "")
    } else {
      try console.write(report.concise())
    }
    return report.tally.errors > 0 ? .findings : .success
  }
}
