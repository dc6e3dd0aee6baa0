import ArgumentParser
import Reporting
import Specification
import TestDesign

/// `specmatrix check`: what specs leave undefined.
struct CheckCommand: ConsoleCommand {
  /// The formats of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, concise, json
  }

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what specs leave undefined, contradictory or undecided.",
    discussion: """
      Examples:
        specmatrix check                      all specs in the folder specs
        specmatrix check specs/post.yaml --all
        specmatrix check --format json | jq '.specs[].findings[].message'
        specmatrix check --fail-on warning    for continuous integration
        specmatrix check --watch              again whenever a spec is saved
        generate-spec | specmatrix check -
      """
  )

  @OptionGroup var specs: SpecPaths

  @Option(help: "How the report is written.")
  var format = Format.text

  @Flag(help: "Show all questions of an operation, not only the first three (text).")
  var all = false

  @Option(
    help: ArgumentHelp("The least severity that makes the exit status 1.", valueName: "severity")
  )
  var failOn = FailureThreshold.error

  @Option(
    help: ArgumentHelp("Colours; auto: on a terminal unless NO_COLOR is set.", valueName: "when")
  )
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp("Write the report to a file instead.", valueName: "file"),
    completion: .file()
  )
  var outputFile: String?

  @Option(
    help: ArgumentHelp(
      "Where generated suites are looked for, to name the cases that meet a question.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var suiteFolder = "output"

  @Flag(help: "Check again whenever a spec is saved, until Ctrl-C.")
  var watch = false

  func execute(on console: Console) throws -> CommandStatus {
    guard watch else { return try check(on: console) }
    let watch = SpecWatch(
      paths: specs.paths.isEmpty ? ["specs"] : specs.paths,
      skippedFolder: suiteFolder,
      clearsScreen: outputFile == nil && color.usesColor(on: console),
      console: console
    )
    return try watch.run { try check(on: console) }
  }

  private func check(on console: Console) throws -> CommandStatus {
    let pipeline = Pipeline(today: try console.today())
    let found = specs.find(skipping: suiteFolder, on: console)
    var progress = ProgressLine(on: console)
    var answers: [SpecAnswer] = []
    for source in found.sources {
      progress.show("\(answers.count) of \(counted(found.sources.count, "spec")) checked")
      answers.append(pipeline.answer(source, on: console))
    }
    progress.clear()
    let suites = SuiteFolder(path: suiteFolder)
    let report = CheckReport(
      specs: answers.map { check($0, suites, console) },
      failedPaths: found.failed
    )
    let text = render(report, on: console)
    if let outputFile {
      try OutputFile.write(text, to: outputFile)
    } else {
      try console.write(text)
    }
    return status(of: report)
  }

  /// What is reported of one spec, with the cases that meet its questions where a suite was generated.
  ///
  /// A suite that cannot be read is told and left alone: the answer does not depend on it.
  private func check(_ answer: SpecAnswer, _ suites: SuiteFolder, _ console: Console) -> SpecCheck {
    var check = SpecCheck(source: answer.file, outcome: .invalid, diagnostics: answer.diagnostics)
    switch answer.outcome {
    case .invalid: break
    case .limitExceeded: check.outcome = .limitExceeded
    case .analysed(let analysed):
      check.outcome = .analysed(analysed.specification, analysed.analysis)
      do throws(FileFailure) {
        check.cases = try suites.suite(of: analysed.specification.id)?.casesByQuestion ?? [:]
      } catch {
        console.say("\(error.message); the cases of questions are not named")
      }
    }
    return check
  }

  private func render(_ report: CheckReport, on console: Console) -> String {
    let usesColor =
      outputFile == nil ? color.usesColor(on: console) : color == .always
    return switch format {
    case .text: report.text(limit: all ? nil : 3, usesColor: usesColor)
    case .concise: report.concise(usesColor: usesColor)
    case .json: report.json
    }
  }

  private func status(of report: CheckReport) -> CommandStatus {
    let ofSpecs = report.specs.map { spec -> CommandStatus in
      switch spec.outcome {
      case .analysed: .success
      case .invalid: .invalid
      case .limitExceeded: .failure
      }
    }
    let ofFindings: CommandStatus = failOn.isReached(by: report.tally) ? .findings : .success
    let ofPaths: CommandStatus = report.failedPaths.isEmpty ? .success : .invalid
    return max(ofFindings, ofPaths, ofSpecs.max() ?? .success)
  }
}
