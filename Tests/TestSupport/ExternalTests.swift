package import Foundation
package import Testing

extension Tag {
  /// Tests that start a compiler, a browser, an office suite or another program of the machine.
  @Tag package static var external: Self
}

extension Trait where Self == ConditionTrait {
  /// Enables tests that take minutes, since they start other programs, only if `SPECMATRIX_EXTERNAL=1`, which `make test-external` sets.
  ///
  /// That runs suites whose names begin with `External`. A condition cannot add a tag, so they have both: `@Suite(.tags(.external), .external)`.
  package static var external: Self { .enabled(if: isExternal, "make test-external") }

  /// The same of a test that also needs a program.
  package static func external(
    _ condition: @autoclosure @escaping @Sendable () -> Bool,
    _ reason: Comment
  ) -> Self {
    .enabled(if: isExternal && condition(), reason)
  }
}

private let isExternal = ProcessInfo.processInfo.environment["SPECMATRIX_EXTERNAL"] == "1"

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
