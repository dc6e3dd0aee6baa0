import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Out of scope, said of a whole operation, takes the operation to `dismissed`; said of a part of it, it is an entry of `impossible`.
struct DismissalAnswerTests {
  private static let head = "specmatrix: 1\nid: T\nfeature: Test\ntraits: []\n"

  private func finding(
    of operation: String,
    in text: String,
    number: Int = 0
  ) throws -> Finding {
    let analysed = try analysed(text)
    let values = analysed.specification.operationValues
    let found = analysed.analysis.findings.filter { finding in
      guard finding.isQuestion else { return false }
      let cube = finding.cube?.literals.first {
        $0.factor == analysed.specification.operationFactor
      }
      let rules = finding.rules.flatMap { analysed.specification.rules[$0].when.alternatives }
        .flatMap(\.terms).filter { $0.factor == analysed.specification.operationFactor }
      let named = cube?.values ?? rules.flatMap(\.values)
      return named.contains {
        values[$0].id == operation || values[$0].id.hasPrefix(operation + "/")
      }
    }
    return try #require(found.indices.contains(number) ? found[number] : nil, "\(text)")
  }

  private func answer(
    _ finding: Finding,
    _ kind: QuestionAnswer.Kind = .outOfScope,
    _ text: String = ""
  ) -> QuestionAnswer {
    QuestionAnswer(
      question: finding.id,
      fingerprint: finding.question?.fingerprint,
      kind: kind,
      text: text,
      author: "Sato",
      place: "T.csv:2"
    )
  }

  private func apply(
    _ answers: [QuestionAnswer],
    to text: String
  ) throws -> (states: [AnswerOutcome.State], text: String) {
    func answered(_ text: String) throws -> AnsweredText {
      try analysed(text).answered(answers, in: text)
    }
    let first = try answered(text)
    let second = try answered(first.text)
    #expect(second.text == first.text)
    for (before, after) in zip(first.outcomes, second.outcomes) where before.state.isApplied {
      #expect(after.state == .known, "\(first.text)")
    }
    return (first.outcomes.map(\.state), first.text)
  }

  @Test(arguments: [
    // Without a rule.
    (
      "operations:\n  tap: Tap\n  close: Close   # a cross\n  share: Share\nrules:\n  tap: Done\n  share: Sent\n",
      "operations:\n  tap: Tap\n  # a cross\n  share: Share\ndismissed:\n  close: Out of scope (ID, Sato)\nrules:\n  tap: Done\n  share: Sent\n"
    ),
    (
      "operations: [close, tap]\nrules: {tap: Done}\n",
      "operations: [tap]\ndismissed:\n  close: Out of scope (ID, Sato)\nrules: {tap: Done}\n"
    ),
    (
      "operations:\n  - tap\n  - close\ndismissed: {rotate: Portrait}\nrules: {tap: Done}\n",
      "operations:\n  - tap\ndismissed: {rotate: Portrait, close: \"Out of scope (ID, Sato)\"}\nrules: {tap: Done}\n"
    ),
    (
      "operations: {tap: Tap, close: Close}\nrules: {tap: Done}\n",
      "operations: {tap: Tap}\ndismissed:\n  close: Out of scope (ID, Sato)\nrules: {tap: Done}\n"
    ),
    // With a rule that only asks.
    (
      "operations:\n  tap:\n    label: Tap\n  close:\n    label: Close\nrules:\n  close:\n    question: Is it saved?\n    options: [yes, no]\n  tap: Done\n",
      "operations:\n  tap:\n    label: Tap\ndismissed:\n  close: Out of scope (ID, Sato)\nrules:\n  tap: Done\n"
    ),
    (
      "operations:\n  tap: Tap\n  close: Close\nrules:\n  tap: Done\n  close: 対象外\n",
      "operations:\n  tap: Tap\ndismissed:\n  close: Out of scope (ID, Sato)\nrules:\n  tap: Done\n"
    ),
    (
      "operations:\n  tap: Tap\n  close: Close\nrules:\n  tap: Done\n  close:\n    - then: TBD\n",
      "operations:\n  tap: Tap\ndismissed:\n  close: Out of scope (ID, Sato)\nrules:\n  tap: Done\n"
    ),
    // What names the others by leaving it out says the same of them.
    (
      "states: {plan: [free, plus]}\noperations: {tap: Tap, close: Close, share: Share}\nimpossible:\n  - when: {operation: not share, plan: plus}\nrules:\n  tap: Done\n  share: {plan: {free: No, plus: Yes}}\n",
      "states: {plan: [free, plus]}\noperations: {tap: Tap, share: Share}\ndismissed:\n  close: Out of scope (ID, Sato)\nimpossible:\n  - when: {operation: not share, plan: plus}\nrules:\n  tap: Done\n  share: {plan: {free: No, plus: Yes}}\n"
    ),
  ])
  func `a whole operation is dismissed`(before: String, after: String) throws {
    let text = Self.head + before
    let question = try finding(of: "close", in: text)
    let (states, new) = try apply([answer(question)], to: text)
    #expect(states == [.applied("`close` is dismissed")])
    #expect(new.replacing(question.id, with: "ID") == Self.head + after)
    #expect(try !analysed(new).analysis.findings.contains { $0.id == question.id })
  }

