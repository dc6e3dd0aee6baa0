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
    let json = CheckReport(specs: [spec]).json
    let findings = """
            "incomplete": [
              "network_error"
            ],
            "findings": [
              {
                "code": "undefined-expectation",
                "severity": "error",
                "id": "Q-00000001",
                "number": 1,
                "message": "通信エラーが起きたとき、プレミアム会員では、どうなるべきですか？",
                "line": 14,
                "column": 3,
                "endLine": 14,
                "endColumn": 16,
                "where": {"operation": ["network_error/offline", "network_error/timeout"], "plan": ["premium", null]},
                "combinations": "12",
                "ask": "企画チーム",
                "rules": ["network-error"],
                "cases": ["POST-004"],
                "stub": "network_error:\\n  login:\\n    member: ここに期待結果を書く",
                "nearestRule": "network-error",
                "nearestRuleSays": "未ログインの場合だけです",
                "followUp": "再送しますか？",
                "repairs": [{"title": "ルールnetwork-errorと同じにする：エラーバナーを表示する", "choice": "asWritten", "text": "エラーバナーを表示する"}, {"title": "起こり得ないと回答する", "choice": "notPossible", "text": "この組み合わせは起こり得ない"}, {"title": "今回は対象外とする", "choice": "outOfScope", "text": "この機能の対象外"}],
                "help": ["a hint"]
              },
              {
                "code": "unreachable-expectation",
                "severity": "warning",
                "id": "F-0000000A",
                "message": "`post-ok` wins nowhere",
                "line": 17,
                "column": 11,
                "endLine": 17,
                "endColumn": 18,
                "rules": ["post-ok", "network-error"],
                "cases": [],
                "related": [{"message": "`network-error` takes all of it", "line": 20, "column": 11, "endLine": 20, "endColumn": 24}]
              }
            ]
      """
    #expect(json.contains(findings))
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
