import Diagnostics
import Specification
import Testing
import Text

@testable import TestDesign

/// What answers make of operations that nobody considered, and of the team's own questions.
struct ConsiderationAnswerTests {
  private static let head =
    "specmatrix: 1\nid: T\nfeature: Test\ntraits: [localized, personal_data]\n"
  private static let map = "operations:\n  tap: Tap\nrules:\n  tap: Done\n"

  private func finding(
    in text: String,
    _ code: FindingCode = .unconsideredOperation
  ) throws -> Finding {
    let findings = try analysed(text).analysis.questions.filter { $0.code == code }
    return try #require(findings.first { $0.entries.isEmpty || $0.entries == ["back"] })
  }

  /// What becomes of an answer to the first such question, and the text with it, without the head.
  private func apply(
    _ kind: QuestionAnswer.Kind,
    _ answer: String,
    to sections: String,
    _ code: FindingCode = .unconsideredOperation
  ) throws -> (state: AnswerOutcome.State, text: String) {
    let text = Self.head + sections
    let question = try finding(in: text, code)
    let given = QuestionAnswer(
      question: question.id,
      fingerprint: question.question?.fingerprint,
      kind: kind,
      text: answer,
      author: "Sato",
      place: "T.csv:2"
    )
    func answered(_ text: String) throws -> AnsweredText {
      try analysed(text).answered([given], in: text)
    }
    let first = try answered(text)
    if case .applied = first.outcomes[0].state {
      let second = try answered(first.text)
      #expect(second.outcomes[0].state == .known, "\(first.text)")
      #expect(second.text == first.text)
    }
    #expect(first.text.hasPrefix(Self.head))
    let changed = String(first.text.dropFirst(Self.head.count))
      .replacing(question.id, with: "ID")
    return (first.outcomes[0].state, changed)
  }

  @Test(arguments: [
    (map, "operations:\n  tap: Tap\n  back:\nrules:\n  tap: Done\n"),
    (
      "operations: [tap]\nrules: {tap: Done}\n", "operations: [tap, back]\nrules: {tap: Done}\n"
    ),
    (
      "operations:\n  - tap\nrules: {tap: Done}\n",
      "operations:\n  - tap\n  - back\nrules: {tap: Done}\n"
    ),
    (
      "operations: {tap: Tap}\nrules: {tap: Done}\n",
      "operations: {tap: Tap, back: }\nrules: {tap: Done}\n"
    ),
  ])
  func `select adds the operation in the shape that stands there`(
    before: String,
    after: String
  ) throws {
    let answers: [(kind: QuestionAnswer.Kind, text: String)] = [
      (.select, ""), (.asWritten, "yes"), (.asWritten, "はい"),
    ]
    for answer in answers {
      let changed = try apply(answer.kind, answer.text, to: before).text
      #expect(changed == after)
    }
  }

