import Diagnostics
import Specification
import Testing
import Text
import YAMLSyntax

/// The shapes in which rules may stand under an operation: text, list of texts, one rule, list of rules, tree; alone and in each other.
@Suite struct RuleShapeTests {
  private static let declarations = """
    states:
      login: [guest, member]
      plan: {values: [free, premium, trial], only_when: {login: member}}
      age: {values: {adult: , child: , infant: {invalid: true}}}
      pending: Offline edits are pending
    data:
      photos: {range: 1..4}
    operations:
      submit: Tap Submit
      delete: Tap Delete
      network_error: {variants: [offline, timeout]}
      show: {label: The screen opens, parts: [head, body]}
    """

  private func rules(
    _ written: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws
    -> [String]
  {
    try specification(
      sections: "\(Self.declarations)\nrules:\n\(written)",
      sourceLocation: sourceLocation
    ).rulesInWords
  }

  // MARK: Under an operation

  @Test func `a text is the result of the whole operation`() throws {
    #expect(
      try rules("  submit: It is sent\n  network_error: A banner is shown") == [
        "submit: operation=submit → It is sent",
        "network_error: operation=network_error/offline|network_error/timeout → A banner is shown",
      ]
    )
  }

  @Test(arguments: ["[One, Two]", "\n    - One\n    - Two", "{then: [One, Two]}"])
  func `a list of texts is one result with several observations`(written: String) throws {
    #expect(try rules("  submit: \(written)") == ["submit: operation=submit → One + Two"])
  }

  @Test(arguments: [
    "One", "[One]", "{then: One}", "{then: [One]}", "[{then: One}]", "[{then: [One]}]",
  ])
  func `one observation may be written in every shape`(written: String) throws {
    #expect(try rules("  submit: \(written)") == ["submit: operation=submit → One"])
  }

