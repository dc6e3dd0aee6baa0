import Diagnostics
import Reporting
import Specification
import Text

import protocol Testing.CustomTestStringConvertible

@testable import Specification
@testable import TestDesign

/// Reports of handmade specifications, one per language, with everything that a sheet can show.
struct SampleReport: CustomTestStringConvertible {
  let language: Language

  static let all = Language.allCases.map(Self.init)

  var testDescription: String { language.rawValue }

  var report: Report {
    Report(specification, analysis, matrix, toolVersion: "0.1.0")
  }

  private func pick(_ english: String, _ japanese: String) -> String {
    language == .english ? english : japanese
  }

  private var longComment: String {
    String(repeating: pick("Really tasty and quick! ", "とてもおいしくできました！"), count: 11)
      .prefix(140).description
  }

  var specification: Specification {
    let login = SampleParts.factor(
      "login",
      pick("Login state", "ログイン状態"),
      .state,
      [
        SampleParts.value("guest", pick("logged out", "未ログイン")),
        SampleParts.value("member", pick("logged in", "ログイン済み")),
      ]
    )
    let plan = SampleParts.factor(
      "plan",
      pick("Membership", "会員種別"),
      .state,
      [
        SampleParts.value("free", pick("free member", "無料会員")),
        SampleParts.value("premium", pick("premium member", "プレミアム会員")),
      ],
      onlyWhen: SampleParts.condition([(0, [1])])
    )
    let photos = SampleParts.factor(
      "photos",
      pick("Photos", "写真の枚数"),
      .data,
      (0...5).filter { $0 != 3 }.map {
        SampleParts.value(
          "\($0)",
          invalid: $0 == 0 || $0 == 5,
          sample: "\($0)",
          number: $0
        )
      },
      note: pick("Counted after cropping.", "トリミング後の枚数で数える。")
    )
    let comment = SampleParts.factor(
      "comment",
      pick("Comment", "コメント"),
      .data,
      [
        SampleParts.value("empty", sample: "", number: 0),
        SampleParts.value("140", sample: longComment, number: 140),
        SampleParts.value("emoji", sample: "👨‍👩‍👧‍👦🍛"),
        SampleParts.value("formula", sample: "=1+1", note: "'=1+1"),
      ]
    )
    return Specification(
      path: "specs/post.yaml",
      id: "POST",
      feature: pick("Post a cooking report & photos", "つくれぽを投稿する"),
      featureSpan: SampleParts.line(3),
      language: language,
      owner: pick("Planning", "企画チーム"),
      sources: ["https://example.com/figma/123"],
      traits: [],
      factors: [login, plan, photos, comment],
      operations: [
        SampleParts.operation("submit", pick("Tap the submit button", "投稿ボタンをタップする")),
        SampleParts.operation(
          "network_error",
          pick("Network error", "通信エラー"),
          [
            SampleParts.value("offline", pick("offline", "オフライン")),
            SampleParts.value("timeout", pick("timeout", "タイムアウト")),
          ],
          isEvent: true
        ),
        SampleParts.operation(
          "delete",
          pick("Delete the draft", "下書きを削除する"),
          onlyWhen: SampleParts.condition([(0, [1])])
        ),
      ],
      operationsSpan: SampleParts.line(20),
      dismissed: [
        Dismissal(
          id: "rotate",
          reason: pick("the screen is locked to portrait", "縦画面固定のため"),
          span: SampleParts.line(33)
        )
      ],
      rules: rules,
      precedence: [SampleParts.precedence(4, 1)],
      coverage: Coverage()
    )
  }

  private var rules: [Rule] {
    [
      SampleParts.rule(
        "post-ok",
        line: 41,
        SampleParts.condition([(4, [0]), (0, [1]), (2, [1, 2, 3])]),
        SampleParts.then(
          pick(
            "The report is posted and the recipe screen comes back",
            "投稿が完了し、レシピ画面に戻る"
          )
        ),
        source: "https://example.com/spec#3",
        priority: .high
      ),
      SampleParts.rule(
        "post-guest",
        line: 46,
        SampleParts.condition([(4, [0]), (0, [0])]),
        SampleParts.then(pick("The login screen appears", "ログイン画面を表示する")),
        priority: .medium
      ),
      SampleParts.rule(
        "network-error",
        line: 50,
        SampleParts.condition([(4, [1, 2]), (1, [0])], [(4, [1, 2]), (0, [0])]),
        SampleParts.then(
          pick("An error banner appears", "エラーバナーを表示する"),
          pick("What was entered is kept", "入力内容を保持する")
        )
      ),
      SampleParts.rule(
        "premium-retry",
        line: 55,
        SampleParts.condition([(4, [2]), (1, [1])]),
        .question(
          Rule.OpenQuestion(
            text: pick("Is it sent again automatically?", "自動で再送するか？"),
            options: [],
            ask: pick("Planning", "企画チーム"),
            until: CalendarDate("2027-01-31"),
            span: SampleParts.line(57)
          )
        )
      ),
      SampleParts.rule(
        "post-too-many",
        line: 60,
        SampleParts.condition([(4, [0]), (2, [4])]),
        SampleParts.then(pick("The limit of four photos is explained", "写真は4枚までと案内する"))
      ),
    ]
  }

