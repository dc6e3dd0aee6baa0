import ArgumentParser
import Reporting
import TestDesign
import Text

/// `specmatrix review`: shows specs on one page, for a meeting.
struct ReviewCommand: ConsoleCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case html, json
  }

  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Write a page that shows what specs decide and what they leave open.",
    discussion: """
      One HTML file, which opens in any browser without a network: the outcome tables with their \
      holes, the questions with room for answers, the cases, and all specs at a glance. Answers \
      that are typed into the page are saved as CSV files, which `specmatrix answer` reads.

      With --serve the page is live instead, for the browsers of this machine and anyone with the link: it shows what \
      is saved while it is open, and puts answers into the specs as `answer` does, until Ctrl-C.

      Examples:
        specmatrix review --output review.html
        specmatrix review specs/post.yaml --output review.html
        specmatrix review specs/post.yaml --serve --open
        specmatrix review --format json | jq '.specs[].questions | length'

      Exit status: 0 the page is written, 2 wrong usage, or a spec is invalid (the page says why), 3 a limit exceeded.
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(
    help: .value("file", "The file to write. (default: standard output)"),
    completion: .file(extensions: ["html"])
  )
  var output: String?

  @Option(help: "The page, or its data for other programs.")
  var format = Format.html

  @Flag(help: "Serve the page live to browsers on this machine, until Ctrl-C.")
  var serve = false

  @Option(help: .value("number", "The port to listen on. (default: a free one)"))
  var port: Int?

  @Flag(help: "Open the served page in the browser.")
  var open = false

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if let port, !(0...65_535).contains(port) {
      throw ValidationError("The port must be a number from 0 to 65535, not \(port).")
    }
    if serve, output != nil || format == .json {
      throw ValidationError(
        "--serve writes no file: leave out --output and --format."
      )
    }
    if !serve, port != nil || open {
      throw ValidationError("--port and --open need --serve.")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    if serve {
      return try ReviewService(
        paths: specs.searched,
        project: settings.project(suites.suiteFolder),
        port: port ?? 0,
        opens: open,
        console: console
      ).run()
    }
    guard output != nil || !console.isTerminal || format == .json else {
      throw CommandFailure("a terminal cannot show a page: name a file, as in --output review.html")
    }
    let pipeline = try specs.pipeline(of: settings.project(suites.suiteFolder), on: console)
    let isFolder = output.map { FileStatus.kind(of: $0) == .folder } ?? false
    if isFolder, let output {
      throw CommandFailure(
        "\(output) is a folder: name a file, as in \(FilePaths.join(output, "review.html"))"
      )
    }
    try OutputFile.expect(output.map { [$0] } ?? [], apartFrom: pipeline.inputFiles)
    let revision = GitRevision.short(of: pipeline.sources.map(\.path).filter { $0 != "-" }, in: ".")
    let record = record(of: pipeline, revision, on: console)
    if let done = record?.current {
      console.say(done)
      return .success
    }
    let reviewed = Workers.ofProcessors.map(pipeline.sources) { source in
      var review = SpecReview(pipeline.analyse(source))
      let cases = review.cases()
      return (
        json: review.spec(cases: cases).json,
        messages: review.messages,
        status: review.result.check.status,
        specification: review.result.analysed?.specification
      )
    }
    let messages = reviewed.flatMap(\.messages)
    for message in messages { console.say(message) }
    let status = reviewed.map(\.status).reduce(
      pipeline.failedPaths.isEmpty ? .success : .invalid,
      max
    )
    let report = ReviewReport(
      toolVersion: ProgramVersion.current,
      day: pipeline.today,
      revision: revision,
      specs: reviewed.map(\.json),
      crossFeature: CrossFeatureDecisions(reviewed.compactMap(\.specification)).all()
    )
    let text = format == .json ? report.json : report.html
    guard let output else {
      try console.write(text)
      return status
    }
    try OutputFile.write(text, to: output)
    if status == .success, messages.isEmpty {
      record?.keep("nothing has changed, \(output) is up to date", outputs: [output])
    }
    return status
  }

  /// Returns the record of an earlier page with the same inputs, or `nil` if the page must be written in any case.
  private func record(
    of pipeline: Pipeline,
    _ revision: String?,
    on console: Console
  ) -> WorkRecord? {
    guard let output, let place = try? FilePaths.absolute("."),
      pipeline.sources.allSatisfy({ if case .file = $0 { true } else { false } })
    else { return nil }
    let others = pipeline.sources.flatMap { source in
      SpecFinder.id(of: source.path).map {
        SpecReview.files(of: $0, at: source.path, in: pipeline.suites(of: source))
      } ?? []
    }
    return WorkRecord(
      of: [place, output],
      request: [format.rawValue, "\(pipeline.today)", revision ?? "", suites.suiteFolder ?? ""],
      inputs: pipeline.inputFiles + others,
      on: console
    )
  }
}
