import Reporting
import Specification
import TestSupport
import Testing
import Text

@testable import RoundTrip
@testable import TestDesign

@Suite struct StoredSuiteTests {
  private static let matrix = TestMatrix(
    strength: 2,
    depth: .review,
    cases: [
      TestCase(
        id: "POST-4KD",
        code: "4KDMXR7T2CHV",
        title: "Post – not logged in",
        state: .kept,
        combination: Combination(values: [0, nil], operation: 0),
        status: .defined,
        expected: ["ログイン画面を\n表示する", "\"閉じる\""],
        rules: [0],
        questions: [],
        kind: .normal,
        priority: .high
      ),
      TestCase(
        id: "POST-37C",
        code: "37CKQV9D4WNP",
        state: .new,
        depth: .relevant,
        combination: Combination(values: [1, 1], operation: 2),
        parts: [
          TestCase.Part(
            operationValue: 1,
            status: .defined,
            expected: ["名前を表示する"],
            rules: [0],
            questions: []
          ),
          TestCase.Part(
            operationValue: 2,
            status: .undefined,
            expected: [],
            rules: [],
            questions: ["Q-1", "Q-2"]
          ),
        ],
        status: .undefined,
        expected: [],
        rules: [],
        questions: ["Q-1", "Q-2"],
        kind: .invalidInput,
        priority: .low
      ),
    ],
    retired: [.init(id: "POST-6HJ", code: "6HJ2FT8MKXCR")],
    waiting: 7
  )

  private func json() throws -> String {
    let analysis = Analysis(
      counts: SampleCheck.counts,
      findings: [SampleCheck.question()],
      incomplete: []
    )
    return try Self.matrix.json(of: SampleCheck.specification(), analysis)
  }

