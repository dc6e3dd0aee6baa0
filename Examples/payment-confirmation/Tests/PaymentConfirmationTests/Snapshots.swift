import Foundation
import Testing

/// What the screen showed in a case, kept as text: the folder is the rule, the name the case.
///
/// `RECORD_SNAPSHOTS=1 swift test` writes them anew.
struct Snapshot {
  /// From the folder of snapshots.
  let path: String

  init(_ testCase: PAY.Case, _ rule: PAY.Rule) {
    path = "\(Self.folder(testCase, rule))/\(testCase.id).txt"
  }

  /// The expected state; of an operation with parts the operation, since all parts are seen at once.
  static func folder(_ testCase: PAY.Case, _ rule: PAY.Rule) -> String {
    if case .parts = testCase.outcome { testCase.operation.rawValue } else { rule.rawValue }
  }

  func compare(_ text: String) throws {
    try Self.compare(text, with: path)
  }

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Snapshots")
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"

  /// Compares a text with a file of the folder, or writes it.
  static func compare(_ text: String, with path: String) throws {
    let file = root.appending(path: path)
    if isRecording {
      let folder = file.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    let kept = try? String(contentsOf: file, encoding: .utf8)
    try #require(kept == text, "Snapshots/\(path): RECORD_SNAPSHOTS=1 records what is shown now")
  }
}

/// The folder holds the snapshots of the cases and no others, and a page that says what they are.
struct SnapshotFolderTests {
  private static let decided = PAY.cases.compactMap { testCase in
    testCase.outcome.rules.first.map { (testCase, Snapshot(testCase, $0).path) }
  }

  @Test(.disabled(if: Snapshot.isRecording))
  func `no snapshot is left of a case that is gone`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Snapshot.root.path)
    #expect(Set(files.filter { $0.hasSuffix(".txt") }) == Set(Self.decided.map(\.1)))
  }

  @Test func `the index says what each snapshot shows`() throws {
    let rows = Self.decided.sorted { $0.1 < $1.1 }.map { testCase, path in
      "| [\(testCase.id)](\(path)) | \(testCase.title) | \(path.prefix { $0 != "/" }) |"
    }
    let head = ["# Snapshots", "", "| case | what happens | expected |", "| --- | --- | --- |"]
    try Snapshot.compare((head + rows).map { $0 + "\n" }.joined(), with: "README.md")
  }
}
