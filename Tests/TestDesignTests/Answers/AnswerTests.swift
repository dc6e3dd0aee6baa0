import Combinatorics
import Specification
import Testing

@testable import TestDesign

/// Answers to changed questions, and several answers to one; the effect of each kind is in `Specs/answers.md`.
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

  @Test func `another answer to an answered question is stale`() throws {
    let id = try Self.question(.undefinedCombination).id
    func answered(_ answer: String, _ text: String) throws -> AnsweredText {
      try analysed(text).answered(
        [QuestionAnswer(question: id, text: answer, place: "p")],
        in: text
      )
    }
    let first = try answered("a", Self.text)
    let second = try answered("b", first.text)
    #expect(second.text == first.text)
    #expect(
      second.outcomes[0].state == .stale(now: "the spec says: a (submit-guest)")
    )
    #expect(try answered("a", first.text).outcomes[0].state == .known)
  }

  @Test func `an answer about an entry that was decided otherwise is stale`() throws {
    let head = "specmatrix: 1\nid: T\nfeature: Test\ntraits: [localized, personal_data]\n"
    let map = "operations:\n  tap: Tap\nrules:\n  tap: Done\n"
    let rows = try analysed(head + map).analysis.questions
    func state(
      _ kind: QuestionAnswer.Kind,
      _ said: String,
      to entry: String,
      in sections: String
    ) throws -> AnswerOutcome.State {
      let row = try #require(rows.first { $0.entries == [entry] })
      let answer = QuestionAnswer(question: row.id, kind: kind, text: said, place: "T.csv:2")
      return try analysed(head + sections).answered([answer], in: head + sections).outcomes[0].state
    }
    let dismissed = "dismissed: {back: One page}\n" + map
    guard case .stale = try state(.dismiss, "No time", to: "back", in: dismissed) else {
      Issue.record("another reason is known")
      return
    }
    let asked = map + "questions:\n  - {question: Which?, operation: locale"
    let decided = asked + ", then: English only}\n"
    #expect(try state(.select, "English only", to: "locale", in: decided) == .known)
    #expect(try state(.select, "Japanese only", to: "locale", in: decided) != .known)
    // Declared entries count as selected, whether or not they are asked about.
    let declared = "states: {locale: [en, ja]}\n"
    #expect(try state(.select, "", to: "locale", in: declared + asked + "}\n") == .known)
    #expect(try state(.select, "", to: "locale", in: declared + map) == .known)
  }
}
