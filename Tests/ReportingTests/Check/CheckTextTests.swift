import Reporting
import TestDesign
import TestSupport
import Testing

@Suite struct CheckTextTests {
  @Test func showsAQuestionWithAllThatHelpsToAnswerIt() throws {
    let spec = try SampleCheck.check(
      [SampleCheck.question()],
      cases: ["Q-00000001": ["POST-004", "POST-007"]]
    )
    #expect(
      CheckReport(specs: [spec]).text() == """
        specs/post.yaml:14:3: error[undefined-expectation]: 通信エラーが起きたとき、プレミアム会員では、どうなるべきですか？
           |
        14 |   network_error: {variants: [offline, timeout]}
           |   ^^^^^^^^^^^^^
           |
           = help: 確認事項1、Q-00000001：約3.2 × 10^28通りのうち12通り
           = help: 確認先：企画チーム
           = help: 最も近いルール：未ログインの場合だけです
           = help: よくある確認：再送しますか？
           = help: a hint
           = help: 該当するケース：POST-004, POST-007
           = help: 回答するには、`rules`に追加：
                   network_error:
                     login:
                       member: ここに期待結果を書く

        POST：約3.2 × 10^28通り、99.9 %が決定済み、未定義12通り；確認事項1件（未定義1）

        仕様1件を確認：エラー1件

        """
    )
  }

  @Test func showsThreeQuestionsOfAnOperationAndCountsTheOthers() throws {
    let questions = (1...5).map { SampleCheck.question($0, combinations: "700") }
    let report = CheckReport(specs: [
      try SampleCheck.check(questions + [SampleCheck.unreachable])
    ])
    let short = report.text()
    #expect(short.contains("Q-00000003"))
    #expect(!short.contains("Q-00000004"))
    #expect(
      short.contains(
        "\n… network_errorの確認事項がほかに2件（最大1,400通り）（--all）\n"
      )
    )
    #expect(short.contains("確認事項5件（未定義5）"))
    #expect(short.contains("仕様1件を確認：エラー5件、警告1件"))

    let full = report.text(limit: nil)
    #expect(full.contains("Q-00000005"))
    #expect(!full.contains("--all"))
  }

  @Test func saysThatOneQuestionLeftOutHasExactlySoManyCombinations() throws {
    let questions = (1...4).map { SampleCheck.question($0, combinations: "1") }
    let text = CheckReport(specs: [try SampleCheck.check(questions)]).text()
    #expect(text.contains("… network_errorの確認事項がほかに1件（1通り）（--all）"))
  }

  @Test func saysWhereNotAllQuestionsAreListed() throws {
    let report = CheckReport(specs: [try SampleCheck.check([], incomplete: [1, 0])])
    let note =
      "specs/post.yaml: note[incomplete-list]: network_error, submitの確認事項は一部だけを表示"
    #expect(report.text().contains(note))
    #expect(report.concise().contains(note))
  }

  @Test func coloursOnlyWhereAsked() throws {
    let report = CheckReport(specs: [try SampleCheck.check([SampleCheck.question()])])
    #expect(!report.text().contains("\u{1B}["))
    #expect(report.text(usesColor: true).contains("\u{1B}[1;31merror[undefined-expectation]"))
    #expect(report.concise(usesColor: true).contains("\u{1B}["))
  }

  @Test func writesOneLineForEachMessage() throws {
    var finding = SampleCheck.question()
    finding.message = "first line\nsecond \u{1B}[31mline"
    let report = CheckReport(specs: [
      SampleCheck.invalid, try SampleCheck.check([finding, SampleCheck.unreachable]),
    ])
    #expect(
      report.concise() == """
        specs/bad.yaml:2:1: error[duplicate-key]: the key `feature` stands twice
        specs/bad.yaml: note[hint]: only a remark
        specs/post.yaml:14:3: error[undefined-expectation]: first line\\nsecond <U+001B>[31mline
        specs/post.yaml:17:11: warning[unreachable-expectation]: `post-ok` wins nowhere
        仕様2件を確認：エラー2件、警告1件、注記1件

        """
    )
  }

  @Test func saysNothingWhereNoSpecWasFound() {
    let report = CheckReport(
      specs: [],
      failedPaths: [.init(path: "nope", reason: "No such file or directory")]
    )
    #expect(report.text() == "")
    #expect(report.concise() == "")
    #expect(report.tally.errors == 1)
  }
}