  @Test func writesOneLineACase() throws {
    // The rules are in the words of the spec, one per line.
    let rules = try json().split(separator: "\n").filter { $0.hasPrefix(#",{"rule": "#) }
    #expect(rules.count == EarlierRule.all(of: try SampleCheck.specification()).count)
    let lines = try json().split(separator: "\n").filter { !rules.contains($0) }
    #expect(
      lines.joined(separator: "\n") == #"""
        [{"version": 1, "id": "POST", "spec": "specs/post.yaml"}
        ,{"depth": "review", "strength": 2, "optimal": false}
        ,{"factor": "login", "label": "Login", "values": [{"id": "guest", "label": "未ログイン"}, {"id": "member", "label": "ログイン済み"}]}
        ,{"factor": "plan", "label": "会員種別", "values": [{"id": "free", "label": "無料会員"}, {"id": "premium", "label": "プレミアム会員"}]}
        ,{"factor": "operation", "label": "operation", "values": [{"id": "submit", "label": "投稿ボタンをタップする"}, {"id": "network_error/offline", "label": "通信エラー（オフライン）"}, {"id": "network_error/timeout", "label": "通信エラー（タイムアウト）"}]}
        ,{"case": "POST-37C", "code": "37CKQV9D4WNP", "title": "", "depth": "relevant", "setup": {"login": "member", "plan": "premium"}, "operation": "network_error/timeout", "expected": [], "status": "undefined", "parts": [{"part": "offline", "status": "defined", "expected": ["名前を表示する"], "rules": ["post-ok"], "questions": []}, {"part": "timeout", "status": "undefined", "expected": [], "rules": [], "questions": ["Q-1", "Q-2"]}], "rules": [], "questions": ["Q-1", "Q-2"], "kind": "invalid-input", "priority": "low"}
        ,{"case": "POST-4KD", "code": "4KDMXR7T2CHV", "title": "Post – not logged in", "depth": "review", "setup": {"login": "guest", "plan": null}, "operation": "submit", "expected": ["ログイン画面を\n表示する", "\"閉じる\""], "status": "defined", "rules": ["post-ok"], "questions": [], "kind": "normal", "priority": "high"}
        ,{"retired": "POST-6HJ", "code": "6HJ2FT8MKXCR"}
        ,{"question": "Q-00000001", "message": "通信エラーが起きたとき、プレミアム会員では、どうなるべきですか？"}
        ]
        """#
    )
  }

  @Test func isReadAsItWasWritten() throws {
    let stored = try StoredSuite(json: Array(json().utf8), id: "POST")
    let earlier = stored.earlier
    #expect(stored.repairs.isEmpty)
    let specification = try SampleCheck.specification()
    #expect(earlier.rules == EarlierRule.all(of: specification))
    #expect(earlier.retired == Self.matrix.retired)
    #expect(earlier.cases.map(\.id) == ["POST-37C", "POST-4KD"])
    #expect(earlier.cases.map(\.code) == ["37CKQV9D4WNP", "4KDMXR7T2CHV"])
    #expect(earlier.cases[1].setup == ["login": "guest", "plan": nil as String?])
    #expect(earlier.cases[0].setup == ["login": "member", "plan": "premium"])
    #expect(earlier.cases.map(\.operation) == ["network_error/timeout", "submit"])
    #expect(earlier.cases[1].expected == ["ログイン画面を\n表示する", "\"閉じる\""])
    #expect(earlier.cases.map(\.status) == ["undefined", "defined"])
    #expect(earlier.factors == EarlierFactor.all(of: try SampleCheck.specification()))
    #expect(earlier.questions?.map(\.id) == ["Q-00000001"])
    #expect(earlier.depth == .review && earlier.strength == 2)
    #expect(earlier.cases.map(\.title) == [nil, "Post – not logged in"])
    #expect(earlier.cases.map(\.depth) == [.relevant, .review])
    #expect(earlier.cases[0].parts.map(\.id) == ["offline", "timeout"])
    #expect(earlier.cases[0].parts.map(\.expected) == [["名前を表示する"], []])
    #expect(stored.casesByQuestion == ["Q-1": ["POST-37C"], "Q-2": ["POST-37C"]])
  }

  @Test func isRefusedWhereverItIsCutOff() throws {
    let bytes = Array(try json().utf8)
    // The last two bytes are the closing bracket and the line break.
    for length in 0..<(bytes.count - 2) {
      #expect(throws: FormatMismatch.self) {
        try StoredSuite(json: Array(bytes[..<length]), id: "POST")
      }
    }
  }

  @Test(arguments: [
    (
      "\"version\": 1", "\"version\": 2",
      "line 1: it has version 2, this program reads version 1"
    ),
    (
      "\"id\": \"POST\"", "\"id\": \"PAY\"",
      "line 1: it belongs to the spec `PAY`, not to `POST`"
    ),
    ("\"depth\": \"relevant\"", "\"depth\": \"most\"", "line 8: `most` is not a depth"),
    ("\"strength\": 2", "\"strength\": 7", "line 2: `strength` is not within 1…6"),
    ("\"case\": \"POST-37C\"", "\"case\": 3", "line 8: `case` has the wrong type"),
    (", \"code\": \"37CKQV9D4WNP\"", "", "line 8: `code` is missing"),
    ("\"operation\": \"submit\", ", "", "line 9: `operation` is missing"),
    ("\"login\": \"guest\"", "\"login\": 7", "line 9: `setup.login` has the wrong type"),
    ("{\"retired\"", "{\"gone\"", "line 10: `gone` is unknown"),
    ("{\"version\"", "{\"edition\"", "it holds no suite"),
    ("{\"version\"", "\"version\"", "line 1 is not JSON"),
  ])
  func saysWhatIsWrong(old: String, new: String, reason: String) throws {
    let original = try json()
    let damaged = original.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != original)
    #expect(throws: FormatMismatch(reason)) {
      try StoredSuite(json: Array(damaged.utf8), id: "POST")
    }
  }

  @Test(arguments: ["[]", "null", "3", "{}", "", "\u{0}", "[[[[[[[["])
  func foreignTextIsRefused(text: String) {
    #expect(throws: FormatMismatch.self) {
      try StoredSuite(json: Array(text.utf8), id: "POST")
    }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: FormatMismatch.self) {
      try StoredSuite(json: [0xFF, 0xFE, 0x00], id: "POST")
    }
  }
}
