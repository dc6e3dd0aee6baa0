package import Foundation

/// A program of this machine.
package struct Tool: Sendable {
  /// That it failed, with all that it printed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  package let path: String

  /// The first that is in a folder that `SPECMATRIX_TOOLS` names, or on the path.
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

  /// True if the tool that a command names is there and does not fail.
  package static func succeeds(_ command: [String]) -> Bool {
    (try? Tool(command[0])?.run(Array(command.dropFirst()))) != nil
  }

  /// What it prints, on both streams.
  @discardableResult
  package func run(
    _ arguments: [String],
    in folder: URL = FileManager.default.temporaryDirectory,
    environment: [String: String] = [:]
  ) throws -> String {
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
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(description: text) }
    return text
  }
}

/// Writes a script that can be run at once.
///
/// A process of its own writes it: one that another test starts meanwhile has what this one has open for writing until it becomes another
/// program, and the system runs nothing that is open for writing.
package func writeScript(_ text: String, to path: String) throws {
  let write = #"printf %s "$1" > "$0" && chmod 755 "$0""#
  try Tool(at: "/bin/sh").run(["-c", write, path, text])
}
