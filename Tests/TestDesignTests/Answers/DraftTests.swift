import Diagnostics
import Specification
import Testing
import Text

@testable import TestDesign

/// Rules that were drafted, and what confirms them.
struct DraftTests {
  private func text(_ rules: String, language: String = "en") -> String {
    """
    specmatrix: 1
    id: T
    feature: Test
    language: \(language)
    traits: []
    states:
      plan: [free, premium]
    operations: {tap: Tap, hold: Hold}
    rules:
      hold: Held
      \(rules.replacing("\n", with: "\n  "))

    """
  }

  private func drafts(_ text: String, today: CalendarDate = testDay) throws -> [Finding] {
    try analysed(text, today: today).analysis.findings.filter { $0.code == .draftedRule }
  }

  /// What becomes of an answer to the only draft of a spec, and of the same answer once more.
  private func answer(
    _ answer: String,
    _ kind: QuestionAnswer.Kind = .asWritten,
    to text: String
  ) throws -> (state: AnswerOutcome.State, text: String, open: [FindingCode]) {
    let before = try analysed(text)
    let asked = try #require(try drafts(text).first)
    let answers = [
      QuestionAnswer(
        question: asked.id,
        fingerprint: asked.question?.fingerprint,
        sentence: asked.message,
        kind: kind,
        text: answer,
        author: "Sato",
        place: "T.csv:B2"
      )
    ]
    func apply(_ analysed: AnalysedSpecification, _ text: String) -> AnsweredText {
      analysed.answered(answers, in: text)
    }
    let result = apply(before, text)
    let now = try analysed(result.text)
    if result.outcomes[0].state.isApplied {
      let again = apply(now, result.text)
      #expect(again.outcomes[0].state == .known, "\(result.text)")
      #expect(again.text == result.text)
    }
    return (
      result.outcomes[0].state, result.text.replacing(asked.id, with: "ID"),
      now.analysis.findings.filter { $0.isQuestion && $0.code != .unreadFactor }.map(\.code)
    )
  }

  @Test(arguments: [
    ("draft", true), ("'draft: the ticket'", true), ("\"Draft:\"", true), ("draft：議事録", true),
    ("drafted by Sato", false), ("'the draft: page 3'", false), ("Sato", false),
  ])
  func `a source says that it is a draft`(source: String, isDraft: Bool) throws {
    let spec = text("tap: {then: Saved, source: \(source)}")
    let found = try drafts(spec)
    #expect(found.count == (isDraft ? 1 : 0))
    // What is drafted is defined: only the question is open.
    #expect(try analysed(spec).analysis.counts.defined == "4")
    guard let finding = found.first else { return }
    #expect(finding.severity == .error && finding.isQuestion && finding.combinations == "2")
    #expect(finding.message == "Drafted, not confirmed: On “Tap”: “Saved”. Is that right?")
  }

  @Test func `each draft is a question of its own with an id that stays`() throws {
    let rules = """
      tap:
        plan:
          free: {then: Saved, source: draft}
          premium: {then: Sent, source: draft}
      """
    let ids = try drafts(text(rules)).map(\.id)
    #expect(Set(ids).count == 2)
    let other = try drafts(
      text(rules + "\n# a line more").replacing(
        "plan: [free, premium]",
        with: "plan: [premium, free]"
      )
    )
    #expect(Set(other.map(\.id)) == Set(ids))
    // Another text of the same rule was not asked about.
    #expect(try drafts(text(rules.replacing("Sent", with: "Kept"))).map(\.id)[0] == ids[0])
    #expect(try drafts(text(rules.replacing("Sent", with: "Kept"))).map(\.id)[1] != ids[1])
  }

