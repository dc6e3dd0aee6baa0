import ArgumentParser
import Reporting
import Text

/// `specmatrix check`: what specs leave undefined.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what specs leave undefined, contradictory or undecided.",
    discussion: """
      Examples:
        specmatrix check                      all specs in the folder specs
        specmatrix check specs/post.yaml --all
        specmatrix check --format json | jq '.specs[].findings[].message'
        specmatrix check --format github --output sarif:check.sarif
        specmatrix check --write-baseline specmatrix-baseline.yaml
        specmatrix check --baseline specmatrix-baseline.yaml --fail-on warning
        specmatrix check --diff-base main     only what is new since the branch began
        specmatrix check --watch              again whenever a spec is saved
        specmatrix check --shard 2/8 --format json --output-file part2.json
        generate-spec | specmatrix check -
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(help: "How the report is written.")
  var format = CheckFormat.text

  @Flag(help: "Show all questions of an operation, not only the first three (text).")
  var all = false

  @Option(
    help: ArgumentHelp("The least severity that makes the exit status 1.", valueName: "severity")
  )
  var failOn = FailureThreshold.error

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("Write the report to a file instead.", valueName: "file"),
    completion: .file()
  )
  var outputFile: String?

  @Option(
    name: .customLong("output"),
    help: ArgumentHelp(
      "Write a report to a file besides, such as sarif:check.sarif; may be repeated.",
      valueName: "format:file"
    )
  )
  var outputs: [CheckOutput] = []

  @Option(
    help: ArgumentHelp("Leave out the findings that this file names.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Write all findings to this file, for --baseline; reasons in it are kept.",
      valueName: "file"
    ),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var writeBaseline: String?

  @Option(
    help: ArgumentHelp(
      "Leave out what the specs hold already in a git revision.",
      valueName: "revision"
    )
  )
  var diffBase: String?

  @Option(
    help: ArgumentHelp(
      "Where generated suites are looked for, to name the cases that meet a question. (default: output)",
      valueName: "folder"
    ),
    completion: .directory
  )
  var suiteFolder: String?

  @Option(
    help: ArgumentHelp(
      "How many specs are checked at once. (default: the number of processors)",
      valueName: "number"
    )
  )
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Check only one of several parts of the specs, such as 2/8; `merge` puts their JSON together.",
      valueName: "part"
    )
  )
  var shard: Shard?

  @OptionGroup var settings: SettingsOptions

  @Flag(help: "Check again whenever a spec is saved, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, !(1...Workers.limit).contains(jobs) {
      throw ValidationError("The jobs are a number from 1 to \(Workers.limit), not \(jobs).")
    }
    if shard != nil, writeBaseline != nil {
      throw ValidationError(
        "A baseline is written of all specs at once: --write-baseline cannot be given with --shard."
      )
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    guard watch else { return try check(on: console) }
    let watch = SpecWatch(
      paths: specs.paths.isEmpty ? ["specs"] : specs.paths,
      skippedFolder: try suiteFolder ?? settings.projects().fallback.output,
      clearsScreen: outputFile == nil && color.usesColor(on: console),
      console: console
    )
    return try watch.run { try check(on: console) }
  }

  private func check(on console: Console) throws -> CommandStatus {
    let today = try console.today()
    // A baseline that cannot be read is told before the work is done.
    let baselineFile = try baseline.map { try BaselineFile(path: $0, on: console) }
    let oldBaseline = try writeBaseline.flatMap { try self.oldBaseline(at: $0, on: console) }
    var projects = try settings.projects()
    let found = specs.find(
      skipping: suiteFolder ?? projects.fallback.output,
      shard: shard,
      on: console
    )
    try settings.find(&projects, for: found.sources)
    let pipeline = Pipeline(today: today, projects: projects)
    let checks = SpecChecks(pipeline: pipeline, suiteFolder: suiteFolder)
    var progress = ProgressLine(on: console)
    let checked = checks.checks(of: found.sources, by: workers, on: console) { done in
      progress.show("\(done) of \(counted(found.sources.count, "spec")) checked")
    }
    progress.clear()
    var report = CheckReport(specs: checked, failedPaths: found.failed)
    report.shard = shard.map { .init(number: $0.number, count: $0.count) }

    var files: [(text: String, path: String)] = []
    if let baselineFile {
      console.report(baselineFile.notes(about: baselineFile.baseline.gone(in: report)))
    }
    if let writeBaseline {
      let new = (oldBaseline ?? Baseline()).updated(with: report, today: today) {
        SpecVersion.exists($0)
      }
      files.append((BaselineFile.text(of: new, for: writeBaseline), writeBaseline))
      report.leaveOut(new.known)
    }
    if let baselineFile { report.leaveOut(baselineFile.baseline.known) }
    if let diffBase {
      var earlier = EarlierFindings(revision: diffBase, pipeline, console)
      for (index, source) in found.sources.enumerated() {
        let known = try earlier.known(of: source, now: report.specs[index])
        report.specs[index].leaveOut(known)
      }
    }
    try write(report, and: files, on: console)
    return status(of: report)
  }

  /// The baseline that is to be written anew; `nil` where there is none yet.
  private func oldBaseline(at path: String, on console: Console) throws -> Baseline? {
    guard SpecVersion.exists(path) else { return nil }
    return try BaselineFile(path: path, on: console).baseline
  }

  private var workers: Workers { jobs.map { Workers(count: $0) } ?? .ofProcessors }

  /// Writes everything that was asked for: the files at once, then the report.
  private func write(
    _ report: CheckReport,
    and files: [(text: String, path: String)],
    on console: Console
  ) throws {
    var options = CheckFormat.Options(threshold: failOn.severity)
    options.questionLimit = all ? nil : 3
    options.workers = workers
    options.usesColor = color == .always
    var files = files
    for output in outputs { files.append((output.format.render(report, options), output.path)) }
    if let outputFile { files.append((format.render(report, options), outputFile)) }
    for (index, file) in files.enumerated()
    where files[..<index].contains(where: { $0.path == file.path }) {
      throw UsageError("two outputs go to \(file.path)")
    }
    try OutputFile.write(files)
    if outputFile == nil {
      options.usesColor = color.usesColor(on: console)
      try console.write(format.render(report, options))
    }
    if let summary = console.environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty,
      format == .github || outputs.contains(where: { $0.format == .github })
    {
      try OutputFile.append(report.markdown, to: summary)
    }
  }

  private func status(of report: CheckReport) -> CommandStatus {
    let ofSpecs = report.specs.map { spec -> CommandStatus in
      switch spec.outcome {
      case .analysed: .success
      case .invalid: .invalid
      case .limitExceeded: .failure
      }
    }
    let ofFindings: CommandStatus = failOn.isReached(by: report.tally) ? .findings : .success
    let ofPaths: CommandStatus = report.failedPaths.isEmpty ? .success : .invalid
    return max(ofFindings, ofPaths, ofSpecs.max() ?? .success)
  }
}
