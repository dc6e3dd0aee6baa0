import Foundation
import SpecMatrixCLI

/// A copy of the repository's `specs/` and `output/`, in which the program can be run and may write.
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

  /// What a run of the program gave.
  struct Outcome {
    let status: CommandStatus
    let output: String
    let errors: String
  }

  /// Runs a command line such as `specmatrix check specs/complete.yaml`, as from the folder of the copy, on 2026-11-21.
  ///
  /// The tests share one working directory, so that the paths are made absolute for the run and relative again in what it prints.
  func run(_ command: String, input: String = "") -> Outcome {
    var arguments = command.split(separator: " ").dropFirst().map { word in
      word.hasPrefix("specs") || word.hasPrefix("output") ? path(String(word)) : String(word)
    }
    switch arguments.first {
    case "check", "explain": arguments += ["--suite-folder", path("output")]
    case "generate": arguments += ["--output", path("output")]
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
    let status = SpecMatrixCLI.run(arguments, on: console)
    return Outcome(status: status, output: relative(output), errors: relative(errors))
  }

  /// A file of the copy, with the paths in it as from the folder of the copy.
  func text(_ name: String) throws -> String {
    relative(String(decoding: try Data(contentsOf: root.appending(path: name)), as: UTF8.self))
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: root.appending(path: name))
  }

  private func path(_ name: String) -> String { root.appending(path: name).path }

  private func relative(_ text: String) -> String { text.replacing(root.path + "/", with: "") }
}
