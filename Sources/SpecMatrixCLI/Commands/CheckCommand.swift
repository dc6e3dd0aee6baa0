import ArgumentParser
import Diagnostics
import Reporting
import TestDesign
import Text

/// `specmatrix check`: reports what specs leave undefined.
struct CheckCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report what specs leave undefined, contradictory or undecided.",
    discussion: """
      Examples:
        specmatrix check                      all specs in the folder specs
        specmatrix check specs/post.yaml --all
        specmatrix check --format json | jq '.specs[].findings[].message'
        specmatrix check --format github --output sarif:check.sarif
        specmatrix check --diff-base main     only what is new on this branch
        specmatrix check --as-of 2027-01-31   which deadlines will have passed by then
        specmatrix check --watch              again whenever a spec or a pack is saved
        specmatrix check --shard 2/8 --format json --output-file part2.json
        generate-spec | specmatrix check -
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(help: "The format of the report.")
  var format = CheckFormat.text

  @Flag(help: "Show every question of an operation, not only the first three (text).")
  var all = false

  @OptionGroup var failOn: FailOnOption

  @OptionGroup var color: ColorOption

  @OptionGroup var outputFile: OutputFileOption

  @Option(
    name: .customLong("output"),
    help: .value(
      "format:file",
      "Also write a report to a file, such as sarif:check.sarif; may be repeated."
    )
  )
  var outputs: [CheckOutput] = []

  @Option(
    help: .value("revision", "Leave out findings that the specs already had in a git revision.")
  )
  var diffBase: String?

  @Option(
    help: .value(
      "folder",
      "The folder of generated suites, for the cases that meet a question. (default: output)"
    ),
    completion: .directory
  )
  var suiteFolder: String?

  @Option(
    help: .value("number", "How many specs to check at once. (default: the number of processors)")
  )
  var jobs: Int?

  @Option(help: .value("part", "Check only one part of the specs, such as 2/8."))
  var shard: Shard?

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  @Flag(help: "Check again whenever a spec, a pack or the settings are saved, until Ctrl-C.")
  var watch = false

  func validate() throws {
    if let jobs, !(1...Workers.limit).contains(jobs) {
      throw ValidationError("The jobs must be a number from 1 to \(Workers.limit), not \(jobs).")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    guard watch else { return try check(on: console).status }
    let watch = SpecWatch(
      paths: specs.searched,
      skippedFolder: try suiteFolder ?? Projects(settings.choice).fallback.output,
      clearsScreen: outputFile.path == nil && color.isUsed(on: console),
      console: console
    )
    return try watch.repeating { try check(on: console).files }
  }

  /// Checks once; returns the exit status, and the files besides the specs that affect the findings.
  private func check(on console: Console) throws -> (status: CommandStatus, files: [String]) {
    let project = settings.project(suiteFolder)
    let pipeline = try specs.pipeline(of: project, shard: shard, on: console)
    try expectOutputs(apartFrom: pipeline)
    let checks = pipeline.checks(by: workers, on: console, showing: ProgressLine(on: console))
    for untranslated in pipeline.untranslated(in: checks) {
      console.show(untranslated.diagnostics, in: untranslated.file)
    }
    var report = CheckReport(specs: checks, failedPaths: pipeline.failedPaths)
    report.shard = shard.map { ($0.number, $0.count) }

    // Decisions across features need all specs, not only a shard.
    if shard == nil {
      report.crossFeature = CrossFeatureDecisions(report.specifications).all()
    }

    if let diffBase {
      var earlier = EarlierFindings(revision: diffBase, pipeline, console)
      for (index, source) in pipeline.sources.enumerated() {
        let known = try earlier.known(of: source, now: report.specs[index])
        report.specs[index].leaveOut(known)
      }
    }
    try write(report, on: console)
    let ofPaths: CommandStatus = report.failedPaths.isEmpty ? .success : .invalid
    let status = max(
      failOn.status(of: report.tally, isOverdue: report.isOverdue),
      ofPaths,
      report.specs.map(\.status).max() ?? .success
    )
    return (status, pipeline.projectFiles + checks.compactMap { $0.agreement?.ledger })
  }

  private var workers: Workers { jobs.map { Workers(count: $0) } ?? .ofProcessors }

  /// Checks that the outputs go to different files, none of which the command reads.
  private func expectOutputs(apartFrom pipeline: Pipeline) throws {
    let all = outputs.map(\.path) + (outputFile.path.map { [$0] } ?? [])
    var paths: Set<String> = []
    for path in all where !paths.insert(path).inserted {
      throw CommandFailure("two outputs go to \(path)")
    }
    try OutputFile.expect(all, apartFrom: pipeline.inputFiles)
  }

  private func write(_ report: CheckReport, on console: Console) throws {
    var options = CheckFormat.Options(threshold: failOn.severity)
    options.questionLimit = all ? nil : 3
    options.workers = workers
    options.usesColor = color.color == .always
    var files = outputs.map { output in
      OutputFile.Output(output.format.render(report, options), to: output.path)
    }
    if let path = outputFile.path { files.append(.init(format.render(report, options), to: path)) }
    try OutputFile.write(files)
    if outputFile.path == nil {
      options.usesColor = color.isUsed(on: console)
      try console.write(format.render(report, options))
    }
    if let summary = console.environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty,
      format == .github || outputs.contains(where: { $0.format == .github })
    {
      try OutputFile.append(report.markdown, to: summary)
    }
  }
}

enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
  case text, concise, json, sarif, github, junit, markdown

  struct Options {
    /// The maximum number of questions per operation in the text format, or `nil` for all.
    var questionLimit: Int?
    var usesColor = false
    /// The lowest severity that fails a JUnit test case.
    var threshold: Severity?
    var workers = Workers(count: 1)
  }

  func render(_ report: CheckReport, _ options: Options) -> String {
    switch self {
    case .text:
      report.text(
        limit: options.questionLimit,
        usesColor: options.usesColor,
        by: { options.workers.map($0, $1) }
      )
    case .concise: report.concise(usesColor: options.usesColor)
    case .json: report.json
    case .sarif: report.sarif(version: ProgramVersion.current)
    case .github: report.github
    case .junit: report.junit(failingFrom: options.threshold)
    case .markdown: report.markdown
    }
  }
}

/// An additional report in a file, such as `sarif:check.sarif`.
struct CheckOutput: ExpressibleByArgument {
  let format: CheckFormat
  let path: String

  init?(argument: String) {
    let parts = argument.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[1] != "-", let format = CheckFormat(rawValue: parts[0]) else {
      return nil
    }
    self.format = format
    path = parts[1]
  }
}
