import Foundation
import Testing

/// The check as a job of a CI, in a git repository that lives on.
@Suite struct WorkflowTests {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Workflow/ci-job.sh")

  @Test(.enabled(if: BuiltProgram.url != nil))
  func theJobFailsForWhatIsNewAndForNothingElse() throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let program = try #require(BuiltProgram.url).path
    process.arguments = ["bash", Self.script.path, program, folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(log)")
    // That the script came to its end.
    #expect(log.hasSuffix("the parts of a matrix are the whole: 0\n"), "\(log)")
  }
}
