import Foundation
import Testing

/// Constants read in the innermost loops must be literals in the code.
struct StoredConstantTests {
  /// No constants are declared as a stored pair, which is initialised lazily.
  ///
  /// Every read would call `swift_once` first, a tenth of the time of a search in diagrams.
  @Test func theEngineStoresNoPairsOfConstants() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appendingPathComponent("Sources/Combinatorics").path
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 20)
    for file in files {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      #expect(!text.contains("static let ("), "\(file)")
    }
  }
}
