import ArgumentParser
import Diagnostics
import Reporting
import Text
import YAMLSyntax

/// `specmatrix try`: shows the effect of rules and answers before they are written.
struct TryCommand: ConsoleCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "try",
    abstract: "Say exactly what rules or answers would do to a spec; nothing is written.",
    discussion: """
      The draft holds operations with rules, as they stand under `rules`, or ids of questions with their answers. They are put into the \
      text as if they were pasted, and the two versions are compared: questions closed and opened, rules that would contradict each other, \
      what would be decided, how many combinations change and how, and the test cases.

      Examples:
        specmatrix try specs/post.yaml --rules draft.yaml
        echo 'Q-1382E8BC: An error banner is shown' | specmatrix try specs/post.yaml --rules -
        specmatrix try specs/post.yaml --rules draft.yaml --format json

      Exit status: 0 the effect is known, 2 the spec or the draft has mistakes, 3 a limit exceeded.
      """
  )

  @OptionGroup var spec: SpecArgument

  @Option(
    help: .value("file", "Rules or answers in YAML; - is standard input."),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var rules: String

  @Option(help: "The format.")
  var format = Format.text

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var day: DayOption

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var color: ColorOption

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    guard spec.path != "-" || rules != "-" else {
      throw CommandFailure("only one of the two can come from standard input")
    }
    let project = settings.project(suites.suiteFolder)
    let pipeline = try Pipeline([spec.path], of: project, on: console)
    let source = try spec.only(pipeline)
    let draft = try Draft(try file(console))
    let trial = Trial(pipeline: pipeline, source: source, console: console)
    let report = try trial.report(draft)
    try console.write(
      format == .json
        ? report.json
        : report.text(columns: width.columns(on: console), usesColor: color.isUsed(on: console))
    )
    return .success
  }

  private func file(_ console: Console) throws(CommandFailure) -> SourceFile {
    let source = SpecSource(path: rules)
    var inputs = SpecSource.Inputs(unsaved: console.unsaved)
    if source == .standardInput {
      inputs.standardInput = Result { () throws(SystemError) in
        try console.readInput(SyntaxLimits.bytes)
      }
    }
    let bytes = source.read(inputs)
    let read = bytes.value.map { readSource(bytes: $0, path: source.path) }
    guard let file = read?.value else {
      throw CommandFailure(
        (read?.diagnostics ?? bytes.diagnostics),
        in: SourceFile(path: source.path, text: "")
      )
    }
    return file
  }
}
