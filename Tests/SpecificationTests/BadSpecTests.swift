import Diagnostics
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Every mistake that a spec can hold, one small spec each, with the messages recorded beside it.
///
/// `SPECMATRIX_RECORD=1 swift test --filter BadSpecTests` writes the messages anew; read the difference before committing it.
@Suite struct BadSpecTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "BadSpecs").path
  private static let isRecording =
    ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1"

  /// The names of all files in the folder, hidden ones too.
  private static let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []

  private static var names: [String] {
    files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  @Test(arguments: names)
  func `a mistake gives its recorded messages`(name: String) throws {
    let text = try String(contentsOfFile: "\(Self.folder)/\(name).yaml", encoding: .utf8)
    let file = SourceFile(path: name + ".yaml", text: text)
    let checked = decode(text, path: file.path)
    let isAccepted = checked.value != nil || !checked.hasErrors
    #expect(!isAccepted, "a spec with a mistake must not be taken for one without")
    let messages = DiagnosticRenderer().render(checked.diagnostics, in: file)
    let recording = "\(Self.folder)/\(name).txt"
    // Not atomically: an interrupted run would leave its temporary file among the specs.
    if Self.isRecording {
      try messages.write(toFile: recording, atomically: false, encoding: .utf8)
    }
    #expect(try messages == String(contentsOfFile: recording, encoding: .utf8))
  }

  @Test func `the folder holds specs with their records and nothing else`() {
    #expect(Self.names.count >= 60)
    let known = Set(Self.names.flatMap { ["\($0).yaml", "\($0).txt"] })
    #expect(Self.files.filter { !known.contains($0) }.sorted() == [], "files that no test reads")
    if !Self.isRecording {
      #expect(known.subtracting(Self.files).sorted() == [], "records that are missing")
    }
  }
}
