import Diagnostics
import Specification
import Testing

/// Every written form of a condition as the values it selects, at every place where a condition may stand.
@Suite struct ConditionTests {
  private static let declarations = """
    states:
      login: [guest, member]
      plan: {values: [free, premium, 'no', 1, true], only_when: {login: member}}
      pending: Offline edits are pending
    data:
      photos: {range: 1..4}
      items: {range: 0..200}
      credit: {range: -3..3}
      name: {length: 1..140, kinds: [emoji]}
      day: {date: 2026-01-01..2026-12-31}
      age: {values: {adult: Adult, minor: {invalid: true}, unknown: {invalid: true}}}
    operations:
      submit: Tap Submit
    """

  /// A condition and what it selects in rules and cases, and where it differs in `impossible` and `only_when`.
  struct Example: CustomTestStringConvertible {
    /// Lines of a block map.
    var written: String
    var selection: String
    /// With the invalid values that `not` and open ends take in.
    var withInvalid: String
    /// What it selects in a case, where numbers become values and cut nothing.
    var inCase: String

    init(
      _ written: String,
      _ selection: String,
      withInvalid: String? = nil,
      inCase: String? = nil
    ) {
      self.written = written
      self.selection = selection
      self.withInvalid = withInvalid ?? selection
      self.inCase = inCase ?? selection
    }

    var testDescription: String { written }
  }

  static let examples = [
    // Ids.
    Example("login: guest", "login=guest"),
    Example("login: member, guest", "login=guest|member"),
    Example("login: member,guest", "login=guest|member"),
    Example("login: guest, guest", "login=guest"),
    Example("login: member\nplan: free", "login=member & plan=free"),
    Example("plan: free\nlogin: member", "login=member & plan=free"),
    Example("plan: no", "plan=no"),
    Example("plan: 1", "plan=1"),
    Example("plan: 01", "plan=1"),
    Example("plan: true", "plan=true"),
    Example("plan: no, 1, true", "plan=no|1|true"),
    Example("age: minor", "age=minor"),
    Example("age: adult, minor", "age=adult|minor"),
    Example("pending: yes", "pending=yes"),
    Example("pending: not yes", "pending=no"),
    Example("pending: yes, no", "pending=yes|no"),
    // Lists: each item is a text of its own.
    Example("login: [member, guest]", "login=guest|member"),
    Example("login: [guest]", "login=guest"),
    Example("plan: [no, 1, true]", "plan=no|1|true"),
    Example("plan: [not free, free]", "plan=free|premium|no|1|true"),
    Example("plan:\n  - not free, 1\n  - 1", "plan=premium|no|1|true"),
    Example("photos: [1, 4..5]", "photos=1|4|5"),
    Example("photos: [invalid, 2]", "photos=0|2|5"),
    // not: among the valid values.
    Example("plan: not free", "plan=premium|no|1|true"),
    Example("plan: not free, 1", "plan=premium|no|true"),
    Example("photos: not 2", "photos=1|3|4", withInvalid: "photos=0|1|3|4|5", inCase: "photos=1|4"),
    Example("photos: not 1..2", "photos=3|4", withInvalid: "photos=0|3|4|5", inCase: "photos=4"),
    Example("photos: not 2..", "photos=1", withInvalid: "photos=0|1"),
    Example("photos: not 0", "photos=1|2|4", withInvalid: "photos=1|2|4|5"),
    Example("name: not 1, emoji", "name=2|140", withInvalid: "name=empty|2|140|141"),
    // Words.
    Example("photos: valid", "photos=1|2|4"),
    Example("photos: invalid", "photos=0|5"),
    Example("photos: any", "photos=0|1|2|4|5|–"),
    Example("photos: valid, invalid", "photos=0|1|2|4|5"),
    Example("photos: valid, 5", "photos=1|2|4|5"),
    Example("name: valid", "name=1|2|140|emoji"),
    Example("name: invalid", "name=empty|141"),
    Example("age: valid", "age=adult"),
    Example("age: invalid", "age=minor|unknown"),
    Example("plan: any", "plan=free|premium|no|1|true|–"),
    Example("plan: valid", "plan=free|premium|no|1|true"),
    // Numbers and intervals; an open end stays among the valid values, a written bound does not have to.
    Example("photos: 4", "photos=4"),
    Example("photos: 0", "photos=0"),
    Example("photos: 1, 4", "photos=1|4"),
    Example("photos: 2..3", "photos=2|3"),
    Example("photos: 4..4", "photos=4"),
    Example("photos: 1..4", "photos=1|2|4"),
    Example("photos: 0..2", "photos=0|1|2"),
    Example("photos: 2..5", "photos=2|4|5"),
    Example("photos: 0..5", "photos=0|1|2|4|5"),
    Example("photos: 2..", "photos=2|4", withInvalid: "photos=2|4|5"),
    Example("photos: ..2", "photos=1|2", withInvalid: "photos=0|1|2"),
    Example("photos: 0..", "photos=0|1|2|4", withInvalid: "photos=0|1|2|4|5"),
    Example("photos: ..5", "photos=1|2|4|5", withInvalid: "photos=0|1|2|4|5"),
    Example("photos: 1, 4..", "photos=1|4", withInvalid: "photos=1|4|5"),
    Example("items: 0..199", "items=0|1|199"),
    Example("items: 200", "items=200"),
    Example("items: 201", "items=201"),
    Example("items: 60..", "items=60|200", withInvalid: "items=60|200|201"),
    Example("credit: -3", "credit=-3"),
    Example("credit: -4..-2", "credit=-4|-3|-2"),
    Example("credit: ..-1", "credit=-3|-2|-1", withInvalid: "credit=-4|-3|-2|-1"),
    Example("credit: not -3", "credit=-2|3", withInvalid: "credit=-4|-2|3|4"),
    Example("name: empty", "name=empty"),
    Example("name: 0", "name=empty"),
    Example("name: empty, emoji", "name=empty|emoji"),
    Example("name: 0..2", "name=empty|1|2"),
    Example("name: 2..140, emoji", "name=2|140|emoji"),
    Example("name: 100..", "name=100|140", withInvalid: "name=100|140|141"),
    Example("name: 100..141", "name=100|140|141"),
    Example("day: 2025-12-31", "day=2025-12-31"),
    Example("day: 2026-12-31..", "day=2026-12-31", withInvalid: "day=2026-12-31|2027-01-01"),
    Example("day: 2026-06-01..2027-01-01", "day=2026-06-01|2026-12-31|2027-01-01"),
    Example(
      "day: ..2026-01-02",
      "day=2026-01-01|2026-01-02",
      withInvalid: "day=2025-12-31|2026-01-01|2026-01-02"
    ),
  ]

