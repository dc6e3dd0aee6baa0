import Diagnostics
import Specification
import TestDesign
import TestSupport
import Testing
import Text
import Workbooks

@testable import Reporting

/// The changes of a spec and its cases, on the sheet of changes.
@Suite struct ChangesTableTests {
  private let before = """
    specmatrix: 1
    id: C
    feature: Change
    states:
      plan: {label: Plan, values: {free: Free, plus: Plus}}
      old: {label: Old factor, values: [a, b]}
    operations: {buy: Tap Buy, look: Tap Look}
    rules:
      buy: {id: sold, when: {plan: free}, then: It is sold}
      look: {id: seen, when: {plan: valid}, then: It is seen}
    """

  private var decided: String {
    before.replacing("values: [a, b]", with: "values: [a, c]")
      .replacing("Free, plus", with: "Free of charge, plus")
      .replacing("It is seen", with: "It is shown")
      .replacing(
        "  buy: {id: sold, when: {plan: free}, then: It is sold}",
        with: """
            buy:
              - {id: sold, when: {plan: free}, then: It is sold}
              - {id: half, when: {plan: plus}, then: It is sold at half price}
          """
      )
  }

  /// Returns the report of the second spec as a successor of the first.
  private func report(_ old: String, _ new: String) throws -> Report {
    let first = try SpecText.analysed(old, path: "specs/c.yaml")
    let earlier = EarlierSuite(
      try first.cases(earlier: nil),
      of: first.specification,
      first.analysis
    )
    let second = try SpecText.analysed(new, path: "specs/c.yaml")
    let matrix = try second.cases(earlier: earlier)
    return Report(
      second.specification,
      second.analysis,
      matrix,
      toolVersion: "0",
      changes: SuiteChanges(
        from: earlier,
        to: matrix,
        of: second.specification,
        second.analysis
      )
    )
  }

  private func rows(_ report: Report) throws -> [[String]] {
    let table = try #require(report[.changes])
    let roles: [ReportColumn.Role] = [.id, .change, .before, .after, .standing]
    let columns = try roles.map { try #require(table.index(of: $0)) }
    return table.rows.map { row in columns.map { row.cells[$0].shownText } }
  }

  /// Answers about impossible combinations and precedence are reported like rules.
  @Test func whatCannotHappenAndWhatComesFirstIsTold() throws {
    let old = before.replacing(
      "look: {id: seen",
      with: "look:\n    - {id: late, when: {old: a}, then: It is late}\n    - {id: seen"
    )
    let open = try SpecText.analysed(old, path: "specs/c.yaml").analysis
    let question = try #require(open.questions.first { $0.message.contains("taps Buy") }).id
    let lists = """
      impossible:
        - {when: {operation: buy, plan: plus}, because: "sold out (\(question), Sato)"}
      precedence: [late, seen]

      """
    let new = old.replacing("rules:\n", with: lists + "rules:\n")
    let told = try rows(try report(old, new))
    #expect(
      told.contains {
        $0[1] == "Impossible condition new in the spec" && $0[3].contains("sold out")
      }
    )
    #expect(told.contains(["precedence", "Precedence new in the spec", "", "late > seen", ""]))
    let closed = try #require(told.first { $0[0] == question })
    #expect(closed[3] == "Cannot happen: sold out (\(question), Sato)")
    let turned = try rows(try report(new, new.replacing("[late, seen]", with: "[seen, late]")))
    #expect(
      turned.contains([
        "precedence", "Precedence changed in the spec", "late > seen", "seen > late", "",
      ])
    )
    let gone = try rows(try report(new, old))
    #expect(gone.contains(["precedence", "Precedence gone from the spec", "late > seen", "", ""]))
    #expect(try rows(try report(new, new)).count == 1)
  }

  @Test func theSpecComesFirstAndAClosedQuestionShowsItsAnswer() throws {
    let rows = try rows(try report(before, decided))
    #expect(
      rows.prefix(5) == [
        ["Plan: Free of charge", "Value changed in the spec", "Free", "Free of charge", ""],
        ["Old factor: B", "Value gone from the spec", "B", "", ""],
        ["Old factor: C", "Value new in the spec", "", "C", ""],
        ["half", "Rule new in the spec", "", "It is sold at half price", ""],
        ["seen", "Rule changed in the spec", "It is seen", "It is shown", ""],
      ]
    )
    let closed = try #require(rows.first { $0[1] == "Question closed" })
    #expect(closed[0].hasPrefix("Q-"))
    #expect(closed[2].contains("what happens"))
    #expect(closed[3] == "It is sold at half price (half)")
    // The spec, its questions, then the cases.
    let kinds = rows.map { row in row[0].hasPrefix("C-") ? 2 : row[0].hasPrefix("Q-") ? 1 : 0 }
    #expect(kinds == kinds.sorted())
    #expect(kinds.contains(2))
  }

  @Test func standingIsSaidOnlyOfCasesWithAResult() throws {
    var report = try report(before, decided)
    #expect(try rows(report).allSatisfy { $0[4].isEmpty })
    let changed = try rows(report).filter { $0[1] == "Expected result changed" }.map { $0[0] }
    try #require(changed.count > 1)
    report.sayStanding(ofTested: [changed[0]])
    for row in try rows(report) {
      #expect(row[4] == (row[0] == changed[0] ? "Void: test again" : ""))
    }
  }

  @Test func thatNothingChangedIsSaid() throws {
    let rows = try rows(try report(before, before))
    #expect(rows.map { $0[1] } == ["Nothing has changed since the last generation."])
  }
}
