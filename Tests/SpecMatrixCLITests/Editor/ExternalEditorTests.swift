import Foundation
import TestSupport
import Testing

@Suite(.tags(.external), .external)
struct ExternalEditorTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Editor")

  private static let hasNeovim = FileManager.default.isExecutableFile(atPath: "/usr/bin/nvim")

  @Test(.enabled(if: hasNeovim && BuiltProgram.url != nil, "there is no Neovim"))
  func neovimShowsAndAnswersQuestions() throws {
    let folder = try TemporaryFolder()
    let sample = CommittedSpecs.path("payment-confirmation")
    let text = try String(contentsOfFile: sample, encoding: .utf8)
    let path = try folder.write(text, to: "specs/pay.yaml")
    try Tool(at: "/usr/bin/env").run(
      [
        "nvim", "--headless", "-u", "NONE", "-c",
        "luafile \(Self.folder.appendingPathComponent("neovim.lua").path)",
      ],
      environment: ["PROGRAM": #require(BuiltProgram.url).path, "SPEC": path, "HOME": folder.path]
    )
    // Nothing was saved.
    #expect(try folder.read("specs/pay.yaml") == text)
  }

  @Test(.enabled(if: BuiltProgram.url != nil))
  func theMeasurementRuns() throws {
    let program = try #require(BuiltProgram.url).path
    let script = Self.folder.appendingPathComponent("measure.mjs").path
    let log = try Tool(at: "/usr/bin/env").run(["node", script, program, "3"])
    #expect(log.contains("keystroke to findings: median"), "\(log)")
  }
}
