import Diagnostics
import Testing
import Text
import Workbooks
import YAMLSyntax

import enum Specification.CaseKind
import struct Specification.Catalogue
import enum Specification.Depth
import enum Specification.Language
import struct Specification.Specification
import func Specification.decodeSpecification

@testable import Reporting
@testable import TestDesign

/// Tables of specs that are read, analysed and expanded as the program does it.
@Suite struct ReportTests {
  private func specification(_ yaml: String) throws -> Specification {
    let tree = parseYAML(SourceFile(path: "specs/t.yaml", text: yaml))
    let decoded = decodeSpecification(
      try #require(tree.value, "\(tree.diagnostics)"),
      path: "specs/t.yaml",
      catalogue: .standard
    )
    return try #require(decoded.value, "\(decoded.diagnostics)")
  }

  private func report(_ yaml: String) throws -> Report {
    let specification = try specification(yaml)
    let analysed = try analyse(specification, today: CalendarDate(number: 20_000))
    let analysis = try #require(analysed.value, "\(analysed.diagnostics)")
    return Report(
      specification,
      analysis.analysis,
      try analysis.cases(earlier: nil),
      toolVersion: "0.1.0",
      catalogue: .standard
    )
  }

  /// The texts of a column, row by row.
  private func column(_ role: ReportColumn.Role, _ table: ReportTable?) throws -> [String] {
    let table = try #require(table)
    let index = try #require(table.index(of: role))
    return table.rows.map { text($0.cells[index]) }
  }

  private func text(_ cell: ReportCell) -> String {
    switch cell.content {
    case .empty: ""
    case .text(let text): text
    case .number(let number): String(number)
    case .tally, .share: cell.shownText
    case .saved(let cell): cell.plainText
    }
  }

  private let japanese = """
    specmatrix: 1
    id: T
    feature: つくれぽを投稿する
    language: ja
    owner: 企画チーム
    states:
      login: {label: ログイン状態, values: {guest: 未ログイン, member: ログイン済み}}
      plan:
        label: 会員種別
        values: {free: 無料会員, premium: プレミアム会員}
        only_when: {login: member}
    data:
      photos: {label: 写真の枚数, range: 1..4}
    operations:
      submit: 投稿ボタンをタップする
      text_input:
        length: 1..140
    dismissed:
      rotate: 縦画面固定のため
    rules:
      submit:
        - id: post-ok
          when: {login: member, photos: valid}
          then: [投稿が完了する, レシピ画面に戻る]
          priority: high
        - id: post-guest
          when: {login: guest}
          then: ログイン画面を表示する
      text_input/any:
        id: input
        when:
          - {login: member}
          - {photos: not 4}
        then: 文字を表示する
      text_input/141:
        id: other
        then: 入力を止める
      text_input/1:
        id: free-input
        when: {plan: free}
        question: 1文字でもよいか？
        ask: 法務
        until: 2030-01-31
    """

