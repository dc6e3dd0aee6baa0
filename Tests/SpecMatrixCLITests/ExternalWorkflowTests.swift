import Foundation
import TestSupport
import Testing

/// The program in the jobs of a CI, in git repositories with a history.
@Suite(.tags(.external), .external)
struct ExternalWorkflowTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Workflow")

  @Test(.enabled(if: BuiltProgram.url != nil))
  func theJobFailsForWhatIsNewAndForNothingElse() throws {
    let folder = try TemporaryFolder()
    let program = try #require(BuiltProgram.url).path
    let log = try Self.run("bash", "ci-job.sh", program, folder.path)
    // The script ran to its end.
    let lastLine = "the question that is put off is known: 0\n"
    #expect(log.hasSuffix(lastLine), "\(log)")
  }

  @Test(.enabled(if: BuiltProgram.url != nil && Python.has("unittest")))
  func theJobRegeneratesWhatFollowsFromTheSpecs() throws {
    let program = try #require(BuiltProgram.url).path
    let log = try Self.run("python3", "regenerate_job.py", program)
    let count = try #require(log.firstMatch(of: /\nRan (\d+) tests/))
    #expect(try #require(Int(count.1)) >= 40)
    #expect(log.hasSuffix("\nOK\n"), "\(log)")
  }

  /// Runs a script of the folder `Workflow` and returns its output.
  private static func run(
    _ interpreter: String,
    _ script: String,
    _ arguments: String...
  ) throws
    -> String
  {
    let file = folder.appendingPathComponent(script).path
    return try Tool(at: "/usr/bin/env").run([interpreter, file] + arguments)
  }
}
