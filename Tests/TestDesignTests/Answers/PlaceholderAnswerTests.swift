import Specification
import Testing
import Text

@testable import TestDesign

/// Answers to what a placeholder stands for, and placeholders as answers.
struct PlaceholderAnswerTests {
  private func text(_ rules: String, language: String = "en") -> String {
    """
    specmatrix: 1
    id: T
    feature: Test
    language: \(language)
    traits: []
    states:
      plan: [free, premium]
    operations: {tap: Tap}
    rules:
      \(rules.replacing("\n", with: "\n  "))

    """
  }

  /// What becomes of an answer to the only question of a spec: the state, the rules, and the whole text.
  private func answer(
    _ answer: String,
    _ kind: QuestionAnswer.Kind = .asWritten,
    to text: String
  ) throws -> (state: AnswerOutcome.State, text: String) {
    let before = try analysed(text)
    let questions = before.analysis.findings.filter {
      $0.isQuestion && $0.code != .unreadFactor
    }
    try #require(questions.count == 1)
    let answers = [
      QuestionAnswer(
        question: questions[0].id,
        fingerprint: questions[0].question?.fingerprint,
        sentence: questions[0].message,
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
    if result.outcomes[0].state.isApplied {
      let again = apply(try analysed(result.text), result.text)
      #expect(again.outcomes[0].state == .known, "\(result.text)")
      #expect(again.text == result.text)
    }
    return (result.outcomes[0].state, result.text.replacing(questions[0].id, with: "ID"))
  }

  @Test(arguments: [
    ("tap: TBD", "tap:\n  then: It is saved\n  source: ID, Sato"),
    ("tap: TBD  # who knows", "tap:  # who knows\n  then: It is saved\n  source: ID, Sato"),
    ("tap: {then: TBD, source: wiki}", "tap: {then: It is saved, source: \"wiki; ID, Sato\"}"),
    (
      "tap:\n  then: TBD   # who\n  until: 2099-01-01\n  source: wiki",
      "tap:\n  then: It is saved   # who\n  # ID, Sato\n  source: wiki"
    ),
    (
      "tap: {plan: {premium: Saved, free: TBD}}",
      "tap: {plan: {premium: Saved, free: {then: It is saved, source: \"ID, Sato\"}}}"
    ),
    (
      "tap:\n  plan:\n    free: TBD\n    premium: Saved",
      "tap:\n  plan:\n    free:\n      then: It is saved\n      source: ID, Sato\n    premium: Saved"
    ),
    ("tap: [TBD, 未定]", "tap:\n  then: It is saved\n  source: ID, Sato"),
    (
      "tap:\n  - when: {plan: free}\n    then: TBD\n  - when: {plan: premium}\n    then: Saved",
      "tap:\n  - when: {plan: free}\n    then: It is saved\n    source: ID, Sato\n  - when: {plan: premium}\n    then: Saved"
    ),
  ])
  func `an answer takes the placeholder's place`(rules: String, answered: String) throws {
    let (state, text) = try answer("It is saved", to: text(rules))
    #expect(state.isApplied, "\(state)")
    #expect(text == self.text(answered))
  }

  @Test(arguments: [
    (
      "tap: [A note appears, TBD]",
      "tap:\n  then:\n    - A note appears\n    - It is saved\n  source: ID, Sato"
    ),
    (
      "tap:\n  - TBD\n  - A note appears",
      "tap:\n  then:\n    - It is saved\n    - A note appears\n  source: ID, Sato"
    ),
    (
      "tap:\n  then:\n    - A note appears\n    - TBD",
      "tap:\n  then:\n    - A note appears\n    - It is saved\n  source: ID, Sato"
    ),
  ])
  func `results that are decided stay`(rules: String, answered: String) throws {
    for words in ["It is saved", "A note appears.\nIt is saved"] {
      let (state, text) = try answer(words, to: text(rules))
      #expect(state.isApplied, "\(state)")
      #expect(text == self.text(answered))
    }
  }

  @Test func `a comment inside what an answer would replace is never lost`() throws {
    let rules = "tap:\n  - A note appears  # by law\n  - TBD"
    let (state, text) = try answer("It is saved", to: text(rules))
    #expect(!state.isApplied)
    #expect(text == self.text(rules))
  }

  @Test(arguments: [
    ("tap: TBD", "tap:\n  then: TBD\n  until: 2099-02-01\n  source: ID, Sato"),
    (
      "tap: [A note appears, TBD]",
      "tap:\n  then:\n    - A note appears\n    - TBD\n  until: 2099-02-01\n  source: ID, Sato"
    ),
    ("tap:\n  then: TBD", "tap:\n  then: TBD\n  until: 2099-02-01\n  source: ID, Sato"),
    (
      "tap: {then: TBD, until: 2098-01-01}",
      "tap: {then: TBD, until: 2099-02-01, source: \"ID, Sato\"}"
    ),
  ])
  func `decide later adds the day`(rules: String, answered: String) throws {
    let (state, text) = try answer("2099-02-01", .later, to: text(rules))
    #expect(state.isApplied, "\(state)")
    #expect(text == self.text(answered))
    let codes = try analysed(text).analysis.findings.map(\.code)
    #expect(codes.filter { $0 != .unreadFactor } == [.undecidedRule])
  }

  @Test func `several answers at once`() throws {
    let text = text("tap:\n  plan:\n    free: TBD\n    premium: 未定")
    let before = try analysed(text)
    let answers = before.analysis.findings.enumerated().map {
      QuestionAnswer(question: $1.id, text: "Result \($0)", place: "p")
    }
    let result = before.answered(answers, in: text)
    #expect(result.outcomes.map(\.state.isApplied) == [true, true])
    #expect(try analysed(result.text).analysis.findings.isEmpty)
  }

  @Test(arguments: [
    ("TBD", "`TBD` is not a result; say what is observed, or choose “Decide later” with a date"),
    ("（未定）", "`（未定）` is not a result; say what is observed, or choose “Decide later” with a date"),
    (
      "It is saved\n...",
      "`...` is not a result; say what is observed, or choose “Decide later” with a date"
    ),
    ("Same as above.", "`Same as above.` is not a result; write out what is observed"),
    (
      "N/A",
      "`N/A` is not a result; say what is observed, or choose “Cannot happen” or “Out of scope”"
    ),
    (
      "今回は対象外：1番と表示する",
      "`今回は対象外：1番と表示する` is not a result; say what is observed, or choose “Cannot happen” or “Out of scope”"
    ),
    ("Yes", "`Yes` is not a result; say what is observed, or choose “Decide later” with a date"),
    (
      "了解しました",
      "`了解しました` is not a result; say what is observed, or choose “Decide later” with a date"
    ),
  ])
  func `a placeholder is not an answer`(words: String, reason: String) throws {
    for rules in ["tap: {plan: {free: Saved}}", "tap: TBD", "tap: {question: How many?}"] {
      let text = text(rules)
      let result = try answer(words, to: text)
      #expect(result.state == .refused(AnswerReason(reason)))
      #expect(result.text == text)
    }
    let japanese = try answer("TBD", to: text("tap: 未定", language: "ja"))
    #expect(
      japanese.state
        == .refused("`TBD` is not a result; say what is observed, or choose “後日決定” with a date")
    )
  }

  @Test(arguments: [
    "Is it saved or lost?", "Who is told?", "How long is it kept, and where?", "保存するか、破棄するか？",
    "どの画面に戻りますか？", "何分待ちますか？", "Saved", "Is it saved?", "保存しませんか？", "保存されるでしょうか？", "下書きは残すか",
  ])
  func `yes and no say nothing that is observed`(question: String) throws {
    for words in ["yes", "いいえ"] {
      let (state, _) = try answer(words, to: text("tap: {question: \"\(question)\"}"))
      #expect(!state.isApplied)
    }
    // Who reads has not decided.
    let (state, _) = try answer("了解です", to: text("tap: {question: \"Is it saved?\"}"))
    #expect(!state.isApplied)
    let options = try answer(
      "Yes",
      to: text("tap: {question: \"Is it saved?\", options: [Saved, Lost]}")
    )
    #expect(!options.state.isApplied)
    let named = try answer(
      "Yes",
      to: text("tap: {question: \"Is it saved?\", options: [\"Yes\", \"No\"]}")
    )
    #expect(named.state.isApplied)
  }

  @Test func `not possible and out of scope still say so`() throws {
    let (state, text) = try answer(
      "",
      .notPossible,
      to: text("tap: {plan: {free: N/A, premium: Saved}}\nhold: Held")
        .replacing("{tap: Tap}", with: "{tap: Tap, hold: Hold}")
    )
    #expect(state.isApplied)
    #expect(try analysed(text).analysis.findings.map(\.code) == [.unreachableRule])
  }
}
