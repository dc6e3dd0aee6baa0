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
