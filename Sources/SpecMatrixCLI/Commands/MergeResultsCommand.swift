import ArgumentParser
import Diagnostics
import RoundTrip
import Text
import Workbooks

/// `specmatrix merge-results`: joins the results of several testers in one workbook.
struct MergeResultsCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge-results",
    abstract: "Join the results that testers entered in copies of one workbook.",
    discussion: """
      The results, notes and links of the other workbooks go into the first one, or into a copy of \
      it. Where two testers have different results for a case, neither is chosen: both stand in \
      the note, and the case is marked to be checked again. Comments of the others on cases go into \
      the note. Their pictures, charts and other comments on these sheets are listed, to be copied \
      by hand.

      Examples:
        specmatrix merge-results POST.xlsx POST-tanaka.xlsx
        specmatrix merge-results POST.xlsx POST-sato.xlsx POST-tanaka.xlsx --output POST-all.xlsx

      Exit status: 0 all results are in one workbook, 1 some results differ or something was left out, \
      2 wrong usage or a file that cannot be read or written.
      """
  )

  @Argument(
    help: .value(
      "workbook",
      "Two or more workbooks of the same spec; the first takes over what the others have."
    ),
    completion: .file(extensions: ["xlsx"])
  )
  var workbooks: [String]

  @Option(
    name: .shortAndLong,
    help: .value("file", "Where to write the joined workbook. (default: the first workbook)"),
    completion: .file(extensions: ["xlsx"])
  )
  var output: String?

  @Flag(help: "Say what would be joined, and write nothing.")
  var dryRun = false

  func validate() throws {
    guard workbooks.count >= 2 else {
      throw ValidationError("name two workbooks or more")
    }
  }

  func execute(on console: Console) throws -> CommandStatus {
    try StartingOver.repeat(on: console) { try join(on: $0) }
  }

  private func join(on console: Console) throws -> CommandStatus {
    let target = output ?? workbooks[0]
    if !dryRun { TemporaryFiles.clear(beside: [target]) }
    let state = try FileState(following: target)
    let files = try workbooks.map { path throws(FileFailure) in try ReturnedFile(path: path) }
    let id = files[0].metadata["id"]
    for file in files.dropFirst() where file.metadata["id"] != id {
      throw CommandFailure(
        "\(file.path): it was made from \(file.metadata["id"] ?? "no spec"), \(files[0].path) from \(id ?? "no spec"); join workbooks of one spec"
      )
    }
    guard var merged = MergedResults(files[0].workbook, name: FilePaths.name(of: files[0].path))
    else { throw CommandFailure("\(files[0].path): it has no sheet of cases") }
    for file in files.dropFirst() {
      merged.add(file.workbook, name: FilePaths.name(of: file.path))
    }
    if !dryRun, !merged.edits.isEmpty || output != nil {
      try merged.edits.write(
        from: workbooks[0],
        to: target,
        over: state,
        advice: "then join again"
      )
    }
    try console.write(summary(of: merged, target))
    return merged.conflicts.isEmpty && merged.remarks.isEmpty ? .success : .findings
  }

  private func summary(of merged: MergedResults, _ target: String) -> String {
    var lines = merged.conflicts.map { conflict in
      "\(conflict.sheet), \(conflict.id): " + conflict.entries.joined(separator: " | ")
    }
    lines += merged.remarks
    let rows = counted(merged.rowsFilled, "row")
    let differ =
      merged.conflicts.isEmpty
      ? "" : ", \(counted(merged.conflicts.count, "case")) with different results"
    lines.append(
      "\(target): \(rows) \(dryRun ? "would get" : "got") something from the others\(differ)"
    )
    return lines.map { VisibleText.line($0) + "\n" }.joined()
  }
}
