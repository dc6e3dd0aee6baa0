import Foundation
import TestSupport
import Testing

/// A real editor with the program.
@Suite(.tags(.external), .external)
struct ExternalEditorTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Editor")

  private func run(_ arguments: [String], _ environment: [String: String]) throws -> (Int32, String)
  {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardOutput, process.standardError) = (pipe, pipe)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let log = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, log)
  }

  private static let hasNeovim = FileManager.default.isExecutableFile(atPath: "/usr/bin/nvim")

  @Test(.enabled(if: hasNeovim && BuiltProgram.url != nil, "there is no Neovim"))
  func neovimShowsAndAnswersQuestions() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(SampleSpecs.gap, to: "specs/gap.yaml")
    let (status, log) = try run(
      [
        "nvim", "--headless", "-u", "NONE", "-c",
        "luafile \(Self.folder.appendingPathComponent("neovim.lua").path)",
      ],
      ["PROGRAM": #require(BuiltProgram.url).path, "SPEC": path, "HOME": folder.path]
    )
    #expect(status == 0, "\(log)")
    // Nothing was saved.
    #expect(try folder.read("specs/gap.yaml") == SampleSpecs.gap)
  }

  @Test(.enabled(if: BuiltProgram.url != nil))
  func theMeasurementRuns() throws {
    let program = try #require(BuiltProgram.url).path
    let script = Self.folder.appendingPathComponent("measure.mjs").path
    let (status, log) = try run(["node", script, program, "3"], [:])
    #expect(status == 0 && log.contains("keystroke to findings: median"), "\(log)")
  }
}
