import Diagnostics
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder of small files with one mistake each, and the recorded messages.
///
/// `SPECMATRIX_RECORD=1 swift test --filter BadSpecTests` records the messages; review the diff before committing.
private struct RecordedMistakes {
  let folder: String
  /// The names of all files in the folder, including hidden ones.
  let files: [String]

  init(_ name: String) {
    folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
    files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  var names: [String] {
    files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name).yaml", encoding: .utf8)
  }

  /// Compares the messages with the recorded ones, or records them.
  func check(_ diagnostics: [Diagnostic], in file: SourceFile, of name: String) throws {
    let messages = DiagnosticRenderer().render(diagnostics, in: file)
    let recording = "\(folder)/\(name).txt"
    // Not atomically: an interrupted run would leave its temporary file among the specs.
    if Recording.isOn {
      try messages.write(toFile: recording, atomically: false, encoding: .utf8)
    }
    #expect(try messages == String(contentsOfFile: recording, encoding: .utf8))
  }

  func expectNothingElse(atLeast count: Int) {
    #expect(names.count >= count)
    let known = Set(names.flatMap { ["\($0).yaml", "\($0).txt"] })
    #expect(files.filter { !known.contains($0) }.sorted() == [], "files that no test reads")
    if !Recording.isOn {
      #expect(known.subtracting(files).sorted() == [], "records that are missing")
    }
  }
}

/// Every mistake that a spec can contain, one small spec each.
@Suite struct BadSpecTests {
  private static let recorded = RecordedMistakes("BadSpecs")

  /// Specs with several mistakes on purpose.
  private static let ofSeveral: Set<String> = [
    "broken-operation-hides-only-its-variants", "duplicate-key-and-more", "many-at-once",
    "missing-keys",
  ]

  @Test(arguments: recorded.names)
  func `a mistake gives its recorded message`(name: String) throws {
    let text = try Self.recorded.text(name)
    let file = SourceFile(path: name + ".yaml", text: text)
    let checked = decode(text, path: file.path)
    let isAccepted = checked.value != nil || !checked.hasErrors
    #expect(!isAccepted, "a spec with a mistake must not be taken for one without")
    #expect(checked.diagnostics.allSatisfy { $0.span != nil })
    if !Self.ofSeveral.contains(name) {
      #expect(checked.diagnostics.count == 1, "one mistake, one message")
    }
    try Self.recorded.check(checked.diagnostics, in: file, of: name)
  }

  @Test func `the folder holds specs with their records and nothing else`() {
    Self.recorded.expectNothingElse(atLeast: 200)
  }
}

/// Every mistake that a project's pack can contain, one small pack each.
@Suite struct BadPackTests {
  private static let recorded = RecordedMistakes("BadPacks")

  @Test(arguments: recorded.names)
  func `a mistake gives its recorded message`(name: String) throws {
    let text = try Self.recorded.text(name)
    let checked = adding(text)
    let isAccepted = checked.value != nil || !checked.hasErrors
    #expect(!isAccepted, "a pack with a mistake must not be taken for one without")
    #expect(checked.diagnostics.allSatisfy { $0.span != nil })
    #expect(checked.diagnostics.count == 1, "one mistake, one message")
    let file = SourceFile(path: "company.yaml", text: text)
    try Self.recorded.check(checked.diagnostics, in: file, of: name)
  }

  @Test func `the folder holds packs with their records and nothing else`() {
    Self.recorded.expectNothingElse(atLeast: 30)
  }
}
