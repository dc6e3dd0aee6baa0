import Specification
import Testing

@testable import TestDesign

/// Answers in parts whose parts are listed or missing, and what stands beside answers of every kind.
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
    try #require(analysed(text).analysis.questions.first { $0.code == code })
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
    let setting = AnswerSetting(
      finding,
      options: (finding.question?.choices ?? []).map { [$0] },
      in: before.specification
    )
    switch AnswerReader(before.specification.language).read(answer, kind: kind, to: setting) {
    case .said(let kind, let said): (given.kind, given.text) = (kind, said)
    case .refused(let reason): return (.refused(reason), text)
    }
    func answered(_ text: String) throws -> AnsweredText {
      try analysed(text).answered([given], in: text)
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
    (english, "Ended: A\nB\nNone: C"), (english, "Ended:\n- A\n- B\nNone:\n- C"),
    (english, "- Ended: A\n  - B\n- None: C"), (japanese, "終了済み：A\nB\nなし：C"),
    (japanese, "終了済み：\n・A\n・B\nなし：\n・C"),
  ])
  func `lines below a part belong to it`(text: String, answer: String) throws {
    #expect(try results(apply(answer, in: text).text) == [["A", "B"], ["C"]])
  }

  @Test(arguments: [
    (english, "Ended: A", "a line for each part"), (english, "None: A\nB", "a line for each part"),
    (english, "It closes\nEnded: A\nNone: B", "“Ended: …”, “None: …”"),
    (english, "Ended: A\nNone: ask Backend", "`ask Backend` is not a result"),
    (english, "Ended: A\nNone: Decide later", "no date given"),
    (english, "Ended: A\nNone: Cannot happen, nobody stops it", "or choose “Cannot happen”"),
    (english, "Ended: A; paid users stay\nNone: B", "tells cases apart"),
    (english, "Ended: A\nNone: not possible", "or choose “Cannot happen”"),
    (japanese, "終了済み：A", "「終了済み：…」"),
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
    let said = reason.english + reason.text(.japanese)
    #expect(said.contains(why), "\(reason)")
    #expect(new == text)
  }

  @Test(arguments: [
    (
      english, "Ended: A\nNone: Cannot happen",
      "  - when: {operation: stop, session: none}\n    because: This cannot happen (Q-"
    ),
    (
      english, "Ended: A\nNone: out of scope, because nobody stops it",
      "  - when: {operation: stop, session: none}\n    because: \"Out of scope: because nobody stops it (Q-"
    ),
    (english, "Ended: A\nNone: Decide later (2030-01-31)", "      until: 2030-01-31\n"),
    (japanese, "終了済み：A\nなし：起こり得ない（押せないため）", "    because: 押せないため（Q-"),
  ])
  func `a line may choose for its part`(text: String, answer: String, part: String) throws {
    let (state, new) = try apply(answer, in: text)
    #expect(state.isApplied, "\(state)")
    #expect(try results(new) == [["A"]])
    #expect(new.contains(part), "\(new)")
    #expect(
      try Self.question(.undefinedCombination, in: text).id
        != analysed(new).analysis.questions.first?.id
    )
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
    (.undefinedCombination, "", .notPossible), (.undefinedCombination, "because x", .outOfScope),
    (.undefinedCombination, "2030-01-31", .later), (.undefinedCombination, "session", .depends),
    (.undefinedCombination, "Ended: A\nNone: B", nil),
    (.contradictoryRules, "Free is seen", nil), (.contradictoryRules, "Both happen", nil),
    (.contradictoryRules, "1", nil), (.contradictoryRules, "A", .asWritten),
    (.contradictoryRules, "2030-01-31", .later),
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
    "Out of our hands; ask Backend", "No", "不要", "The list is seen", "No, not needed",
    "No: it is not translated", "Yes: 5 minutes", "No, ask Backend", "Yes, but not now",
    "No, but later", "はい。ただし法務の確認後", "当社の管轄外です",
  ])
  func `an operation needs a kind`(answer: String) throws {
    let text = Self.english.replacing("traits: []", with: "traits: [localized]")
    let (state, new) = try apply(answer, to: .unconsideredOperation, in: text)
    guard case .refused = state else {
      Issue.record("\(answer): \(state)")
      return
    }
    #expect(new == text)
  }

  @Test(arguments: ["A", "①>②", "② > ①", "free", "the last one", "④", "Both, perhaps"])
  func `rules that disagree need an option`(answer: String) throws {
    guard case .refused(let reason) = try apply(answer, to: .contradictoryRules).state else {
      Issue.record("\(answer)")
      return
    }
    #expect(reason.english.contains("① / ② / ③") && reason.text(.japanese).contains("①"))
  }
}
