import Foundation
import Testing

@testable import SpecMatrixCLI

/// Ten features from prose: the first draft of each spec with its findings, and the spec after the review, without questions.
///
/// `prose.md` in each folder has the product owner's wishes and the questions of a very good review.
/// `SPECMATRIX_RECORD=1 swift test --filter ReviewSpecTests` records the findings of the first drafts; judge every new one before
/// committing.
@Suite struct ReviewSpecTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "ReviewSpecs")

  static func files(in folder: URL) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  /// Returns the findings of `check` on a spec of a feature, one line each; the line about settings, if any, is checked and removed.
  private func findings(_ spec: String, of feature: String) -> String {
    let folder = Self.folder.appending(path: feature).path
    let run = CommandRun("check", "\(folder)/\(spec)", "--all", "--format", "concise")
    let lines = run.output.replacing("\(folder)/", with: "").split(separator: "\n")
    let settings = lines.filter { line in
      ["settings of the project: ", "プロジェクトの設定："].contains(where: line.hasPrefix)
    }
    let hasSettings = FileManager.default.fileExists(atPath: "\(folder)/specmatrix.yaml")
    #expect(settings.count == (hasSettings ? 1 : 0))
    #expect(settings.allSatisfy { $0.hasSuffix("specmatrix.yaml") })
    return lines.filter { !settings.contains($0) }.map { $0 + "\n" }.joined() + run.errors
  }

  @Test(arguments: files(in: folder))
  func `what is found in a first spec is as recorded`(feature: String) throws {
    let findings = findings("first.yaml", of: feature)
    let recording = Self.folder.appending(path: "\(feature)/findings.txt")
    if ProcessInfo.processInfo.environment["SPECMATRIX_RECORD"] == "1" {
      try findings.write(to: recording, atomically: false, encoding: .utf8)
    }
    #expect(
      try findings == String(contentsOf: recording, encoding: .utf8),
      "SPECMATRIX_RECORD=1 records it"
    )
  }

  @Test(arguments: files(in: folder))
  func `a complete and correct spec leaves nothing to ask`(feature: String) {
    // What its orders and exceptions decide is still reported: the prose says so, but nobody has confirmed it. Nor does it answer topics.
    let findings = findings("complete.yaml", of: feature).split(separator: "\n").filter {
      !$0.contains("[unconfirmed-decision]") && !$0.contains("note[unconsidered-operation]")
    }
    #expect(findings.count == 1, "\(findings)")
  }

  @Test func `there are ten features with all their files and no others`() {
    let features = Self.files(in: Self.folder)
    #expect(features.count == 10)
    for feature in features {
      let files = Self.files(in: Self.folder.appending(path: feature))
      let expected = ["complete.yaml", "findings.txt", "first.yaml", "prose.md"]
      #expect(files.filter { !["company.yaml", "specmatrix.yaml"].contains($0) } == expected)
    }
  }
}
