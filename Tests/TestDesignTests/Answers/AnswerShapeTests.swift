import Specification
import Testing
import YAMLSyntax

@testable import TestDesign

/// Where the rule of an answer is put, in each shape in which the rules of its operation may be written.
struct AnswerShapeTests {
  private static let head = """
    specmatrix: 1
    id: T
    feature: Test
    language: en
    traits: []
    states:
      plan: {values: {free: , premium: , banned: {invalid: true}}}
      login: [guest, member]
    data:
      photos: {range: 1..9}
    operations: {submit: {}, look: {}}

    """

  // Everything behind the operations, where one question is open, and the same with the answer `x`, whose id stands as ID and its source as SRC.
  @Test(arguments: [
    // No rules, and no key of the operation.
    ("", "rules:\n  submit:\n    id: ID\n    then: x\n    source: SRC\n"),
    (
      "rules:\n  look: A   # c\n",
      "rules:\n  look: A   # c\n  submit:\n    id: ID\n    then: x\n    source: SRC\n"
    ),
    ("rules: {look: A}\n", "rules: {look: A, submit: {id: ID, then: x, source: SRC}}\n"),
    // Rules of several operations under one key: a key of its own.
    (
      "rules:\n  look, submit:\n    login: {member: A}\n  look:\n    login: {guest: B}\n",
      "rules:\n  look, submit:\n    login: {member: A}\n  look:\n    login: {guest: B}\n  submit:\n    login:\n      guest:\n        id: ID\n        then: x\n        source: SRC\n"
    ),
    // A tree: a key of its own, where the answer is a value set of its factor.
    (
      "rules:\n  look: A\n  submit:\n    plan:\n      # free\n      free: A\n\n      banned: B\n  # end\n",
      "rules:\n  look: A\n  submit:\n    plan:\n      # free\n      free: A\n\n      banned: B\n\n      premium:\n        id: ID\n        then: x\n        source: SRC\n  # end\n"
    ),
    (
      "rules:\n  look: A\n  submit: {plan: {valid: A}}   # c\n",
      "rules:\n  look: A\n  submit: {plan: {valid: A, banned: {id: ID, then: x, source: SRC}}}   # c\n"
    ),
    // A tree in a tree.
    (
      "rules:\n  look: A\n  submit:\n    plan:\n      free, banned: A\n      premium:\n        login:\n          guest: B\n",
      "rules:\n  look: A\n  submit:\n    plan:\n      free, banned: A\n      premium:\n        login:\n          guest: B\n          member:\n            id: ID\n            then: x\n            source: SRC\n"
    ),
    (
      "rules:\n  look: A\n  submit:\n    plan:\n      others: A\n      banned:\n        login: {guest: B}\n",
      "rules:\n  look: A\n  submit:\n    plan:\n      others: A\n      banned:\n        login: {guest: B, member: {id: ID, then: x, source: SRC}}\n"
    ),
    // A tree without a place for the answer becomes the first item of a list.
    (
      "rules:\n  look, submit:\n    when: {login: guest, plan: banned}\n    then: A\n  look: A\n  submit:\n    plan:   # by plan\n      # valid\n      others: A\n  # end\n",
      "rules:\n  look, submit:\n    when: {login: guest, plan: banned}\n    then: A\n  look: A\n  submit:\n    - plan:   # by plan\n        # valid\n        others: A\n    - id: ID\n      when: {plan: banned, login: member}\n      then: x\n      source: SRC\n  # end\n"
    ),
    // A text, of which the rule covers just as much: it comes first.
    (
      "rules:\n  look: B\n  submit: A   # c\n  submit, look:\n    login: {any: B}\n",
      "precedence: [ID, others]\nrules:\n  look: B\n  submit:\n    - then: A   # c\n    - id: ID\n      then: x\n      source: SRC\n  submit, look:\n    login: {any: B}\n"
    ),
    (
      "precedence:\n  - [look-login-any, others]   # c\nrules:\n  look: {login: {any: A}}\n  submit:\n  - A\n  - B\n  submit, look:\n    login: {any: B}\n",
      "precedence:\n  - [ID, look-login-any, others]   # c\nrules:\n  look: {login: {any: A}}\n  submit:\n  - then:\n      - A\n      - B\n  - id: ID\n    then: x\n    source: SRC\n  submit, look:\n    login: {any: B}\n"
    ),
    // A rule, with brackets and without.
    (
      "rules:\n  look: A\n  submit: {when: {plan: [free, premium]}, then: A}\n",
      "rules:\n  look: A\n  submit:\n    - {when: {plan: [free, premium]}, then: A}\n    - id: ID\n      when: {plan: banned}\n      then: x\n      source: SRC\n"
    ),
    (
      "rules:\n  look: A\n  submit:\n    when: {login: guest}   # c\n    then: A\n",
      "rules:\n  look: A\n  submit:\n    - when: {login: guest}   # c\n      then: A\n    - id: ID\n      when: {login: member}\n      then: x\n      source: SRC\n"
    ),
    // A list.
    (
      "rules:\n  look: A\n  submit:\n    - when: {login: guest}\n      then: A\n\n    - when: {login: member, plan: not free}\n      then: A\n    # end\n",
      "rules:\n  look: A\n  submit:\n    - when: {login: guest}\n      then: A\n\n    - when: {login: member, plan: not free}\n      then: A\n\n    - id: ID\n      when: {plan: free, login: member}\n      then: x\n      source: SRC\n    # end\n"
    ),
  ])
  func `stands where rules of its operation stand`(rules: String, expected: String) throws {
    let text = Self.head + rules
    let before = try analysed(text)
    let finding = try #require(
      before.analysis.findings.first {
        $0.code != .invalidLikeValid && $0.question?.operation == 0
      }
    )
    let answer = QuestionAnswer(question: finding.id, text: "x", place: "p")
    let result = before.answered([answer], in: text)
    let phrase = "\(result.outcomes[0].state)"
    let id = try #require(phrase.firstMatch(of: /rule ([a-z0-9-]+) added/)?.output.1)
    #expect(id.hasPrefix("submit"))
    let filled = expected.replacing("ID", with: id).replacing("SRC", with: finding.id)
    #expect(result.text == Self.head + filled, "\(result.outcomes[0].state)")
  }

  private static let list = """
    rules:
      look: A
      submit:
        - when: {plan: free, login: guest}   # guests
          then: A

        # members
        - when: {plan: free, login: member, photos: 1..3}
          then: B

        - {plan: {premium: {login: {guest: C}}}}
    cases:
      - when: {operation: submit, plan: banned}

    """

  /// The ids and results in the order of the list, after answers to questions in some order; `nil` stands for one that cannot be applied.
  private func order(
    _ answers: [(condition: String, text: String?)]
  ) throws -> (
    text: String, results: [String]
  ) {
    let text = Self.head + Self.list
    let before = try analysed(text)
    let given = try answers.map { answer in
      let finding = try #require(
        before.analysis.findings.first {
          $0.isQuestion && $0.message.contains(answer.condition)
        },
        "\(before.analysis.findings.map(\.message))"
      )
      return QuestionAnswer(
        question: finding.id,
        kind: answer.text == nil ? .notPossible : .asWritten,
        text: answer.text ?? "",
        place: "p"
      )
    }
    let result = before.answered(given, in: text)
    for (outcome, answer) in zip(result.outcomes, answers) {
      #expect(outcome.state.isApplied == (answer.text != nil), "\(outcome)")
    }
    let again = try analysed(result.text).answered(given, in: result.text)
    #expect(again.text == result.text)
    let rules = try analysed(result.text).specification.rules.filter { rule in
      rule.path.starts(with: [.key("rules"), .key("submit")])
    }
    return (result.text, rules.compactMap { $0.results?.joined() })
  }

  private static let banned = "plan is banned?"
  private static let premium = "plan is premium and login is member?"
  private static let free = "login is member and photos is 4 to 9?"

  @Test func `a rule stands behind the one that its question shows`() throws {
    let (text, results) = try order([(Self.banned, "X")])
    #expect(results == ["A", "X", "B", "C"])
    // What stands on the lines of a rule stays with it, and what stands above the next one with that.
    #expect(
      text.replacing(/Q-[0-9A-F]{8}/, with: "ID")
        == Self.head
        + Self.list.replacing(
          "      then: A\n",
          with:
            "      then: A\n\n    - id: submit-banned\n      when: {plan: banned}\n      then: X\n      source: ID\n"
        )
    )
  }

  @Test func `several answers stand in the order of their questions`() throws {
    let given = [(Self.premium, "P"), (Self.banned, "X"), (Self.free, "Z")]
    #expect(try order(given).results == ["A", "X", "B", "P", "Z", "C"])
    #expect(try order(given.reversed()).results == ["A", "X", "B", "Z", "P", "C"])
    // One of them breaks the spec, so that the others are applied in halves.
    let some = [(Self.premium, "P"), (Self.banned, nil), (Self.free, "Z")]
    #expect(try order(some).results == ["A", "B", "P", "Z", "C"])
  }
}
