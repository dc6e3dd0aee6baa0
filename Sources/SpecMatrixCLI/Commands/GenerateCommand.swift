import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import Specification
import TestDesign
import Text

/// `specmatrix generate`: the test cases of specs, as files.
struct GenerateCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Write the test cases and open questions of specs as workbook, CSV and JSON.",
    discussion: """
      Cases that are still in the space keep their numbers: the JSON file of the last generation \
      is read again. Open questions do not stop a generation; they are part of what is written.

      Examples:
        specmatrix generate                   all specs in specs, into output
        specmatrix generate specs/post.yaml -o build --format csv,json
        specmatrix generate --strength 3 --verify
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder that the files are written to. (default: output)",
      valueName: "folder"
    ),
    completion: .directory
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      "What is written, with commas between: xlsx, csv, json.",
      valueName: "formats"
    )
  )
  var format = Artifact.List(Artifact.allCases)

  @Option(
    help: ArgumentHelp(
      "Of how many factors all combinations of values occur together, 1 to 6, instead of what the spec says.",
      valueName: "number"
    )
  )
  var strength: Int?

  @Option(help: "How long the suite is made smaller: quick, normal or thorough.")
  var effort = CoveringEffort.normal

  @Flag(help: "Number the cases anew, without the earlier generation.")
  var fresh = false

  @Flag(help: "Let the independent checker certify the cases before they are written.")
  var verify = false

  @Option(
    help: ArgumentHelp(
      "The encoding of CSV; Excel reads Japanese with a byte-order mark only.",
      valueName: "encoding"
    )
  )
  var csvEncoding = CSVEncoding.utf8WithMark

  @OptionGroup var settings: SettingsOptions

  func validate() throws {
    if let strength, !(1...6).contains(strength) {
      throw ValidationError("The strength is a number from 1 to 6, not \(strength).")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let today = try console.today()
    var projects = try settings.projects()
    let folder = output ?? projects.fallback.output
    var generation = Generation(
      folder: SuiteFolder(path: folder),
      kinds: format.kinds,
      strength: strength,
      effort: effort,
      isFresh: fresh,
      isVerified: verify,
      csvEncoding: csvEncoding,
      created: try console.sourceDate(),
      console: console
    )
    let found = specs.find(skipping: folder, on: console)
    try settings.find(&projects, for: found.sources)
    let pipeline = Pipeline(today: today, projects: projects)
    var status: CommandStatus = found.failed.isEmpty ? .success : .invalid

    let answers = found.sources.map { pipeline.answer($0, on: console) }
    for (number, answer) in answers.enumerated() {
      guard !console.stopRequests.areThere() else {
        let rest = answers[number...].map(\.file.path).joined(separator: ", ")
        console.say("stopped: nothing is written for \(rest)")
        return .interrupted
      }
      console.report(DiagnosticRenderer().render(answer.diagnostics, in: answer.file))
      switch answer.outcome {
      case .invalid: status = max(status, .invalid)
      case .limitExceeded: status = max(status, .failure)
      case .analysed(let analysed):
        guard isAlone(analysed, among: answers, console) else {
          status = max(status, .invalid)
          continue
        }
        let folder = output ?? projects[found.sources[number]].output
        generation.folder = SuiteFolder(path: folder)
        status = max(status, try generation.generate(analysed, text: answer.file.text))
      }
    }
    return status
  }

  /// Whether no other spec has the same id: the files of one would overwrite those of the other.
  private func isAlone(
    _ analysed: AnalysedSpecification,
    among answers: [SpecAnswer],
    _ console: Console
  ) -> Bool {
    let specification = analysed.specification
    let others = answers.filter { other in
      guard case .analysed(let other) = other.outcome else { return false }
      return other.specification.id == specification.id
        && other.specification.path != specification.path
    }
    guard let other = others.first else { return true }
    let reason =
      "the id \(specification.id) belongs to \(other.file.path) too; give each spec its own"
    console.say("\(specification.path): \(reason)")
    return false
  }
}
