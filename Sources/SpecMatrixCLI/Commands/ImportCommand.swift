import ArgumentParser
import Diagnostics
import RoundTrip
import Text
import Workbooks

/// `specmatrix import`: drafts a spec from existing test cases.
struct ImportCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Draft a spec from a sheet of test cases.",
    discussion: """
      The sheet is a CSV file or a workbook with a column of expected results, and preconditions \
      and steps (前提条件, 手順, 期待結果; an export of TestRail or Qase), or one column per condition. \
      Preconditions become states and data by what recurs, the last step becomes the operation, \
      and each rule names its rows. Rows that are not read stay as comments and are listed, and \
      so are rows that contradict each other. Existing files are never overwritten. The exit \
      status is 1 if no row is read.

      Then `specmatrix check` asks what the sheet never said, and `specmatrix measure SPEC SHEET` \
      finds the rows again.

      Examples:
        specmatrix import cases.xlsx --output specs/post.yaml
        specmatrix import testrail.csv              to standard output
      """
  )

  @Argument(
    help: .value("sheet", "The sheet, as CSV or as a workbook."),
    completion: .file(extensions: ["csv", "xlsx"])
  )
  var sheet: String

  @Option(
    help: .value("file", "The spec to write. (default: -, standard output)"),
    completion: .file(extensions: ["yaml", "yml"])
  )
  var output: String?

  @OptionGroup var choice: SheetOption

  func execute(on console: Console) throws -> CommandStatus {
    let output = output == "-" ? nil : output
    let saved = try choice.workbook(sheet)
    let stem = FilePaths.name(of: sheet).split(separator: ".").first.map(String.init) ?? "feature"
    if let output, FileStatus.kind(of: output) == .folder {
      throw CommandFailure(
        "\(output) is a folder: name a file, such as \(FilePaths.join(output, "\(stem).yaml"))"
      )
    }
    var name = try StarterName(output ?? "\(stem).yaml", isFolder: false)
    if output != nil {
      name = name.avoiding(SpecFinder.ids(in: FilePaths.folder(of: name.path)))
    }
    let cases = try FileFailure.reading(sheet, try CaseSheet(saved))
    let head = (id: name.id, feature: name.feature, file: FilePaths.name(of: sheet))
    let (draft, yaml) = DraftText.readable(cases, head)
    if output == nil {
      try console.write(yaml)
    } else {
      try OutputFile.create(yaml, at: name.path)
      console.say("\(VisibleText.line(name.path)) is written")
    }
    for line in draft.summary { console.say(line) }
    choice.report(cases.others, on: console)
    return draft.isEmpty ? .findings : .success
  }
}

/// The option that selects a sheet of a workbook.
struct SheetOption: ParsableArguments {
  @Option(
    help: .value("name", "The sheet of the workbook. (default: the one that looks like test cases)")
  )
  var sheetName: String?

  /// Reads a workbook, reduced to the sheet named by the option, if any.
  ///
  /// Throws `CommandFailure` if no sheet has that name and `FileFailure` if the file cannot be read.
  func workbook(_ path: String, isNamed: Bool = true) throws -> SavedWorkbook {
    var saved = try SavedWorkbook(path: path, isNamed: isNamed)
    guard let sheetName else { return saved }
    let names = saved.tables.map(\.name).filter { !$0.isEmpty }
    saved.tables = saved.tables.filter { $0.name.asName == sheetName.asName }
    guard !saved.tables.isEmpty else {
      let known =
        names.isEmpty ? "a CSV file has none" : "there are \(names.joined(separator: ", "))"
      throw CommandFailure("\(path) has no sheet `\(sheetName)`: \(known)")
    }
    for place in saved.tables.indices { saved.tables[place].isHidden = false }
    return saved
  }

  /// Reports the other sheets that could have been read.
  func report(_ others: [String], on console: Console) {
    guard !others.isEmpty else { return }
    console.say(
      "sheets not read: \(others.map(VisibleText.line).joined(separator: ", ")); `--sheet-name` reads one"
    )
  }
}