  @Test func casesSayWhatToDoAndWhatToSee() throws {
    let cases = try #require(try report(japanese)[.cases])
    for row in cases.rows {
      func cell(_ role: ReportColumn.Role) throws -> String {
        text(row.cells[try #require(cases.index(of: role))])
      }
      let setup = try cell(.setup)
      let login = try cell(.factor(0))
      let plan = try cell(.factor(1))
      #expect(setup.split(separator: /[\n／]|（その他）/).contains { $0 == "ログイン状態：\(login)" })
      #expect((plan == "–") == (login == "未ログイン"))
      #expect(setup.contains("会員種別") == (plan != "–"))
      let operation = try cell(.operation)
      // Each operation is an instruction by itself, and an empty text is entered in the catalogue's words; the text has a column of its own.
      let step = operation == "文字を入力する（空）" ? "入力欄を空にする" : operation
      #expect(try cell(.steps) == step)
      let sample = try cell(.sample)
      #expect(sample.hasPrefix("あ") || sample == (operation == "文字を入力する（空）" ? "（空）" : ""))
      #expect(sample.isEmpty != operation.hasPrefix("文字を入力する"))
      #expect(try cell(.title).hasPrefix(operation))
      let expected = try cell(.expected)
      #expect(expected.hasPrefix("? Q-") == !(try cell(.question).isEmpty))
      if try cell(.rule) == "post-ok" {
        #expect(expected == "・投稿が完了する\n・レシピ画面に戻る")
        #expect(try cell(.priority) == "高")
      }
    }
    #expect(cases.rows.count > 5)
  }

  private let shop = """
    specmatrix: 1
    id: S
    feature: Buy
    traits: []
    states:
      plan: {values: {free: , plus: {note: "120 characters, the most a bank sends"}}, note: As billed.}
      country: {label: Country, values: [japan, france]}
    operations:
      buy: {label: Tap Buy, note: Twice a day at most.}
      back: {variants: {gesture: , door: By the door}}
      network_error: {label: The shop is offline}
      call: {label: A call comes in, is: interruption}
      server_error:
      show: {label: The shop opens, parts: {price: Price, photo: Photo}}
    rules:
      buy: {plan: {free: It is sold, plus: It is sold at half price}}
      back, network_error, server_error, call: The list is shown
      show/price: {plan: {plus: {then: Half the price is shown}}}
    """

  /// By operation and first line of the setup: a cell of the first such case.
  private func cells(
    _ role: ReportColumn.Role,
    of report: Report
  ) throws -> [(operation: String, text: String)] {
    Array(zip(try column(.operation, report[.cases]), try column(role, report[.cases])))
      .map { (operation: $0, text: $1) }
  }

  @Test func stepsTellHowTheOperationIsBroughtAbout() throws {
    let steps = Dictionary(
      try cells(.steps, of: try report(shop)).map { ($0.operation, $0.text) }
    ) { first, second in
      #expect(first == second)
      return first
    }
    #expect(steps["Tap Buy"] == "Tap Buy.\nNote: Twice a day at most.")
    #expect(steps["Going back (by a swipe)"] == "Go back with a swipe from the edge of the screen.")
    #expect(steps["Going back (By the door)"] == "Go back with the back button (By the door).")
    #expect(
      steps["The shop is offline (offline)"]
        == "The shop is offline (offline): Tap what sends or loads something while the phone is offline (airplane mode)."
    )
    #expect(
      steps["A call comes in"]
        == "A call comes in: Let a call or an alarm interrupt the app, then return to it."
    )
    #expect(
      steps["Server error (maintenance)"]
        == "Tap what sends or loads something while the test server is in maintenance."
    )
    let inJapanese = try report(shop.replacing("traits: []", with: "traits: []\nlanguage: ja"))
    let japanese = Dictionary(
      try cells(.steps, of: inJapanese).map { ($0.operation, $0.text) }
    ) { first, _ in first }
    #expect(japanese["戻る（スワイプ）"] == "画面の端からスワイプして戻る")
    #expect(japanese["戻る（By the door）"] == "戻るボタンで前の画面に戻る（By the door）")
    #expect(
      japanese["The shop is offline（オフライン）"]
        == "The shop is offline（オフライン）：オフラインの状態（機内モード）で送信や再読み込みなど通信が発生する操作を行う"
    )
  }

  @Test func setupNamesWhatMattersFirstWithItsNotes() throws {
    let report = try report(shop)
    let plans = try column(.factor(0), report[.cases])
    let countries = try column(.factor(1), report[.cases])
    let setups = try cells(.setup, of: report)
    for (number, setup) in setups.enumerated() where setup.operation == "Tap Buy" {
      let plan =
        plans[number] == "Plus" ? "Plus, 120 characters, the most a bank sends" : plans[number]
      #expect(setup.text == "Plan: \(plan) (As billed.)\nAlso – Country: \(countries[number])")
    }
    let back = try #require(setups.first { $0.operation.hasPrefix("Going back") })
    // Nothing matters there: one line.
    #expect(back.text.contains("; Country: "))
    #expect(!back.text.contains("\n"))
  }

  /// The columns in sight, then those that are folded, whatever the spec: a column that comes and goes moves the others.
  @Test func columnsStandInOneOrderAlways() throws {
    for yaml in [shop, japanese] {
      let report = try report(yaml)
      let cases = try #require(report[.cases])
      let roles = cases.columns.map(\.role)
      let fixed: [ReportColumn.Role] = [
        .id, .title, .setup, .steps, .sample, .expected, .result, .tester, .testedOn, .device,
        .defect,
        .evidence, .note, .recheck, .depth, .kind, .priority, .rule, .question,
      ]
      #expect(Array(roles.prefix(fixed.count)) == fixed)
      let factors = roles.count - fixed.count - 1
      #expect(
        Array(roles.dropFirst(fixed.count)) == [.operation] + (0..<factors).map { .factor($0) }
      )
      #expect(
        cases.columns.map(\.isFolded)
          == fixed.map { _ in false } + Array(repeating: true, count: factors + 1)
      )
      let questions = try #require(report[.questions])
      let shown: [ReportColumn.Role] = [
        .number, .question, .answerKind, .answer, .decideBy, .answeredBy, .refusal, .ask,
        .nearestRule, .comment,
      ]
      let folded: [ReportColumn.Role] = [
        .id, .answeredOn, .kind, .operation, .condition, .example, .followUp,
        .combinations, .relatedCases, .options,
      ]
      #expect(questions.columns.map(\.role) == shown + folded + [.fingerprint])
      #expect(questions.columns.filter(\.isFolded).map(\.role) == folded)
      // From the number to the status, all is in sight on a screen of 1280 pixels.
      let widths = questions.columns.prefix(7).map(\.room.width.upperBound)
      #expect(widths.reduce(0) { $0 + $1 * 7 + 5 } <= 1180)
    }
  }

  /// What most cases have in common is said once above them; the whole stands where there is nothing above.
  @Test func usualSetupIsSaidOnceAboveTheCases() throws {
    let cases = try #require(try report(shop)[.cases])
    #expect(
      cases.head.dropFirst() == [
        .line("Unless the setup says otherwise – Plan: Free; Country: Japan")
      ]
    )
    let setup = try #require(cases.index(of: .setup))
    for row in cases.rows {
      let cell = row.cells[setup]
      #expect(text(cell).contains("Country: "))
      #expect(!cell.shownText.contains("Country: Japan"))
      #expect(cell.shownText.contains("Country: France") == text(cell).contains("Country: France"))
      #expect(!cell.shownText.isEmpty)
    }
    let login = try #require(try report(japanese)[.cases])
    #expect(
      login.head.dropFirst() == [
        .line("共通の前提条件（前提条件の欄に書かれていない場合）：ログイン状態：未ログイン／会員種別：無料会員（ログイン済みの場合）／写真の枚数：2")
      ]
    )
  }

  @Test func everySheetSaysWhatItIsFor() throws {
    for (yaml, language) in [(shop, Language.english), (japanese, .japanese)] {
      for table in try report(yaml).tables {
        #expect(table.head.first == .line(table.name.purpose(language)))
      }
    }
    let purposes = ReportTable.Name.allCases.map { $0.purpose(.english) }
    #expect(Set(purposes).count == purposes.count)
    #expect(
      ReportTable.Name.questions.purpose(.english)
        .hasPrefix("To settle the spec, not to verify the product.")
    )
  }

  @Test func depthAndKindAreNamedInBothLanguages() throws {
    let specification = try specification(shop)
    let analysis = try #require(
      try analyse(specification, today: CalendarDate(number: 20_000)).value
    ).analysis
    for language in [Language.english, .japanese] {
      var spec = specification
      spec.language = language
      let source = ReportSource(spec, analysis)
      let depths = Depth.allCases.map(source.name(of:))
      let kinds = CaseKind.allCases.map(source.name(of:))
      if language == .english {
        #expect(depths == ["Review", "Relevant", "All"])
        #expect(kinds == ["Normal", "Invalid input", "Failure", "Interruption"])
      } else {
        #expect(depths == ["レビュー", "関連", "すべて"])
        #expect(kinds == ["正常系", "準正常系", "異常系", "中断・復帰"])
      }
    }
  }

  @Test func casesOfPartsSayWhatIsExpectedOfEach() throws {
    let specification = try specification(shop)
    let checked = try analyse(specification, today: CalendarDate(number: 20_000))
    let analysed = try #require(checked.value)
    let values = specification.operationValues
    let price = try #require(values.firstIndex { $0.id == "show/price" })
    let question = try #require(
      analysed.analysis.openQuestions.first { $0.message.contains("Photo") }
    )
    let rule = try #require(specification.rules.firstIndex { $0.id == "show-price-plus" })
    var testCase = TestCase(
      id: "S-001",
      state: .new,
      combination: Combination(values: [1, 0], operation: price),
      status: .defined,
      expected: ["Price: Half the price is shown"],
      rules: [],
      questions: [question.id],
      kind: .normal,
      priority: .medium
    )
    testCase.parts = [
      TestCase.Part(
        operationValue: price,
        status: .defined,
        expected: ["Half the price is shown"],
        rules: [rule],
        questions: []
      ),
      TestCase.Part(
        operationValue: price + 1,
        status: .undefined,
        expected: [],
        rules: [],
        questions: [question.id]
      ),
    ]
    let matrix = TestMatrix(strength: 2, cases: [testCase], retired: [])
    let report = Report(specification, analysed.analysis, matrix, toolVersion: "0")
    #expect(
      try column(.expected, report[.cases])
        == [
          "Price: Half the price is shown\nPhoto: ? \(question.id) The spec does not say what happens."
        ]
    )
    #expect(try column(.operation, report[.cases]) == ["The shop opens"])
    #expect(try column(.rule, report[.cases])[0] == "show-price-plus")
    #expect(try column(.steps, report[.cases]) == ["The shop opens."])
    // Several results of a part stand below its label.
    testCase.parts[0].expected = ["A", "B"]
    let several = ReportSource(specification, analysed.analysis, matrix).expected(of: testCase)
    #expect(text(several).hasPrefix("Price:\n• A\n• B\nPhoto: ? Q-"))
  }

  @Test func casesStandInReadingOrder() throws {
    let report = try report(shop)
    let operations = try column(.operation, report[.cases])
    var seen: [String] = []
    for operation in operations where seen.last != operation { seen.append(operation) }
    #expect(Set(seen).count == seen.count)
    #expect(seen.first == "Tap Buy")
    let titles = try column(.title, report[.cases])
    #expect(Set(titles).count == titles.count)
  }

  @Test func longSamplesAreCutOnlyWhereSpaceIsShort() throws {
    func sample(_ length: Int) throws -> ReportCell {
      let yaml = japanese.replacing("141", with: "\(length + 1)").replacing(
        "140",
        with: "\(length)"
      )
      let cases = try #require(try report(yaml)[.cases])
      let index = try #require(cases.index(of: .sample))
      return try #require(
        cases.rows.map { $0.cells[index] }.first { text($0).count == length }
      )
    }
    #expect(try sample(140).brief == nil)
    let brief = try #require(try sample(400).brief)
    #expect(brief.count < 200)
    #expect(brief.hasSuffix("…（全文は「因子・水準」シート）"))
  }

  @Test func casesOfAContradictionListTheDisagreeingResults() throws {
    let cases = try report(japanese)[.cases]
    let contradictory = try column(.expected, cases).filter {
      $0.contains("入力を止める") && $0.hasPrefix("?")
    }
    #expect(contradictory.allSatisfy { $0.contains("\n・") })
    let rules = try column(.rule, cases)
    // A rule's place in the file is no part of its name: it changes with every comment.
    #expect(rules.contains("post-guest"))
  }

  @Test func questionsAreForPeople() throws {
    let report = try report(japanese)
    let questions = try #require(report[.questions])
    let kinds = try column(.kind, questions)
    #expect(kinds.contains("未定義"))
    #expect(kinds.contains("未決定"))
    let undecided = try #require(kinds.firstIndex(of: "未決定"))
    #expect(try column(.ask, questions)[undecided] == "法務\n2030-01-31まで")
    // What the spec says nearby, in words: the rule that would decide but for the question.
    #expect(
      try column(.nearestRule, questions)[undecided]
        == "一般に、ログイン済みの場合：\n文字を表示する\n（input）"
    )
    for (ids, row) in zip(try column(.relatedCases, questions), questions.rows) {
      #expect(ids.hasPrefix("T-"))
      let index = try #require(questions.index(of: .relatedCases))
      guard case .row(of: .cases, let key) = row.cells[index].link else {
        Issue.record("no link")
        continue
      }
      #expect(report[.cases]?.row(named: key) != nil)
    }
  }

  @Test func columnsForPeopleAreEmptyAndSaySo() throws {
    for table in try report(japanese).tables {
      for (number, column) in table.columns.enumerated() where column.kind == .people {
        let content: ReportCell.Content = column.role == .refusal ? .text("未回答") : .empty
        #expect(table.rows.allSatisfy { $0.cells[number].content == content })
      }
      #expect(Set(table.columns.map(\.heading)).count == table.columns.count)
      #expect(Set(table.rows.map(\.key)).count == table.rows.count)
    }
  }

  @Test func rulesAreADecisionTable() throws {
    let rules = try report(japanese)[.rules]
    #expect(
      try column(.id, rules)
        == ["post-ok", "post-guest", "input（1/2）", "input（2/2）", "other", "free-input"]
    )
    #expect(
      try column(.factor(0), rules) == ["ログイン済み", "未ログイン", "ログイン済み", "問わない", "問わない", "問わない"]
    )
    #expect(try column(.factor(2), rules)[0] == "有効な値")
    #expect(try column(.factor(2), rules)[3] == "1〜3")
    #expect(try column(.expected, rules)[5] == "? 1文字でもよいか？")
    #expect(try column(.kind, rules)[5] == "未決定")
  }

  @Test func factorsShowValuesAndWhatWasDismissed() throws {
    let factors = try report(japanese)[.factors]
    let ids = try column(.valueID, factors)
    #expect(
      Array(ids.prefix(9)) == ["guest", "member", "free", "premium", "0", "1", "2", "3", "4"]
    )
    #expect(try column(.validity, factors)[4] == "無効")
    #expect(try column(.onlyWhen, factors)[2] == "ログイン済みの場合")
    #expect(try column(.factorKind, factors).last == "検討のうえ対象外")
    #expect(try column(.note, factors).last == "理由：縦画面固定のため")
    #expect(try column(.value, factors).last != "rotate")
  }

  @Test func summaryCounts() throws {
    let report = try report(japanese)
    let cases = try #require(report[.cases]).rows.count
    let questions = try #require(report[.questions]).rows.count
    func lines(_ heading: String) throws -> [String] {
      try #require(report.summary.sections.first { $0.heading == heading }).lines.map {
        "\($0.label) \(text($0.cell))" + ($0.whole.map { " of \($0)" } ?? "")
      }
    }
    #expect(report.summary.heading == "つくれぽを投稿する")
    #expect(
      report.summary.sections.map(\.heading) == [
        "このブックについて", "お願いしたいこと", "仕様の確認", "テストの実施状況", "規模",
      ]
    )
    #expect(try lines("このブックについて").contains("返送先 企画チーム"))
    #expect(try lines("このブックについて").contains("最初の回答期限 2030-01-31"))
    #expect(
      try lines("仕様の確認") == [
        "確認事項 \(questions)", "回答済み 0 of 0", "未回答 \(questions) of 0",
        "未回答：法務（2030-01-31まで） 1", "未回答：企画チーム \(questions - 1)",
      ]
    )
    #expect(
      try lines("テストの実施状況") == [
        "テストケース \(cases)", "OK 0 of 0", "NG 0 of 0", "ブロック 0 of 0", "未実施 \(cases) of 0",
        "対象外 0 of 0", "その他の記入 0 of 0", "要再確認 0 of 0", "無効（再テスト） 0 of 0",
      ]
    )
  }

  @Test func summaryCountsAgreedOperations() throws {
    let specification = try specification(shop)
    let analysed = try #require(
      try analyse(specification, today: CalendarDate(number: 20_000)).value
    )
    var states = SpecAgreement(noneOf: specification)
    states.states[0] = .agreed(AgreementLedger.Entry(operation: "a", fingerprint: "b"))
    let report = Report(
      specification,
      analysed.analysis,
      try analysed.cases(earlier: nil),
      toolVersion: "0",
      outcomes: ReportOutcomes(tables: analysed.outcomeTablesWithinLimits(), agreement: states)
    )
    let agreement = try #require(report.summary.sections.first { $0.heading == "Agreement" })
    #expect(
      agreement.lines.map { text($0.cell) } == [String(specification.operations.count), "1"]
    )
    #expect(agreement.lines[1].whole == 0)
  }

  /// However testers write it; what they are to check again and what is void is counted apart.
  @Test(arguments: [
    ("OK", "OK"), ("ok", "OK"), ("ＯＫ", "OK"), ("○", "OK"), ("〇", "OK"), ("Pass", "OK"), ("済", "OK"),
    ("NG", "NG"), ("×", "NG"), ("Fail", "NG"), ("ｆａｉｌｅｄ", "NG"), ("△", "Blocked"),
    ("blocked", "Blocked"),
    ("ブロック", "Blocked"), ("", "Not run"), ("未実施", "Not run"), ("N/A", "N/A"), ("対象外", "N/A"),
    ("looks odd", "Other entries"),
  ])
  func resultsAreCountedHoweverTheyAreWritten(entry: String, label: String) throws {
    var report = try report(shop)
    let number = try #require(report.tables.firstIndex { $0.name == .cases })
    let result = try #require(report.tables[number].index(of: .result))
    let recheck = try #require(report.tables[number].index(of: .recheck))
    let count = report.tables[number].rows.count
    for row in report.tables[number].rows.indices {
      report.tables[number].rows[row].cells[result] = .text(entry)
    }
    let section = try #require(report.summary.sections.first { $0.heading == "Test results" })
    func counted() throws -> [String: Int] {
      Dictionary(
        try section.lines.map { line in
          guard case .tally(let tally) = line.cell.content else {
            throw CancellationError()
          }
          return (line.label, report.tables[number].count(of: tally))
        }
      ) { first, _ in first }
    }
    #expect(try counted()[label] == count)
    #expect(try counted().values.reduce(0, +) == 2 * count, "each case in one line, and in the sum")
    report.tables[number].rows[0].cells[recheck] = .text("Check again")
    report.tables[number].rows[1].cells[recheck] = .text("Void: test again")
    let isRun = !entry.isEmpty
    #expect(try counted()["Check again"] == (isRun ? 1 : 0))
    #expect(try counted()["Void: test again"] == (isRun ? 1 : 0))
    #expect(try counted()[label] == (isRun ? count - 2 : count))
  }

  @Test func nothingOpenMakesAnEmptyListOfQuestions() throws {
    let report = try report(
      """
      specmatrix: 1
      id: E
      feature: Empty
      states: {plan: [free, premium]}
      operations: {submit: Tap submit}
      rules:
        submit:
          plan:
            free: It is sent
            premium: It is sent first
      """
    )
    #expect(report[.questions]?.rows == [])
    #expect(try column(.expected, report[.cases]) == ["It is sent", "It is sent first"])
    #expect(try column(.steps, report[.cases]) == ["Tap submit.", "Tap submit."])
    #expect(report[.questions]?.emptyRows == 3)
  }

  @Test(arguments: [
    ("0", ReportCell.number(0)), ("999999999999999", .number(999_999_999_999_999)),
    ("1000000000000000", .text("1,000,000,000,000,000")),
    ("12345678901234567890123", .text("12,345,678,901,234,567,890,123")),
  ])
  func countsOfAnySizeKeepTheirDigits(decimal: String, cell: ReportCell) {
    #expect(ReportCell.count(decimal) == cell)
  }
}
