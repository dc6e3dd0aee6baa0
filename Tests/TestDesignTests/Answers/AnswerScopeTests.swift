import Combinatorics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// How far an answer reaches: what the question says, no less and no more.
struct AnswerScopeTests {
  private static let text = spec(
    """
    states: {role: [manager, assistant]}
    data: {since: {range: 0..}, held: {range: 0..30}}
    operations: {undo: Undo, hold: Hold}
    rules:
      undo:
        - {when: {role: manager, since: ..10}, then: It is undone}
        - {when: {since: 11.., role: any}, then: It is too late}
      hold: {when: {held: ..30}, then: It is held}
    """
  )

  private func apply(
    _ answer: String,
    _ kind: QuestionAnswer.Kind,
    toWhat sentence: String,
    in text: String = text
  ) throws -> (state: AnswerOutcome.State, text: String, after: AnalysedSpecification?) {
    let before = try analysed(text)
    let finding = try #require(
      before.analysis.questions.first { $0.message.contains(sentence) },
      "\(before.analysis.questions.map(\.message))"
    )
    let result = before.answered(
      [QuestionAnswer(question: finding.id, kind: kind, text: answer, place: "T.csv:B2")],
      in: text
    )
    return (result.outcomes[0].state, result.text, try? analysed(result.text))
  }

  @Test func `what a question says is settled stays so`() throws {
    let (state, text, _) = try apply("no button", .notPossible, toWhat: "role is assistant")
    #expect(state.isApplied, "\(state)")
    #expect(
      text.contains(
        "- when: {operation: undo, role: assistant, since: 0..10}\n    because: no button"
      ),
      "\(text)"
    )
  }

  @Test func `a number beyond the range cannot be on any operation`() throws {
    let (state, text, after) = try apply("30 is the most", .notPossible, toWhat: "Can held be 31")
    #expect(state.isApplied, "\(state)")
    #expect(text.contains("- when: {held: 31}\n"), "\(text)")
    #expect(after?.analysis.questions.allSatisfy { !$0.message.contains("31") } == true)
  }

  @Test func `a rule is never left with nothing`() throws {
    let named = Self.text.replacing(
      "{when: {since: 11.., role: any}, then: It is too late}",
      with: "{when: {since: 11.., role: assistant}, then: It is too late}"
    )
    let (state, text, after) = try apply("", .notPossible, toWhat: "role is assistant", in: named)
    #expect(state.isApplied, "\(state)")
    #expect(text.contains("since: ..10") && text.contains("role: assistant}"), "\(text)")
    #expect(after?.regions.wins.allSatisfy { $0 != .empty } == true)
  }

  /// “None” is settled while the shop is open only, and the question asks about the rest of it.
  @Test func `what is settled in part is not called settled`() throws {
    let text = spec(
      """
      states: {shop: [open, closed], free: [small, large, none]}
      data: {weight: {range: 0..25 kg}}
      operations: {store: Store}
      rules:
        store:
          - {when: {weight: ..5, free: small}, then: Small}
          - {when: {weight: valid, free: large}, then: Large}
          - {when: {free: none, shop: open}, then: Counter}
      """
    )
    let found = try analysed(text).analysis.questions.first {
      $0.message.contains("weight is 6 to")
    }
    let settled = try #require(found?.question?.settled)
    #expect(settled.contains("shop is open") || !settled.contains("none"), "\(settled)")
  }

  @Test func `what a question leaves unsaid stands beside it`() throws {
    let text = spec(
      """
      states: {record: [none, soon], big: The big yard is free, small: The small yard is full}
      data: {age: {range: 0.. weeks}}
      operations: {enter: Enter}
      rules:
        enter:
          - {when: {age: ..15}, then: Rejected}
          - {when: {record: soon, big: any}, then: To the big yard}
          - {when: {record: soon, small: any}, then: To the small yard}
      """
    )
    let found = try analysed(text).analysis.questions.first { $0.message.contains("age") }
    #expect(found?.question?.assumed == "only if record is none")
    #expect(found?.message.contains("record") == false)
  }

  @Test(arguments: [
    "0 to 10: It is undone\n11 or more: It is too late", "Undo: done\nHold: held",
    "Manager: It is done, assistant: nothing", "18:00より後：Nothing happens",
    "Manager, assistant: It is done", "It is done\nOtherwise: nothing", "Assistantのみ取り消せる",
    "iOS: the list opens\nAndroid: the grid opens", "It is done; managers get a note",
    "It is done\nHold undoes it, too",
  ])
  func `lines for different cases are not results together`(answer: String) throws {
    let text = spec(
      """
      states: {role: [manager, assistant]}
      operations: {undo: Undo, hold: Hold}
      rules:
        undo: {when: {role: manager}, then: Done}
        hold: {when: {role: manager}, then: Done}
      """
    )
    let (state, after, _) = try apply(answer, .asWritten, toWhat: "assistant", in: text)
    guard case .refused(let reason) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(reason.english.contains("tells cases apart"))
    #expect(after == text)
  }

  @Test func `lines that say what is seen are results together`() throws {
    let text = spec(
      "operations: {undo: Undo}\nstates: {role: [a, b]}\nrules: {undo: {role: {a: Done}}}"
    )
    let (state, _, after) = try apply(
      "The title is bold\nThe body is cut after two lines",
      .asWritten,
      toWhat: "role",
      in: text
    )
    #expect(state.isApplied, "\(state)")
    #expect(after?.specification.rules.contains { $0.results?.count == 2 } == true)
  }
}

extension AnswerScopeTests {
  @Test func `what leads to a state is kept until a rule says so`() throws {
    let text = spec(
      """
      states: {transfer: {values: [waiting, taken, expired], start: waiting}}
      operations: {accept: Accept}
      rules:
        accept:
          - {when: {transfer: waiting}, then: Taken, becomes: {transfer: taken}}
          - {when: {transfer: [taken, expired]}, then: Refused}
      """
    )
    let (state, new, after) = try apply("30 days pass", .asWritten, toWhat: "expired", in: text)
    #expect(state.isApplied, "\(state)")
    #expect(new.contains("    then: 30 days pass\n"), "\(new)")
    let still = after?.analysis.findings.filter { $0.code == .unreachedValue } ?? []
    #expect(still.map { $0.help.contains("answered: 30 days pass") } == [true])
    #expect(still.allSatisfy { !$0.isQuestion })
  }
}
