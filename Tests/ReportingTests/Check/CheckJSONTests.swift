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
                "repairs": [{"title": "ルールnetwork-errorと同じにする：エラーバナーを表示する", "choice": "asWritten", "text": "エラーバナーを表示する"}, {"title": "起こり得ないと回答する", "choice": "notPossible", "text": ""}, {"title": "今回は対象外とする", "choice": "outOfScope", "text": ""}],
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

  @Test func hasTheShapeOfThePage() throws {
    let spec = try SampleCheck.check([SampleCheck.question()])
    let document = try object(CheckReport(specs: [spec]).json)
    #expect(document["version"] as? Int == 1)
    #expect(document["summary"] as? [String: Int] == ["errors": 1, "warnings": 0, "notes": 0])
    let post = try #require((document["specs"] as? [[String: Any]])?.first)
    #expect(post["path"] as? String == "specs/post.yaml")
    #expect(post["id"] as? String == "POST")
    #expect(post["feature"] as? String == "つくれぽを投稿する")
    #expect(
      post["space"] as? [String: String] == [
        "combinations": "31622776601683793319988935444",
        "defined": "31622776601683793319988935432",
        "undecided": "0", "contradictory": "0", "undefined": "12",
      ]
    )
    let factors = try #require(post["factors"] as? [[String: Any]])
    #expect(factors.map { $0["name"] as? String } == ["login", "plan", "operation"])
    #expect(factors.map { $0["kind"] as? String } == ["state", "state", "operation"])
    let operations = try #require(factors[2]["values"] as? [[String: Any]])
    #expect(
      operations.map { $0["id"] as? String } == [
        "submit", "network_error/offline", "network_error/timeout",
      ]
    )
    #expect(operations.map { $0["invalid"] as? Bool } == [false, false, false])
    #expect(operations.map { $0["label"] as? String }[1] == "通信エラー（オフライン）")
    #expect(post["incomplete"] == nil)
    #expect(post["errors"] == nil)
  }

  @Test func aSpecThatCannotBeReadHasErrorsInsteadOfAnAnswer() throws {
    let report = CheckReport(
      specs: [SampleCheck.invalid],
      failedPaths: [.init(path: "nope", reason: "No such file or directory")]
    )
    let document = try object(report.json)
    #expect(document["summary"] as? [String: Int] == ["errors": 2, "warnings": 0, "notes": 1])
    let specs = try #require(document["specs"] as? [[String: Any]])
    #expect(specs.map { $0["path"] as? String } == ["nope", "specs/bad.yaml"])
    for spec in specs {
      #expect(spec["space"] == nil)
      #expect(spec["findings"] == nil)
      #expect((spec["errors"] as? [Any])?.count == 1)
    }
    let error = try #require((specs[1]["errors"] as? [[String: Any]])?.first)
    #expect(error["code"] as? String == "duplicate-key")
    #expect(error["line"] as? Int == 2)
    #expect(error["column"] as? Int == 1)
    #expect(error["endLine"] as? Int == 2)
    #expect(error["endColumn"] as? Int == 8)
    #expect((specs[1]["remarks"] as? [[String: Any]])?.first?["code"] as? String == "hint")
  }

  /// A mistake has the edit that its help advises, if that is an edit of what is marked.
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
