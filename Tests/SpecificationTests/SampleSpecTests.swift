import Diagnostics
import Specification
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The specs that the repository brings along are right.
@Suite struct SampleSpecTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../specs").standardizedFileURL

  private static func names() -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }

  @Test(arguments: names())
  func `a sample spec is read without a message`(name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let file = SourceFile(path: name, text: text)
    let checked = decode(text, path: name)
    #expect(DiagnosticRenderer().render(checked.diagnostics, in: file) == "")
    let spec = try #require(checked.value)
    #expect(!spec.operations.isEmpty && !spec.factors.isEmpty && !spec.rules.isEmpty)
  }

  @Test func `there are samples`() {
    #expect(!Self.names().isEmpty)
  }
}
