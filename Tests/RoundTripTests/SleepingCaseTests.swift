import Reporting
import RoundTrip
import Specification
import TestSupport
import Testing
import Text
import Workbooks

/// What testers entered for cases that are not shown at a lower depth or strength waits for them.
@Suite struct SleepingCaseTests {
  private let text = """
    specmatrix: 1
    id: T
    feature: Test
    states: {plan: [free, premium], login: [guest, member]}
    operations: [submit, look]
    rules:
      submit: {plan: {free: The form is sent, premium: The form is sent at once}}
      look: The form is shown
    """

  private enum Kind: CaseIterable { case workbook, csv }

  private func saved(_ generated: Generated, _ kind: Kind) throws -> SavedWorkbook {
    try kind == .workbook ? generated.saved : generated.savedAsCSV
  }

  /// Each cell for testers says its own, also in a column of their own.
  private func tested(_ generated: Generated, _ kind: Kind) throws -> SavedWorkbook {
    var saved = try saved(generated, kind)
    let sheet = try #require(
      saved.tables.firstIndex { table in
        let headings = table.rows.isEmpty ? [] : table.rows[table.headingRow].map(\.plainText)
        return headings.contains("Result") && headings.contains("Expected result")
      }
    )
    let head = saved.tables[sheet].headingRow
    let headings = saved.tables[sheet].rows[head].map(\.plainText)
    let people = ReportTable.Name.cases.statements.filter { $0.kind == .people }
      .map { $0.heading(.english) }
    let width = saved.tables[sheet].rows.map(\.count).max() ?? 0
    for row in saved.tables[sheet].rows.indices.dropFirst(head) {
      var cells = saved.tables[sheet].rows[row]
      cells += Array(repeating: .empty, count: width - cells.count)
      if row > head {
        let id = cells[0].plainText
        for (column, heading) in headings.enumerated()
        where people.contains(heading) && heading != "Check again" {
          cells[column] = .text(heading == "Result" ? "OK" : "\(heading) of \(id)")
        }
        cells += [.number(Double(row)), .text("second of \(id)")]
      } else {
        cells += [.text("Minutes"), .text("Minutes")]
      }
      saved.tables[sheet].rows[row] = cells
    }
    return saved
  }

  /// By case: what stands in the columns for people.
  private func entries(_ report: Report) throws -> [String: [String]] {
    let cases = try #require(report[.cases])
    let columns = cases.columns.indices.filter { cases.columns[$0].kind == .people }
    return Dictionary(
      cases.rows.map { row in (row.key, columns.map { row.cells[$0].shownText }) }
    ) { first, _ in first }
  }

  @Test(arguments: [false, true])
  func whatIsEnteredSleepsAndWakesWithItsCase(isCSV: Bool) throws {
    let kind = isCSV ? Kind.csv : .workbook
    let first = try #require(try Generated(text))
    var whole = try #require(try Generated(text, after: first.earlier))
    _ = whole.carry(try tested(first, kind), before: first)
    let before = try entries(whole.report)
    // All but what is to be checked again.
    #expect(before.count >= 4 && before.values.allSatisfy { $0.count { $0.isEmpty } == 1 })

    var less = try #require(
      try Generated(text, after: whole.earlier, showing: { $0.isMultiple(of: 2) })
    )
    let asleep = less.carry(try saved(whole, kind), before: whole)
    #expect(asleep.newlySleeping == before.count - before.count / 2)
    #expect(asleep.newlyRetired == 0)
    let retired = try #require(less.report[.retired])
    let reason = try #require(retired.index(of: .change))
    #expect(retired.rows.allSatisfy { $0.cells[reason].shownText == "Not at this depth" })
    #expect(try entries(less.report).allSatisfy { before[$0.key] == $0.value })

    // Once more at the lower depth: nothing happens to what waits.
    var same = try #require(
      try Generated(text, after: less.earlier, showing: { $0.isMultiple(of: 2) })
    )
    let still = same.carry(try saved(less, kind), before: less)
    #expect(still.newlySleeping == 0 && still.newlyRetired == 0 && still.woken == 0)
    #expect(same.report[.retired]?.rows.count == retired.rows.count)

    var again = try #require(try Generated(text, after: same.earlier))
    let woken = again.carry(try saved(same, kind), before: same)
    #expect(woken.woken == asleep.newlySleeping && woken.newlyRetired == 0)
    #expect(try entries(again.report) == before)
    #expect(again.report[.retired]?.rows.isEmpty ?? true)
    let cases = try #require(again.report[.cases])
    let recheck = try #require(cases.index(of: .recheck))
    #expect(cases.rows.allSatisfy { $0.cells[recheck].content == .empty })
  }

  /// The sheet of cases, and the ids of its rows from above.
  private func cases(_ saved: SavedWorkbook) throws -> (sheet: Int, head: Int, ids: [String]) {
    let sheet = try #require(saved.tables.firstIndex { $0.name == "Cases" })
    let table = saved.tables[sheet]
    let head = table.headingRow
    let ids = table.rows.dropFirst(head + 1).map { $0.first?.plainText ?? "" }
    return (sheet, head, ids.filter { $0.hasPrefix("T-") })
  }

  /// Nobody entered anything; the sheet is sorted, and that alone is people's.
  @Test func casesComeBackToWhereTheyStood() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let (sheet, head, ids) = try cases(saved)
    #expect(ids.count >= 4)
    let rows = head + 1..<head + 1 + ids.count
    let turned = Array(saved.tables[sheet].rows[rows].reversed())
    // The last ones stand first, then those in the middle.
    saved.tables[sheet].rows.replaceSubrange(rows, with: turned.dropFirst() + turned.prefix(1))
    let order = try cases(saved).ids
    #expect(order != ids)

    var less = try #require(
      try Generated(text, after: first.earlier, showing: { $0.isMultiple(of: 2) })
    )
    _ = less.carry(saved, before: first)
    let shown = try cases(less.saved).ids
    #expect(shown.count < ids.count && shown == order.filter(shown.contains))
    var same = try #require(
      try Generated(text, after: less.earlier, showing: { $0.isMultiple(of: 2) })
    )
    _ = same.carry(less.saved, before: less)
    #expect(try cases(same.saved).ids == shown)
    func remembered(_ saved: SavedWorkbook) -> [[SavedCell]] {
      saved.tables.flatMap(\.rows).filter { $0.first?.plainText == "order" }
    }
    #expect(remembered(same.saved) == remembered(less.saved))
    #expect(remembered(same.saved).count == 1)

    var again = try #require(try Generated(text, after: same.earlier))
    _ = again.carry(same.saved, before: same)
    #expect(try cases(again.saved).ids == order)
    // With every case there, nothing is to be remembered.
    #expect(remembered(again.saved).isEmpty)
  }

  /// A colour on a title, a row that is hidden, a cell that a formula names: none of them is a word that somebody wrote.
  @Test func whatIsNotWrittenWaitsToo() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let (sheet, head, ids) = try cases(saved)
    let headings = saved.tables[sheet].rows[head].map(\.plainText)
    let title = try #require(headings.firstIndex(of: "Title"))
    let steps = try #require(headings.firstIndex(of: "Steps"))
    let result = try #require(headings.firstIndex(of: "Result"))
    let asleep = ids.indices.filter { Int(ids[$0].suffix(3))?.isMultiple(of: 2) == true }
    let (colored, other) = (asleep[0], asleep[1])
    saved.tables[sheet].marks = [CellPosition(row: head + 1 + colored, column: title)]
    saved.tables[sheet].markedRows = [head + 1 + other]
    let named = [
      CellPosition(row: head + 1 + colored, column: steps),
      CellPosition(row: head + 1 + colored, column: result),
    ]
    var own = saved.tables[sheet]
    own.name = "Mine"
    own.marks = []
    own.markedRows = []
    own.rows = [[.formula(named.map { "Cases!\($0)" }.joined(separator: "&"), .text(""))]]
    saved.tables.append(own)
    var less = try #require(
      try Generated(text, after: first.earlier, showing: { !$0.isMultiple(of: 2) })
    )
    var carried = less.carry(saved, before: first)
    let retired = try #require(less.report[.retired])
    #expect(Set(retired.rows.map { $0.cells[0].shownText }) == [ids[colored], ids[other]])
    #expect(carried.newlySleeping == 2)
    let moves = carried.revision(created: nil).moves
    #expect(Set(moves.map(\.row)) == [head + 1 + colored, head + 1 + other])
    for (column, role) in [(title, ReportColumn.Role.title), (steps, .steps), (result, .result)] {
      let there = try #require(retired.index(of: role))
      #expect(moves.allSatisfy { $0.columns[column] == there })
    }
    // What a case says of questions is not what is expected of it.
    let question = try #require(headings.firstIndex(of: "Open question"))
    #expect(moves.allSatisfy { $0.columns[question] == nil })
    // Nothing is made of the others.
    #expect(retired.index(of: .depth) == nil && retired.index(of: .note) == nil)

    var again = try #require(try Generated(text, after: less.earlier))
    var woken = again.carry(less.saved, before: less)
    #expect(woken.woken == 2 && woken.newlyRetired == 0 && woken.edits.isEmpty)
    #expect(again.report[.retired]?.rows.isEmpty == true)
    #expect(woken.revision(created: nil).moves.allSatisfy { $0.columns.values.contains(title) })
    #expect(try entries(again.report).values.allSatisfy { $0.allSatisfy(\.isEmpty) })
  }

  /// Nobody wrote in the rows: something elsewhere names them, or they have a height that no text gives.
  @Test func whatIsNamedElsewhereWaitsToo() throws {
    let first = try #require(try Generated(text))
    var saved = first.saved
    let (sheet, head, ids) = try cases(saved)
    let asleep = ids.indices.filter { Int(ids[$0].suffix(3))?.isMultiple(of: 2) == true }
    try #require(asleep.count >= 2)
    let rows = asleep.map { head + 1 + $0 }
    let title = try #require(saved.tables[sheet].rows[head].firstIndex(of: .text("Title")))
    func less(_ saved: SavedWorkbook) throws -> [String] {
      var less = try #require(
        try Generated(text, after: first.earlier, showing: { !$0.isMultiple(of: 2) })
      )
      _ = less.carry(saved, before: first)
      return less.report[.retired]?.rows.map { $0.cells[0].shownText } ?? []
    }
    func cell(_ row: Int) -> CellPosition { CellPosition(row: row, column: title) }

    let waiting = [ids[asleep[1]]]
    var linked = saved
    var own = saved.tables[sheet]
    own.name = "Mine"
    own.rows = [[.text("see")]]
    own.links = [CellPosition(row: 0, column: 0): "Cases!\(cell(rows[1]))"]
    linked.tables.append(own)
    #expect(try less(linked) == waiting)
    var formatted = saved
    own.links = [:]
    own.formulas = ["Cases!\(cell(rows[1]))=\"NG\""]
    formatted.tables.append(own)
    #expect(try less(formatted) == waiting)
    var named = saved
    named.formulas = ["Cases!$A$\(rows[1] + 1)"]
    #expect(try less(named) == waiting)
    var high = saved
    // The first is three lines high, as programs round it; a long text makes a row as high as rows can be.
    high.tables[sheet].heights = [rows[0]: 44.25, rows[1]: 77]
    #expect(try less(high) == waiting)
    high.tables[sheet].heights = [rows[0]: 409, rows[1]: 55]
    #expect(try less(high).isEmpty)

    // Links of the program, and ranges over more than one row, make nothing of a row.
    saved.tables[sheet].links = [cell(rows[0]): "Cases!\(cell(rows[1]))"]
    saved.tables[sheet].formulas = ["$B\(rows[1] + 1)=1"]
    saved.formulas = ["Cases!$A$\(rows[0] + 1):$A$\(rows[1] + 1)"]
    #expect(try less(saved).isEmpty)
  }

  @Test func aResultOfACaseThatReadsDifferentlyIsToBeCheckedAgain() throws {
    let first = try #require(try Generated(text))
    var less = try #require(try Generated(text, after: first.earlier, showing: { $0 < 2 }))
    _ = less.carry(try tested(first, .workbook), before: first)
    let edited = text.replacing("The form is shown", with: "The form opens")
    var again = try #require(try Generated(edited, after: less.earlier))
    _ = again.carry(less.saved, before: less)
    let cases = try #require(again.report[.cases])
    let recheck = try #require(cases.index(of: .recheck))
    let expected = try #require(cases.index(of: .expected))
    let result = try #require(cases.index(of: .result))
    for row in cases.rows {
      #expect(row.cells[result].shownText == "OK")
      let isOther = row.cells[expected].shownText == "The form opens"
      #expect(row.cells[recheck].shownText == (isOther ? "Check again" : ""))
    }
    #expect(cases.rows.contains { !$0.cells[recheck].shownText.isEmpty })
  }

  @Test func whatWaitsIsInTheLanguageOfTheSpec() throws {
    let japanese = text.replacing("feature: Test", with: "feature: Test\nlanguage: ja")
    let first = try #require(try Generated(text))
    var less = try #require(try Generated(japanese, after: first.earlier, showing: { $0 < 2 }))
    _ = less.carry(try tested(first, .workbook), before: first)
    let retired = try #require(less.report[.retired])
    let reason = try #require(retired.index(of: .change))
    #expect(retired.rows.allSatisfy { $0.cells[reason].shownText == "この深さでは対象外" })
    var again = try #require(try Generated(text, after: less.earlier))
    _ = again.carry(less.saved, before: less)
    #expect(try entries(again.report).values.allSatisfy { $0.contains("OK") })
  }

  /// Whatever people did to the workbook before.
  @Test(arguments: 0..<8 as Range<UInt64>) func nothingIsLostOnTheWay(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let spec = RandomSpec.make(seed: random.next()).yaml()
    guard let first = try Generated(spec) else { return }
    var scribbler = Scribbler(seed: random.next())
    let saved = scribbler.scribble(on: first.saved)
    let share = random.within(1...3)
    func isShown(_ number: Int) -> Bool { number % 4 < share }
    var less = try #require(try Generated(spec, after: first.earlier, showing: isShown))
    _ = less.carry(saved, before: first)
    var again = try #require(try Generated(spec, after: less.earlier))
    _ = again.carry(less.saved, before: less)
    for book in [less.saved, again.saved] {
      let there = Set(book.tables.flatMap { $0.rows.joined().map(\.plainText) })
      let lost = scribbler.written.filter { !there.contains($0) }
      #expect(lost.isEmpty, "seed \(seed): lost \(lost)")
    }
  }
}
