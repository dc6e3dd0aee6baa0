import Diagnostics
import Testing
import Text
import Workbooks
import YAMLSyntax

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
    let analysed = try analyse(specification, today: CalendarDay(number: 20_000))
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
    case .tally(let tally): String(tally.counted)
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
      // Each operation is an instruction by itself, and an empty text is entered in the catalogue's words.
      let step = operation == "文字を入力する（空）" ? "入力欄を空にする" : operation
      #expect(try cell(.steps) == step)
      #expect(try cell(.title).hasPrefix(operation))
      let expected = try cell(.expected)
      #expect(expected.hasPrefix("? Q-") == !(try cell(.question).isEmpty))
      if try cell(.rule).hasPrefix("post-ok（") {
        #expect(expected == "・投稿が完了する\n・レシピ画面に戻る")
        #expect(try cell(.priority) == "高")
      }
      #expect(try cell(.testData).contains("写真の枚数："))
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
    #expect(steps["Tap Buy"] == "Tap Buy.\nTwice a day at most.")
    #expect(steps["Going back (by a swipe)"] == "Go back with a swipe from the edge of the screen.")
    #expect(steps["Going back (By the door)"] == "Go back with the back button (By the door).")
    #expect(
      steps["The shop is offline (offline)"]
        == "The shop is offline (offline): Switch on airplane mode, then do what needs the network."
    )
    #expect(
      steps["A call comes in"]
        == "A call comes in: Let a call or an alarm interrupt the app, then return to it."
    )
    #expect(
      steps["Server error (maintenance)"]
        == "Put the test server into maintenance, then do what calls the server."
    )
    let inJapanese = try report(shop.replacing("traits: []", with: "traits: []\nlanguage: ja"))
    let japanese = Dictionary(
      try cells(.steps, of: inJapanese).map { ($0.operation, $0.text) }
    ) { first, _ in first }
    #expect(japanese["戻る（スワイプ）"] == "画面の端からスワイプして戻る")
    #expect(japanese["戻る（By the door）"] == "戻るボタンで前の画面に戻る（By the door）")
    #expect(
      japanese["The shop is offline（オフライン）"]
        == "The shop is offline（オフライン）：機内モードをオンにしてから、通信が発生する操作を行う"
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

  @Test func aColumnOfTheProgramThatIsConstantIsLeftOut() throws {
    let cases = try #require(try report(shop)[.cases])
    for role in [ReportColumn.Role.feature, .state, .priority, .testData] {
      #expect(cases.index(of: role) == nil, "\(role)")
    }
    for (number, column) in cases.columns.enumerated() where column.kind == .generated {
      let contents = Set(cases.rows.map { $0.cells[number].content })
      #expect(contents.count > 1, "\(column.heading)")
    }
    #expect(cases.columns[0].role == .id)
    #expect(cases.columns[1].role == .title)
    for role in [ReportColumn.Role.result, .testedOn, .tester, .device, .build, .note] {
      #expect(cases.index(of: role) != nil)
    }
  }

  @Test func depthAndKindAreNamedInBothLanguages() throws {
    let specification = try specification(shop)
    let analysis = try #require(
      try analyse(specification, today: CalendarDay(number: 20_000)).value
    ).analysis
    for language in [Language.english, .japanese] {
      var spec = specification
      spec.language = language
      let source = ReportSource(spec, analysis)
      let depths = Depth.allCases.map(source.name(of:))
      let kinds = TestCase.Kind.allCases.map(source.name(of:))
      if language == .english {
        #expect(depths == ["Review", "Relevant", "All"])
        #expect(kinds == ["Normal", "Invalid input", "Failure"])
      } else {
        #expect(depths == ["レビュー", "関連", "すべて"])
        #expect(kinds == ["正常系", "準正常系", "異常系"])
      }
    }
  }

  @Test func casesOfPartsSayWhatIsExpectedOfEach() throws {
    let specification = try specification(shop)
    let checked = try analyse(specification, today: CalendarDay(number: 20_000))
    let analysed = try #require(checked.value)
    let values = specification.operationValues
    let price = try #require(values.firstIndex { $0.id == "show/price" })
    let question = try #require(
      analysed.analysis.openQuestions.first { $0.message.contains("Photo") }
    )
    let rule = try #require(specification.rules.firstIndex { $0.id == "show-price-plus" })
    var testCase = TestCase(
      number: 1,
      id: "S-001",
      state: .new,
      combination: Combination(values: [1, 0], operation: price),
      status: .defined,
      expected: ["Price: Half the price is shown"],
      rules: [],
      questions: [question.id],
      kind: .normal
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
    let matrix = TestMatrix(strength: 2, cases: [testCase], retired: [], lastNumber: 1)
    let report = Report(specification, analysed.analysis, matrix, toolVersion: "0")
    #expect(
      try column(.expected, report[.cases])
        == ["Price: Half the price is shown\nPhoto: ? \(question.id) \(question.message)"]
    )
    #expect(try column(.operation, report[.cases]) == ["The shop opens"])
    #expect(try column(.rule, report[.cases])[0].hasPrefix("show-price-plus (line "))
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
    let cases = try #require(try report(japanese)[.cases])
    let index = try #require(cases.index(of: .testData))
    let long = try #require(
      cases.rows.map { $0.cells[index] }.first { text($0).contains("（140文字）") }
    )
    let brief = try #require(long.brief)
    #expect(text(long).count > 140)
    #expect(brief.count < 120)
    #expect(brief.contains("…」（140文字）"))
    #expect(brief.hasSuffix("全文は「因子・水準」シートにあります。"))
  }

  @Test func casesOfAContradictionListTheDisagreeingResults() throws {
    let cases = try report(japanese)[.cases]
    let contradictory = try column(.expected, cases).filter {
      $0.contains("入力を止める") && $0.hasPrefix("?")
    }
    #expect(contradictory.allSatisfy { $0.contains("\n・") })
    let rules = try column(.rule, cases)
    #expect(rules.contains { $0.hasPrefix("post-guest（") })
  }

  @Test func questionsAreForPeople() throws {
    let report = try report(japanese)
    let questions = try #require(report[.questions])
    let kinds = try column(.kind, questions)
    #expect(kinds.contains("未定義"))
    #expect(kinds.contains("未決定"))
    let undecided = try #require(kinds.firstIndex(of: "未決定"))
    #expect(try column(.decideBy, questions)[undecided] == "2030-01-31")
    #expect(try column(.ask, questions)[undecided] == "法務")
    let lines = japanese.split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.hasSuffix("id: free-input") }) + 1
    #expect(try column(.nearestRule, questions)[undecided] == "free-input（\(line)行目）")
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
        #expect(table.rows.allSatisfy { $0.cells[number].content == .empty })
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
    let lines = report.summary.sections.flatMap(\.lines)
    let cases = try #require(report[.cases]).rows.count
    let questions = try #require(report[.questions]).rows.count
    func value(_ section: Int, _ line: Int) -> String {
      text(report.summary.sections[section].lines[line].cell)
    }
    #expect(report.summary.heading == "つくれぽを投稿する")
    #expect(lines.contains { text($0.cell) == "仕様の明確化（自動生成）" })
    #expect(lines.contains { text($0.cell) == "specmatrix 0.1.0" })
    #expect(value(2, 0) == String(questions))
    #expect(value(2, 1) == String(questions))
    #expect(value(3, 0) == String(cases))
    #expect((0..<5).map { value(4, $0) } == ["0", "0", "0", String(cases), "0"])
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
    // What is the same for all cases tells nothing.
    #expect(report[.cases]?.index(of: .priority) == nil)
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
