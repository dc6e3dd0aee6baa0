import Foundation

/// The repository's sources as files.
enum Sources {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files of a module, by path.
  static func files(of module: String) throws -> [URL] {
    try files(in: root.appendingPathComponent("Sources/\(module)"))
  }

  /// The Swift files below a folder, by path.
  static func files(in folder: URL) throws -> [URL] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}
