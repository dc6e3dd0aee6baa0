import ArgumentParser
import Combinatorics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Text
import Workbooks

/// `specmatrix measure`: what a suite that people wrote covers of a spec.
struct MeasureCommand: ConsoleCommand {
  /// How the report is written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure what a suite that people wrote covers of a spec, and what it misses.",
    discussion: """
      The suite is a CSV file or a workbook with a column for each factor, named like the spec's \
      states and data or their labels, and one named operation; values are ids or labels, in any \
      order, width and case. An empty cell covers nothing, unless the rest of the row leaves it \
      one value only. The exit status is 1 where something is missing, not understood or impossible.

      Examples:
        specmatrix measure specs/post.yaml suite.csv
        specmatrix measure specs/post.yaml suite.xlsx --strength 3 --all
        specmatrix measure specs/post.yaml suite.csv --complete completed.csv
      """
  )

  @Argument(
    help: ArgumentHelp("The spec; - is standard input.", valueName: "spec"),
    completion: .file(extensions: ["yaml", "yml", "json"])
  )
  var spec: String

  @Argument(
    help: ArgumentHelp("The suite, as CSV or as a workbook.", valueName: "suite"),
    completion: .file(extensions: ["csv", "xlsx"])
  )
  var suite: String

  @Option(
    help: ArgumentHelp(
      "Of how many factors all combinations of values are asked for, 1 to 6, instead of what the spec says.",
      valueName: "number"
    )
  )
  var strength: Int?

  @Flag(help: "Show all that is missing, not only the first ten of each kind (text).")
  var all = false

  @Option(
    help: ArgumentHelp("Write the suite with the rows that it lacks, as CSV.", valueName: "file"),
    completion: .file(extensions: ["csv"])
  )
  var complete: String?

  @Option(help: "How the report is written.")
  var format = Format.text

  @OptionGroup var width: WidthOption

  @OptionGroup var settings: SettingsOptions

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  func validate() throws {
    if let strength, !(1...6).contains(strength) {
      throw ValidationError("The strength is a number from 1 to 6, not \(strength).")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    let pipeline = try settings.pipeline(for: spec, on: console)
    switch try pipeline.oneSpec(spec, on: console) {
    case .failed(let status): return status
    case .analysed(let analysed):
      do {
        return try measure(analysed, on: console)
      } catch let limit as LimitExceeded {
        console.say("\(suite): not measured within the limits: \(limit.what)")
        return .failure
      }
    }
  }

  private func measure(
    _ analysed: AnalysedSpecification,
    on console: Console
  ) throws -> CommandStatus {
    let specification = analysed.specification
    guard let read = ImportedSuite(try SavedWorkbook(path: suite), of: specification) else {
      let names = (specification.factors.map(\.name) + ["operation"]).joined(separator: ", ")
      throw UsageError(
        "\(suite) has no column for a factor of \(spec): name columns like \(names), or like their labels"
      )
    }
    let rows = read.rows.map(\.combination)
    let report = MeasureReport(
      analysed,
      path: suite,
      suite: read,
      measure: try analysed.measure(rows, strength: strength)
    )
    switch format {
    case .text:
      try console.write(
        report.text(
          columns: width.columns(on: console),
          limit: all ? nil : 10,
          usesColor: color.usesColor(on: console)
        )
      )
    case .json: try console.write(report.json)
    }
    if let complete {
      let completion = try analysed.completion(of: rows, strength: strength)
      try OutputFile.write([(CompletedSuite(read, completion, of: analysed).csv, complete)])
      console.say("\(complete): \(counted(completion.added.count, "row")) added")
    }
    return report.isComplete ? .success : .findings
  }
}
