import Foundation
import TestSupport

/// A folder that is deleted with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("specmatrix-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  /// Writes a file, creating its folders, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = URL(fileURLWithPath: self(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
    return file.path
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: self(name))))
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }

  /// Returns the sorted case ids of a suite file.
  func caseIDs(_ name: String) throws -> [String] {
    try read(name).matches(of: /\{"case": "([^"]+)"/).map { String($0.output.1) }
  }

  /// Returns the sorted names in the folder or a subfolder, including hidden files.
  func names(in name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
  }

  /// Gives a file or a folder to user 4242, which only root can do.
  func giveAway(_ name: String) throws {
    try FileManager.default.setAttributes([.ownerAccountID: 4_242], ofItemAtPath: self(name))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }
}

struct GitFolder {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try git("init", "--quiet", "--initial-branch=main")
  }

  init(folder: TemporaryFolder) {
    self.folder = folder
  }

  func commit() throws {
    try git("add", "--all")
    try git(
      "-c",
      "user.name=Somebody",
      "-c",
      "user.email=somebody@example.com",
      "commit",
      "--quiet",
      "--allow-empty",
      "--message=A version"
    )
  }

  @discardableResult
  func git(_ arguments: String...) throws -> String {
    try Tool(at: "/usr/bin/env").run(["git", "-C", folder.path] + arguments)
  }
}
