import Foundation

/// The files of the repository that the tests stand in.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The pages that people read, by their paths in the repository: the README and every page directly in `Documentation`.
  ///
  /// Empty where the folder cannot be read, which `thereAreExamples` notices.
  static let pages =
    ((try? names(in: "Documentation", endingIn: ".md")) ?? []).map { "Documentation/\($0)" }
    + ["README.md"]

  /// The text of a file with its byte order mark, where it has one.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  /// The names in a folder that end so, in alphabetical order.
  static func names(in folder: String, endingIn endings: String...) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
  }
}