  private func lines(_ text: String, indentedBy width: Int) -> String {
    let blanks = String(repeating: " ", count: width)
    return text.split(separator: "\n").map { blanks + $0 }.joined(separator: "\n")
  }

  @Test(arguments: examples)
  func `a form selects its values in a rule`(example: Example) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit:
            - when:
        \(lines(example.written, indentedBy: 8))
              then: something
        """
    )
    #expect(spec.inWords(spec.rules[0].when) == "operation=submit & \(example.selection)")
  }

  @Test(arguments: examples.filter { !$0.written.contains("\n") && !$0.written.contains("[") })
  func `the key of a tree selects what a condition does`(example: Example) throws {
    let parts = example.written.split(separator: ":", maxSplits: 1)
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit:
            \(parts[0]):
             \(parts[1]): something
        """
    )
    #expect(spec.inWords(spec.rules[0].when) == "operation=submit & \(example.selection)")
  }

  @Test(arguments: examples.filter { !$0.written.contains("any") })
  func `a form selects its values in a case`(example: Example) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        cases:
          - when:
        \(lines(example.written, indentedBy: 6))
        """
    )
    #expect(spec.coverage.include.map { spec.inWords($0.row) } == [example.inCase])
  }

  @Test(arguments: examples)
  func `what cannot happen takes in invalid values`(example: Example) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        impossible:
          - when:
        \(lines(example.written, indentedBy: 6))
            because: of that
        """
    )
    #expect(spec.impossible.map { spec.inWords($0.when) } == [example.withInvalid])
  }

  @Test(arguments: examples)
  func `where something applies takes in invalid values`(example: Example) throws {
    let written = lines(example.written, indentedBy: 6)
    let spec = try specification(
      sections: """
        \(Self.declarations)
          delete:
            label: Delete
            only_when:
        \(written)
        """
    )
    let condition = try #require(spec.operations[1].onlyWhen)
    #expect(spec.inWords(condition) == example.withInvalid)
    let factor = try specification(
      sections: """
        \(Self.declarations.replacing("data:", with: "data:\n  x:\n    values: [a]\n    only_when:\n\(written)"))
        """
    ).factors[3]
    #expect(factor.name == "x" && factor.onlyWhen?.alternatives.count == 1)
  }

  @Test func `a list of maps holds where one of them does`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        impossible:
          - when: [{login: guest}, {plan: free, photos: 2..}]
        rules:
          submit:
            - when:
                - {login: guest}
                - {plan: not free, login: member}
              then: something
        """
    )
    #expect(
      spec.inWords(spec.rules[0].when)
        == "operation=submit & login=guest or operation=submit & login=member & plan=premium|no|1|true"
    )
    #expect(spec.inWords(spec.impossible[0].when) == "login=guest or plan=free & photos=2|4|5")
    #expect(spec.impossible[0].because == nil)
  }

  /// Whatever an id looks like, its name is the id.
  @Test(arguments: [
    "1-4", "5–8", "10:30", "1e3", "-5", "1.50", "+5", "１", "a:b", "not-x", "anything",
  ])
  func `a value is named by its id`(id: String) throws {
    let spec = try specification(
      sections: """
        states: {slot: ["\(id)", other]}
        operations: {submit: {label: Send, variants: ["\(id)", other]}}
        impossible: [{when: {slot: "not \(id)"}}]
        rules:
          "submit/\(id)":
            slot: {"\(id)": A, others: B}
        """
    )
    #expect(
      spec.rules.map { spec.inWords($0) } == [
        "operation=submit/\(id) & slot=\(id) → A", "operation=submit/\(id) & slot=other → B",
      ]
    )
    #expect(spec.impossible.map { spec.inWords($0.when) } == ["slot=other"])
  }

  @Test func `any is told from all values`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit:
            - {when: {photos: any}, then: a}
            - {when: {photos: "0..5"}, then: b}
        """
    )
    #expect(spec.rules.map { $0.when.alternatives[0].terms[1].isAny } == [true, false])
    #expect(spec.rules.map { $0.when.alternatives[0].terms[1].values.count } == [5, 5])
  }

  @Test func `conditions name what is declared later`() throws {
    let spec = try specification(
      sections: """
        precedence: [b, a]
        rules:
          submit:
            - {id: a, when: {draft: saved}, then: x}
            - {id: b, then: y}
        operations: {delete: {label: Delete, only_when: {draft: saved}}, submit: Send}
        states:
          plan: {values: [free], only_when: {draft: saved}}
        data:
          draft: [none, saved]
        """
    )
    #expect(spec.factors[0].onlyWhen?.alternatives[0].terms.map(\.factor) == [1])
    #expect(spec.operations[0].onlyWhen?.alternatives[0].terms.map(\.values) == [[1]])
    #expect(spec.precedence.map { $0.entries.map(\.rule) } == [[1, 0]])
  }
}

