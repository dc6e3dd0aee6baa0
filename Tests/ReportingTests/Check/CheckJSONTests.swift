import Diagnostics
import Foundation
import Reporting
import TestSupport
import Testing

@Suite struct CheckJSONTests {
  @Test func writesAFindingWithItsPlaceItsCubeAndItsStub() throws {
    let spec = try SampleCheck.check(
      [SampleCheck.question(), SampleCheck.unreachable],
      incomplete: [1],
      cases: ["Q-00000001": ["POST-004"]]
    )
    try expectRecorded(CheckReport(specs: [spec]).json, "sample.json")
  }

  /// A mistake has the edit that its help suggests, if that edits the marked text.
  @Test(
    arguments: [
      ("unknown-value", "`plan` has no value `premum`", "did you mean `premium`?", "premium"),
      (
        "unknown-value", "`plan` has no value `premum`",
        "the values of `plan` are `free` and `premium`", nil
      ),
      ("unknown-value", "`plan` has no value `fre`", "did you mean `free`?", nil),
      ("unknown-key", "unknown key `premum` in the spec", "write `usual` in its place", "usual"),
      (
        "unknown-key", "unknown key `premum` in the spec", "write `specmatrix: 1` in its place", nil
      ),
      ("unreadable-condition", "not `premum`", "write `1, 2`", "\"1, 2\""),
      ("wrong-type", "not `premum`", "write `x`", nil),
    ] as [(String, String, String, String?)]
  )
  func aMistakeHasItsRepair(code: String, message: String, help: String, right: String?) throws {
    let file = SourceFile(path: "a.yaml", text: "x:\n  plan: \"premum\"\n")
    let span = SourceSpan(
      start: SourcePosition(line: 2, column: 9),
      end: SourcePosition(line: 2, column: 17)
    )
    let mistake = Diagnostic(code: code, message: message, span: span, help: [help])
    let check = SpecCheck(source: file, outcome: .invalid, diagnostics: [mistake])
    let document = try object(CheckReport(specs: [check]).json)
    let error = ((document["specs"] as? [[String: Any]])?.first?["errors"] as? [[String: Any]])?[0]
    let repair = (error?["repairs"] as? [[String: Any]])?.first
    #expect(repair?["title"] as? String == right.map { "Write `\($0)`" })
    let edit = (repair?["edits"] as? [[String: Any]])?.first
    #expect(edit?["text"] as? String == right)
    #expect(right == nil || edit?["column"] as? Int == 9 && edit?["endColumn"] as? Int == 17)
    #expect((repair?["effect"] == nil) == (right == nil))
  }

  private func object(_ json: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [String: Any])
  }
}
