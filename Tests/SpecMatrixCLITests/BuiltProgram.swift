import Foundation

/// The program as a file, for tests that run it as a process.
enum BuiltProgram {
  /// The program beside the tests; `nil` where it was not built with them.
  static let url: URL? = {
    let folders = [CommandLine.arguments.first ?? "", Bundle.main.bundlePath].map {
      URL(fileURLWithPath: $0).deletingLastPathComponent()
    }
    let places = folders + folders.map { $0.deletingLastPathComponent() }
    return places.map { $0.appendingPathComponent("specmatrix") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
        && (try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == false
    }
  }()
}