/// What the keys under `rules` name, and what `operation` does in other conditions.
@Suite struct SelectorTests {
  private static let declarations = """
    states:
      login: [guest, member]
    operations:
      submit: Tap Submit
      network_error: {variants: [offline, timeout]}
      enter: {label: Enter, variants: {short: Short, long: {invalid: true}}}
      add: {label: Add, length: 1..80, kinds: [emoji]}
      pick: {label: Pick, range: 1..4}
      book: {label: Book, date: 2026-01-01..2026-12-31}
      deep_link: {variants: [valid, gone]}
      show: {label: Show, parts: [head, body]}
      refuse: {label: Refuse, variants: {late: {invalid: true}}}
      odd: {label: Odd, variants: {any: Any, invalid: Invalid, others: {invalid: true}}}
    """

  @Test(arguments: [
    ("submit", "submit"),
    ("submit/valid", "submit"),
    ("submit/any", "submit"),
    ("network_error", "network_error/offline|network_error/timeout"),
    ("network_error/timeout", "network_error/timeout"),
    ("network_error/valid", "network_error/offline|network_error/timeout"),
    ("network_error/timeout, submit", "submit|network_error/timeout"),
    ("submit, network_error", "submit|network_error/offline|network_error/timeout"),
    ("submit, submit", "submit"),
    // The bare operation stands for its valid variants.
    ("enter", "enter/short"),
    ("enter/valid", "enter/short"),
    ("enter/invalid", "enter/long"),
    ("enter/long", "enter/long"),
    ("enter/any", "enter/short|enter/long"),
    ("enter, enter/long", "enter/short|enter/long"),
    ("refuse/late", "refuse/late"),
    ("refuse/any", "refuse/late"),
    ("refuse/invalid", "refuse/late"),
    // Intervals of what was generated.
    ("add", "add/1|add/2|add/80|add/emoji"),
    ("add/81", "add/81"),
    ("add/empty", "add/empty"),
    ("add/0", "add/empty"),
    ("add/emoji", "add/emoji"),
    ("add/2..59", "add/2|add/59"),
    ("add/60..", "add/60|add/80"),
    ("add/60..81", "add/60|add/80|add/81"),
    ("add/..2", "add/1|add/2"),
    ("add/0..2", "add/empty|add/1|add/2"),
    ("add/1..80, add/emoji", "add/1|add/2|add/80|add/emoji"),
    ("add/2, add/81", "add/2|add/81"),
    ("add/invalid", "add/empty|add/81"),
    ("add/any", "add/empty|add/1|add/2|add/80|add/81|add/emoji"),
    ("pick/2..", "pick/2|pick/4"),
    ("pick/0", "pick/0"),
    ("book/2026-12-31..", "book/2026-12-31"),
    ("book/..2025-12-31", "book/2025-12-31"),
    // A variant that is called like a word wins.
    ("deep_link/valid", "deep_link/valid"),
    ("deep_link", "deep_link/valid|deep_link/gone"),
    ("deep_link/any", "deep_link/valid|deep_link/gone"),
    ("odd/any", "odd/any"),
    ("odd/invalid", "odd/invalid"),
    ("odd/others", "odd/others"),
    ("odd/valid", "odd/any|odd/invalid"),
    // Parts.
    ("show", "show/head|show/body"),
    ("show/body", "show/body"),
  ])
  func `a key of rules names its operations`(key: String, operations: String) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          \(key): something
        """
    )
    #expect(spec.rules.map { spec.inWords($0.when) } == ["operation=\(operations)"])
  }

  @Test func `a key of rules holds in each alternative`() throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        rules:
          submit, enter/any:
            - {when: [{login: guest}, {login: member}], then: something}
        """
    )
    let operations = "operation=submit|enter/short|enter/long"
    #expect(
      spec.inWords(spec.rules[0].when)
        == "\(operations) & login=guest or \(operations) & login=member"
    )
  }

  /// Valid variants only in `cases`; all of them in `impossible`.
  @Test(arguments: [
    ("submit", "submit", "submit"),
    ("enter", "enter/short", "enter/short|enter/long"),
    ("enter/valid", "enter/short", "enter/short"),
    ("enter/long", "enter/long", "enter/long"),
    ("[submit, enter]", "submit|enter/short", "submit|enter/short|enter/long"),
    ("pick/2..", "pick/2|pick/4", "pick/2|pick/4|pick/5"),
    ("deep_link/valid", "deep_link/valid", "deep_link/valid"),
  ])
  func `operation is named like a factor elsewhere`(
    written: String,
    inCases: String,
    inImpossible: String
  ) throws {
    let spec = try specification(
      sections: """
        \(Self.declarations)
        impossible:
          - when: {operation: \(written), login: guest}
            because: of that
        cases:
          - when: {login: guest, operation: \(written)}
        """
    )
    #expect(
      spec.inWords(spec.impossible[0].when) == "operation=\(inImpossible) & login=guest"
    )
    #expect(spec.inWords(spec.coverage.include[0].row) == "operation=\(inCases) & login=guest")
  }

  @Test func `all operations but some cannot happen somewhere`() throws {
    let spec = try specification(
      sections: """
        states: {network: [online, offline]}
        operations:
          submit: Tap Submit
          enter: {label: Enter, variants: {short: Short, long: {invalid: true}}}
          back:
        impossible:
          - when: {operation: not submit, network: offline}
        """
    )
    #expect(
      spec.inWords(spec.impossible[0].when)
        == "operation=enter/short|enter/long|back & network=offline"
    )
  }
}
