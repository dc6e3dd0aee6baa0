import Diagnostics
import Foundation
import Reporting
import TestSupport
import Testing

/// The report on some sample specs, an unreadable spec and a missing path, as recorded in every format.
///
/// `SPECMATRIX_RECORD=1` records it.
@Suite struct RecordedFormatTests {
  private static func report() throws -> CheckReport {
    let names = ["boost-popup", "complete", "payment-confirmation"]
    return CheckReport(
      specs: try [SampleCheck.invalid] + names.map { try SpecFiles.check(of: "specs/\($0).yaml") },
      failedPaths: [.init(path: "specs/none.yaml", reason: "No such file or directory")]
    )
  }

  @Test func theFormatsAreAsRecorded() throws {
    let report = try Self.report()
    try expectRecorded(report.text(), "check.txt")
    try expectRecorded(report.concise(), "check-concise.txt")
    try expectRecorded(report.json, "check.json")
    try expectRecorded(report.sarif(version: "1.2.3"), "check.sarif")
    try expectRecorded(report.github, "check-github.txt")
    try expectRecorded(report.junit(failingFrom: .error), "check-junit.xml")
    try expectRecorded(report.markdown, "check.md")
  }
}

/// Expects a text to be that of a file in `Recorded`.
func expectRecorded(_ text: String, _ name: String) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Recorded/\(name)")
  if Recording.isOn {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }
  let recorded = String(decoding: try Data(contentsOf: file), as: UTF8.self)
  let isSame = recorded.utf8.elementsEqual(text.utf8)
  #expect(isSame, "\(name) is not as recorded; SPECMATRIX_RECORD=1 records it")
}
