import Foundation
import TestSupport
import Testing

@testable import SpecMatrixCLI

/// A writable copy of `specs/`, `output/` and the files shown on pages, in which the program can run.
final class Checkout {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "specmatrix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    for folder in ["specs", "output"] {
      let source = Repository.root.appending(path: folder)
      try FileManager.default.copyItem(at: source, to: root.appending(path: folder))
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  /// The result of a run of the program.
  struct Outcome {
    let status: CommandStatus
    let output: String
    let errors: String
  }

  /// Runs a command line such as `specmatrix check specs/complete.yaml` as if in the copy's folder, on 2026-11-21.
  ///
  /// The tests share one working directory, so paths are made absolute for the run and relative again in its output.
  func run(_ command: String, input: String = "") -> Outcome {
    var arguments = command.split(separator: " ").dropFirst().map { word in
      let isPath = ["specs", "output", "export.", "Tests", "Sources", "features"]
        .contains {
          word.hasPrefix($0)
        }
      return isPath ? path(String(word)) : String(word)
    }
    switch arguments.first {
    case "check", "code", "diff", "explain", "links", "review":
      arguments += ["--suite-folder", path("output")]
    case "generate": arguments += ["--output", path("output")]
    case "answer": arguments += ["--spec", path("specs")]
    default: break
    }
    var output = ""
    var errors = ""
    let console = Console(
      environment: [:],
      readInput: { limit throws(SystemError) in Array(input.utf8.prefix(limit + 1)) },
      write: { text throws(SystemError) in output += text },
      report: { errors += $0 },
      isTerminal: false,
      now: { 1_795_219_200 }
    )
    let status = Program.run(arguments, on: console)
    return Outcome(status: status, output: relative(output), errors: relative(errors))
  }

  /// Returns the text of a file, with paths relative to the copy.
  func text(_ name: String) throws -> String {
    relative(String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self))
  }

  func write(_ text: String, to name: String) throws {
    let file = root.appending(path: name)
    let folder = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func swiftTest() throws -> (succeeded: Bool, output: String) {
    let (succeeded, output) = try Tool(at: "/usr/bin/env")
      .outcome(["swift", "test", "--package-path", root.path])
    return (succeeded, relative(output))
  }

  /// Makes the copy a git repository with one commit.
  func commit() throws {
    let author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.com"]
    for arguments in [["init"], ["add", "--all"], author + ["commit", "--message=First"]] {
      try Tool(at: "/usr/bin/env").run(["git", "-C", root.path] + arguments)
    }
  }

  func replace(_ old: String, with new: String, in name: String) throws {
    let file = root.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    try #require(text.contains(old), "\(name): no `\(old)`")
    try Data(text.replacing(old, with: new).utf8).write(to: file)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: name))
  }

  private func path(_ name: String) -> String { root.appending(path: name).path }

  private func relative(_ text: String) -> String {
    // In a diff, one letter precedes the path.
    text.replacing(" a\(root.path)/", with: " a/").replacing(" b\(root.path)/", with: " b/")
      .replacing(root.path + "/", with: "")
  }
}
