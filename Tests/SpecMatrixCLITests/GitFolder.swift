import Foundation
import Testing

/// A folder under git, as a spec's author has it.
struct GitFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "--quiet", "--initial-branch=main")
  }

  /// Commits everything.
  func commit() throws {
    try git("add", "--all")
    try git(
      "-c",
      "user.name=Somebody",
      "-c",
      "user.email=somebody@example.com",
      "commit",
      "--quiet",
      "--message=A version"
    )
  }

  func git(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder.path] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "git \(arguments)")
  }
}
