import Foundation
import TestSupport
import Testing

/// Folders and files that would check nothing.
@Suite struct RecordedCasesTests {
  @Test func `a folder that is missing, or without files, is a mistake`() throws {
    let folder = try folder(["cases.txt": "```text said\na\n```\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in [".", "none"] {
      let path = folder.appending(path: "Tests.swift").path
      #expect(throws: RecordedCases.Mistake.self, "\(name)") {
        try RecordedCases.all(in: name, beside: path)
      }
    }
  }

  @Test(arguments: [
    "", "## A case\n\n```yaml\nid: T\n```\n", "```text\na\n```\n", "```text sayed\na\n```\n",
    "```text said + sayed\na\na\n```\n", "```text said\na\n",
  ])
  func `a file that records nothing, or no view that exists, is a mistake`(text: String) throws {
    #expect(throws: RecordedCases.Mistake.self) { try check(text) }
  }

  @Test func `a record is held against its view`() throws {
    try check("```text said\na\n```\n")
    try check("```text said of x + said\na\na\n```\n")
    guard !Recording.isOn else { return }
    withKnownIssue { try check("```text said\nb\n```\n") }
  }

  /// Checks a text with views that return "a"; omissions are detected before a view is evaluated.
  private func check(_ text: String) throws {
    let folder = try folder(["cases.md": text])
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "Tests.swift").path
    let files = try RecordedCases.all(in: ".", beside: path)
    #expect(files.count == 1)
    for file in files { try file.check(["said"]) { _, _ in ["a"] } }
  }

  private func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(to: folder.appending(path: name), atomically: false, encoding: .utf8)
    }
    return folder
  }
}
