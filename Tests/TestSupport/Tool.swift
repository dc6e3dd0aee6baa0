package import Foundation

package struct Tool: Sendable {
  /// A failure, with everything that the program printed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package let path: String

  /// Finds the first in a folder that `SPECMATRIX_TOOLS` names, or on the path.
  package init?(_ name: String) {
    let environment = ProcessInfo.processInfo.environment
    let folders = [environment["SPECMATRIX_TOOLS"], environment["PATH"]].compactMap(\.self)
      .flatMap { $0.split(separator: ":").map(String.init) }
    let found = folders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  package init(at path: String) { self.path = path }

  /// True if the command's tool exists and succeeds.
  package static func succeeds(_ command: [String]) -> Bool {
    (try? Tool(command[0])?.run(Array(command.dropFirst()))) != nil
  }

  /// Runs the program and returns its output from both streams.
  @discardableResult
  package func run(
    _ arguments: [String],
    in folder: URL = FileManager.default.temporaryDirectory,
    environment: [String: String] = [:]
  ) throws -> String {
    let (succeeded, text) = try outcome(arguments, in: folder, environment: environment)
    guard succeeded else { throw Failure(description: text) }
    return text
  }

  /// The same of a tool that may fail.
  package func outcome(
    _ arguments: [String],
    in folder: URL = FileManager.default.temporaryDirectory,
    environment: [String: String] = [:]
  ) throws -> (succeeded: Bool, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1",
    ]) { $1 }.merging(environment) { $1 }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus == 0, String(decoding: data, as: UTF8.self))
  }
}

/// Writes an executable script.
///
/// A separate process writes it: another test may fork meanwhile and inherit the open file until it calls `exec`, and the system does not
/// run files open for writing.
package func writeScript(_ text: String, to path: String) throws {
  let write = #"printf %s "$1" > "$0" && chmod 755 "$0""#
  try Tool(at: "/bin/sh").run(["-c", write, path, text])
}
