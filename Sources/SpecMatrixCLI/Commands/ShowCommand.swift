import ArgumentParser
import Combinatorics
import Reporting
import RoundTrip
import Specification
import TestDesign

/// `specmatrix show`: the matrix of a spec in the terminal.
struct ShowCommand: ConsoleCommand {
  /// How the matrix is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a spec defines and leaves open: operations down, a state across.",
    discussion: """
      A cell shows the result of all its combinations, or ✓ where they have several; ? where \
      something is undefined or undecided, ! where rules contradict each other, – where nothing \
      can happen. Below stand the questions. The answer is exact.

      Examples:
        specmatrix show specs/post.yaml
        specmatrix show specs/post.yaml --across login --full
        specmatrix show specs/post.yaml --format markdown >> notes.md
      """
  )

  @Argument(
    help: ArgumentHelp("The spec; - is standard input.", valueName: "spec"),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String

  @Option(
    help: ArgumentHelp(
      "The state or data across, by name or label; else the state that splits the results most.",
      valueName: "factor"
    )
  )
  var across: String?

  @Flag(help: "Show whole results, not only their first three lines.")
  var full = false

  @Option(help: "How the matrix is written.")
  var format = Format.text

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  func execute(on console: Console) throws -> CommandStatus {
    let pipeline = try settings.pipeline(for: spec, on: console)
    switch try pipeline.oneSpec(spec, on: console) {
    case .failed(let status): return status
    case .analysed(let analysed):
      do {
        let matrix = try matrix(of: analysed)
        let report = MatrixReport(
          analysed.specification,
          analysed.analysis,
          matrix,
          isChosen: across == nil
        )
        try console.write(text(of: report, on: console))
        return .success
      } catch let limit as LimitExceeded {
        console.say("\(spec): no matrix within the limits: \(limit.what)")
        return .failure
      }
    }
  }

  private func matrix(of analysed: AnalysedSpecification) throws -> OutcomeMatrix {
    guard let across else { return try analysed.mostTellingMatrix() }
    let names = SpecNames(analysed.specification)
    guard let factor = names.factor(across) else {
      let advice =
        names.nearestFactor(to: across).map { "did you mean `\($0)`?" }
        ?? "there are \(analysed.specification.factors.map { "`\($0.name)`" }.joined(separator: ", "))"
      throw UsageError("\(spec) has no state or data `\(across)`: \(advice)")
    }
    guard factor != analysed.specification.operationFactor else {
      throw UsageError("operations stand down: name a state or data to stand across")
    }
    return try analysed.matrix(across: factor)
  }

  private func text(of report: MatrixReport, on console: Console) -> String {
    switch format {
    case .text:
      report.text(
        columns: width.columns(on: console),
        lineLimit: full ? nil : 3,
        usesColor: color.usesColor(on: console)
      )
    case .markdown: report.markdown
    }
  }
}
