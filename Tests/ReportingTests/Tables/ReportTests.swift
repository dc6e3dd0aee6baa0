import Diagnostics
import Reporting
import TestDesign
import Testing
import Text
import Workbooks
import YAMLSyntax

import struct Specification.Catalogue
import struct Specification.Specification
import func Specification.decodeSpecification

/// Tables of specs that are read, analysed and expanded as the program does it.
@Suite struct ReportTests {
  private func report(_ yaml: String) throws -> Report {
    let tree = parseYAML(SourceFile(path: "specs/t.yaml", text: yaml))
    let decoded = decodeSpecification(
      try #require(tree.value, "\(tree.diagnostics)"),
      path: "specs/t.yaml",
      catalogue: .standard
    )
    let specification = try #require(decoded.value, "\(decoded.diagnostics)")
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
      #expect(setup.hasPrefix("ログイン状態：\(login)\n"))
      #expect((plan == "–") == (login == "未ログイン"))
      #expect(setup.contains("会員種別") == (plan != "–"))
      let operation = try cell(.operation)
      let isTyping = try cell(.area) != "投稿ボタンをタップする"
      let step = isTyping && !operation.hasPrefix("文字を入力する") ? "「\(operation)」を実施する" : operation
      #expect(try cell(.steps) == "1. 前提条件を整える\n2. \(step)\n3. 期待結果と一致することを確認する")
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
    #expect(
      try column(.steps, report[.cases])[0]
        == "1. Set up the preconditions.\n2. Tap submit.\n3. Compare with the expected result."
    )
    #expect(try column(.priority, report[.cases]) == ["", ""])
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
