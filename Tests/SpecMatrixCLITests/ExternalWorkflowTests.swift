import Foundation
import TestSupport
import Testing

/// The program in the jobs of a CI, in git repositories that live on.
@Suite(.tags(.external), .external)
struct ExternalWorkflowTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Workflow")

  @Test(.enabled(if: BuiltProgram.url != nil))
  func theJobFailsForWhatIsNewAndForNothingElse() throws {
    let folder = try TemporaryFolder()
    let program = try #require(BuiltProgram.url).path
    let run = try Self.run("bash", "ci-job.sh", program, folder.path)
    #expect(run.status == 0, "\(run.log)")
    // That the script came to its end.
    let lastLine = "the question that is put off is known: 0\n"
    #expect(run.log.hasSuffix(lastLine), "\(run.log)")
  }

  @Test(.enabled(if: BuiltProgram.url != nil && Python.has("unittest")))
  func theJobRegeneratesWhatFollowsFromTheSpecs() throws {
    let program = try #require(BuiltProgram.url).path
    let run = try Self.run("python3", "regenerate_job.py", program)
    #expect(run.status == 0, "\(run.log)")
    let count = try #require(run.log.firstMatch(of: /\nRan (\d+) tests/))
    #expect(try #require(Int(count.1)) >= 40)
    #expect(run.log.hasSuffix("\nOK\n"), "\(run.log)")
  }

  /// Runs a script of the folder `Workflow`.
  private static func run(
    _ interpreter: String,
    _ script: String,
    _ arguments: String...
  ) throws -> (status: Int32, log: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [interpreter, folder.appendingPathComponent(script).path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let log = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, log)
  }
}
