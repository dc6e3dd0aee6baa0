import Reporting
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import Workbooks

@testable import RoundTrip

/// The recogniser of saved sheets: answers, entries and suites find the same columns in an edited sheet.
@Suite struct RecognitionTests {
  private static let text = """
    specmatrix: 1
    id: T
    feature: Test
    language: en
    states:
      plan: {label: Plan, values: {free: Free, premium: Premium}}
      result: {label: Result, values: [won, lost]}
    operations: {submit: Submit, look: Look}
    rules:
      submit: {id: sent, when: {plan: free}, then: It is sent}
      look: {id: seen, when: {plan: free}, then: It is seen}
    """

  private let specification: Specification
  private let analysed: AnalysedSpecification
  private let saved: SavedWorkbook

  init() throws {
    analysed = try SpecText.analysed(Self.text)
    specification = analysed.specification
    saved = try #require(try Generated(Self.text)).saved
  }

  private func saved(_ sheet: String, _ edit: (inout SavedTable) -> Void) throws -> SavedWorkbook {
    var workbook = saved
    let index = try #require(workbook.tables.firstIndex { $0.name == sheet })
    edit(&workbook.tables[index])
    return workbook
  }

  private func column(_ heading: String, of table: SavedTable) -> Int {
    table.rows[table.headingRow].firstIndex { $0.plainText == heading } ?? -1
  }

  /// All rows up to it would be laid out with all cells: 900,000 of them took 4 GB.
  @Test func anEntryFarBelowATableIsToldBeforeItsRowsAreLaid() throws {
    func stray(_ sheet: String, _ row: Int) throws -> Int? {
      let workbook = try saved(sheet) { table in
        table.rows += Array(repeating: [], count: row - table.rows.count) + [[.text("mine")]]
      }
      return CarryOver.strayRow(in: workbook)?.row
    }
    #expect(try stray("Cases", 50_000) == 50_000)
    #expect(try stray("Questions", 20_000) == 20_000)
    let used = try #require(saved.tables.first { $0.name == "Cases" }).rows
      .lastIndex { $0.contains { !$0.isBlank } }
    let first = try #require(used) + 1 + CarryOver.maxEmptyRows
    #expect(try stray("Cases", first) == nil)
    #expect(try stray("Cases", first + 1) == first + 1)
    #expect(try stray("Coverage", 50_000) == nil)
  }

  @Test func aSheetWithColumnsThatAreLeftOutTodayKeepsItsEntries() throws {
    // Without a hidden sheet, the program's columns are recognised by their headings.
    var workbook = try saved("Cases") { table in
      let tester = column("By", of: table)
      for row in table.rows.indices where row >= table.headingRow {
        table.rows[row][tester] = .text(row == table.headingRow ? "By" : "Ada")
      }
    }
    workbook.tables.removeAll { $0.isHidden }
    var again = try #require(try Generated(Self.text))
    let carried = again.carry(workbook, before: again)
    let cases = try #require(carried.report[.cases])
    let added = cases.columns.filter { if case .added = $0.role { true } else { false } }
    // One factor is named like a column of the program; neither is taken for people's own.
    #expect(added.map(\.heading) == [])
    let tester = try #require(cases.index(of: .tester))
    #expect(cases.rows.allSatisfy { $0.cells[tester].shownText == "Ada" })
    #expect(carried.edits.isEmpty)
  }

  @Test func anAnswerIsFoundUnderAHeadingThatSomebodyChanged() throws {
    let id = try #require(analysed.analysis.openQuestions.first).id
    let workbook = try saved("Questions") { table in
      let (question, answer) = (
        column("Question", of: table), column("Result or reason", of: table)
      )
      table.rows[table.headingRow][answer] = .text("What we say")
      let row = table.rows.firstIndex { $0.count > answer && $0[question].plainText == id } ?? 0
      table.rows[row][answer] = .text("It is kept")
    }
    let answers = SavedAnswers(
      workbook,
      file: "T.xlsx",
      specification: specification,
      analysis: analysed.analysis
    )
    #expect(answers.answers.map(\.text) == ["It is kept"])
    #expect(answers.remarks.filter(\.isProblem) == [])
  }

  @Test func entriesStayUnderAHeadingThatSomebodyChanged() throws {
    let before = try #require(try Generated(Self.text))
    let workbook = try saved("Cases") { table in
      let tester = column("By", of: table)
      table.rows[table.headingRow][tester] = .text("Who")
      table.rows[table.headingRow + 1][tester] = .text("Sato")
    }
    let after = try before.next(Self.text, workbook)
    let cases = try #require(after.report[.cases])
    let tester = try #require(cases.index(of: .tester))
    #expect(cases.rows[0].cells[tester].shownText == "Sato")
  }

  /// A factor and the tester's column share a name; rows above, full-width letters and a moved column.
  @Test func aSuiteIsReadThoughItsSheetWasRearranged() throws {
    let workbook = try saved("Cases") { table in
      let head = table.headingRow
      for row in table.rows.indices.dropFirst(head) {
        let last = table.rows[row].removeLast()
        table.rows[row].insert(last, at: 0)
      }
      table.rows[head] = table.rows[head].map { cell in
        cell.plainText == "Operation" ? .text("ＯＰＥＲＡＴＩＯＮ ") : cell
      }
      table.rows.insert([.text("Cases of the second round"), .text("Plan")], at: 0)
    }
    let suite = try #require(ImportedSuite(workbook, of: specification))
    #expect(suite.table.name == "Cases")
    let cases = try #require(saved.tables.first { $0.name == "Cases" })
    #expect(suite.head == cases.headingRow + 1)
    #expect(suite.problems == [])
    #expect(suite.columns.allSatisfy { $0 != nil })
    #expect(suite.rows.count == cases.rows.count - cases.headingRow - 1)
    #expect(suite.rows.allSatisfy { $0.name?.hasPrefix("T-") == true })
  }

  @Test func headingsAreComparedWithoutWidthCaseAndStops() {
    let vocabulary = Vocabulary(.questions, last: [("Plan", .factor(0))], former: ["Old plan"])
    for heading in ["Your choice", "ＹＯＵＲ ＣＨＯＩＣＥ", "選択", "your choice…", "選択。"] {
      #expect(vocabulary.role(of: heading) == .answerKind, "\(heading)")
    }
    #expect(vocabulary.factor("ｐｌａｎ") == .factor(0))
    #expect(vocabulary.factor("Result or reason") == nil)
    #expect(vocabulary.isFormer("old plan"))
    #expect(vocabulary.role(of: "My remarks") == nil)
  }
}
