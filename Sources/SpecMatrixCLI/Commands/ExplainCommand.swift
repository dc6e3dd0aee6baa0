import ArgumentParser
import Reporting

/// `specmatrix explain`: why a case expects what it expects, what a question is about.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a case or a question: which rule decides, what almost matches.",
    discussion: """
      Examples:
        specmatrix explain POST-019           the rule that decides a case, and those that lose
        specmatrix explain Q-1382E8BC         the question, its rules, a rule that would answer it
        specmatrix explain POST-019 specs/post.yaml --suite-folder build
      """
  )

  @Argument(
    help: ArgumentHelp("A case (POST-019) or a question (Q-1382E8BC).", valueName: "id")
  )
  var subject: String

  @OptionGroup var specs: SpecPaths

  @Option(
    help: ArgumentHelp("Where generated suites are looked for.", valueName: "folder"),
    completion: .directory
  )
  var suiteFolder = "output"

  @OptionGroup var width: WidthOption

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  func execute(on console: Console) throws -> CommandStatus {
    let setting = ExplanationSetting(
      specs: specs,
      suites: SuiteFolder(path: suiteFolder),
      pipeline: Pipeline(today: try console.today()),
      columns: width.columns(on: console),
      usesColor: color.usesColor(on: console),
      console: console
    )
    if let id = ExplainQuestion.id(subject) {
      return try ExplainQuestion(id: id, setting: setting).execute()
    }
    if let id = ExplainCase.id(subject) {
      return try ExplainCase(id: id, setting: setting).execute()
    }
    throw UsageError(
      "`\(subject)` is neither a case such as POST-019 nor a question such as Q-1382E8BC"
    )
  }
}
