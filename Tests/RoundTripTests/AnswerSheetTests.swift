import Diagnostics
import Reporting
import TestDesign
import TestSupport
import Testing
import Text

import struct Specification.Settings
import struct Specification.Specification

@testable import RoundTrip
@testable import Workbooks

/// The parts of an answer sheet besides the answers: who and when, people's own questions, and what is written back.
@Suite struct AnswerSheetTests {
  private static let text = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states: {plan: {label: Plan, values: {free: Free, premium: Premium, gold: Gold}}}
    operations: {submit: Submit, look: Look}
    rules:
      submit:
        - {id: sent, when: {plan: free}, then: It is sent}
        - {when: {plan: premium}, question: "Is it sent twice?"}
      look: {id: seen, when: {plan: free}, then: It is seen}

    """

  private let specification: Specification
  private let analysed: AnalysedSpecification
  private let today = CalendarDate(number: 20_779)

  init() throws { try self.init(Self.text) }

  private init(_ text: String) throws {
    analysed = try SpecText.analysed(text, path: "t.yaml", today: today)
    specification = analysed.specification
  }

  private func id(_ code: FindingCode, _ number: Int = 0) throws -> String {
    let findings = analysed.analysis.findings.filter { $0.code == code }
    try #require(findings.count > number)
    return findings[number].id
  }

  private static let headings = [
    "Question", "What should happen?", "Result or reason", "Your choice", "Who", "Answered on",
    "Comment",
  ]

  private func saved(_ rows: [[String]]) -> SavedAnswers {
    let cells = rows.map { $0.map { $0.isEmpty ? SavedCell.empty : .text($0) } }
    let table = SavedTable(name: "Questions", rows: cells)
    return SavedAnswers(table, of: specification, analysed.analysis)
  }

  private func answered(_ saved: SavedAnswers, _ text: String = text) -> AnsweredText {
    analysed.answered(saved.answers, in: file(text), today: today)
  }

  private func edit(_ row: Int, _ column: Int, _ text: String) -> CellEdit {
    let position = CellPosition(row: row, column: column)
    return CellEdit(sheet: "Questions", position: position, cell: .text(text))
  }

  private func file(_ text: String) -> AnswerFile {
    AnswerFile(text, of: specification, settings: Settings())
  }

  @Test(arguments: [("Answered by", "Answered on"), ("回答者", "回答日"), ("Answered by:", "回答日：")])
  func `who and when at the head hold for rows that say nothing`(by: String, on: String) throws {
    let gaps = try [id(.undefinedCombination, 0), id(.undefinedCombination, 1)]
    let saved = saved([
      ["Questions"], [by, "Sato", on, "2026-11-20"], Self.headings,
      [gaps[0], "", "It waits"], [gaps[1], "", "It is hidden", "", "Tanaka", "2026-11-21"],
    ])
    #expect(saved.answers.map(\.author) == ["Sato", "Tanaka"])
    #expect(saved.answers.map(\.day) == ["2026-11-20", "2026-11-21"])
  }

  @Test func `a question of one's own goes to the spec once`() throws {
    let rows = [
      Self.headings, ["", "Who translates it?", "", "", "Sato"],
      ["", "Is it logged?", "Yes"], ["", "How long is it kept?", "2027-01-31", "Decide later"],
    ]
    let first = answered(saved(rows))
    #expect(first.outcomes.allSatisfy { if case .applied = $0.state { true } else { false } })
    #expect(
      first.text == Self.text + """
        questions:
          - question: Who translates it?
            source: Sato
          - question: Is it logged?
            then: Yes
            source: \(first.outcomes[1].answer.question)
          - question: How long is it kept?
            until: 2027-01-31
            source: \(first.outcomes[2].answer.question)

