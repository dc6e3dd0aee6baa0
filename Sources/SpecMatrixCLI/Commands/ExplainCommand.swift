import ArgumentParser
import Diagnostics
import Reporting
import TestDesign

/// `specmatrix explain`: what a finding means, why it matters and how to mend it.
struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what a finding means, why it matters and how to mend it.",
    discussion: """
      Examples:
        specmatrix explain                            everything that can be explained
        specmatrix explain contradictory-expectations
      """
  )

  @Argument(
    help: ArgumentHelp(
      "The name that stands in brackets in a message. (default: list all)",
      valueName: "finding"
    ),
    completion: .list(ExplainCommand.codes)
  )
  var subject: String?

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  func execute(on console: Console) throws -> CommandStatus {
    let text = ExplanationText(usesColor: color.usesColor(on: console))
    try console.write(try explanation(text))
    return .success
  }

  /// What the argument stands for decides who explains it: the code of a finding, or that of a mistake.
  private func explanation(_ text: ExplanationText) throws(UsageError) -> String {
    guard let subject else { return text.index }
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
