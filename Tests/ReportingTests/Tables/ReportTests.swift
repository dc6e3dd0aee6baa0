import Diagnostics
import TestSupport
import Testing
import Text
import Workbooks

import enum Specification.CaseKind
import enum Specification.Depth
import enum Specification.Language

@testable import Reporting
@testable import TestDesign

/// Tables of specs, read, analysed and expanded as the program does.
@Suite struct ReportTests {
  private func column(_ role: ReportColumn.Role, _ table: ReportTable?) throws -> [String] {
    let table = try #require(table)
    let index = try #require(table.index(of: role))
    return table.rows.map { $0.cells[index].wholeText }
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

  @Test func everySheetSaysWhatItIsFor() {
    let purposes = ReportTable.Name.allCases.map { $0.purpose(.english) }
    #expect(Set(purposes).count == purposes.count)
    #expect(
      ReportTable.Name.questions.purpose(.english)
        .hasPrefix("To settle the spec, not to verify the product.")
    )
  }

  @Test func depthAndKindAreNamedInBothLanguages() throws {
    let analysed = try SpecText.analysed(shop)
    for language in [Language.english, .japanese] {
      var spec = analysed.specification
      spec.language = language
      let source = ReportSource(spec, analysed.analysis)
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
    let analysed = try SpecText.analysed(shop)
    let specification = analysed.specification
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
    #expect(several.wholeText.hasPrefix("Price:\n• A\n• B\nPhoto: ? Q-"))
  }

  @Test func longSamplesAreWholeAndMakeNoRowHigher() throws {
    let report = try RecordedReportTests.report(
      """
      specmatrix: 1
      id: T
      feature: 投稿
      language: ja
      traits: []
      operations: {text_input: {length: 1..4000}}
      rules: {text_input/any: 文字を表示する}
      """
    )
    let cases = try #require(report[.cases])
    let index = try #require(cases.index(of: .sample))
    let cells = cases.rows.map { $0.cells[index] }
    #expect(cells.contains { TableSheets.shownText(of: $0).count == 4000 })
    let sheets = TableSheets(tables: [cases], names: ["T"], typesetting: Typesetting(.japanese))
    let plan = sheets.plan(of: 0, page: PagePlan(repeatedRows: nil, footer: ""))
    #expect(plan.columns[index].width <= 10)
    #expect(plan.rows.compactMap(\.height).max() ?? 0 <= 16 * 17 + 4)
  }

  @Test func summaryCountsAgreedOperations() throws {
    let analysed = try SpecText.analysed(shop)
    let specification = analysed.specification
    var states = SpecAgreement(noneOf: specification)
    states.states[0] = .agreed(AgreementLedger.Entry(operation: "a", fingerprint: "b"))
    let report = try RecordedReportTests.report(analysed, agreement: states)
    let agreement = try #require(report.summary.sections.first { $0.heading == "Agreement" })
    #expect(
      agreement.lines.map { $0.cell.wholeText } == [String(specification.operations.count), "1"]
    )
    #expect(agreement.lines[1].whole == 0)
  }

  /// Spellings that testers use; results to recheck and void ones are counted separately.
  @Test(arguments: [
    ("OK", "OK"), ("ok", "OK"), ("ＯＫ", "OK"), ("○", "OK"), ("〇", "OK"), ("Pass", "OK"), ("済", "OK"),
    ("NG", "NG"), ("×", "NG"), ("Fail", "NG"), ("ｆａｉｌｅｄ", "NG"), ("△", "Blocked"),
    ("blocked", "Blocked"),
    ("ブロック", "Blocked"), ("", "Not run"), ("未実施", "Not run"), ("N/A", "N/A"), ("対象外", "N/A"),
    ("looks odd", "Other entries"),
  ])
  func resultsAreCountedHoweverTheyAreWritten(entry: String, label: String) throws {
    var report = try RecordedReportTests.report(shop)
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

  @Test(arguments: [
    ("0", ReportCell.number(0)), ("999999999999999", .number(999_999_999_999_999)),
    ("1000000000000000", .text("1,000,000,000,000,000")),
    ("12345678901234567890123", .text("12,345,678,901,234,567,890,123")),
  ])
  func countsOfAnySizeKeepTheirDigits(decimal: String, cell: ReportCell) {
    #expect(ReportCell.count(decimal) == cell)
  }
}
