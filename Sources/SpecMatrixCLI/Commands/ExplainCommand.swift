import ArgumentParser
import Diagnostics
import Reporting
import TestDesign

/// `specmatrix explain`: explains a finding, a case, a question, a rule or an operation.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a finding, a case, a question, a rule or an operation.",
    discussion: """
      Examples:
        specmatrix explain                    list all findings and mistakes
        specmatrix explain contradictory-expectations
        specmatrix explain POST-4KD           the rule that decides a case
        specmatrix explain POST-E2E-4KD       the steps of a case from end to end
        specmatrix explain Q-1382E8BC         a question, and a rule that answers it
        specmatrix explain show/name          an operation, or one of its variants or parts
        specmatrix explain post-deleted       a rule, and which others it overrides
        specmatrix explain POST-4KD specs/post.yaml --suite-folder build
      """
  )

  @Argument(
    help: .value(
      "subject",
      "The name of a finding, a case (POST-4KD), a question (Q-1382E8BC), an operation (show, show/name) or a rule (post-deleted). (default: list the names)"
    ),
    completion: .list(ExplainCommand.codes)
  )
  var subject: String?

  @OptionGroup var specs: SpecPaths

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var day: DayOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var width: WidthOption

  @OptionGroup var color: ColorOption

  func execute(on console: Console) throws -> CommandStatus {
    let console = day.applied(to: console)
    let text = ExplanationText(usesColor: color.isUsed(on: console))
    guard let subject else {
      try console.write(text.index)
      return .success
    }
    if let id = SpecSubject.question(subject) {
      return try self.subject(id, on: console).explainQuestion()
    }
    if let id = SpecSubject.testCase(subject) {
      return try self.subject(id, on: console).explainCase(orRule: subject)
    }
    if subject.contains("/"),
      let status = try self.subject(subject, on: console).explainOperation()
    {
      return status
    }
    let ofFinding = FindingCode(rawValue: subject).map { text.text(of: FindingDescription($0)) }
    if let meaning = ofFinding ?? text.text(ofMistake: subject) {
      try console.write(meaning)
      return .success
    }
    let near = NearestName.of(subject, among: Self.codes).map { "did you mean `\($0)`?" }
    // Without a path, a mistyped finding should not require specs.
    if near == nil || !specs.paths.isEmpty, !subject.contains(" "),
      let status = try self.subject(subject, on: console).explainRuleOrOperation()
    {
      return status
    }
    throw CommandFailure(
      "there is nothing called `\(subject)`: \(near ?? "`specmatrix explain` lists what there is")"
    )
  }

  private func subject(_ id: String, on console: Console) throws -> SpecSubject {
    SpecSubject(
      id: id,
      pipeline: try specs.pipeline(of: settings.project(suites.suiteFolder), on: console),
      columns: width.columns(on: console),
      usesColor: color.isUsed(on: console),
      console: console
    )
  }

  /// All codes, findings before mistakes.
  private static var codes: [String] {
    FindingCode.allCases.map(\.rawValue) + MistakeDescription.all.flatMap { $0.codes.map(\.name) }
  }
}
