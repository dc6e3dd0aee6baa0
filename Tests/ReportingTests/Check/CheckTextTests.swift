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
    try expectRecorded(CheckReport(specs: [spec]).text(), "sample.txt")
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
    try expectRecorded(report.concise(), "sample-concise.txt")
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