  @Test(arguments: [
    // A rule decides a part.
    "states: {plan: [free, plus]}\noperations: {tap: Tap, close: Close}\nrules:\n  tap: {plan: {free: No, plus: Yes}}\n  close:\n    plan:\n      free: Gone\n",
    // It shares its rule with another operation.
    "operations: {tap: Tap, close: Close, share: Share}\nrules:\n  share: Sent\n  close, tap: TBD\n",
    // Something else names it.
    "states: {plan: [free, plus]}\noperations: {tap: Tap, close: Close}\nimpossible:\n  - {when: {operation: close, plan: free}, because: No}\nrules:\n  tap: {plan: {free: No, plus: Yes}}\n",
    "operations: {tap: Tap, close: Close}\nrules:\n  tap: Done\n  close: {id: asked, question: What?}\nprecedence: [asked, others]\n",
    // Its name would be taken for a slip.
    "operations: {tap: Tap, close_bac: Close}\nrules:\n  tap: Done\n".replacing(
      "close_bac",
      with: "bak"
    ),
  ])
  func `what something else speaks of stays`(before: String) throws {
    let text = Self.head + before
    let question = try finding(of: before.contains("bak") ? "bak" : "close", in: text)
    let (states, new) = try apply([answer(question)], to: text)
    #expect(states == [.applied("entry of `impossible` added")])
    #expect(!new.contains("dismissed") && new.contains("Out of scope (\(question.id), Sato)"))
  }

  @Test func `an operation of a case stays`() throws {
    let text =
      Self.head
      + "operations: {tap: Tap, close: Close}\nrules:\n  tap: Done\ncases:\n  - {when: {operation: close}, because: Always}\n"
    let (states, new) = try apply([answer(try finding(of: "close", in: text))], to: text)
    #expect(
      states == [.refused("the spec would not be valid with it: the case cannot happen")]
    )
    #expect(new == text)
  }

  @Test func `the only operation is not dismissed`() throws {
    let text = Self.head + "operations: {close: Close}\n"
    let (_, new) = try apply([answer(try finding(of: "close", in: text))], to: text)
    #expect(new == text)
  }

  @Test func `parts are dismissed together or one by one`() throws {
    let text =
      Self.head
      + "operations:\n  tap: Tap\n  show: {label: Shown, parts: {name: Name, photo: Photo}}\nrules:\n  tap: Done\n  show/photo: TBD\n"
    let questions = [
      try finding(of: "show/name", in: text), try finding(of: "show/photo", in: text),
    ]
    let (alone, one) = try apply([answer(questions[0])], to: text)
    #expect(alone == [.applied("entry of `impossible` added")])
    #expect(one.contains("when: {operation: show/name}"))
    let (both, none) = try apply(
      [answer(questions[0]), answer(questions[1], .outOfScope, "next year")],
      to: text
    )
    #expect(both == Array(repeating: .applied("`show` is dismissed"), count: 2))
    #expect(
      none.replacing(questions[0].id, with: "ID").replacing(questions[1].id, with: "OTHER")
        == Self.head
        + "operations:\n  tap: Tap\ndismissed:\n  show: \"Out of scope (ID, Sato); Out of scope: next year (OTHER, Sato)\"\nrules:\n  tap: Done\n"
    )
    // Where two people disagree about a part, only the other is left out.
    let (unclear, some) = try apply(
      [answer(questions[0]), answer(questions[0], .asWritten, "Shown"), answer(questions[1])],
      to: text
    )
    #expect(unclear.last == .applied("entry of `impossible` added"))
    #expect(some.contains("when: {operation: show/photo}") && !some.contains("dismissed"))
  }

  /// Values of operations and of ranges have other numbers without the operation.
  @Test func `other answers of the run mean what they meant`() throws {
    let text =
      Self.head + """
        states: {plan: [free, plus]}
        data: {photos: {range: 0..9}}
        operations:
          close: {label: Close, only_when: {photos: 4..}}
          tap: Tap
          share: {label: Share, variants: [mail, link]}
        rules:
          tap:
            - when: {plan: free}
              then: Done
            - when: {plan: plus, photos: 7..}
              then: Many
          share/link:
            question: Where to?

        """
    let close = try finding(of: "close", in: text)
    let tap = try finding(of: "tap", in: text)
    let mail = try finding(of: "share/mail", in: text)
    let link = try finding(of: "share/link", in: text)
    let answers = [
      answer(tap, .asWritten, "Few"), answer(close), answer(mail, .asWritten, "Mailed"),
      answer(link, .asWritten, "To friends"),
    ]
    for order in [answers, answers.reversed()] {
      let (states, new) = try apply(order, to: text)
      #expect(states.allSatisfy { $0.isApplied }, "\(states)")
      let after = try analysed(new)
      let open = Set(after.analysis.findings.map(\.id))
      for answer in answers { #expect(!open.contains(answer.question)) }
      #expect(after.specification.operations.map(\.id) == ["tap", "share"])
      func values(_ result: String) throws -> [String] {
        let rule = try #require(after.specification.rules.first { $0.results == [result] })
        return rule.when.alternatives.flatMap(\.terms).flatMap { term in
          term.factor == after.specification.operationFactor
            ? term.values.map { after.specification.operationValues[$0].id }
            : term.values.map { after.specification.factors[term.factor].values[$0].id }
        }
      }
      let mailed = try values("Mailed")
      #expect(mailed == ["share/mail"])
      let few = try values("Few")
      #expect(few.contains("tap") && !few.contains("7"), "\(few)")
    }
    // One of them fails, so that the others are made in halves.
    let wrong = QuestionAnswer(
      question: mail.id,
      kind: .depends,
      text: "the weather",
      place: "T.csv:9"
    )
    let (states, _) = try apply([answers[0], wrong, answers[1], answers[3]], to: text)
    #expect([0, 2, 3].allSatisfy { states[$0].isApplied }, "\(states)")
  }
}
