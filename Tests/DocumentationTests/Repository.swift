import Foundation

/// The files of the repository that contains the tests.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The paths of the pages for readers: the README and every page directly in `Documentation`.
  ///
  /// Empty if the folder cannot be read, which `thereAreExamples` detects.
  static let pages =
    ((try? names(in: "Documentation", endingIn: ".md")) ?? []).map { "Documentation/\($0)" }
    + ["README.md"]

  /// Returns the text of a file, with its byte order mark if there is one.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
  }

  /// Returns the sorted names in a folder that have one of the suffixes.
  static func names(in folder: String, endingIn endings: String...) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
  }
}
