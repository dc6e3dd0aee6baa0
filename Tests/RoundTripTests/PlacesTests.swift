import Reporting
import RoundTrip
import Testing

@testable import Workbooks

/// Rows never move on a sheet with entries by people.
@Suite struct PlacesTests {
  private let text = Generated.spec

  private var withoutLook: String {
    text.replacing("operations: [submit, look]", with: "operations: [submit, print]")
      .replacing(
        "look: {when: {plan: valid}, then: The form is shown}",
        with: "print: {when: {plan: valid}, then: Paper comes}"
      )
  }

  private func book(
    _ generated: Generated,
    _ entries: [(row: Int, heading: String, text: String)]
  ) throws -> SavedWorkbook {
    var saved = generated.saved
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let head = saved.tables[sheet].headingRow
    for entry in entries {
      let column = try #require(
        saved.tables[sheet].rows[head].firstIndex(of: .text(entry.heading))
      )
      let row = head + 1 + entry.row
      while saved.tables[sheet].rows[row].count <= column {
        saved.tables[sheet].rows[row].append(.empty)
      }
      saved.tables[sheet].rows[row][column] = .text(entry.text)
    }
    return saved
  }

  private func shown(_ role: ReportColumn.Role, _ generated: Generated) throws -> [String] {
    let cases = try #require(generated.report[.cases])
    guard let column = cases.index(of: role) else { return [] }
    return cases.rows.map { $0.cells[column].shownText }
  }

  /// The bands of the front page are empty cells beside the one with the text.
  @Test func `a line of the front page that moves up leaves nothing of its look`() throws {
    let long = text.replacing("feature: Test", with: "feature: Test\nowner: Shop\nsource: A, B")
    let first = try #require(try Generated(long))
    let next = try #require(try Generated(text, after: first.earlier))
    var carryOver = CarryOver(of: first.saved, into: next.report, earlier: .init(changes: nil))
    let rows = carryOver.workbook(created: nil).sheets[0].rows
    let saved = first.saved.tables[0].rows
    let moved = saved.indices.filter { row in
      saved[row].first.map { !$0.isBlank && $0.plainText != rows[row].cells.first?.plainText }
        ?? false
    }
    #expect(moved.count > 5)
    for row in moved {
      let cells = rows[row].cells.prefix(3)
      #expect(cells.count == 3 && cells.allSatisfy { $0.content != .kept }, "\(row)")
    }
  }

  @Test func anUntouchedSheetIsWrittenAnew() throws {
    let first = try #require(try Generated(text))
    let second = try first.next(withoutLook, first.saved)
    let fresh = try #require(try Generated(withoutLook, after: first.earlier))
    #expect(second.report[.cases]?.rows.map(\.key) == fresh.report[.cases]?.rows.map(\.key))
    #expect(second.saved.tables.map(\.rows) == fresh.saved.tables.map(\.rows))
  }

  @Test func whatIsGoneStaysFoldedAndNewRowsAreAppended() throws {
    let first = try #require(try Generated(text))
    let gone = try #require(try shown(.expected, first).firstIndex(of: "The form is shown"))
    let saved = try book(first, [(gone, "Result", "NG"), (gone, "Note", "see log")])
    let second = try first.next(withoutLook, saved)
    let cases = try #require(second.report[.cases])
    #expect(Array(try shown(.id, second).prefix(4)) == (try shown(.id, first)))
    #expect(try shown(.expected, second).suffix(2) == ["Paper comes", "Paper comes"])
    #expect(cases.rows.map(\.isGone).filter(\.self).count == 2)
    #expect(try shown(.state, second)[gone] == "retired")
    #expect(try shown(.result, second)[gone] == "NG" && shown(.note, second)[gone] == "see log")
    #expect(second.report[.setAside] == nil)
    // Only the spec's own cases are counted.
    let lines = second.report.summary.sections.flatMap(\.lines)
    #expect(lines.first { $0.label == "NG" }?.cell.shownText == "0")
    let plan = WorkbookPlan(second.report)
    let sheet = try #require(plan.sheets.first { $0.name == "Cases" })
    #expect(sheet.rows[cases.headingRow + 1 + gone].isFolded)

    let third = try second.next(text, second.saved)
    #expect(third.report[.cases]?.rows.contains { $0.isGone } == true)
    #expect(Array(try shown(.id, third).prefix(6)) == (try shown(.id, second)))
  }

  /// Programs move pictures of folded rows to the rows below.
  @Test func aRowWithAPictureIsNotFolded() throws {
    let first = try #require(try Generated(text))
    let gone = try #require(try shown(.expected, first).firstIndex(of: "The form is shown"))
    var saved = try book(first, [(gone, "Result", "NG")])
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let row = saved.tables[sheet].headingRow + 1 + gone
    saved.tables[sheet].drawings = [row]
    func rows(_ generated: Generated) throws -> [RowPlan] {
      try #require(WorkbookPlan(generated.report).sheets.first { $0.name == "Cases" }).rows
    }
    let second = try first.next(withoutLook, saved)
    #expect(try shown(.state, second)[gone] == "retired")
    #expect(try !rows(second)[row].isFolded && rows(second).contains { $0.isFolded })
    // An earlier version has folded it.
    saved = second.saved
    saved.tables[sheet].drawings = [row]
    saved.tables[sheet].groupedRows.insert(row)
    let third = try second.next(withoutLook, saved)
    #expect(try !rows(third)[row].isFolded)
    #expect(third.report[.cases]?.overlay?.restoredRows == [row])
  }

  @Test func aRunWithoutChangeChangesNothing() throws {
    let first = try #require(try Generated(text))
    let second = try first.next(withoutLook, try book(first, [(0, "Note", "mine")]))
    let third = try second.next(withoutLook, second.saved)
    let fourth = try third.next(withoutLook, third.saved)
    #expect(fourth.saved.tables == third.saved.tables)
  }

  @Test func aQuestionThatIsAskedAgainHasItsAnswer() throws {
    let open = text.replacing("then: The form is shown", with: "question: 'What is shown?'")
    let first = try #require(try Generated(open))
    var saved = first.saved
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Questions" })
    let head = saved.tables[sheet].headingRow
    let answer = try #require(
      saved.tables[sheet].rows[head].firstIndex(of: .text("Result or reason"))
    )
    saved.tables[sheet].rows[head + 1][answer] = .text("The form")
    let closed = try first.next(text, saved)
    let gone = try #require(closed.report[.questions]?.rows.first)
    #expect(gone.isGone)
    let again = try closed.next(open, closed.saved)
    let questions = try #require(again.report[.questions])
    let row = try #require(questions.rows.first)
    #expect(!row.isGone)
    #expect(questions.index(of: .answer).map { row.cells[$0].shownText } == "The form")
    #expect(questions.overlay?.restoredRows == [head + 1])
  }

  /// People insert rows above the headings, and write beside lines that are replaced.
  @Test func notesBesideOtherLinesAreSetAside() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let summary = try #require(saved.tables.firstIndex { $0.name == first.report.summary.title })
    let line = try #require(
      saved.tables[summary].rows.firstIndex { $0.first?.plainText == "Blocked" }
    )
    for (row, note) in [(line, "beside it"), (saved.tables[summary].rows.count, "below")] {
      while saved.tables[summary].rows.count <= row { saved.tables[summary].rows.append([]) }
      while saved.tables[summary].rows[row].count < 5 {
        saved.tables[summary].rows[row].append(.empty)
      }
      saved.tables[summary].rows[row][4] = .text(note)
    }
    let same = try first.next(text, saved)
    #expect(same.report[.setAside] == nil)
    #expect(same.saved.tables[summary][row: line, column: 4].plainText == "beside it")
    let japanese = try first.next(text.replacing("id: T", with: "id: T\nlanguage: ja"), saved)
    let aside = try #require(japanese.report[.setAside])
    #expect(
      aside.rows.map { $0.cells.map(\.shownText) }.contains {
        $0.contains("beside it") && $0.contains("Blocked")
      }
    )
    #expect(japanese.saved.tables.flatMap { $0.rows.joined() }.contains(.text("below")))
  }
}
