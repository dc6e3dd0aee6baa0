import ArgumentParser
import Reporting

/// `specmatrix merge`: the reports of several machines as one.
struct MergeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the JSON of checks of several parts together.",
    discussion: """
      Prints what one check of all specs would have printed, and ends with its exit status. A part \
      that is missing, or a spec that occurs twice, is an error.

      Examples:
        specmatrix check --shard 1/2 --format json --output-file part1.json
        specmatrix check --shard 2/2 --format json --output-file part2.json
        specmatrix merge part1.json part2.json
      """
  )

  @Argument(
    help: ArgumentHelp("Files that `check --format json` wrote.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var files: [String]

  @Option(
    help: ArgumentHelp("The least severity that makes the exit status 1.", valueName: "severity")
  )
  var failOn = FailureThreshold.error

  @Option(
    help: ArgumentHelp("Write the report to a file instead.", valueName: "file"),
    completion: .file()
  )
  var outputFile: String?

  /// No report is larger: ten thousand specs take about 300 MB.
  private static let limit = 1 << 30

  func execute(on console: Console) throws -> CommandStatus {
    var parts: [CheckPart] = []
    for file in files {
      let bytes = try FileContents.bytes(of: file, limit: Self.limit)
      do throws(CheckPart.FormatError) {
        parts.append(try CheckPart(json: bytes, name: file))
      } catch {
        throw FileFailure(.read, file, error.reason)
      }
    }
    let merged: MergedCheck
    do throws(MergedCheck.MergeError) {
      merged = try MergedCheck(parts)
    } catch {
      throw UsageError(error.message)
    }
    if let outputFile {
      try OutputFile.write(merged.json, to: outputFile)
    } else {
      try console.write(merged.json)
    }
    if merged.exceedsLimit { return .failure }
    if merged.hasInvalidSpec { return .invalid }
    return failOn.isReached(by: merged.tally) ? .findings : .success
  }
}
