import Reporting
import Specification
import TestSupport
import Testing

@testable import RoundTrip
@testable import TestDesign

@Suite struct StoredSuiteTests {
  private static let matrix = TestMatrix(
    strength: 2,
    depth: .review,
    cases: [
      TestCase(
        number: 1,
        id: "POST-001",
        title: "Post – not logged in",
        state: .kept,
        combination: Combination(values: [0, nil], operation: 0),
        status: .defined,
        expected: ["ログイン画面を\n表示する", "\"閉じる\""],
        rules: [0],
        questions: [],
        kind: .normal,
        priority: "high"
      ),
      TestCase(
        number: 3,
        id: "POST-003",
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
        priority: nil
      ),
    ],
    retired: [.init(number: 2, id: "POST-002")],
    lastNumber: 4,
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
    // The rules are in the words of the spec, a line each.
    let rules = try #require(try json().firstMatch(of: /\ \ "rules": \[\n(?:\ {4}.*\n)+\ \ \],\n/))
    let specification = try SampleCheck.specification()
    #expect(rules.output.count { $0 == "\n" } == EarlierRule.all(of: specification).count + 2)
    #expect(
      try json().replacing(rules.output, with: "") == #"""
        {
          "version": 1,
          "id": "POST",
          "spec": "specs/post.yaml",
          "depth": "review",
          "strength": 2,
          "optimal": false,
          "waiting": 7,
          "lastNumber": 4,
          "factors": [
            {"name": "login", "label": "Login", "values": [{"id": "guest", "label": "未ログイン"}, {"id": "member", "label": "ログイン済み"}]},
            {"name": "plan", "label": "会員種別", "values": [{"id": "free", "label": "無料会員"}, {"id": "premium", "label": "プレミアム会員"}]},
            {"name": "operation", "label": "operation", "values": [{"id": "submit", "label": "投稿ボタンをタップする"}, {"id": "network_error/offline", "label": "通信エラー（オフライン）"}, {"id": "network_error/timeout", "label": "通信エラー（タイムアウト）"}]}
          ],
          "cases": [
            {"number": 1, "id": "POST-001", "title": "Post – not logged in", "state": "kept", "depth": "review", "setup": {"login": "guest", "plan": null}, "operation": "submit", "expected": ["ログイン画面を\n表示する", "\"閉じる\""], "status": "defined", "rules": ["post-ok"], "questions": [], "kind": "normal", "priority": "high"},
            {"number": 3, "id": "POST-003", "title": "", "state": "new", "depth": "relevant", "setup": {"login": "member", "plan": "premium"}, "operation": "network_error/timeout", "expected": [], "status": "undefined", "parts": [{"part": "offline", "status": "defined", "expected": ["名前を表示する"], "rules": ["post-ok"], "questions": []}, {"part": "timeout", "status": "undefined", "expected": [], "rules": [], "questions": ["Q-1", "Q-2"]}], "rules": [], "questions": ["Q-1", "Q-2"], "kind": "invalid-input"}
          ],
          "retired": [
            {"number": 2, "id": "POST-002"}
          ],
          "questions": [
            {"id": "Q-00000001", "message": "通信エラーが起きたとき、プレミアム会員では、どうなるべきですか？"}
          ]
        }

        """#
    )
  }

  @Test func isReadAsItWasWritten() throws {
    let stored = try StoredSuite(json: Array(json().utf8), id: "POST")
    let earlier = stored.earlier
    #expect(earlier.lastNumber == 4)
    let specification = try SampleCheck.specification()
    #expect(earlier.rules == EarlierRule.all(of: specification))
    #expect(earlier.retired == [.init(number: 2, id: "POST-002")])
    #expect(earlier.cases.map(\.number) == [1, 3])
    #expect(earlier.cases.map(\.id) == ["POST-001", "POST-003"])
    #expect(earlier.cases[0].setup == ["login": "guest", "plan": nil as String?])
    #expect(earlier.cases[1].setup == ["login": "member", "plan": "premium"])
    #expect(earlier.cases.map(\.operation) == ["submit", "network_error/timeout"])
    #expect(earlier.cases[0].expected == ["ログイン画面を\n表示する", "\"閉じる\""])
    #expect(earlier.cases.map(\.status) == ["defined", "undefined"])
    #expect(earlier.factors == EarlierFactor.all(of: try SampleCheck.specification()))
    #expect(earlier.questions?.map(\.id) == ["Q-00000001"])
    #expect(earlier.depth == .review && earlier.strength == 2)
    #expect(earlier.cases.map(\.title) == ["Post – not logged in", nil])
    #expect(earlier.cases.map(\.depth) == [.review, .relevant])
    #expect(earlier.cases[1].parts.map(\.id) == ["offline", "timeout"])
    #expect(earlier.cases[1].parts.map(\.expected) == [["名前を表示する"], []])
    #expect(stored.casesByQuestion == ["Q-1": ["POST-003"], "Q-2": ["POST-003"]])
  }

  @Test func filesWithoutLabelsAndQuestionsAreRead() throws {
    let text = """
      {"version": 1, "id": "POST", "lastNumber": 1, "cases": [], "retired": [{"number": 1, "id": "POST-001"}]}
      """
    let earlier = try StoredSuite(json: Array(text.utf8), id: "POST").earlier
    #expect(earlier.lastNumber == 1)
    #expect(earlier.factors.isEmpty)
    #expect(earlier.questions == nil)
    #expect(earlier.depth == nil && earlier.strength == nil)
  }

  @Test func isRefusedWhereverItIsCutOff() throws {
    let bytes = Array(try json().utf8)
    // The last two bytes are the closing bracket and the line break.
    for length in 0..<(bytes.count - 2) {
      #expect(throws: SuiteFormatError.self) {
        try StoredSuite(json: Array(bytes[..<length]), id: "POST")
      }
    }
  }

  @Test(arguments: [
    ("\"version\": 1", "\"version\": 2", "it has version 2, this program reads version 1"),
    ("\"id\": \"POST\"", "\"id\": \"PAY\"", "it belongs to the spec `PAY`, not to `POST`"),
    ("\"number\": 3", "\"number\": 1", "the number 1 appears twice"),
    ("\"number\": 3", "\"number\": 2", "the number 2 appears twice"),
    ("\"number\": 3", "\"number\": 5", "the number 5 is not within 1…4"),
    ("\"depth\": \"relevant\"", "\"depth\": \"most\"", "`most` is not a depth"),
    ("\"strength\": 2", "\"strength\": 7", "`strength` is not within 1…6"),
    ("\"number\": 3", "\"number\": 0", "the number 0 is not within 1…4"),
    ("\"number\": 3", "\"number\": \"3\"", "`cases[1].number` has the wrong type"),
    ("\"operation\": \"submit\", ", "", "`cases[0].operation` is missing"),
    ("\"login\": \"guest\"", "\"login\": 7", "`cases[0].setup.login` has the wrong type"),
    ("\"lastNumber\": 4,", "", "`lastNumber` is missing"),
    ("\"lastNumber\": 4,", "\"lastNumber\": -1,", "`lastNumber` is not within 0…1000000000"),
    (
      "\"lastNumber\": 4,", "\"lastNumber\": 9223372036854775807,",
      "`lastNumber` is not within 0…1000000000"
    ),
    ("\"POST-003\"", "\"POST-001\"", "the id `POST-001` appears twice"),
    ("\"POST-003\"", "\"POST-002\"", "the id `POST-002` appears twice"),
    ("{\n  \"version\"", "[\n  \"version\"", "it is not JSON"),
  ])
  func saysWhatIsWrong(old: String, new: String, reason: String) throws {
    let original = try json()
    let damaged = original.replacing(old, with: new, maxReplacements: 1)
    #expect(damaged != original)
    #expect(throws: SuiteFormatError(reason: reason)) {
      try StoredSuite(json: Array(damaged.utf8), id: "POST")
    }
  }

  @Test(arguments: ["[]", "null", "3", "{}", "", "\u{0}", "[[[[[[[["])
  func foreignTextIsRefused(text: String) {
    #expect(throws: SuiteFormatError.self) {
      try StoredSuite(json: Array(text.utf8), id: "POST")
    }
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: SuiteFormatError.self) {
      try StoredSuite(json: [0xFF, 0xFE, 0x00], id: "POST")
    }
  }
}