  var analysis: Analysis {
    Analysis(
      counts: Analysis.Counts(
        combinations: "12345678901234567890",
        defined: "96",
        undecided: "4",
        contradictory: "2",
        undefined: "12"
      ),
      findings: [
        Finding(
          code: .undefinedCombination,
          id: "Q-3F9A2C7D",
          message: pick(
            "What should happen for premium members when the network fails (offline)?",
            "通信エラー（オフライン）が起きたとき、プレミアム会員では、どうなるべきですか？"
          ),
          span: SampleParts.line(27),
          combinations: "12",
          ask: pick("Planning", "企画チーム"),
          rules: [2],
          question: QuestionDetail(
            operation: 1,
            condition: pick(
              "Membership: premium member, Comment: all except empty",
              "会員種別：プレミアム会員、コメント：空以外"
            ),
            example: Combination(values: [1, 1, 1, 1], operation: 1),
            nearestRule: pick(
              "`offline-free` (line 50) says: An error banner appears; What was entered is kept. It decides this only for free members.",
              "「offline-free」（50行目）には「エラーバナーを表示する、入力内容を保持する」とあります。ただし、対象は無料会員の場合だけです。"
            ),
            nearest: 2,
            followUp: pick(
              "Is what was entered kept? Is there a way to try again?",
              "入力内容は保持されますか？再試行の手段はありますか？"
            )
          )
        ),
        Finding(
          code: .contradictoryRules,
          id: "Q-77AA0B1C",
          message: pick(
            "Which holds when a guest submits five photos?",
            "未ログインで写真5枚を投稿したとき、どちらの結果が正しいですか？"
          ),
          span: SampleParts.line(46),
          combinations: "2",
          rules: [1, 4],
          question: QuestionDetail(
            operation: 0,
            condition: pick("Login state: logged out, Photos: 5", "ログイン状態：未ログイン、写真の枚数：5"),
            example: Combination(values: [0, nil, 4, 0], operation: 0)
          )
        ),
        Finding(
          code: .undecidedRule,
          ownSeverity: .warning,
          id: "Q-0C0FFEE0",
          message: pick("Is it sent again automatically?", "自動で再送するか？"),
          span: SampleParts.line(57),
          combinations: "4",
          ask: pick("Planning", "企画チーム"),
          rules: [3],
          question: QuestionDetail(operation: nil, condition: "", example: nil)
        ),
        Finding(
          code: .unreachableRule,
          id: "F-00000001",
          message: "`post-too-many` wins nowhere",
          span: SampleParts.line(60)
        ),
      ],
      incomplete: [2]
    )
  }

  var matrix: TestMatrix {
    TestMatrix(
      strength: 2,
      cases: [
        SampleParts.testCase(
          1,
          [1, 0, 1, 1],
          0,
          expected: [
            pick(
              "The report is posted and the recipe screen comes back",
              "投稿が完了し、レシピ画面に戻る"
            )
          ],
          rules: [0],
          priority: .high
        ),
        SampleParts.testCase(
          2,
          [0, nil, 1, 2],
          0,
          state: .changed,
          expected: [pick("The login screen appears", "ログイン画面を表示する")],
          rules: [1],
          priority: .medium
        ),
        SampleParts.testCase(
          6,
          [0, nil, 4, 0],
          0,
          status: .contradictory,
          expected: ["a", "b"],
          rules: [1, 4],
          questions: ["Q-77AA0B1C"],
          invalid: true
        ),
        SampleParts.testCase(
          4,
          [1, 1, 2, 1],
          1,
          state: .new,
          status: .undefined,
          questions: ["Q-3F9A2C7D"]
        ),
        SampleParts.testCase(
          5,
          [1, 0, 3, 3],
          2,
          expected: [
            pick("An error banner appears", "エラーバナーを表示する"),
            pick("What was entered is kept", "入力内容を保持する"),
          ],
          rules: [2]
        ),
        SampleParts.testCase(
          7,
          [1, 1, 1, 0],
          2,
          state: .new,
          status: .undecided,
          rules: [3],
          questions: ["Q-0C0FFEE0"]
        ),
      ],
      retired: [TestMatrix.Retired(id: "POST-003", code: "")]
    )
  }
}
