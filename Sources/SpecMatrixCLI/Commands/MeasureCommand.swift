import ArgumentParser
import Combinatorics
import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// `specmatrix measure`: measures what a hand-written suite covers of a spec.
struct MeasureCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure what a hand-written suite covers of a spec, and what it misses.",
    discussion: """
      The suite is a CSV file or a workbook with one column per factor, named after the spec's \
      states and data or their labels, and one column named operation. Values are ids or labels; \
      order, character width and case do not matter. An empty cell covers nothing, unless the \
      rest of the row leaves only one value for it. A row that names one part of an operation \
      counts as the whole operation. The suite may also be a sheet that `import` reads, with \
      preconditions in sentences; what a row does not say is as usual there, and rows that expect something other than the \
      spec are listed. Unrecognised columns and values are reported. \
      The report says what the suite is worth at each depth, and lists what it misses at the \
      one asked for. The exit status is 1 if anything is missing there, unrecognised or \
      impossible.

      Examples:
        specmatrix measure specs/post.yaml suite.csv
        specmatrix measure specs/post.yaml suite.xlsx --depth all --all
        specmatrix measure specs/post.yaml suite.csv --complete completed.csv
      """
  )

  @OptionGroup var spec: SpecArgument

  @Argument(
    help: .value("suite", "The suite, as CSV or as a workbook."),
    completion: .file(extensions: ["csv", "xlsx"])
  )
  var suite: String

  @OptionGroup var choice: SheetOption

  @OptionGroup var extent: ExtentOptions

  @Flag(
    help: "Show everything that is missing, not only the first ten of each kind (text, markdown)."
  )
  var all = false

  @Option(
    help: .value("file", "Write the suite plus the rows it lacks to a CSV file."),
    completion: .file(extensions: ["csv"])
  )
  var complete: String?

  @Option(help: "The format of the report.")
  var format = ReportFormat.text

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @OptionGroup var color: ColorOption

  func execute(on console: Console) throws -> CommandStatus {
    let result = try spec.result(of: settings.project(), on: console)
    let analysed = try result.required(on: console)
    try OutputFile.expect(
      complete.map { [$0] } ?? [],
      apartFrom: [result.file.path, suite] + result.projectFiles
    )
    do {
      return try measure(analysed, on: console)
    } catch let limit as LimitExceeded {
      throw CommandFailure(limit, suite, "not measured")
    }
  }

  private func measure(
    _ analysed: AnalysedSpecification,
    on console: Console
  ) throws -> CommandStatus {
    let specification = analysed.specification
    let saved = try choice.workbook(suite, isNamed: false)
    guard let read = ImportedSuite.ofAnyForm(saved, of: specification) else {
      let names = (specification.factors.map(\.name) + ["operation"]).joined(separator: ", ")
      throw CommandFailure(
        "\(suite) has no column for a factor of \(spec.path): name columns like \(names), or like their labels"
      )
    }
    choice.report(read.others, on: console)
    let named = read.rows.map(\.combination)
    let rows = read.saysUsual ? analysed.asUsual(named) : named
    let report = MeasureReport(
      analysed,
      path: suite,
      suite: read,
      measure: try analysed.measure(rows, depth: extent.depth, strength: extent.strength),
      different: try analysed.differentRows(named, expecting: read.rows.map(\.expected))
    )
    switch format {
    case .text:
      try console.write(
        report.text(
          columns: width.columns(on: console),
          limit: all ? nil : 10,
          usesColor: color.isUsed(on: console)
        )
      )
    case .json: try console.write(report.json)
    case .markdown: try console.write(report.markdown(limit: all ? nil : 10))
    }
    if let complete {
      let completion = try analysed.completion(
        of: rows,
        depth: extent.depth,
        strength: extent.strength
      )
      let csv = read.completed(by: completion, of: specification)
      try OutputFile.write([.init(csv, to: complete)])
      let added = completion.added.count
      console.say(
        "\(complete): "
          + specification.language.choose("\(counted(added, "row")) added", "\(added)行を追加")
      )
    }
    return report.isComplete ? .success : .findings
  }
}
