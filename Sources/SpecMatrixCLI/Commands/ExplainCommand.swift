import ArgumentParser
import Diagnostics
import Reporting
import TestDesign

/// `specmatrix explain`: what a finding means, why a case expects what it expects, what a question is about.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a finding, a case or a question.",
    discussion: """
      Examples:
        specmatrix explain                    everything that can be explained
        specmatrix explain contradictory-expectations
        specmatrix explain POST-019           the rule that decides a case, and those that lose
        specmatrix explain Q-1382E8BC         the question, its rules, a rule that would answer it
        specmatrix explain POST-019 specs/post.yaml --suite-folder build
      """
  )

  @Argument(
    help: ArgumentHelp(
      "A finding's name, a case (POST-019) or a question (Q-1382E8BC). (default: list the names)",
      valueName: "subject"
    ),
    completion: .list(ExplainCommand.codes)
  )
  var subject: String?

  @OptionGroup var specs: SpecPaths

  @Option(
    help: ArgumentHelp(
      "Where generated suites are looked for. (default: output)",
      valueName: "folder"
    ),
    completion: .directory
  )
  var suiteFolder: String?

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var width: WidthOption

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  func execute(on console: Console) throws -> CommandStatus {
    let text = ExplanationText(usesColor: color.usesColor(on: console))
    guard let subject else {
      try console.write(text.index)
      return .success
    }
    // What the argument looks like decides who explains it.
    if let id = ExplainQuestion.id(subject) {
      return try ExplainQuestion(id: id, setting: setting(on: console)).execute()
    }
    if let id = ExplainCase.id(subject) {
      return try ExplainCase(id: id, setting: setting(on: console)).execute()
    }
    try console.write(try explanation(of: subject, text))
    return .success
  }

  /// Where cases and questions are looked for.
  private func setting(on console: Console) throws -> ExplanationSetting {
    var projects = try settings.projects()
    let suites = SuiteFolder(path: suiteFolder ?? projects.fallback.output)
    let found = specs.find(skipping: suites.path, on: console)
    try settings.find(&projects, for: found.sources)
    return ExplanationSetting(
      specs: found,
      suites: suites,
      pipeline: Pipeline(today: try console.today(), projects: projects),
      columns: width.columns(on: console),
      usesColor: color.usesColor(on: console),
      console: console
    )
  }

  /// What the code of a finding or of a mistake means.
  private func explanation(
    of subject: String,
    _ text: ExplanationText
  ) throws(UsageError) -> String {
    if let code = FindingCode(rawValue: subject) { return text.text(of: FindingDescription(code)) }
    if let mistake = MistakeDescription.of(subject) {
      return text.text(of: mistake.code, in: mistake.group)
    }
    let advice =
      NearestName.of(subject, among: Self.codes).map { "did you mean `\($0)`?" }
      ?? "`specmatrix explain` lists what there is"
    throw UsageError("there is nothing called `\(subject)`: \(advice)")
  }

  /// All codes, those of findings first.
  private static var codes: [String] {
    FindingCode.allCases.map(\.rawValue) + MistakeDescription.all.flatMap { $0.codes.map(\.name) }
  }
}
