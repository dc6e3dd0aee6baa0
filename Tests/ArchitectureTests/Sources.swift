import Foundation

/// The repository's sources as files.
enum Sources {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files of a module, by path.
  static func files(of module: String) throws -> [URL] {
    let folder = root.appendingPathComponent("Sources/\(module)")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }
}
