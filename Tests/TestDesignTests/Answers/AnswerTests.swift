import Specification
import Testing

@testable import TestDesign

/// What each kind of answer becomes.
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

  private func question(_ code: FindingCode) throws -> Finding {
    let findings = try analysed(Self.text).analysis.findings.filter { $0.code == code }
    return try #require(findings.first)
  }

  private func apply(
    _ kind: QuestionAnswer.Kind,
    _ answer: String,
    to code: FindingCode = .undefinedCombination,
    comment: String = ""
  ) throws -> (state: AnswerOutcome.State, added: String) {
    try apply(kind, answer, to: try question(code), comment: comment)
  }

  private func apply(
    _ kind: QuestionAnswer.Kind,
    _ answer: String,
    to finding: Finding,
    comment: String = ""
  ) throws -> (state: AnswerOutcome.State, added: String) {
    let answer = QuestionAnswer(
      question: finding.id,
      kind: kind,
      text: answer,
      author: "Sato",
      day: "2026-11-20",
      comment: comment,
      place: "T.csv:B2"
    )
    let result = try analysed(Self.text).answered([answer], in: Self.text)
    let old = Self.text.split(separator: "\n")
    let added = result.text.split(separator: "\n").filter { !old.contains($0) }
    return (result.outcomes[0].state, added.joined(separator: "\n"))
  }

  @Test func `as written becomes a rule`() throws {
    let id = try question(.undefinedCombination).id
    let (state, added) = try apply(.asWritten, "・The login opens\n・Nothing: sent", comment: "asked")
    #expect(state == .applied("rule submit-guest added"))
    #expect(
      added == """
              guest:
                id: submit-guest
                then:
                  - The login opens
                  - "Nothing: sent"
                source: \(id), Sato, 2026-11-20 – asked
        """
    )
  }

  @Test func `as written settles a contradiction`() throws {
    let id = try question(.contradictoryRules).id
    let added = try apply(.asWritten, "It is all seen", to: .contradictoryRules).added
    #expect(
      added == """
            - id: look-free-guest
              when: {plan: free, login: guest}
              then: It is all seen
              source: \(id), Sato, 2026-11-20
        """
    )
  }

  @Test func `as written comes first where it is no exception`() throws {
    let findings = try analysed(Self.text).analysis.findings
    let finding = try #require(findings.last { $0.code == .contradictoryRules })
    let (state, added) = try apply(.asWritten, "It may be shared", to: finding)
    let id = finding.id
    #expect(state == .applied("rule share-2 added"))
    #expect(
      added == """
        precedence: [share-2, others]
            - id: share-2
              then: It may be shared
              source: \(id), Sato, 2026-11-20
        """
    )
  }

  @Test func `as written decides a rule and keeps its source`() throws {
    let id = try question(.undecidedRule).id
    let added = try apply(.asWritten, "It is kept", to: .undecidedRule).added
    #expect(
      added == """
            then: It is kept   # asked on Monday
            # \(id), Sato, 2026-11-20
        """
    )
  }

  @Test(arguments: ["It is lost / A dialog says so", "it is lost\nA dialog says so"])
  func `an answer may pick an option`(answer: String) throws {
    let id = try question(.undecidedRule).id
    #expect(
      try apply(.asWritten, answer, to: .undecidedRule).added == """
            then:   # asked on Monday
              - It is lost
              - A dialog says so
            # \(id), Sato, 2026-11-20
        """
    )
  }

  @Test func `a question beside the rules is put off or decided where it stands`() throws {
    let id = try question(.openQuestion).id
    #expect(
      try apply(.later, "2030-01-05", to: .openQuestion).added == """
            until: 2030-01-05
            # \(id), Sato, 2026-11-20
        """
    )
    #expect(
      try apply(.asWritten, "Tanaka", to: .openQuestion).added == """
            then: Tanaka
            source: \(id), Sato, 2026-11-20
        """
    )
    #expect(
      try apply(.notPossible, "", to: .openQuestion).state
        == .refused(
          "this question stands beside the rules: answer it as written, or choose “Decide later” with a date"
        )
    )
  }

  @Test(arguments: [
    (QuestionAnswer.Kind.notPossible, "", "This cannot happen (ID, Sato, 2026-11-20)"),
    (.notPossible, "Guests see no form", "Guests see no form (ID, Sato, 2026-11-20)"),
    (.outOfScope, "", "Out of scope (ID, Sato, 2026-11-20)"),
    (.outOfScope, "next year", "\"Out of scope: next year (ID, Sato, 2026-11-20)\""),
  ])
  func `not possible and out of scope become impossible`(
    kind: QuestionAnswer.Kind,
    answer: String,
    reason: String
  ) throws {
    let id = try question(.undefinedCombination).id
    #expect(
      try apply(kind, answer).added == """
        impossible:
          - when: {operation: submit, login: guest}
            because: \(reason.replacing("ID", with: id))
        """
    )
  }

  @Test func `decide later becomes a question with a last day`() throws {
    let id = try question(.undefinedCombination).id
    #expect(
      try apply(.later, "after the review on 2030/1/5").added == """
              guest:
                id: submit-guest
                question: What happens?
                until: 2030-01-05
                source: \(id), Sato, 2026-11-20 – after the review on 2030/1/5
        """
    )
    #expect(
      try apply(.later, "", to: .undecidedRule, comment: "2030年1月5日").added.hasPrefix(
        "    until: 2030-01-05\n    # Q-"
      )
    )
  }

  @Test(arguments: [
    (QuestionAnswer.Kind.asWritten, " \n ", "the answer is empty"),
    (.later, "soon", "no date given; write one, for example 2027-01-31"),
    (.later, "2020-01-01", "the day 2020-01-01 has passed; write a later one"),
    (
      .later, "2030-01-01 or 2030-02-01",
      "several dates given: 2030-01-01, 2030-02-01; keep only the last"
    ),
    (
      .depends, "plan and login",
      "write the factor that it depends on alone: `plan` (Membership), `login`"
    ),
    (
      .depends, "login",
      "the question concerns only one value of `login`, so it cannot depend on it"
    ),
  ])
  func `what is missing is said`(kind: QuestionAnswer.Kind, answer: String, reason: String) throws {
    let (state, added) = try apply(kind, answer)
    #expect(state == .refused(AnswerReason(reason)))
    #expect(added == "")
  }

  @Test(arguments: [
    ("membership", ["free", "premium", "gold"]), ("ＰＬＡＮ", ["free", "premium", "gold"]),
  ])
  func `depends on becomes a question for each part`(answer: String, parts: [String]) throws {
    let added = try apply(.depends, answer).added
    let whens = added.split(separator: "\n").filter { $0.contains("when:") }
    #expect(
      whens.map(String.init)
        == parts.map { "      when: {plan: \($0), login: guest}" }
    )
  }

  @Test func `a stale answer is shown and not applied`() throws {
    let finding = try question(.undefinedCombination)
    let contradiction = try question(.contradictoryRules)
    func state(_ answer: QuestionAnswer, _ text: String = Self.text) throws -> AnswerOutcome.State {
      let result = try analysed(text).answered([answer], in: text)
      guard case .applied = result.outcomes[0].state else {
        #expect(result.text == text)
        return result.outcomes[0].state
      }
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
        == .stale(now: "the spec asks this otherwise now, or no longer; generate again and look")
    )
    // Another result of a rule that the question is about.
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

  @Test func `different answers to one question are both refused`() throws {
    let id = try question(.undefinedCombination).id
    let answers = ["a", "b", "a"].enumerated().map {
      QuestionAnswer(question: id, text: $1, place: "T.csv:B\($0)")
    }
    let result = try analysed(Self.text).answered(answers, in: Self.text)
    #expect(result.text == Self.text)
    #expect(
      result.outcomes[0].state
        == .refused("T.csv:B1 gives a different answer to the same question; keep one of the two")
    )
    let same = try analysed(Self.text).answered([answers[0], answers[2]], in: Self.text)
    #expect(same.outcomes[0].state == same.outcomes[1].state)
    #expect(same.text.ranges(of: "id: submit-guest").count == 1)
  }

  @Test func `another answer to an answered question is stale`() throws {
    let id = try question(.undefinedCombination).id
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
      second.outcomes[0].state == .stale(now: "rule submit-guest says: a")
    )
    #expect(try answered("a", first.text).outcomes[0].state == .known)
  }

  @Test func `an answer that would break the spec is refused alone`() throws {
    let text =
      Self.text + "cases:\n  - when: {operation: submit, login: guest, plan: free}\n"
    let before = try analysed(text)
    let answers = before.analysis.findings.filter(\.isQuestion).map {
      QuestionAnswer(
        question: $0.id,
        kind: $0.code == .undefinedCombination ? .notPossible : .asWritten,
        text: "x",
        place: "p"
      )
    }
    let result = before.answered(answers, in: text)
    let applied = result.outcomes.map(\.state.isApplied)
    #expect(applied.sorted { !$0 && $1 } == [false, true, true, true, true])
    #expect(!result.text.contains("impossible"))
    let refused = try #require(
      result.outcomes.first { !$0.state.isApplied && $0.answer.kind == .notPossible }?.state
    )
    guard case .refused(let reason) = refused else { return }
    #expect(reason.english.hasPrefix("the spec would not be valid with it: "))
  }
}
