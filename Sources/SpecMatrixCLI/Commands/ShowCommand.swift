import ArgumentParser
import Combinatorics
import Reporting
import RoundTrip
import Specification
import TestDesign

/// `specmatrix show`: the matrix of a spec in the terminal.
struct ShowCommand: ConsoleCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract:
      "Show what a spec defines and leaves open: one row per operation, one column per value of a state.",
    discussion: """
      A cell shows the result that all its combinations share, or ✓ where results differ; ? where \
      something is undefined or undecided, ! where rules contradict each other, – where nothing \
      can happen. The questions follow below. Every combination is examined, not a sample.

      Examples:
        specmatrix show specs/post.yaml
        specmatrix show specs/post.yaml --across login --full
        specmatrix show specs/post.yaml --format markdown >> notes.md
      """
  )

  @OptionGroup var spec: SpecArgument

  @Option(
    help: ArgumentHelp(
      "The state or data in the columns, by name or label. (default: the state that splits the results most)",
      valueName: "factor"
    )
  )
  var across: String?

  @Flag(help: "Show whole results, not only their first three lines.")
  var full = false

  @Option(help: "The format of the matrix.")
  var format = Format.text

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var color: ColorOption

  func execute(on console: Console) throws -> CommandStatus {
    let analysed = try spec.analysed(settings, on: console)
    let matrix: OutcomeMatrix
    let assumptions: [Assumption]
    do {
      matrix = try self.matrix(of: analysed)
      assumptions = try analysed.assumptions()
    } catch let limit as LimitExceeded {
      throw CommandFailure(limit, spec.path, "no matrix")
    }
    let report = MatrixReport(
      analysed.specification,
      analysed.analysis,
      matrix,
      assumptions: assumptions,
      isChosen: across == nil
    )
    try console.write(text(of: report, on: console))
    return .success
  }

  private func matrix(of analysed: AnalysedSpecification) throws -> OutcomeMatrix {
    guard let across else { return try analysed.mostTellingMatrix() }
    let names = SpecNames(analysed.specification)
    guard let factor = names.factor(across) else {
      let advice =
        names.nearestFactor(to: across).map { "did you mean `\($0)`?" }
        ?? "there are \(analysed.specification.factors.map { "`\($0.name)`" }.joined(separator: ", "))"
      throw CommandFailure("\(spec.path) has no state or data `\(across)`: \(advice)")
    }
    guard factor != analysed.specification.operationFactor else {
      throw CommandFailure("operations are the rows: name a state or data for the columns")
    }
    return try analysed.matrix(across: factor)
  }

  private func text(of report: MatrixReport, on console: Console) -> String {
    switch format {
    case .text:
      report.text(
        columns: width.columns(on: console),
        lineLimit: full ? nil : 3,
        usesColor: color.isUsed(on: console)
      )
    case .markdown: report.markdown
    }
  }
}
