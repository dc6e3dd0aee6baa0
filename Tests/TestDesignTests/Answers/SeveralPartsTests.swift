import Specification
import Testing

@testable import TestDesign

/// Answers in parts whose parts are left out, put off, listed or missing, and what stands beside answers of every kind.
struct SeveralPartsTests {
  private static let english = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states:
      session: [running, ended, none]
      plan: [free, paid]
    operations: {stop: Tap Stop, look: Look}
    rules:
      stop:
        - when: {session: running}
          then: It stops
      look:
        - when: {plan: free}
          then: Free is seen
        - when: {session: running}
          then: The timer is seen
        - when: {plan: paid, session: [ended, none]}
          question: What is seen?
    questions:
      - question: Who pays?

    """

  private static let japanese = english.replacing("traits: []", with: "language: ja\ntraits: []")
    .replacing(
      "session: [running, ended, none]",
      with: "session: {label: 状態, values: {running: 進行中, ended: 終了済み, none: なし}}"
    )

  private static func question(_ code: FindingCode, in text: String) throws -> Finding {
    try #require(analysed(text).analysis.findings.first { $0.code == code && $0.isQuestion })
  }

  /// What becomes of an answer that is read as it is written, and what the text says with it.
  private func apply(
    _ answer: String,
    kind: QuestionAnswer.Kind? = nil,
    comment: String = "",
    to code: FindingCode = .undefinedCombination,
    in text: String = english
  ) throws -> (state: AnswerOutcome.State, text: String) {
    let before = try analysed(text)
    let finding = try Self.question(code, in: text)
    var given = QuestionAnswer(
      question: finding.id,
      fingerprint: finding.question?.fingerprint,
      text: answer,
      author: "Sato",
      day: "2026-11-20",
      comment: comment,
      place: "T.csv:B2"
    )
    switch AnswerReader(before.specification)
      .read(answer, kind: kind, comment: comment, to: AnswerSetting(finding, options: []))
    {
    case .said(let kind, let said, _): (given.kind, given.text) = (kind, said)
    case .refused(let reason): return (.refused(reason), text)
    case .same: Issue.record("\(answer)")
    }
    func answered(_ text: String) throws -> AnsweredText {
      try analysed(text).answered(
        [given],
        in: text,
        catalogue: .standard,
        settings: Settings(),
        today: testDay
      )
    }
    let first = try answered(text)
    if first.outcomes[0].state.isApplied {
      let second = try answered(first.text)
      #expect(second.outcomes[0].state == .known, "\(first.text)")
      #expect(second.text == first.text)
    }
    return (first.outcomes[0].state, first.text)
  }

  private func results(_ text: String) throws -> [[String]] {
    try analysed(text).specification.rules.compactMap(\.results)
      .filter { !["It stops", "Free is seen", "The timer is seen"].contains($0[0]) }
  }

  @Test(arguments: [
    (english, "Ended: A\nNone: not possible, there is no button", "there is no button"),
    (english, "Ended: A\nNone: out of scope: comes with 2.0", "Out of scope: comes with 2.0"),
    (english, "Ended: A\nNone: Not possible", "This cannot happen"),
    (japanese, "終了済み：A\nなし：起こらない（ボタンがない）", "ボタンがない"),
    (japanese, "終了済み：A\nなし：対象外。次期開発のため", "今回は対象外：次期開発のため"),
  ])
  func `a part that is left out becomes impossible`(
    text: String,
    answer: String,
    reason: String
  ) throws {
    let (state, new) = try apply(answer, in: text)
    #expect(state.isApplied, "\(state)")
    #expect(try results(new) == [["A"]])
    let reasons = try analysed(new).specification.impossible.compactMap(\.because)
    #expect(reasons.count == 1 && reasons[0].hasPrefix(reason), "\(reasons)")
    #expect(try !analysed(new).analysis.findings.contains { $0.code == .undefinedCombination })
  }

  @Test func `all parts may be impossible, and one may be put off`() throws {
    let (state, new) = try apply("Ended: Not possible\nNone: Not possible")
    #expect(state.isApplied)
    #expect(try results(new).isEmpty)
    #expect(try analysed(new).specification.impossible.count == 2)
    let later = try apply("Ended: A\nNone: decide by 2030-01-31").text
    #expect(later.contains("until: 2030-01-31"))
    #expect(try results(later) == [["A"]])
  }

  @Test(arguments: [
    (english, "Ended: A\nB\nNone: C"), (english, "Ended - A\nB\nNone – C"),
    (english, "Ended → A\n- B\nNone = C"), (english, "Ended:\n- A\n- B\nNone:\n- C"),
    (english, "- Ended: A\n  - B\n- None: C"), (english, "Ended: - A\n・B\nNone: ・C"),
    (japanese, "終了済み＝A\nB\nなし＝C"), (japanese, "終了済み：\n・A\n・B\nなし：・C"),
  ])
  func `lines below a part belong to it`(text: String, answer: String) throws {
    #expect(try results(apply(answer, in: text).text) == [["A", "B"], ["C"]])
  }

  @Test(arguments: [
    (english, "Ended: A", "but not for None"), (english, "None – A\nB", "but not for Ended"),
    (english, "It closes\nEnded: A\nNone: B", "only some of its lines begin with a part"),
    (english, "Ended: A\nNone: ask Backend", "`ask Backend` says who decides"),
    (english, "Ended: A\nNone: out of scope", "needs a reason"),
    (japanese, "終了済み：A", "but not for なし"),
  ])
  func `what names parts but does not say all is refused`(
    text: String,
    answer: String,
    why: String
  ) throws {
    let (state, new) = try apply(answer, in: text)
    guard case .refused(let reason) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(reason.english.contains(why), "\(reason)")
    #expect(new == text)
  }

  @Test(arguments: ["The app asks\n- It goes on", "・The app asks\n・It goes on"])
  func `a bullet in front of one line is no part of it`(answer: String) throws {
    #expect(try results(apply(answer).text) == [["The app asks", "It goes on"]])
  }

  @Test(arguments: ["If ended: the receipt is shown", "Free: the company; paid: the user"])
  func `a question beside the rules takes conditions as text`(answer: String) throws {
    let (state, new) = try apply(answer, to: .openQuestion)
    #expect(state.isApplied, "\(state)")
    #expect(try analysed(new).specification.questions[0].decision == [answer])
  }

  @Test(arguments: [
    (FindingCode.undefinedCombination, "A", QuestionAnswer.Kind?.none),
    (.undefinedCombination, "", .notPossible), (.undefinedCombination, "x", .outOfScope),
    (.undefinedCombination, "2030-01-31", .later), (.undefinedCombination, "session", .depends),
    (.undefinedCombination, "Ended: A\nNone: B", nil),
    (.undefinedCombination, "Ended: A\nNone: Not possible", nil),
    (.contradictoryRules, "Free is seen", nil), (.contradictoryRules, "Both happen", nil),
    (.contradictoryRules, "A", nil), (.contradictoryRules, "2030-01-31", .later),
    (.undecidedRule, "A", nil), (.undecidedRule, "2030-01-31", .later),
    (.undecidedRule, "", .notPossible), (.undecidedRule, "session", .depends),
    (.openQuestion, "A", nil), (.openQuestion, "2030-01-31", .later),
    (.unconsideredOperation, "A", .select), (.unconsideredOperation, "A", .dismiss),
    (.unconsideredOperation, "2030-01-31", .later),
  ])
  func `the comment stands in the text`(
    code: FindingCode,
    answer: String,
    kind: QuestionAnswer.Kind?
  ) throws {
    let text =
      code == .unconsideredOperation
      ? Self.english.replacing("traits: []", with: "traits: [localized]") : Self.english
    let (state, new) = try apply(
      answer,
      kind: kind,
      comment: "as the city asked",
      to: code,
      in: text
    )
    #expect(state.isApplied, "\(state)")
    #expect(new.contains("as the city asked"), "\(new)")
  }

  @Test(arguments: [
    ("No, not needed", "not needed"), ("No: the button is disabled", "the button is disabled"),
    ("いいえ、ボタンは押せません", "ボタンは押せません"), ("不要。画面がないため", "画面がないため"),
  ])
  func `no with a reason leaves an operation out`(answer: String, reason: String) throws {
    let text = Self.english.replacing("traits: []", with: "traits: [localized]")
    let (state, new) = try apply(answer, to: .unconsideredOperation, in: text)
    #expect(state.isApplied, "\(state)")
    #expect(
      try analysed(new).specification.dismissed.map(\.reason).first?.hasPrefix(reason) == true
    )
  }

  @Test(arguments: ["Out of our hands; ask Backend", "No", "不要", "No, ask Backend", "当社の管轄外です"])
  func `what says nothing of an operation is refused`(answer: String) throws {
    let text = Self.english.replacing("traits: []", with: "traits: [localized]")
    let (state, new) = try apply(answer, to: .unconsideredOperation, in: text)
    guard case .refused = state else {
      Issue.record("\(answer): \(state)")
      return
    }
    #expect(new == text)
  }
}
