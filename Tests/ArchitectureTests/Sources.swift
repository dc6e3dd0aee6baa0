import Foundation

/// The source files of the repository.
enum Sources {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the Swift files of a module, sorted by path.
  static func files(of module: String) throws -> [URL] {
    try files(in: root.appendingPathComponent("Sources/\(module)"))
  }

  /// Returns the Swift files below a folder, sorted by path.
  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}
