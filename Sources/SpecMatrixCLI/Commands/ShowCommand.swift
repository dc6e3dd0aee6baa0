import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign

/// `specmatrix show`: shows the outcome tables of a spec.
struct ShowCommand: ConsoleCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, json
  }

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what happens on each operation, and what it depends on.",
    discussion: """
      One table for each operation: the factors that make a difference, and for each combination \
      of theirs the result, ? with the question where something is open, ! where rules contradict \
      each other. Below it stands what makes no difference. Every combination is examined, not a \
      sample.

      Examples:
        specmatrix show specs/post.yaml
        specmatrix show specs/post.yaml --operation submit --full
        specmatrix show specs/post.yaml --decisions
        specmatrix show specs/post.yaml --flow > states.mmd
        specmatrix show specs/post.yaml --format markdown >> notes.md
      """
  )

  @OptionGroup var spec: SpecArgument

  @Option(
    help: .value("operation", "Only this operation, by id, id/variant or label; may be repeated.")
  )
  var operation: [String] = []

  @Flag(
    help: "Show whole results and tables, with the rules, the combinations and the cases of a cell."
  )
  var full = false

  @Flag(help: "Show the decisions: which rules replace the results of others.")
  var decisions = false

  @Flag(help: "Show the states that rules change, as a Mermaid state diagram.")
  var flow = false

  @Option(help: "The format.")
  var format = Format.text

  @OptionGroup var suites: SuiteFolderOption

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var color: ColorOption

  func validate() throws {
    if flow, format == .json {
      throw ValidationError(
        "--flow draws in text or markdown; `review --format json` has the same as data"
      )
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let result = try spec.result(of: settings.project(suites.suiteFolder), on: console)
    let analysed = try result.required(on: console)
    if flow { return try showFlow(of: analysed, on: console) }
    try console.write(
      decisions
        ? try decisions(of: analysed, on: console) : try tables(of: analysed, result, on: console)
    )
    return .success
  }

  private func showFlow(
    of analysed: AnalysedSpecification,
    on console: Console
  ) throws -> CommandStatus {
    let maps = try CommandFailure.limiting(spec.path, "no states", try analysed.stateMaps())
    guard let maps else {
      throw CommandFailure(
        analysed.specification.movingFactors.isEmpty
          ? "no rule of \(spec.path) says what changes; write `becomes` beside `then`"
          : "the states of \(spec.path) are too entangled to be drawn"
      )
    }
    let diagram = FlowReport(analysed.specification, maps).mermaid
    try console.write(format == .markdown ? "```mermaid\n\(diagram)```\n" : diagram)
    return .success
  }

  private func decisions(of analysed: AnalysedSpecification, on console: Console) throws -> String {
    let chosen = try operations(of: analysed.specification)
    let report = DecisionReport(
      analysed.specification,
      analysed.analysis.decisions.filter {
        $0.operations.contains(where: chosen.contains)
          || ($0.operations.isEmpty && operation.isEmpty)
      },
      isFull: full
    )
    return switch format {
    case .text:
      report.text(columns: width.columns(on: console), usesColor: color.isUsed(on: console))
    case .markdown: report.markdown
    case .json: report.json
    }
  }

  private func tables(
    of analysed: AnalysedSpecification,
    _ result: SpecResult,
    on console: Console
  ) throws -> String {
    let chosen = try operations(of: analysed.specification)
    let entries = try CommandFailure.limiting(
      spec.path,
      "no tables",
      try analysed.outcomeEntries(of: chosen)
    )
    let (agreement, problem) = LedgerFile.agreement(of: analysed, analysed.tables(of: entries))
    if let problem { console.say(problem) }
    // The cases of the last generated suite that still belong to this spec.
    var cases: [Int: [[String]]] = [:]
    if full || format == .json, let suite = try result.storedSuite()?.earlier {
      let tested = analysed.combinations(of: suite).map { OutcomeTable.Tested(id: $0, $1) }
      cases = entries.compactMap(\.table).cases(tested, in: analysed.specification)
    }
    let report = OutcomeReport(
      analysed.specification,
      analysed.analysis,
      entries,
      cases: cases,
      agreement: agreement.hasLedger ? agreement : nil,
      isFull: full,
      isWhole: operation.isEmpty
    )
    return switch format {
    case .text:
      report.text(columns: width.columns(on: console), usesColor: color.isUsed(on: console))
    case .markdown: report.markdown
    case .json: report.json
    }
  }

  /// Returns the indices of the requested operations, in the order of declaration.
  private func operations(of specification: Specification) throws(CommandFailure) -> [Int] {
    guard !operation.isEmpty else { return Array(specification.operations.indices) }
    var chosen: Set<Int> = []
    for name in operation {
      let known = specification.operations
      let number =
        known.firstIndex { $0.id == name || $0.label == name }
        ?? specification.operationValues.first { $0.id == name }?.operation
      guard let number else {
        let ids = known.map(\.id)
        let advice =
          NearestName.of(name, among: ids).map { "did you mean `\($0)`?" }
          ?? "there are \(ids.map { "`\($0)`" }.joined(separator: ", "))"
        throw CommandFailure("\(spec.path) has no operation `\(name)`: \(advice)")
      }
      chosen.insert(number)
    }
    return chosen.sorted()
  }
}
