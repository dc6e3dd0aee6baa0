import Diagnostics
import Specification
import Testing
import Text
import YAMLSyntax

/// What specs share through a pack: the company's own words, what cannot happen, what is dismissed and asked, and the house rules.
@Suite struct PackTests {
  static let company = """
    states:
      account: {label: Account, values: {guest: Signed out, member: Signed in, banned: {label: Banned, invalid: true}}, usual: member}
      offline: {label: The device is offline}
      plan_level: {label: Plan, values: [free, premium], only_when: {account: member}}
    data:
      basket: {label: Items in the basket, range: 0..100}
    operations:
      log_out: {label: Log out, question: What becomes of unsaved data?}
      share: {label: Share, question: With whom?, variants: {link: By link, mail: By mail}}
    dismissed:
      rotate: All apps are locked to portrait
      low_power: Nothing runs in the background
    impossible:
      - when: {account: guest, operation: log_out}
        because: nobody is signed in
      - when: {offline: yes, plan_level: premium}
        because: premium needs the network
    questions:
      - {question: Which countries are first?, ask: Legal, until: 2027-03-31}
    rules:
      session_expired: The sign-in screen opens
      server_error:
        - then: “Something went wrong” is shown
        - when: {account: guest}
          then: The page of help opens
      log_out: {account: {member: The start screen opens}}
      back, background:
        offline: {yes: A banner says so}
      network_error/offline:
        basket:
          0..50: The basket is kept on the device
          51..: {question: Is all of it kept?}
    """

  private let catalogue: Catalogue

  init() throws {
    catalogue = try SpecificationTests.catalogue(with: Self.company)
  }

