import ArgumentParser
import Reporting

/// `specmatrix merge`: the reports of several machines as one.
struct MergeCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Join the JSON reports of the parts of a check.",
    discussion: """
      Prints what one check of all specs would have printed, and exits with its status. A missing \
      part, or a spec that occurs twice, is an error.

      Examples:
        specmatrix check --shard 1/2 --format json --output-file part1.json
        specmatrix check --shard 2/2 --format json --output-file part2.json
        specmatrix merge part1.json part2.json
      """
  )

  @Argument(
    help: ArgumentHelp("Files written by `check --format json`.", valueName: "file"),
    completion: .file(extensions: ["json"])
  )
  var files: [String]

  @OptionGroup var failOn: FailOnOption

  @OptionGroup var outputFile: OutputFileOption

  /// No report is larger: ten thousand specs take about 300 MB.
  private static let limit = 1 << 30

  func execute(on console: Console) throws -> CommandStatus {
    try outputFile.expect(apartFrom: files)
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
      throw CommandFailure(error.message)
    }
    try outputFile.write(merged.json, on: console)
    if merged.exceedsLimit { return .failure }
    if merged.hasInvalidSpec { return .invalid }
    return failOn.status(of: merged.tally, isOverdue: merged.isOverdue)
  }
}