  @Test func `a map with keys of rules is one rule`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit: {when: {login: guest}, then: Sign-in opens, priority: high, source: a.html}
          network_error/timeout:
            question: Is it sent again?
            options: [It is sent again, [It is not, A banner says so]]
            ask: Server team
            until: 2027-06-30
            id: retry
            priority: low
            source: https://example.com/a
          delete: {then: [It is gone, A banner says so], priority: medium}
        """
    )
    #expect(
      spec.rulesInWords == [
        "submit-guest: operation=submit & login=guest → Sign-in opens",
        "retry: operation=network_error/timeout → ?Is it sent again?",
        "delete: operation=delete → It is gone + A banner says so",
      ]
    )
    #expect(spec.rules.map(\.priority) == [.high, .low, .medium])
    #expect(spec.rules.map(\.source) == ["a.html", "https://example.com/a", nil])
    #expect(spec.rules.map(\.hasOwnID) == [false, true, false])
    guard case .question(let question) = spec.rules[1].outcome else {
      Issue.record("a question is written")
      return
    }
    #expect(question.options == [["It is sent again"], ["It is not", "A banner says so"]])
    #expect(question.ask == "Server team")
    #expect(question.until == CalendarDate("2027-06-30"))
  }

  @Test func `a question needs no options, no name and no day`() throws {
    let spec = try specification(
      sections: "\(Self.declarations)\nrules: {submit: {question: What happens?}}"
    )
    guard case .question(let question) = spec.rules[0].outcome else {
      Issue.record("a question is written")
      return
    }
    #expect(question.options.isEmpty && question.ask == nil && question.until == nil)
  }

  @Test func `a list holds full rules`() throws {
    #expect(
      try rules(
        """
          submit:
            - when: {login: member, photos: valid}
              then:
                - It is sent
                - The friend is told
            - when: {login: guest}
              question: Is the draft kept?
            - then: Sign-in opens
        """
      ) == [
        "submit-member-photos-valid: operation=submit & login=member & photos=1|2|4 → It is sent + The friend is told",
        "submit-guest: operation=submit & login=guest → ?Is the draft kept?",
        "submit: operation=submit → Sign-in opens",
      ]
    )
  }

  @Test func `a tree names a factor and its values`() throws {
    #expect(
      try rules(
        """
          submit:
            login:
              guest: Sign-in opens
              member: {then: [It is sent, The friend is told], priority: high}
          delete:
            photos: {1: A, 2..: [B, C], invalid: {question: What of them?}}
        """
      ) == [
        "submit-guest: operation=submit & login=guest → Sign-in opens",
        "submit-member: operation=submit & login=member → It is sent + The friend is told",
        "delete-photos-1: operation=delete & photos=1 → A",
        "delete-photos-2: operation=delete & photos=2|4 → B + C",
        "delete-photos-invalid: operation=delete & photos=0|5 → ?What of them?",
      ]
    )
  }

  @Test func `below a factor every key is a value`() throws {
    let spec = try specification(
      sections: """
        states: {kind: [then, when, question, operation]}
        operations: {submit: Send}
        rules:
          submit:
            kind: {then: A, when: {then: B}, question: {question: What?}, others: C}
        """
    )
    #expect(
      spec.rulesInWords == [
        "submit-then: operation=submit & kind=then → A",
        "submit-when: operation=submit & kind=when → B",
        "submit-question: operation=submit & kind=question → ?What?",
        "submit-kind-others: operation=submit & kind=operation → C",
      ]
    )
  }

  @Test func `trees nest, one factor a level`() throws {
    #expect(
      try rules(
        """
          submit:
            login:
              guest: Sign-in opens
              member:
                plan:
                  free:
                    photos:
                      1: A
                      others: B
                  premium, trial: C
        """
      ) == [
        "submit-guest: operation=submit & login=guest → Sign-in opens",
        "submit-member-free-photos-1: operation=submit & login=member & plan=free & photos=1 → A",
        "submit-member-free-photos-others: operation=submit & login=member & plan=free & photos=2|4 → B",
        "submit-member-premium-trial: operation=submit & login=member & plan=premium|trial → C",
      ]
    )
  }

  @Test func `the order of levels is free`() throws {
    #expect(
      try rules("  submit:\n    photos: {1: {plan: {free: {login: {member: A}}}}}") == [
        "submit-member-free-photos-1: operation=submit & login=member & plan=free & photos=1 → A"
      ]
    )
  }

  // MARK: Meeting points

  @Test func `a list of rules may stand under a value`() throws {
    #expect(
      try rules(
        """
          submit:
            login:
              guest: Sign-in opens
              member:
                - when: {plan: free, photos: [1, 2]}
                  then: A
                - {when: {plan: premium}, question: What then?}
                - then: B
        """
      ) == [
        "submit-guest: operation=submit & login=guest → Sign-in opens",
        "submit-member-free-photos-1-2: operation=submit & login=member & plan=free & photos=1|2 → A",
        "submit-member-premium: operation=submit & login=member & plan=premium → ?What then?",
        "submit-member: operation=submit & login=member → B",
      ]
    )
  }

  @Test func `one rule with a condition may stand under a value`() throws {
    #expect(
      try rules("  submit: {login: {member: {when: {plan: free}, then: A}}}") == [
        "submit-member-free: operation=submit & login=member & plan=free → A"
      ]
    )
  }

  @Test func `alternatives hold below each value of a tree`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit:
            login:
              member: {when: [{plan: free}, {photos: 4}], then: A}
        """
    )
    #expect(
      spec.rules.map { spec.inWords($0) } == [
        "operation=submit & login=member & plan=free or operation=submit & login=member & photos=4 → A"
      ]
    )
  }

  @Test func `an item of a list may be a tree`() throws {
    #expect(
      try rules(
        """
          submit:
            - login:
                guest: Sign-in opens
                member: {plan: {free: A}}
            - when: {photos: invalid}
              then: B
            - photos:
                4: C
        """
      ) == [
        "submit-guest: operation=submit & login=guest → Sign-in opens",
        "submit-member-free: operation=submit & login=member & plan=free → A",
        "submit-photos-invalid: operation=submit & photos=0|5 → B",
        "submit-photos-4: operation=submit & photos=4 → C",
      ]
    )
  }

  @Test func `a list under a value may hold trees`() throws {
    #expect(
      try rules(
        """
          submit:
            login:
              member:
                - plan: {free: A}
                - photos: {4: B}
        """
      ) == [
        "submit-member-free: operation=submit & login=member & plan=free → A",
        "submit-member-photos-4: operation=submit & login=member & photos=4 → B",
      ]
    )
  }

  @Test func `several operations share what stands under their key`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          delete, submit:
            login: {guest: The buttons are not shown}
          network_error/offline, submit: [A, B]
          show/head, show/body, delete:
            - {when: {login: member}, then: C}
        """
    )
    #expect(
      spec.rulesInWords == [
        "delete-guest: operation=submit|delete & login=guest → The buttons are not shown",
        "network_error-offline: operation=submit|network_error/offline → A + B",
        "show-head-member: operation=delete|show/head|show/body & login=member → C",
      ]
    )
  }

  @Test func `an operation may stand under several keys`() throws {
    #expect(
      try rules("  submit: A\n  submit, delete: {login: {guest: B}}\n  submit/any: C") == [
        "submit: operation=submit → A",
        "submit-guest: operation=submit|delete & login=guest → B",
        "submit-any: operation=submit → C",
      ]
    )
  }

  // MARK: others

  @Test(arguments: [
    ("login: {guest: A, others: B}", "login=member"),
    ("plan: {free: A, others: B}", "plan=premium|trial"),
    ("plan: {others: B, free: A}", "plan=premium|trial"),
    ("plan: {not free: A, others: B}", "plan=free"),
    ("plan: {'free, trial': A, others: B}", "plan=premium"),
    ("photos: {1: A, others: B}", "photos=2|4"),
    ("photos: {2..: A, others: B}", "photos=1"),
    ("photos: {invalid: A, others: B}", "photos=1|2|4"),
    ("photos: {0: A, 5: A, others: B}", "photos=1|2|4"),
    ("age: {adult: A, others: B}", "age=child"),
    ("age: {infant: A, others: B}", "age=adult|child"),
    ("pending: {yes: A, others: B}", "pending=no"),
    ("login: {others: B}", "login=guest|member"),
  ])
  func `others are the valid values that no key beside names`(tree: String, values: String) throws {
    let spec = try specification(
      sections: "\(Self.declarations)\nrules:\n  submit:\n    \(tree)"
    )
    let rule = try #require(
      spec.rules.first { spec.inWords($0).hasSuffix(" → B") }
    )
    #expect(spec.inWords(rule.when) == "operation=submit & \(values)")
    #expect(rule.when.alternatives[0].terms.allSatisfy { !$0.allowsNotApplicable })
  }

  @Test func `others look at their own map only`() throws {
    #expect(
      try rules(
        """
          submit:
            - login: {guest: {plan: {free: A}}}
            - login: {member: {plan: {premium: B, others: C}}}
        """
      ).last == "submit-member-plan-others: operation=submit & login=member & plan=free|trial → C"
    )
  }

  // MARK: Places

  @Test func `each rule knows its way and its place`() throws {
    let text = """
      specmatrix: 1
      id: T
      feature: Test
      states: {login: [guest, member], plan: [free, premium]}
      operations: {submit: Send, delete: Delete, back: }
      rules:
        submit:
          - when: {login: guest}
            then: A
          - id: own
            when: {plan: free}
            then: B
        delete, back:
          login:
            guest:
              plan:
                free: C
                premium: {then: D, id: named}
      """
    let spec = try #require(decode(text).value)
    #expect(
      spec.rules.map(\.path) == [
        [.key("rules"), .key("submit"), .item(0)],
        [.key("rules"), .key("submit"), .item(1)],
        ["rules", "delete, back", "login", "guest", "plan", "free"].map(SyntaxStep.key),
        ["rules", "delete, back", "login", "guest", "plan", "premium"].map(SyntaxStep.key),
      ]
    )
    let tree = try #require(parseYAML(SourceFile(path: "t.yaml", text: text)).value)
    for rule in spec.rules { #expect(tree[rule.path] != nil) }
    // Where the id stands, else where the rule begins.
    #expect(spec.rules[0].span.start == SourcePosition(line: 8, column: 7))
    #expect(spec.rules[1].span.start == SourcePosition(line: 10, column: 11))
    #expect(spec.rules[2].span.start.line == 17)
    #expect(spec.rules[3].span.start == SourcePosition(line: 18, column: 34))
    // The operation stands at its key, a factor where it is named.
    let terms = spec.rules[2].when.alternatives[0].terms
    #expect(
      terms.map(\.span.start) == [
        SourcePosition(line: 13, column: 3), SourcePosition(line: 14, column: 5),
        SourcePosition(line: 16, column: 9),
      ]
    )
    #expect(
      spec.rules[0].when.alternatives[0].terms.map(\.span.start) == [
        SourcePosition(line: 7, column: 3), SourcePosition(line: 8, column: 14),
      ]
    )
    guard case .then(let results) = spec.rules[2].outcome else {
      Issue.record("a result is written")
      return
    }
    #expect(results.map(\.span.start) == [SourcePosition(line: 17, column: 17)])
    #expect(spec.rules.allSatisfy { $0.house == nil })
  }

  // MARK: Texts

  @Test func `a text loses the line break that its block brings along`() throws {
    #expect(
      try rules(
        """
          submit: |
            one
            two
          delete: >
            three
            four
          show:
            login:
              guest: |
                five
        """
      ) == [
        "submit: operation=submit → one\ntwo", "delete: operation=delete → three four",
        "show-guest: operation=show/head|show/body & login=guest → five",
      ]
    )
  }

  @Test(arguments: ["5", "true", "no", "1.50", "0x1F", "無料", "\"~\"", "\"null\""])
  func `a result is taken as written`(text: String) throws {
    // A sign alone is a placeholder, as written all the same.
    let meant = (text == "\"~\"" ? "…" : "") + text.filter { $0 != "\"" }
    #expect(try rules("  submit: \(text)") == ["submit: operation=submit → \(meant)"])
  }

  /// A sentence with a comma falls apart between brackets; what is left of it begins in lower case.
  @Test(arguments: [
    ("  submit: [A dialog asks, then the money goes back]", 1),
    ("  submit: {login: {guest: [A dialog asks, then the money goes back, at once]}}", 2),
    ("  submit: [{when: {login: guest}, then: [A dialog asks, then it closes]}]", 1),
    ("  submit: {question: What?, options: [It is kept, or it is dropped]}", 1),
    ("  submit: [A dialog asks, The money goes back]", 0),
    ("  submit: [a dialog asks, The money goes back]", 0),
    ("  submit: [A dialog asks, “then” is shown]", 0),
    ("  submit: [ダイアログが出る, 送金が戻る]", 0),
    ("  submit:\n    - A dialog asks\n    - then the money goes back", 0),
    ("  submit:\n    then:\n    - A dialog asks\n    - then the money goes back", 0),
  ])
  func `a sentence cut by its comma is a warning`(written: String, warnings: Int) throws {
    let checked = decode(sections: "\(Self.declarations)\nrules:\n\(written)")
    #expect(checked.value != nil)
    #expect(checked.diagnostics.map(\.severity) == Array(repeating: .warning, count: warnings))
    #expect(checked.diagnostics.allSatisfy { $0.span != nil && !$0.help.isEmpty })
  }

  @Test func `rules may be left out and left empty`() throws {
    #expect(try specification(sections: Self.declarations).rules.isEmpty)
    #expect(try rules("").isEmpty)
  }
}
