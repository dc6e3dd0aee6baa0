import Diagnostics
import Reporting
import RoundTrip
import Specification
import TestDesign
import Testing
import Text
import YAMLSyntax

@testable import Workbooks

/// The fate of results when the spec changes.
@Suite struct RecheckTests {
  private let text = Generated.spec

  /// Returns the workbook with all cases passed.
  private func tested(_ generated: Generated, asCSV: Bool = false) throws -> SavedWorkbook {
    var saved = asCSV ? try generated.savedAsCSV : generated.saved
    let sheet = try #require(
      saved.tables.firstIndex { $0.rows.joined().contains(.text("Result")) }
    )
    let head = try #require(
      saved.tables[sheet].rows.firstIndex { $0.contains(.text("Result")) }
    )
    let column = try #require(
      saved.tables[sheet].rows[head].firstIndex(of: .text("Result"))
    )
    for row in saved.tables[sheet].rows.indices.dropFirst(head + 1) {
      saved.tables[sheet].rows[row][column] = .text("OK")
    }
    return saved
  }

  private func column(_ role: ReportColumn.Role, of report: Report) throws -> [String] {
    let cases = try #require(report[.cases])
    guard let column = cases.index(of: role) else { return [] }
    return cases.rows.map { $0.cells[column].shownText }
  }

  @Test func onlyChangedCasesAreToBeCheckedAgain() throws {
    let first = try #require(try Generated(text))
    let edited = text.replacing("The form is shown", with: "The form opens")
    let second = try first.next(edited, try tested(first))
    #expect(try column(.result, of: second.report) == ["OK", "OK", "OK", "OK"])
    let expected = try column(.expected, of: second.report)
    #expect(
      try column(.recheck, of: second.report)
        == expected.map { $0 == "The form opens" ? "Void: test again" : "" }
    )
    let lines = second.report.summary.sections.flatMap(\.lines)
    #expect(lines.first { $0.label == "Void: test again" }?.cell.shownText == "2")
    // Results to be checked again are counted separately.
    #expect(lines.first { $0.label == "OK" }?.cell.shownText == "2")
  }

  /// The next change is a smaller one.
  @Test func whatIsVoidStaysVoid() throws {
    let first = try #require(try Generated(text))
    let edited = text.replacing("The form is shown", with: "The form opens")
    let second = try first.next(edited, try tested(first))
    let third = try second.next(
      edited.replacing("look: {when", with: "look: {source: R1, when")
        .replacing("[free, premium]", with: "[free, premium, gold]"),
      second.saved
    )
    #expect(
      try column(.recheck, of: third.report).filter { !$0.isEmpty }
        == ["Void: test again", "Void: test again"]
    )
  }

  /// The suite came with a merge, and the tester's file is of an older generation.
  @Test(arguments: [false, true]) func anOlderFileIsComparedByWhatItSays(asCSV: Bool) throws {
    let first = try #require(try Generated(text))
    let edited = text.replacing("The form is shown", with: "The form opens")
    let merged = try #require(try Generated(edited, after: first.earlier))
    let third = try merged.next(edited, try tested(first, asCSV: asCSV))
    #expect(try column(.result, of: third.report) == ["OK", "OK", "OK", "OK"])
    #expect(
      try column(.recheck, of: third.report)
        == column(.expected, of: third.report).map {
          $0 == "The form opens" ? "Void: test again" : ""
        }
    )
  }

  /// The question about an invalid value was answered with the existing result.
  @Test func anAnsweredQuestionLeavesResultsInCSVAlone() throws {
    let open = text.replacing(
      "[free, premium]",
      with: "{values: {free: , premium: {invalid: true}}}"
    )
    .replacing("{plan: valid}", with: "{}")
    let asked = open.replacing("when: {}, ", with: "")
    let first = try #require(try Generated(asked))
    let any = open.replacing("{}", with: "{plan: any}")
    #expect(try column(.expected, of: first.report).contains { $0.hasPrefix("? Q-") })
    let second = try first.next(any, try tested(first, asCSV: true))
    #expect(try column(.expected, of: second.report).allSatisfy { !$0.hasPrefix("?") })
    #expect(try column(.recheck, of: second.report).allSatisfy(\.isEmpty))
  }

  @Test func nothingIsMarkedWhereOnlyWordsChanged() throws {
    let first = try #require(try Generated(text))
    let labelled = "{values: {free: Free plan, premium: Premium}}"
    let edited = text.replacing("[free, premium]", with: labelled)
    let second = try first.next(edited, try tested(first))
    #expect(try column(.result, of: second.report) == ["OK", "OK", "OK", "OK"])
    #expect(try column(.recheck, of: second.report) == ["", "", "", ""])
    #expect(second.report[.setAside] == nil)
  }

  @Test func numberedAnewOnlyTheSameCasesKeepTheirResults() throws {
    let first = try #require(try Generated(text))
    let edited = text.replacing("The form is shown", with: "It opens")
    let second = try first.next(edited, try tested(first), isRenumbered: true)
    let results = try column(.result, of: second.report)
    let expected = try column(.expected, of: second.report)
    let states = try column(.state, of: second.report)
    #expect(results == ["OK", "OK", "OK", "OK", "", ""])
    #expect(
      zip(expected, states).allSatisfy { ($0 == "The form is shown") == ($1 == "renumbered") }
    )
    #expect(expected.suffix(2) == ["It opens", "It opens"])
  }

  /// Nothing is written where merged cells would hide it.
  @Test func aResultMergedOverSeveralRowsIsTold() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let head = saved.tables[sheet].headingRow
    let result = try #require(saved.tables[sheet].rows[head].firstIndex(of: .text("Result")))
    saved.tables[sheet].rows[head + 1][result] = .text("OK")
    var other = saved
    saved.tables[sheet].merges = [CellRange(column: result, rows: head + 1...head + 2)]
    let cell = CellPosition(row: head + 1, column: result)
    var next = try #require(try Generated(text, after: first.earlier))
    #expect(next.carry(saved, before: first).merged == ["Cases!\(cell)"])

    other.tables[sheet].rows[head + 2][result] = .text("NG")
    other.tables[sheet].name = "Tanaka"
    var merged = try #require(MergedResults(saved, name: "a.xlsx"))
    merged.add(other, name: "b.xlsx")
    #expect(merged.edits.isEmpty && merged.rowsFilled == 0)
    #expect(
      merged.remarks == [
        "a.xlsx: Cases!\(cell): merged over several rows, but taken for the first one only; split the cells"
      ]
    )
  }

  @Test func aRunEntersNothingIntoMergedCells() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let head = saved.tables[sheet].headingRow
    let result = try #require(saved.tables[sheet].rows[head].firstIndex(of: .text("Result")))
    saved.tables[sheet].merges = [CellRange(column: result, rows: head + 1...head + 2)]
    let root = try #require(parseYAML(SourceFile(path: "specs/t.yaml", text: text)).value)
    let specification = try #require(
      decodeSpecification(root, path: "specs/t.yaml", catalogue: .standard).value
    )
    let id = saved.tables[sheet].rows[head + 2][0].plainText
    let run = ResultsReport(
      specification,
      reports: ["r.xml"],
      cases: [(id, "", .passed, [], true, nil)],
      unknownIDs: [],
      unknownEntries: [],
      remarks: []
    )
    let day = try #require(CalendarDate("2026-11-20"))
    let recorded = try RecordedResults(run, in: saved, by: "CI", on: day)
    let cell = CellPosition(row: head + 1, column: result)
    #expect(recorded.edits.isEmpty)
    #expect(
      recorded.remarks == [
        "\(id) is not entered: its cell is merged with \(cell); split the cells"
      ]
    )
  }

  @Test func aCopyOfTheSheetOfStepsGoesOnLikeIt() throws {
    let text = """
      specmatrix: 1
      id: T
      feature: Test
      states: {door: {values: [shut, open], start: shut}}
      operations: [turn]
      rules:
        turn:
          - {when: {door: shut}, then: The door opens, becomes: {door: open}}
          - {when: {door: open}, then: The door shuts, becomes: {door: shut}}
      """
    let first = try #require(try Generated(text))
    var saved = try tested(first)
    var copy = try #require(saved.tables.first { $0.name == "End to end" })
    copy.name = "Lab B"
    saved.tables.append(copy)
    let edited = text.replacing("The door opens", with: "The door swings open")
    let second = try first.next(edited, saved)
    let sheets = second.report.tables.filter { $0.name == .flows }
    #expect(sheets.map(\.title) == ["End to end", "Lab B"])
    #expect(sheets[1].rows.map(\.key) == sheets[0].rows.map(\.key))
    #expect(second.report.tables.count { $0.name == .cases } == 1)
    // A long round name leaves room for the kind of sheet.
    var next = first.report
    next.begin("Regression on iOS 19, week 47")
    let title = try #require(next[.flows]?.title)
    #expect(title.hasSuffix(" – End to end") && title.utf16.count <= 31)
  }

  /// A removed case keeps its row and the comments attached to it.
  @Test func whatIsPinnedToACaseStaysWithIt() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let cases = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let shown = try #require(
      saved.tables[cases].rows.firstIndex { $0.contains(.text("The form is shown")) }
    )
    saved.tables[cases].comments = [SavedComment(row: shown, column: 0, text: "why?")]
    let edited = text.replacing("The form is shown", with: "It opens")
    let second = try first.next(edited, saved, isRenumbered: true)
    let table = try #require(second.report[.cases])
    #expect(table.rows[shown - table.headingRow - 1].isGone)
    let kept = try #require(second.saved.tables.first { $0.name == "Cases" })
    #expect(kept.comments.map(\.row) == [shown])
    #expect(kept.rows[shown].contains(.text("The form is shown")))
  }

  @Test func aFactorUnderANewLabelKeepsItsColumn() throws {
    let first = try #require(try Generated(text))
    let saved = first.saved
    let labelled = text.replacing(
      "{plan: [free, premium]}",
      with: "{plan: {label: Membership, values: [free, premium]}}"
    )
    let second = try first.next(labelled, saved)
    func headings(_ book: SavedWorkbook) throws -> [String] {
      let cases = try #require(book.tables.first { $0.name == "Cases" })
      return cases.rows[cases.headingRow].map(\.plainText)
    }
    let before = try headings(saved)
    #expect(before.contains("Plan"))
    #expect(try headings(second.saved) == before.map { $0 == "Plan" ? "Membership" : $0 })
  }

  /// A heading may resemble that of the results on a device, and a remark may resemble a mark.
  @Test func aColumnOfPeoplesOwnIsNeverMarked() throws {
    let first = try #require(try Generated(text))
    var saved = try tested(first)
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let head = saved.tables[sheet].headingRow
    for row in saved.tables[sheet].rows.indices.dropFirst(head) {
      let remark = SavedCell.text(row % 2 == 0 ? "Check again with Sato" : "fine")
      saved.tables[sheet].rows[row].insert(row == head ? .text("Result (notes)") : remark, at: 3)
    }
    let own = saved.tables[sheet].rows[head...].map { $0[3] }
    var (last, spec) = (first, text)
    for result in ["The form opens", "The form flies"] {
      spec = spec.replacing(/The form (is shown|opens)/, with: result)
      last = try last.next(spec, saved)
      #expect(try column(.recheck, of: last.report).contains("Void: test again"))
      saved = last.saved
      let cases = try #require(saved.tables.first { $0.name == "Cases" })
      #expect(cases.rows[head...].map { $0[3] } == own)
      let plan = try #require(WorkbookPlan(last.report).sheets.first { $0.name == "Cases" })
      #expect(plan.rows[head...].allSatisfy { $0.cells[3].content == .kept })
    }
  }

  @Test func whatPeopleDidToColumnsStays() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let head = saved.tables[sheet].headingRow
    for row in saved.tables[sheet].rows.indices.dropFirst(head) {
      saved.tables[sheet].rows[row].insert(.text(row == head ? "Round 2" : "fine"), at: 3)
    }
    saved.tables[sheet].widths.insert(33, at: 3)
    saved.tables[sheet].widths[1] = 50
    let second = try first.next(text, saved)
    let columns = try #require(second.report[.cases]?.columns)
    #expect(columns[3].heading == "Round 2" && columns[3].width == 33)
    #expect(columns[1].width == 50 && columns[2].width == nil)
    let third = try second.next(text, second.saved)
    #expect(third.report[.cases]?.columns.map(\.width) == columns.map(\.width))
    #expect(third.saved.tables == second.saved.tables)
  }
}
