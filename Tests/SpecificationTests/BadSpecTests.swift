import Diagnostics
import Foundation
import Testing

/// Every mistake that a spec can hold, one small spec each, with the messages recorded beside it.
///
/// `SPECMATRIX_RECORD=1 swift test --filter BadSpecTests` writes the messages anew; read the difference before committing it.
@Suite struct BadSpecTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "BadSpecs")
  private static let isRecording =
    ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1"

  private static func names(_ pathExtension: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix("." + pathExtension) }
      .map { String($0.dropLast(pathExtension.count + 1)) }.sorted()
  }

  @Test(arguments: names("yaml"))
  func `a mistake gives its recorded messages`(name: String) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: name + ".yaml"),
      encoding: .utf8
    )
    let file = SourceFile(path: name + ".yaml", text: text)
    let checked = decode(text, path: file.path)
    let isAccepted = checked.value != nil || !checked.hasErrors
    #expect(!isAccepted, "a spec with a mistake must not be taken for one without")
    let messages = DiagnosticRenderer().render(checked.diagnostics, in: file)
    let recording = Self.folder.appending(path: name + ".txt")
    if Self.isRecording { try messages.write(to: recording, atomically: true, encoding: .utf8) }
    let recorded = try String(contentsOf: recording, encoding: .utf8)
    #expect(messages == recorded)
  }

  @Test func `every spec has its record and every record its spec`() {
    #expect(Self.names("yaml").count >= 60)
    if !Self.isRecording { #expect(Self.names("yaml") == Self.names("txt")) }
  }
}
