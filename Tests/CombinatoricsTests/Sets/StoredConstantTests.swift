import Foundation
import Testing

/// What the innermost loops read must be constants in the code.
struct StoredConstantTests {
  /// No constants are declared as a stored pair, which is initialised on first use.
  ///
  /// Every read of it, in a loop of a few instructions, calls `swift_once` first: a tenth of the time of a search in diagrams.
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