  @Test func `a draft with a day waits for it`() throws {
    let rules = "tap: {then: Saved, source: draft, until: 2026-12-31}"
    let before = try drafts(text(rules), today: try #require(CalendarDate("2026-12-31")))
    #expect(before.map(\.severity) == [.warning])
    let after = try drafts(text(rules), today: try #require(CalendarDate("2027-01-01")))
    #expect(after.map(\.severity) == [.error])
    #expect(after.map(\.isOverdue) == [true])
  }

  @Test func `what decides nothing is not asked about, and what adds something is`() throws {
    let dead = """
      tap:
        - {when: {plan: free}, then: Saved}
        - {when: {plan: premium}, then: Sent}
        - {then: Lost, source: draft}
      """
    #expect(try drafts(text(dead)).isEmpty)
    let adds = """
      tap:
        - then: Saved
        - {adds: A badge is shown, source: draft}
      """
    #expect(try drafts(text(adds)).map(\.combinations) == ["2"])
    let answered = try answer("No badge is shown", to: text(adds))
    #expect(answered.text.contains("{adds: No badge is shown, source: \"ID, Sato\"}"))
    #expect(answered.open.isEmpty)
  }

  @Test(arguments: [
    ("tap: {then: Saved, source: draft}", "tap: {then: Saved, source: \"ID, Sato\"}"),
    (
      "tap:\n  then: Saved  # as before\n  source: 'draft: the ticket'  # 12\n  until: 2099-01-01",
      "tap:\n  then: Saved  # as before\n  source: ID, Sato – the ticket  # 12"
    ),
  ])
  func `yes confirms a draft and says who`(rules: String, expected: String) throws {
    for yes in ["Yes", "ok", "はい"] {
      let (state, text, open) = try answer(yes, to: text(rules))
      #expect(state.isApplied && open.isEmpty)
      #expect(text == self.text(expected))
    }
  }

  @Test func `other answers`() throws {
    let spec = text("tap:\n  then: Saved\n  source: \"draft: the ticket\"")
    let other = try answer("Sent", to: spec)
    #expect(other.text == text("tap:\n  then: Sent\n  source: ID, Sato"))
    #expect(other.state.isApplied && other.open.isEmpty)
    let later = try answer("2099-01-01", .later, to: spec)
    #expect(
      later.text
        == text(
          "tap:\n  then: Saved\n  until: 2099-01-01\n  # ID, Sato\n  source: \"draft: the ticket\""
        )
    )
    #expect(later.open == [.draftedRule])
    let impossible = try answer("there is no button", .notPossible, to: spec)
    #expect(impossible.text.contains("because: there is no button (ID, Sato)"))
    #expect(impossible.state.isApplied && impossible.open.isEmpty)
    guard case .refused = try answer("No", to: spec).state else {
      Issue.record("no alone says nothing")
      return
    }
  }

  @Test(arguments: ["question: Which?", "then: TBD"])
  func `an answer to what is open and drafted leaves no draft`(outcome: String) throws {
    let spec = text("tap:\n  \(outcome)\n  source: draft")
    #expect(try drafts(spec).isEmpty)
    let before = try analysed(spec)
    let asked = try #require(before.analysis.questions.first { $0.code != .unreadFactor })
    let answer = QuestionAnswer(question: asked.id, text: "Saved", author: "Sato", place: "")
    let result = before.answered([answer], in: spec)
    #expect(result.outcomes[0].state.isApplied)
    #expect(
      result.text.replacing(asked.id, with: "ID") == text("tap:\n  then: Saved\n  source: ID, Sato")
    )
  }

  @Test func `a decision of the team may be drafted, too`() throws {
    let spec =
      text("tap: Saved")
      + "questions:\n  - question: How long?\n    then: A day\n    source: draft\n"
    #expect(
      try drafts(spec).map(\.message) == [
        "Drafted, not confirmed: How long?: “A day”. Is that right?"
      ]
    )
    let yes = try answer("Yes", to: spec)
    #expect(yes.text.hasSuffix("    then: A day\n    source: ID, Sato\n"))
    #expect(yes.open.isEmpty)
    let other = try answer("A week", to: spec)
    #expect(other.text.hasSuffix("    then: A week\n    source: ID, Sato\n"))
    #expect(other.open.isEmpty)
  }

  @Test func `a draft is asked about in the language of the spec`() throws {
    let spec = text("tap: {then: 保存される, source: draft}", language: "ja")
    #expect(
      try drafts(spec).map(\.message) == ["下書き（未確認）：「Tap」の場合：「保存される」とする、で正しいですか？"]
    )
  }

  @Test(arguments: [
    (
      "impossible:\n  - when: {plan: free, operation: hold}\n    because: \"draft: no button\"  # 3\n",
      "Drafted, not confirmed: this cannot occur on “Hold”, if plan is free, because “no button”. Is that right?",
      "    because: no button (ID, Sato)  # 3\n"
    ),
    (
      "impossible:\n  - {when: {plan: free, operation: hold}, because: draft}\n",
      "Drafted, not confirmed: this cannot occur on “Hold”, if plan is free. Is that right?",
      "because: \"ID, Sato\"}\n"
    ),
    (
      "dismissed:\n  rotate: \"draft: portrait only\"\n  undo: it is short\n",
      "Drafted, not confirmed: “Rotation” is left out, because “portrait only”. Is that right?",
      "  rotate: portrait only (ID, Sato)\n"
    ),
  ])
  func `a reason may be drafted, too`(section: String, message: String, line: String) throws {
    let spec = text("tap: Saved") + section
    #expect(try drafts(spec).map(\.message) == [message])
    #expect(try drafts(spec).map(\.severity) == [.error])
    let yes = try answer("Yes", to: spec)
    #expect(yes.state.isApplied && yes.open.isEmpty)
    #expect(yes.text.contains(line), "\(yes.text)")
    for (other, kind) in [
      ("A dialog opens", QuestionAnswer.Kind.asWritten), ("2099-01-01", .later),
    ] {
      let refused = try answer(other, kind, to: spec)
      guard case .refused = refused.state else {
        Issue.record("\(other): \(refused)")
        continue
      }
    }
  }

  @Test func `a drafted reason is asked about in the language of the spec`() throws {
    let spec = text("tap: Saved", language: "ja") + "dismissed: {rotate: draft：縦画面のみ}\n"
    #expect(
      try drafts(spec).map(\.message) == ["下書き（未確認）：「画面の回転」は対象外（理由：縦画面のみ）、で正しいですか？"]
    )
  }

  @Test func `a drafted reason of a rule confirms no decision`() throws {
    func confirmed(_ because: String) throws -> [Bool] {
      let rules =
        "tap:\n  - then: Saved\n  - {when: {plan: free}, then: Sent, because: \(because)}"
      return try analysed(text(rules)).analysis.decisions.map(\.state.isConfirmed)
    }
    #expect(try confirmed("the team said so") == [true])
    #expect(try confirmed("'draft: it seems so'") == [false])
  }
}
