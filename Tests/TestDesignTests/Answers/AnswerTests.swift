import Combinatorics
import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Answers to changed questions and to entries that are declared; the effect of each kind is in `Specs/answers.md`.
struct AnswerTests {
  private static let text = """
    specmatrix: 1
    id: T
    feature: Test
    owner: Product
    traits: []
    states:
      plan: {label: Membership, values: {free: Free, premium: Premium, gold: Gold}}
      login: [guest, member]
    operations: {submit: {}, look: {}, close: {}, share: {}, leave: {}}
    rules:
      look:
        - then: It is seen
        - when: {login: guest}
          then: Nothing is seen
        - when: {plan: free}
          then: A little is seen
      submit:
        login:
          member: It is sent
      close:
        question: Is it saved?   # asked on Monday
        options:
          - It is saved
          - - It is lost
            - A dialog says so
        source: https://example.com/1
      share:
        - then: It is shared
        - when: {login: [guest, member]}
          then: Nothing is shared
      leave: It is left
    questions:
      - question: Who translates the texts?
        ask: Marketing

    """

  private static func question(_ code: FindingCode, in text: String = text) throws -> Finding {
    try #require(analysed(text).analysis.findings.first { $0.code == code })
  }

  @Test func `a stale answer is shown and not applied`() throws {
    let finding = try Self.question(.undefinedCombination)
    let contradiction = try Self.question(.contradictoryRules)
    func state(_ answer: QuestionAnswer, _ text: String = Self.text) throws -> AnswerOutcome.State {
      let result = try analysed(text).answered([answer], in: text)
      #expect(result.outcomes[0].state.isApplied || result.text == text)
      return result.outcomes[0].state
    }
    func answer(
      _ finding: Finding,
      _ fingerprint: String?,
      _ sentence: String? = nil
    ) -> QuestionAnswer {
      QuestionAnswer(
        question: finding.id,
        fingerprint: fingerprint,
        sentence: sentence,
        text: "x",
        place: "p"
      )
    }
    let now = AnswerOutcome.State.stale(now: "the spec now asks: \(finding.message)")
    #expect(try state(answer(finding, "00000000")) == now)
    #expect(try state(answer(finding, nil, "What should happen?")) == now)
    #expect(try state(answer(finding, finding.question?.fingerprint)).isApplied)
    #expect(try state(answer(finding, nil, finding.message)).isApplied)
    #expect(
      try state(answer(finding, nil), Self.text.replacing("member: It", with: "guest, member: It"))
        == .stale(now: "the spec now asks this differently, or no longer; see the next sheet")
    )
    // Another result of a rule in the question.
    let other = Self.text.replacing("Nothing is seen", with: "A picture is seen")
    guard case .stale = try state(answer(contradiction, contradiction.question?.fingerprint), other)
    else {
      Issue.record("an answer about results that changed was applied")
      return
    }
    // Edits elsewhere do not matter.
    let elsewhere = Self.text.replacing("It is sent", with: "It is posted")
      .replacing("{submit: {}, look: {},", with: "{look: {}, submit: {},")
    #expect(
      try state(answer(contradiction, contradiction.question?.fingerprint), elsewhere).isApplied
    )
  }

  @Test func `a declared entry counts as selected, whether or not it is asked about`() throws {
    let head = "specmatrix: 1\nid: T\nfeature: Test\ntraits: [localized, personal_data]\n"
    let map = "operations:\n  tap: Tap\nrules:\n  tap: Done\n"
    let rows = try analysed(head + map).analysis.questions
    let row = try #require(rows.first { $0.entries == ["locale"] })
    let answer = QuestionAnswer(question: row.id, kind: .select, text: "", place: "T.csv:2")
    for asked in ["", "questions:\n  - {question: Which?, operation: locale}\n"] {
      let text = head + "states: {locale: [en, ja]}\n" + map + asked
      #expect(try analysed(text).answered([answer], in: text).outcomes[0].state == .known)
    }
  }
}