  @Test func `what is written beside select is the rule`() throws {
    let (state, text) = try apply(.select, "The list is shown", to: Self.map)
    #expect(
      text
        == "operations:\n  tap: Tap\n  back:\nrules:\n  tap: Done\n  back:\n    id: back\n    then: The list is shown\n    source: ID, Sato\n"
    )
    guard case .applied(let phrase) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(phrase == "`back` is selected, rule back added")
  }

  @Test func `dismiss needs a reason and writes it`() throws {
    #expect(
      try apply(.dismiss, "A window of its own", to: Self.map).text
        == "operations:\n  tap: Tap\ndismissed:\n  back: A window of its own (ID, Sato)\nrules:\n  tap: Done\n"
    )
    let outOfScope = try apply(.outOfScope, "", to: "dismissed: {x: y}\n" + Self.map).text
    #expect(outOfScope == "dismissed: {x: y, back: \"Out of scope (ID, Sato)\"}\n" + Self.map)
    guard case .refused(let reason) = try apply(.dismiss, "", to: Self.map).state else {
      Issue.record("a dismissal without a reason")
      return
    }
    #expect(reason.english.contains("why `back` is left out"))
  }

  @Test func `decide later writes a question, which selecting and dismissing take away`() throws {
    let later = try apply(.later, "2099-01-31", to: Self.map).text
    let question = """
      questions:
        - question: Should the spec say what happens when the user goes back (back)?
          operation: back
          until: 2099-01-31
          source: ID, Sato

      """
    #expect(later == Self.map + question)
    let finding = try finding(in: Self.head + later)
    #expect(finding.severity == .warning)
    #expect(
      try apply(.later, "2099-02-28", to: later).text.contains("until: 2099-02-28")
    )
    #expect(
      try apply(.select, "", to: later).text
        == "operations:\n  tap: Tap\n  back:\nrules:\n  tap: Done\n"
    )
    let other = later + "  - question: Who signs off?\n"
    let left = try apply(.dismiss, "x", to: other).text
    #expect(left.hasSuffix("rules:\n  tap: Done\nquestions:\n  - question: Who signs off?\n"))
  }

  @Test(arguments: ["no", "いいえ", "Dismiss: too small", "対象外", "TBD", "The list is shown"])
  func `a no without a reason is refused`(answer: String) throws {
    let (state, text) = try apply(.asWritten, answer, to: Self.map)
    #expect(text == Self.map)
    guard case .refused(let reason) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(reason.english.contains("No: why"))
  }

  @Test(arguments: [
    "TBD", "?", "...", "未定", "I don't know", "わかりません", "検討中（法務）", "同上", "see Figma", "Noted",
    "了解です", "The list is shown\nTBD", "Yes, TBD", "No idea, ask Sato", "Which list?",
  ])
  func `a placeholder is no answer`(answer: String) throws {
    let (state, text) = try apply(.select, answer, to: Self.map)
    #expect(text == Self.map)
    guard case .refused(let reason) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(reason.english.contains("is not a result; "))
    #expect(reason.text(.japanese).contains("期待結果になりません"))
  }

  @Test(arguments: ["TBD", "未定", "?"])
  func `a placeholder is no reason`(answer: String) throws {
    let (state, text) = try apply(.dismiss, answer, to: Self.map)
    #expect(text == Self.map)
    guard case .refused(let reason) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(reason.english.hasPrefix("the reason is missing"))
  }

  @Test func `a prompt is dismissed, or becomes a question until it is declared`() throws {
    let head = "specmatrix: 1\nid: T\nfeature: Test\ntraits: [localized]\n"
    let text = head + "dismissed: {back: x}\n" + Self.map
    let row = try #require(try analysed(text).analysis.questions.first { $0.entries == ["locale"] })
    var said = "English only"
    func answered(_ kind: QuestionAnswer.Kind, in text: String) throws -> AnsweredText {
      try analysed(text).answered(
        [QuestionAnswer(question: row.id, kind: kind, text: said, place: "T.csv:2")],
        in: text
      )
    }
    let first = try answered(.dismiss, in: text)
    #expect(first.text.contains("dismissed: {back: x, locale: English only (\(row.id))}"))
    #expect(try answered(.dismiss, in: first.text).outcomes[0].state == .known)

    let decided = try answered(.select, in: text)
    #expect(
      decided.text.contains(
        "    operation: locale\n    then: English only\n    source: \(row.id)\n"
      ),
      "\(decided.text)"
    )
    #expect(try analysed(decided.text).analysis.findings.allSatisfy { $0.entries != ["locale"] })
    #expect(try answered(.select, in: decided.text).outcomes[0].state == .known)

    said = ""
    let selected = try answered(.select, in: text)
    #expect(
      selected.text.hasSuffix(
        """
        questions:
          - question: What do users of an unsupported language or region see, and in which formats?
            operation: locale
            source: \(row.id)

        """
      ),
      "\(selected.text)"
    )
    let asked = try analysed(selected.text).analysis.findings.filter { $0.entries == ["locale"] }
    #expect(asked.map(\.severity) == [.error])
    #expect(try answered(.select, in: selected.text).outcomes[0].state == .known)
    let declared = selected.text.replacing(
      "operations:\n",
      with: "states: {locale: [en, ja]}\noperations:\n"
    )
    #expect(try answered(.select, in: declared).outcomes[0].state == .known)
    let alone = text.replacing("operations:\n", with: "states: {locale: [en, ja]}\noperations:\n")
    #expect(try answered(.select, in: alone).outcomes[0].state == .known)
  }

  @Test func `an answer to what was decided otherwise is stale`() throws {
    let text = Self.head + Self.map
    let rows = try analysed(text).analysis.questions
    func state(
      _ kind: QuestionAnswer.Kind,
      _ said: String,
      to entry: String,
      in sections: String
    ) throws -> AnswerOutcome.State {
      let row = try #require(rows.first { $0.entries == [entry] })
      return try analysed(Self.head + sections).answered(
        [QuestionAnswer(question: row.id, kind: kind, text: said, place: "T.csv:2")],
        in: Self.head + sections
      ).outcomes[0].state
    }
    let dismissed = "dismissed: {back: One page}\n" + Self.map
    guard case .stale = try state(.dismiss, "No time", to: "back", in: dismissed) else {
      Issue.record("another reason is known")
      return
    }
    let decided =
      Self.map + "questions:\n  - {question: Which?, operation: locale, then: English only}\n"
    #expect(try state(.select, "English only", to: "locale", in: decided) == .known)
    #expect(try state(.select, "Japanese only", to: "locale", in: decided) != .known)
  }

  @Test func `all questions that put an entry off are taken away, and no other`() throws {
    let back = "  - {question: Again?, operation: back}\n"
    let other = "  - question: Who signs off?\n"
    let left = try apply(.dismiss, "x", to: Self.map + "questions:\n" + back + other + back).text
    #expect(left.hasSuffix("rules:\n  tap: Done\nquestions:\n" + other))
  }

  @Test func `a comment is a reason`() throws {
    let text = Self.head + Self.map
    let question = try finding(in: text)
    let result = try analysed(text).answered(
      [
        QuestionAnswer(
          question: question.id,
          kind: .dismiss,
          text: "",
          comment: "One page",
          place: "T.csv:2"
        )
      ],
      in: text
    )
    #expect(result.text.contains("back: One page"), "\(result.text)")
  }

  @Test func `a topic is answered by a text, dismissed with a reason or put off`() throws {
    let text =
      Self.head.replacing("localized, personal_data", with: "push")
      + "operations:\n  tap: Tap\nrules:\n  tap: It goes to the manager for approval\n"
    let row = try #require(
      try analysed(text).analysis.questions.first { $0.entries == ["answer_awaited"] }
    )
    func answered(
      _ kind: QuestionAnswer.Kind,
      _ said: String,
      in text: String
    ) throws -> AnsweredText {
      try analysed(text).answered(
        [QuestionAnswer(question: row.id, kind: kind, text: said, place: "T.csv:2")],
        in: text
      )
    }
    let decision = "It holds the place for 3 days"
    let decided = try answered(.asWritten, decision, in: text)
    #expect(
      decided.text.contains(
        "    operation: answer_awaited\n    then: \(decision)\n    source: \(row.id)\n"
      ),
      "\(decided.text)"
    )
    #expect(decided.text.contains("“It goes to the manager for approval”: While it is pending"))
    #expect(
      try analysed(decided.text).analysis.findings.allSatisfy { $0.entries != ["answer_awaited"] }
    )
    #expect(try answered(.asWritten, decision, in: decided.text).outcomes[0].state == .known)

    let dismissed = try answered(.dismiss, "Nothing waits", in: text)
    #expect(dismissed.text.contains("answer_awaited: Nothing waits (\(row.id))"))
    let late = try answered(.later, "2031-02-03", in: text)
    #expect(late.text.contains("    operation: answer_awaited\n    until: 2031-02-03\n"))
    #expect(late.text.contains("“It goes to the manager for approval”: While it is pending"))
    for nothing in ["TBD", "?", "未定"] {
      guard case .refused = try answered(.asWritten, nothing, in: text).outcomes[0].state else {
        Issue.record("\(nothing) is taken")
        continue
      }
    }
  }

  @Test func `an option of a question of the team is written beside it`() throws {
    let sections =
      Self.map
      + "dismissed: {back: x}\nquestions:\n  - question: When?\n    options: [In May, In June]\n"
    #expect(
      try apply(.asWritten, "In June", to: sections, .openQuestion).text
        == sections + "    then: In June\n    source: ID, Sato\n"
    )
  }
}
