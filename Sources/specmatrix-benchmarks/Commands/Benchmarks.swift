import ArgumentParser
import Foundation

/// Measures `specmatrix` as people run it: whole processes, in release, several runs.
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "specmatrix-benchmarks",
    abstract: "Measures specmatrix, alone and beside other programs.",
    subcommands: [SuitesCommand.self, SpecsCommand.self]
  )

  /// The program that stands beside this one.
  static var program: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("specmatrix").path
  }

  /// Does something with a folder of its own, which is removed afterwards.
  static func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let name = "specmatrix-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Says something beside the results.
  static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
