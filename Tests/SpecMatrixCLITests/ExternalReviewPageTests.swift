import Foundation
import TestSupport
import Testing

/// The scripts of the review page under node, and the page in a browser, generated and served by the program.
@Suite(.serialized, .tags(.external), .external)
struct ExternalReviewPageTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("ReviewPage")

  /// The reason to skip the browser's tests; empty if there is none, and in CI, where a missing tool is a failure.
  private static let missing: String = {
    let isCI = ProcessInfo.processInfo.environment["CI"]?.isEmpty == false
    guard (try? node(["--version"])) != nil else {
      return isCI ? "" : "there is no node on the PATH"
    }
    let driver = folder.appendingPathComponent("browser/chromium.mjs").absoluteString
    let question = "import {skip} from '\(driver)'; process.stdout.write(skip || '')"
    return (try? node(["--input-type=module", "--eval", question])) ?? ""
  }()

  @Test(.enabled(if: missing != "there is no node on the PATH", "there is no node on the PATH"))
  func theScriptsDoWhatTheyAreFor() throws {
    try Self.runTests(in: Self.folder)
  }

  @Test(.enabled(if: BuiltProgram.url != nil && missing.isEmpty, "there is no browser: \(missing)"))
  func thePageIsWhatAMeetingNeeds() throws {
    try Self.runTests(in: Self.folder.appendingPathComponent("browser"))
  }

  /// Runs the tests in a folder, none of which may fail or be skipped.
  private static func runTests(in folder: URL) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".test.mjs") }.sorted()
    try #require(!files.isEmpty)
    let log = try node(
      ["--test", "--test-reporter=tap"] + files.map { folder.appendingPathComponent($0).path }
    )
    let passed = try #require(log.firstMatch(of: /\n# pass (\d+)\n/), "\(log)")
    #expect(try #require(Int(passed.1)) >= files.count, "\(log)")
    #expect(log.contains("\n# skipped 0\n"), "\(log)")
  }

  private static func node(_ arguments: [String]) throws -> String {
    let program = BuiltProgram.url.map { ["SPECMATRIX_PROGRAM": $0.path] } ?? [:]
    return try Tool(at: "/usr/bin/env").run(["node"] + arguments, environment: program)
  }
}