  private func spec(
    _ sections: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws
    -> Specification
  {
    try specification(sections: sections, catalogue: catalogue, sourceLocation: sourceLocation)
  }

  // MARK: Words

  @Test func `a state is selected by its bare id`() throws {
    let spec = try spec(
      """
      states: {account: , plan_level: , offline: }
      data: {basket: }
      operations: [log_out]
      """
    )
    #expect(spec.factors.map(\.name) == ["account", "plan_level", "offline", "basket"])
    #expect(spec.factors.map(\.kind) == [.state, .state, .state, .data])
    #expect(
      spec.factors.map(\.label) == [
        "Account", "Plan", "The device is offline", "Items in the basket",
      ]
    )
    let account = spec.factors[0]
    #expect(account.values.map(\.id) == ["guest", "member", "banned"])
    #expect(account.values.map(\.label) == ["Signed out", "Signed in", "Banned"])
    #expect(account.values.map(\.isInvalid) == [false, false, true])
    #expect(account.usual == 1)
    #expect(spec.factors[1].onlyWhen.map(spec.inWords) == "account=member")
    #expect(spec.factors[2].isYesNo && spec.factors[2].values.map(\.id) == ["yes", "no"])
    #expect(spec.factors[3].values.inWords == "0 1 100 101!")
    // Places are in the spec: the key that selects.
    let places = spec.factors.map(\.span.start)
    #expect(
      places
        == [5, 5, 5, 6].enumerated().map { SourcePosition(line: $1, column: [10, 21, 35, 8][$0]) }
    )
    #expect(
      spec.factors.allSatisfy { factor in
        factor.values.allSatisfy { $0.span.start.line == factor.span.start.line }
      }
    )
  }

  @Test func `what a spec says replaces what the pack says`() throws {
    let spec = try spec(
      """
      states:
        account: {label: Visitor, usual: guest}
        offline: No network
        plan_level: [basic, gold]
      data:
        basket: {range: 1..9 items}
      operations:
        log_out: Tap Log out
        share: {variants: [mail, qr]}
      """
    )
    #expect(spec.factors.map(\.label) == ["Visitor", "No network", "Plan", "Items in the basket"])
    #expect(spec.factors[0].values.map(\.id) == ["guest", "member", "banned"])
    #expect(spec.factors[0].usual == 0)
    #expect(spec.factors[1].isYesNo)
    #expect(spec.factors[2].values.map(\.id) == ["basic", "gold"])
    #expect(spec.factors[3].values.inWords == "0! 1 2 9 10!")
    #expect(spec.operations.map(\.label) == ["Tap Log out", "Share"])
    #expect(spec.operations[1].variants.map(\.label) == ["By mail", "Qr"])
  }

  @Test func `operations of a pack are entries`() throws {
    let spec = try spec("operations: {log_out: , share: , leave: {label: Leave, is: log_out}}")
    #expect(spec.operations.map(\.catalogueEntry?.id) == ["log_out", "share", "log_out"])
    #expect(
      spec.operations.map { $0.catalogueEntry?.question(.english) } == [
        "What becomes of unsaved data?", "With whom?", "What becomes of unsaved data?",
      ]
    )
    #expect(spec.operations[1].variants.map(\.id) == ["link", "mail"])
  }

  @Test func `a pack declares with the words of a spec`() throws {
    let catalogue = try SpecificationTests.catalogue(
      with: """
        states:
          signed_in: The user is signed in
          tier: [bronze, silver]
        data:
          length_of_name: {length: 1..20, kinds: [emoji]}
          start: {date: 2027-01-01..2027-12-31}
          price: {range: 1..100 EUR, usual: 20}
        operations:
          pay: {label: Pay, range: 1..4}
          print: Tap Print
          look: {label: Look, parts: {head: , body: }}
        """
    )
    let spec = try specification(
      sections: """
        states: {signed_in: , tier: }
        data: {length_of_name: , start: , price: }
        operations: [pay, print, look]
        """,
      catalogue: catalogue
    )
    #expect(
      spec.factors.map(\.label) == [
        "The user is signed in", "Tier", "Length of name", "Start", "Price",
      ]
    )
    #expect(
      spec.factors.map(\.values.inWords) == [
        "yes no", "bronze silver", "empty! 1 2 20 21! emoji",
        "2026-12-31! 2027-01-01 2027-01-02 2027-12-31 2028-01-01!", "0! 1 2 20 100 101!",
      ]
    )
    #expect(spec.factors[4].values[3].label == "20 EUR")
    #expect(spec.operations.map(\.label) == ["Pay", "Tap Print", "Look"])
    #expect(spec.operations.map(\.hasParts) == [false, false, true])
    #expect(spec.operations[0].variants.inWords == "0! 1 2 4 5!")
  }

  @Test func `nothing of a pack is there that nobody selects`() throws {
    let spec = try spec("operations: {submit: Send}")
    #expect(spec.factors.isEmpty && spec.operations.map(\.id) == ["submit"])
    #expect(spec.rules.isEmpty && spec.impossible.isEmpty)
  }

  @Test func `without the pack its ids mean nothing`() {
    #expect(decode(sections: "operations: {log_out: }").value == nil)
    #expect(decode(sections: "operations: [submit]\nstates: {account: }").value == nil)
  }

  // MARK: Dismissals and questions

  @Test func `what a pack dismisses is dismissed unless the spec selects it`() throws {
    let plain = try spec("operations: {submit: Send}")
    #expect(plain.dismissed.map(\.id) == ["rotate", "low_power"])
    #expect(
      plain.dismissed.map(\.reason) == [
        "All apps are locked to portrait", "Nothing runs in the background",
      ]
    )
    let selecting = try spec("operations: [submit, rotate]")
    #expect(selecting.dismissed.map(\.id) == ["low_power"])
    let own = try spec(
      "operations: [submit]\ndismissed: {cancel: no time, rotate: a watch is round}"
    )
    #expect(own.dismissed.map(\.id) == ["cancel", "rotate", "low_power"])
    #expect(own.dismissed[1].reason == "a watch is round")
  }

  @Test func `questions of a pack stand behind the spec's own`() throws {
    let spec = try spec("operations: {submit: Send}\nquestions: [{question: Why?}]")
    #expect(spec.questions.map(\.question.text) == ["Why?", "Which countries are first?"])
    #expect(spec.questions.map { $0.question.ask } == [nil, "Legal"])
    #expect(spec.questions.map { $0.house } == [nil, HouseOrigin(path: "company.yaml", line: 19)])
  }

  // MARK: Impossible

  @Test func `what cannot happen holds where all of it is declared`() throws {
    let both = try spec(
      """
      states: {account: , offline: , plan_level: }
      operations: [log_out, submit]
      impossible:
        - {when: {account: guest, plan_level: free}}
      """
    )
    #expect(
      both.impossible.map { both.inWords($0.when) } == [
        "account=guest & plan_level=free", "operation=log_out & account=guest",
        "offline=yes & plan_level=premium",
      ]
    )
    #expect(both.impossible.map(\.house?.line) == [nil, 14, 16])
    #expect(
      both.impossible.map(\.because) == [nil, "nobody is signed in", "premium needs the network"]
    )
    #expect(both.impossible.dropFirst().map(\.span.start.line) == [6, 5])
    let withoutOperation = try spec("states: {account: , offline: }\noperations: [submit]")
    #expect(withoutOperation.impossible.isEmpty)
    let withoutFactor = try spec("operations: [log_out]")
    #expect(withoutFactor.impossible.isEmpty)
    // The value is not there.
    let otherValues = try spec(
      "states: {account: [member, staff], offline: }\noperations: [log_out]"
    )
    #expect(otherValues.impossible.isEmpty)
  }

  // MARK: House rules

  @Test func `house rules stand behind the spec's own`() throws {
    let spec = try spec(
      """
      states: {account: , offline: }
      data: {basket: }
      operations: [submit, session_expired, server_error, log_out, back, background, network_error]
      rules:
        server_error: {account: {member: The own page opens}}
      """
    )
    #expect(
      spec.rulesInWords == [
        "server_error-member: operation=server_error/internal|server_error/rejected|server_error/maintenance & account=member → The own page opens",
        "session_expired: operation=session_expired → The sign-in screen opens",
        "server_error: operation=server_error/internal|server_error/rejected|server_error/maintenance → “Something went wrong” is shown",
        "server_error-guest: operation=server_error/internal|server_error/rejected|server_error/maintenance & account=guest → The page of help opens",
        "log_out-member: operation=log_out & account=member → The start screen opens",
        "back-offline: operation=back|background & offline=yes → A banner says so",
        "network_error-offline-basket-0-50: operation=network_error/offline & basket=0|1|50 → The basket is kept on the device",
        "network_error-offline-basket-51: operation=network_error/offline & basket=51|100 → ?Is all of it kept?",
      ]
    )
    #expect(spec.rules.map { $0.house?.line } == [nil, 21, 23, 24, 26, 28, 31, 32])
    #expect(spec.rules.dropFirst().allSatisfy { $0.house?.path == "company.yaml" })
    // Ways are in the pack.
    let ways = spec.rules.dropFirst().map(\.path)
    #expect(ways.first == [.key("rules"), .key("session_expired")])
    #expect(ways.allSatisfy { $0.first == .key("rules") && $0.count > 1 })
    // Places are in the spec: the key that declares the operation.
    #expect(spec.rules.dropFirst().allSatisfy { $0.span.start.line == 7 })
    #expect(spec.rules.map(\.span.start.column).dropFirst().prefix(2) == [22, 39])
  }

  @Test func `a house rule needs all that it names`() throws {
    let bare = try spec("operations: [session_expired, server_error, log_out, back]")
    #expect(bare.rules.map(\.id) == ["session_expired", "server_error"])
    let noGuest = try spec("states: {account: [member]}\noperations: [server_error]")
    #expect(noGuest.rules.map(\.id) == ["server_error"])
    let noVariant = try spec(
      "data: {basket: }\noperations: {network_error: {variants: [timeout]}}"
    )
    #expect(noVariant.rules.isEmpty)
  }

  @Test func `numbers are cut to what the spec allows`() throws {
    func rules(_ range: String) throws -> [String] {
      let spec = try spec(
        "data: {basket: {range: \(range)}}\noperations: {network_error: {variants: [offline]}}"
      )
      return spec.rules.map { spec.inWords($0) }
    }
    #expect(
      try rules("0..200") == [
        "operation=network_error/offline & basket=0|1|50 → The basket is kept on the device",
        "operation=network_error/offline & basket=51|200 → ?Is all of it kept?",
      ]
    )
    // 0 is a bound that the pack wrote, and no number of this spec.
    #expect(
      try rules("1..9") == [
        "operation=network_error/offline & basket=1|2|9 → The basket is kept on the device"
      ]
    )
    #expect(
      try rules("60..90") == [
        "operation=network_error/offline & basket=60|61|90 → ?Is all of it kept?"
      ]
    )
  }

  @Test func `ids of house rules have a space of their own`() throws {
    let spec = try spec(
      """
      operations: [session_expired, submit]
      rules:
        session_expired: The own screen opens
        submit: {id: server_error, then: A}
      """
    )
    #expect(spec.rules.map(\.id) == ["session_expired", "server_error", "session_expired"])
    #expect(spec.rules.map { $0.house != nil } == [false, false, true])
  }

  @Test func `precedence does not name house rules`() {
    let checked = decode(
      sections: """
        operations: [session_expired, submit]
        precedence: [submit, session_expired]
        rules: {submit: A}
        """,
      catalogue: catalogue
    )
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.span?.start) == [SourcePosition(line: 6, column: 22)])
  }

  @Test func `packs build on each other`() throws {
    let second = try SpecificationTests.catalogue(
      with: """
        rules:
          log_out: {account: {guest: Nothing happens}}
        dismissed: {gesture: nobody swipes}
        """,
      path: "team.yaml",
      to: catalogue
    )
    let spec = try specification(
      sections: "states: {account: }\noperations: [log_out]",
      catalogue: second
    )
    #expect(spec.rules.map(\.id) == ["log_out-member", "log_out-guest"])
    #expect(
      spec.rules.map(\.house) == [
        HouseOrigin(path: "company.yaml", line: 26), HouseOrigin(path: "team.yaml", line: 2),
      ]
    )
    #expect(spec.dismissed.map(\.id) == ["rotate", "low_power", "gesture"])
  }

  @Test func `a house rule may be an open question with options`() throws {
    let catalogue = try SpecificationTests.catalogue(
      with: """
        rules:
          back:
            question: Is the draft kept?
            options: [It is kept, It is dropped]
            ask: Design
            until: 2027-01-31
            id: draft
            source: https://example.com/house
            priority: low
        """
    )
    let spec = try specification(sections: "operations: [back]", catalogue: catalogue)
    let rule = try #require(spec.rules.first)
    #expect(rule.id == "draft" && rule.hasOwnID && rule.priority == .low)
    #expect(rule.source == "https://example.com/house")
    guard case .question(let question) = rule.outcome else {
      Issue.record("a question is written")
      return
    }
    #expect(question.options == [["It is kept"], ["It is dropped"]])
    #expect(question.ask == "Design" && question.until == CalendarDate("2027-01-31"))
    #expect(question.span.start.line == 5)
  }
}