        """
    )
    let after = try AnswerSheetTests(first.text)
    let second = after.answered(after.saved(rows), first.text)
    #expect(second.text == first.text)
    #expect(second.outcomes.map(\.state) == [.known, .known, .known])
  }

  @Test func `a row that lost its id is no question of one's own`() throws {
    let finding = try #require(analysed.analysis.findings.first { $0.isQuestion })
    let saved = saved([Self.headings, ["", finding.message, "It waits"]])
    #expect(saved.answers.isEmpty)
    #expect(saved.remarks.map(\.isProblem) == [true])
  }

  /// A sheet may have as many rows as its limit allows.
  @Test func `thousands of answers to one question end`() throws {
    let gap = try id(.undefinedCombination)
    let count = 5_000
    let different = saved(
      [Self.headings] + (0..<count).map { [gap, "", "It waits \($0) s"] }
    )
    let outcomes = answered(different).outcomes
    #expect(outcomes.count == count)
    for (number, outcome) in outcomes.enumerated() {
      guard case .refused(let reason) = outcome.state else {
        Issue.record("row \(number + 2) was not refused")
        continue
      }
      // The first row contradicts the second, all others contradict the first.
      let row = number == 0 ? 3 : 2
      #expect(reason.english.contains("C\(row) gives a different answer"), "\(reason.english)")
    }
  }

  @Test func `reasons go back into the sheet and go when they are settled`() throws {
    let gap = try id(.undefinedCombination)
    let twice = try id(.undecidedRule)
    let refused = saved([Self.headings, [gap, "", "TBD"], [twice, "", "It waits"]])
    let states = answered(refused).outcomes.map(\.state)
    let reason = "`TBD` is not a result; say what is observed, or choose “Decide later” with a date"
    #expect(
      refused.marks(states) == [
        edit(0, 7, "Status"),
        edit(1, 7, "Not applied: " + reason),
      ]
    )
    let marked = saved([
      Self.headings + ["状況"], [gap, "", "It waits", "", "", "", "", reason],
      [twice, "", "It waits", "", "", "", "", ""],
    ])
    #expect(
      marked.marks(answered(marked).outcomes.map(\.state)) == [
        edit(1, 7, "Answered")
      ]
    )
  }

  @Test func `what is said for each value becomes a rule for each`() throws {
    let gap = try id(.undefinedCombination, 1)
    for answer in [
      "Premium: It glows\nGold: It shines", "gold： It shines\npremium： It glows",
    ] {
      let saved = saved([Self.headings, [gap, "", answer]])
      #expect(saved.answers.map(\.kind) == [.depends], "\(answer)")
      let text = answered(saved).text
      let after = try AnswerSheetTests(text)
      let rules = after.specification.rules.filter { $0.source?.contains(gap) ?? false }
      #expect(rules.map(\.id) == ["look-premium", "look-gold"], "\(answer)")
      #expect(rules.compactMap(\.results) == [["It glows"], ["It shines"]], "\(answer)")
    }
  }

  // MARK: Successors

  @Test func `an answer finds the question that took the place of its own`() throws {
    let changed = Self.text.replacing(
      "look: {id: seen, when: {plan: free}",
      with: "look: {id: seen, when: {plan: [free, gold]}"
    )
    let after = try AnswerSheetTests(changed)
    let (old, new) = (analysed.analysis.questions, after.analysed.analysis.questions)
    let gone = old.map(\.id).filter { id in !new.contains { $0.id == id } }
    let fresh = new.map(\.id).filter { id in !old.contains { $0.id == id } }
    try #require(gone.count == 1 && fresh.count == 1)
    let region = EarlierRegion(cubes: [["operation": ["look"], "plan": ["premium", "gold"]]])
    let earlier = EarlierSuite(
      cases: [],
      retired: [],
      factors: EarlierFactor.all(of: specification),
      questions: [EarlierSuite.Question(id: gone[0], message: "", region: region)]
    )
    #expect(
      after.analysed.successors(of: gone + fresh + ["Q-00000000"], earlier: earlier)
        == [gone[0]: fresh[0], fresh[0]: fresh[0]]
    )
    #expect(after.analysed.successors(of: gone, earlier: nil) == [:])
  }

  @Test func `answers that are not in the spec yet are counted`() throws {
    let gap = try id(.undefinedCombination)
    let saved = saved([Self.headings, [gap, "", "It waits"], ["Q-00000000", "", "It stays"]])
    let states = answered(saved).outcomes.map(\.state)
    #expect(states.count { $0.isApplied } == 1)
    #expect(saved.orphans(states) == ["Q-00000000"])
    let applied = answered(saved).text
    let after = try AnswerSheetTests(applied)
    let again = after.saved([Self.headings, [gap, "", "It waits"]])
    let now = after.file(applied)
    let known = after.analysed.answered(again.answers, in: now, today: today)
    #expect(known.outcomes.map(\.state) == [.known])
  }
}
