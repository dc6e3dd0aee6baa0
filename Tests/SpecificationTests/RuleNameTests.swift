import Diagnostics
import Specification
import Testing

/// What rules are called, and how `precedence` names them.
@Suite struct RuleNameTests {
  private static let declarations = """
    states:
      login: [guest, member]
      plan: [free, premium, trial]
      会員: [無料, 有料]
      pending: Offline edits are pending
    data:
      photos: {range: 1..4}
      day: {date: 2026-01-01..2026-12-31}
    operations:
      submit: Tap Submit
      session_expired:
      network_error: {variants: [offline, timeout]}
      add_item: {label: Add, length: 1..80, kinds: [emoji]}
      投稿: 投稿する
    """

  private func ids(_ written: String) throws -> [String] {
    try specification(sections: "\(Self.declarations)\nrules:\n\(written)").rules.map(\.id)
  }

  @Test(arguments: [
    ("submit: A", "submit"),
    ("session_expired: A", "session_expired"),
    ("network_error/timeout: A", "network_error-timeout"),
    ("network_error/timeout, submit: A", "network_error-timeout"),
    ("submit, network_error: A", "submit"),
    ("add_item/81: A", "add_item-81"),
    ("add_item/1..80, add_item/emoji: A", "add_item-1-80"),
    ("add_item/any: A", "add_item-any"),
    ("submit: {login: {guest: A}}", "submit-guest"),
    ("submit: {then: A, when: {login: guest}}", "submit-guest"),
    ("submit: [{when: {login: [guest, member]}, then: A}]", "submit-guest-member"),
    ("submit: {login: {'guest, member': A}}", "submit-guest-member"),
    ("submit: {plan: {not free: A}}", "submit-not-free"),
    ("submit: {plan: {'not free, trial': A}}", "submit-not-free-trial"),
    ("submit: {plan: {free: A}}", "submit-free"),
    ("submit: {photos: {valid: A}}", "submit-photos-valid"),
    ("submit: {photos: {invalid: A}}", "submit-photos-invalid"),
    ("submit: {photos: {1..2: A}}", "submit-photos-1-2"),
    ("submit: {pending: {yes: A}}", "submit-pending"),
    ("submit: {pending: {no: A}}", "submit-not-pending"),
    ("submit: {pending: {any: A}}", "submit-pending-any"),
    ("submit: {day: {2026-01-01: A}}", "submit-day-2026-01-01"),
    ("投稿: {会員: {無料: A}}", "投稿-無料"),
    // In the order in which factors are declared, not in that of the condition.
    (
      "submit: [{when: {photos: 4, plan: free, login: guest}, then: A}]",
      "submit-guest-free-photos-4"
    ),
    ("submit: {photos: {4: {login: {guest: A}}}}", "submit-guest-photos-4"),
    ("submit: {plan: {free: [{when: {login: guest}, then: A}]}}", "submit-guest-free"),
  ])
  func `an id is derived from operation, factors and values`(written: String, id: String) throws {
    #expect(try ids("  \(written)") == [id])
    let spec = try specification(sections: "\(Self.declarations)\nrules:\n  \(written)")
    #expect(!spec.rules[0].hasOwnID)
  }

  @Test func `alike ids are numbered in the order of the file`() throws {
    #expect(
      try ids(
        """
          submit:
            - {when: {login: guest}, then: A}
            - {when: {login: guest, photos: any}, then: A}
            - then: B
            - then: C
          submit, network_error:
            login: {guest: D}
          network_error: E
        """
      ) == [
        "submit-guest", "submit-guest-photos-any", "submit", "submit-2", "submit-guest-2",
        "network_error",
      ]
    )
  }

  @Test func `a name that several factors have stands behind its factor`() throws {
    let rules = try specification(
      sections: """
        states: {list: [empty, full], cart: [empty, filled], saved: The list is saved}
        operations: [show]
        rules:
          show:
            - {when: {list: empty}, then: A}
            - {when: {cart: not empty, list: full}, then: B}
            - {when: {cart: filled, saved: no}, then: C}
        """
    ).rules
    #expect(
      rules.map(\.id) == ["show-list-empty", "show-full-cart-not-empty", "show-filled-not-saved"]
    )
  }

  @Test func `an id that is written stays, and others make way for it`() throws {
    let rules = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit:
            - then: A
            - {id: submit, when: {login: guest}, then: B}
            - {id: submit-free, when: {plan: trial}, then: C}
            - {when: {plan: free}, then: D}
        """
    ).rules
    #expect(rules.map(\.hasOwnID) == [false, true, true, false])
    #expect(rules[1].id == "submit" && rules[2].id == "submit-free")
    #expect(Set(rules.map(\.id)).count == rules.count)
  }

  @Test func `a derived id never meets one that is numbered`() throws {
    let ids = try ids(
      """
        submit:
          - then: A
          - then: B
          - {when: {photos: 2}, then: C}
          - {when: {photos: 2, login: any}, then: D}
          - then: E
      """
    )
    #expect(Set(ids).count == ids.count)
    #expect(ids[0] == "submit")
  }

  @Test(arguments: [
    ("[a, b]", [["a", "b"]]),
    ("[b, a, others]", [["b", "a", "others"]]),
    ("[others, a]", [["others", "a"]]),
    ("[a, others, b]", [["a", "others", "b"]]),
    ("[[a, b], [c, others]]", [["a", "b"], ["c", "others"]]),
    ("[[a, b]]", [["a", "b"]]),
    ("[a, submit-guest]", [["a", "submit-guest"]]),
    ("[submit-guest, submit]", [["submit-guest", "submit"]]),
    ("", []),
  ])
  func `precedence names rules in lists`(written: String, lists: [[String]]) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        precedence: \(written)
        rules:
          submit:
            - {id: a, when: {plan: free}, then: A}
            - {id: b, when: {login: member}, then: B}
            - {id: c, when: {photos: 4}, then: C}
            - {when: {login: guest}, then: D}
            - then: E
        """
    )
    #expect(
      spec.precedence.map { list in
        list.entries.map { $0.rule.map { spec.rules[$0].id } ?? "others" }
      } == lists
    )
  }

  @Test func `precedence knows its places`() throws {
    let spec = try specification(
      sections: """
        operations: {submit: Send}
        precedence:
          - [a, others]
          - [b, c]
        rules:
          submit: [{id: a, then: A}, {id: b, then: B}, {id: c, then: C}]
        """
    )
    #expect(spec.precedence.map(\.span.start.line) == [7, 8])
    #expect(spec.precedence[0].entries.map(\.span.start.column) == [6, 9])
  }
}
