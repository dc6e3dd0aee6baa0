import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

extension Artifact: ExpressibleByArgument {}

extension CSVEncoding: ExpressibleByArgument {}

extension CoveringEffort: ExpressibleByArgument {}

/// `specmatrix generate`: writes the test cases of specs as files.
struct GenerateCommand: ConsoleCommand {
  /// A comma-separated list of names, such as `xlsx,csv`.
  struct Names<Thing: ExpressibleByArgument>: ExpressibleByArgument {
    let things: [Thing]

    init(_ things: [Thing]) { self.things = things }

    init?(argument: String) {
      let names = argument.split(separator: ",", omittingEmptySubsequences: false)
      things = names.compactMap { Thing(argument: String($0)) }
      guard !things.isEmpty, things.count == names.count else { return nil }
    }

    static var allValueStrings: [String] { [] }

    var defaultValueDescription: String {
      things.isEmpty ? "none" : things.map(\.defaultValueDescription).joined(separator: ",")
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the test cases and open questions of specs as workbooks, CSV and JSON.",
    discussion: """
      Cases that can still happen keep their ids, which are read from the JSON file of the \
      last generation. The suite holds the greatest depth and strength asked for so far. Open \
      questions do not stop a generation; they become part of the output.

      Examples:
        specmatrix generate                   all specs in specs, into output
        specmatrix generate specs/post.yaml -o build --format csv,json
        specmatrix generate --depth review    the smallest suite, to review the spec
        specmatrix generate --strength 3 --verify
        specmatrix generate --profile testrail,jira
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(
    name: .shortAndLong,
    help: .value("folder", "The folder to write the files to. (default: output)"),
    completion: .directory
  )
  var output: String?

  @Option(help: .value("formats", "What to write, separated by commas: xlsx, csv, json, md."))
  var format = Names<Artifact>([.xlsx, .csv, .json])

  @Option(
    help: .value(
      "tools",
      "Write files for these tools as well, separated by commas: the cases for \(ExportProfile.names { !$0.takesQuestions }), the questions for \(ExportProfile.names(\.takesQuestions))."
    )
  )
  var profile = Names<ExportProfile>([])

  @OptionGroup var extent: ExtentOptions

  @Option(help: "How hard to search for a smaller suite: quick, normal or thorough.")
  var effort = CoveringEffort.normal

  @Flag(help: "Assign new ids to the cases, ignoring the last generation.")
  var fresh = false

  @Option(
    help: .value(
      "name",
      "Begin another round of tests: new sheets of cases and end-to-end cases; earlier sheets stay as they are."
    )
  )
  var round: String?

  @Flag(help: "Have an independent checker verify the cases before they are written.")
  var verify = false

  @Option(
    help: .value(
      "encoding",
      "The encoding of CSV; Excel reads Japanese only with a byte-order mark."
    )
  )
  var csvEncoding = CSVEncoding.utf8WithMark

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  /// Checks that a default suite folder is not a link that leads out of the repository.
  private func expectInside(_ pipeline: Pipeline) throws(CommandFailure) {
    for path in Set(pipeline.sources.map { pipeline.suites(of: $0).path }).sorted() {
      guard let place = try? FilePaths.absolute(FilePaths.folder(of: path)),
        let repository = FilePaths.repository(of: place), let target = FilePaths.resolved(path),
        !FilePaths.isInside(target, repository)
      else { continue }
      throw CommandFailure(
        "\(path) is a link that leads out of the repository; name a folder with --output"
      )
    }
  }

  /// Returns the record of an earlier generation with the same inputs, or `nil` if the spec must be generated in any case.
  private func record(
    of source: SpecSource,
    _ pipeline: Pipeline,
    _ generation: Generation
  ) -> WorkRecord? {
    guard case .file(let path) = source, !fresh, round == nil,
      let place = try? FilePaths.absolute(".")
    else { return nil }
    let ledger = SpecFinder.id(of: path).flatMap { LedgerFile.path(of: $0, beside: path) }
    return WorkRecord(
      of: [place, path, pipeline.suites(of: source).path],
      request: [
        generation.kinds.map(\.rawValue).joined(separator: ","),
        generation.profiles.map(\.name).joined(separator: ","),
        "\(extent.depth.map(\.rawValue) ?? "") \(extent.strength ?? 0) \(effort) \(verify)",
        "\(csvEncoding) \(generation.created ?? 0) \(generation.today)",
        pipeline.namesake(of: source) == nil ? "" : "namesake",
      ],
      inputs: [path] + pipeline.projects[source].files + [ledger].compactMap(\.self),
      on: generation.console
    )
  }

  func validate() throws {
    guard let round else { return }
    guard format.things.contains(.xlsx) else {
      throw ValidationError("--round begins a sheet of the workbook; add xlsx to --format")
    }
    guard !round.allSatisfy(\.isWhitespace) else {
      throw ValidationError("--round needs a name, such as \"2: iOS 19\"")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    let pipeline = try specs.pipeline(of: settings.project(output), on: console)
    var generation = Generation(
      // `filter` drops repetitions and puts the suite that the next generation builds on first.
      kinds: Artifact.allCases.filter(format.things.contains),
      profiles: ExportProfile.all.filter(profile.things.contains),
      depth: extent.depth,
      strength: extent.strength,
      effort: effort,
      isFresh: fresh,
      round: round,
      isVerified: verify,
      csvEncoding: csvEncoding,
      today: pipeline.today,
      created: try console.sourceDate(),
      console: console
    )
    if output == nil { try expectInside(pipeline) }
    var status: CommandStatus = pipeline.failedPaths.isEmpty ? .success : .invalid
    let records = pipeline.sources.map { record(of: $0, pipeline, generation) }
    let done = records.map { $0?.current }
    let progress = ProgressLine(on: console)
    let results = zip(pipeline.sources, done).map { source, done in
      done == nil ? pipeline.analyse(source, showing: progress) : nil
    }
    progress.clear()
    for (number, result) in results.enumerated() {
      guard !console.stopRequests.areThere() else {
        let rest = pipeline.sources[number...].map(\.path).joined(separator: ", ")
        throw CommandFailure("stopped: nothing was written for \(rest)", status: .interrupted)
      }
      guard let result else {
        let suites = pipeline.suites(of: pipeline.sources[number]).path
        TemporaryFiles.clear(beside: [FilePaths.join(suites, "suite")])
        try console.write(done[number].map { "\($0)\n" } ?? "")
        continue
      }
      guard !result.isPlanned else {
        console.say("\(result.file.path) is planned and not described yet: it has no cases")
        continue
      }
      let held = HeldOutput()
      generation.console = held.console(like: console)
      do {
        let analysed = try result.required(on: generation.console)
        let files = try generation.generate(
          analysed,
          text: result.file.text,
          settings: pipeline.settings(of: result.source),
          into: result.suites
        )
        try held.release(to: console)
        // Messages must be repeated in the next run, so such a generation is not recorded.
        guard held.messages.isEmpty else { continue }
        records[number]?.keep(
          "\(analysed.specification.id): nothing has changed, the files in \(result.suites.path) are up to date",
          outputs: files
        )
      } catch let failure as SystemError {
        throw failure
      } catch {
        try held.release(to: console)
        status = max(status, console.status(of: error))
      }
    }
    return status
  }
}
