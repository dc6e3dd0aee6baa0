import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// An objection stays an error until it is withdrawn, or until no rule decides the matter any more.
@Suite struct ObjectionTests {
  private static let loan = """
    states: {plan: [free, paid], age: {range: 0..120}}
    operations: [export]
    rules:
      export:
        - then: Only a notice is shown
        - when: {plan: paid, age: 18..}
          then: The file is saved
    """

  private static let desk = """
    states: {overdue: [no, yes]}
    data: {hold: {values: [ready, lent, expired, cancelled], start: ready}}
    operations: {lend: Lend, close: {label: The library closes, happens: true}, cancel: Cancel}
    rules:
      lend:
        - when: {hold: ready}
          then: The book is lent
          becomes: {hold: lent}
        - when: {hold: [lent, expired, cancelled]}
          then: Not available
      close:
        - when: {hold: ready}
          then: The hold ends
          becomes: {hold: expired}
        - when: {hold: [lent, expired, cancelled]}
          then: Nothing happens
      cancel:
        - when: {hold: ready}
          then: The hold is cancelled
          becomes: {hold: cancelled}
        - when: {hold: [lent, expired, cancelled]}
          then: Nothing to cancel
    """

  static func analysed(
    _ body: String,
    _ ledger: AgreementLedger? = nil,
    isWhole: Bool = false
  ) throws -> AnalysedSpecification {
    let specification = try TestDesignTests.specification(isWhole ? body : spec(body))
    return try #require(try analyse(specification, today: testDay, ledger: ledger).value)
  }

  static func objection(
    to kind: Decision.Kind,
    of body: String
  ) throws -> (decision: Decision, ledger: AgreementLedger) {
    let decision = try #require(
      try analysed(body).analysis.decisions.first { $0.kinds == [kind] }
    )
    var entry = AgreementLedger.Entry(
      operation: decision.id,
      fingerprint: decision.fingerprint,
      by: "Sato",
      on: "2026-11-20",
      comment: "Both are shown",
      outcomes: decision.sentence
    )
    entry.isContested = true
    var ledger = AgreementLedger()
    ledger.record(entry)
    return (decision, ledger)
  }

  private static func agreeing(
    to decision: Decision,
    of body: String,
    _ analysed: AnalysedSpecification,
    _ ledger: AgreementLedger
  ) -> AppliedVerdicts {
    let verdict = OperationVerdict(
      operation: decision.id,
      fingerprint: decision.fingerprint,
      isAgreed: true,
      place: "a.xlsx:B2"
    )
    let specification = analysed.specification
    let file = AnswerFile(spec(body), of: specification, settings: Settings())
    return AppliedVerdicts([verdict], on: analysed, ledger, in: file, today: testDay)
  }

  private static func contested(_ analysed: AnalysedSpecification) -> [Finding] {
    analysed.analysis.findings.filter { $0.code == .contestedDecision }
  }

  /// Neither a common prefix of the labels nor equal results identify another operation's decision.
  @Test(arguments: ["", "Settings: "])
  func `an objection does not move to another operation`(lead: String) throws {
    func body(_ exports: String) -> String {
      """
      states: {plan: [free, paid]}
      operations: {export: "\(lead)Tap Export", share: "\(lead)Tap Share"}
      rules:
        export:
          - then: Only a notice is shown
      \(exports)
        share:
          - then: Only a notice is shown
          - {when: {plan: paid}, then: The file is saved}
      """
    }
    let whole = body("    - {when: {plan: paid}, then: The file is saved}")
    let (_, ledger) = try Self.objection(to: .exception, of: whole)
    #expect(try Self.contested(Self.analysed(whole, ledger)).count == 1)
    let edited = try Self.analysed(body(""), ledger)
    #expect(Self.contested(edited).isEmpty)
    #expect(edited.analysis.settledObjections == ledger.entries)
  }

  /// Nor does what other operations leave out of the same factor.
  @Test func `an objection to values left beside named ones stays with their operation`() throws {
    let body = """
      data: {comment: {length: 1..140}}
      operations: {post: Tap Post, close: Tap Close}
      rules:
        post: [{then: A dialog opens}, {when: {comment: 141}, then: The text is cut}]
        close: [{then: B is shown}, {when: {comment: 0}, then: C is shown}]
      """
    let (_, ledger) = try Self.objection(to: .invalid, of: body)
    #expect(try Self.contested(Self.analysed(body, ledger)).count == 1)
    let edited = try Self.analysed(body.replacing("comment: 141", with: "comment: invalid"), ledger)
    #expect(edited.analysis.decisions.contains { $0.kinds == [.invalid] && $0.state == .open })
    #expect(Self.contested(edited).isEmpty)
  }

  @Test(arguments: [
    ("The file is saved", "The file is saved and named"),
    ("Only a notice is shown", "Only a short notice is shown"), ("age: 18..}", "age: 21..}"),
    ("operations: [export]", "operations: {export: Tap Export}"),
    ("0..120}}", "0..120}}\nimpossible: [{when: {plan: free, age: 21..}, because: never seen}]"),
    ("0..120}}", "0..120}}\nimpossible: [{when: {plan: paid, age: 99..}, because: never seen}]"),
  ])
  func `an objection outlives an edit`(old: String, new: String) throws {
    let (decision, ledger) = try Self.objection(to: .exception, of: Self.loan)
    let edited = try Self.analysed(Self.loan.replacing(old, with: new), ledger)
    let finding = try #require(Self.contested(edited).first)
    #expect(finding.message.contains("Wanted instead: “Both are shown” (Sato, 2026-11-20)"))
    #expect(edited.analysis.settledObjections == [])
    let isSame = edited.analysis.decisions[0].fingerprint == decision.fingerprint
    let isTold = finding.help.contains { $0.contains("changed since") }
    #expect(isTold != isSame, "\(finding.help)")
  }

  /// “Yes” would confirm the contested decision.
  @Test func `what is wanted, said where an objection is asked about, settles it`() throws {
    let (_, ledger) = try Self.objection(to: .exception, of: Self.loan)
    let asked = try Self.analysed(Self.loan, ledger)
    let finding = try #require(Self.contested(asked).first)
    func answered(_ said: String) -> AnsweredText {
      asked.answered(
        [QuestionAnswer(question: finding.id, text: said, place: "p")],
        in: spec(Self.loan)
      )
    }
    #expect(!finding.isConfirmation && !answered("Yes").outcomes[0].state.isApplied)
    let text = answered("Both are shown").text
    let after = try Self.analysed(text, ledger, isWhole: true)
    #expect(Self.contested(after).isEmpty, "\(text)")
    #expect(!after.analysis.findings.contains { $0.code == .unreachableRule }, "\(text)")
    #expect(after.analysis.settledObjections == ledger.entries)
  }

  /// The answer may say something else than the objection did; who still disagrees objects again.
  @Test func `any answer to the question that an objection asks settles it`() throws {
    let body = Self.loan + "\n      id: saved"
    let (_, ledger) = try Self.objection(to: .exception, of: body)
    let asked = try Self.analysed(body, ledger)
    let finding = try #require(Self.contested(asked).first)
    let answer = QuestionAnswer(question: finding.id, text: "The file is sent by mail", place: "p")
    let text = asked.answered([answer], in: spec(body)).text
    let answered = try Self.analysed(text, ledger, isWhole: true)
    #expect(Self.contested(answered).isEmpty, "\(text)")
    #expect(answered.analysis.settledObjections == ledger.entries)
    let decision = try #require(answered.analysis.decisions.first)
    var again = ledger
    var entry = AgreementLedger.Entry(operation: decision.id, fingerprint: decision.fingerprint)
    entry.isContested = true
    again.record(entry)
    for text in [text, text.replacing("sent by mail", with: "sent by post")] {
      #expect(Self.contested(try Self.analysed(text, again, isWhole: true)).count == 1)
    }
    // “Yes” gives the same question as the reason, before anybody objects.
    let confirmed = body + "\n      because: \(finding.id), Mori, 2026-11-20"
    let (_, later) = try Self.objection(to: .exception, of: confirmed)
    let edited = confirmed.replacing("is saved", with: "is saved and named")
    #expect(try Self.contested(Self.analysed(edited, later)).count == 1)
  }

  @Test func `an objection to the order of events outlives a new text`() throws {
    let (_, ledger) = try Self.objection(to: .crossing, of: Self.desk)
    let text = Self.desk.replacing(
      "The book is lent",
      with: "The book is lent; a receipt is printed"
    )
    let edited = try Self.analysed(text, ledger)
    let finding = try #require(Self.contested(edited).first)
    #expect(finding.help.contains { $0.contains("changed since the objection") }, "\(finding.help)")
    #expect(edited.analysis.decisions.first?.hasChanged == true)
  }

  /// The repair in the help removes the pair, and agreement to the rest clears the error.
  @Test func `a rule for what comes second clears an objection to the order`() throws {
    let (decision, ledger) = try Self.objection(to: .crossing, of: Self.desk)
    #expect(decision.sentence.contains("“Lend”"), "\(decision.sentence)")
    let unchanged = try #require(Self.contested(try Self.analysed(Self.desk, ledger)).first)
    #expect(unchanged.help.contains { $0.contains("in the state that the other one leads to") })
    let repaired = Self.desk.replacing(
      "    - when: {hold: [lent, expired, cancelled]}\n      then: Not available",
      with: """
            - when: {hold: [expired, cancelled]}
              then: The book is lent
              becomes: {hold: lent}
            - when: {hold: lent}
              then: Not available
        """
    )
    #expect(repaired != Self.desk)
    let left = try Self.analysed(repaired, ledger)
    let crossing = try #require(left.analysis.decisions.first { $0.kinds == [.crossing] })
    #expect(!crossing.sentence.contains("Lend"), "\(crossing.sentence)")
    #expect(Self.contested(left).count == 1)
    let applied = Self.agreeing(to: crossing, of: repaired, left, ledger)
    #expect(applied.states == [.applied("agreed")])
    #expect(Self.contested(try Self.analysed(repaired, applied.ledger)).isEmpty)
  }

  /// One decision covers all final values, even if nothing can be done in one.
  @Test func `final values are one decision, and another one voids what was agreed`() throws {
    let (decision, objected) = try Self.objection(to: .final, of: Self.desk)
    #expect(
      decision.sentence
        == "Once the hold is lent, expired or cancelled, nothing changes it any more"
    )
    #expect(try Self.analysed(Self.desk).analysis.decisions.count { $0.kinds == [.final] } == 1)
    let fewer = Self.desk.replacing(
      "when: {hold: [lent, expired, cancelled]}\n      then: Nothing happens",
      with: """
        when: {hold: cancelled}
              then: Nothing happens
            - when: {hold: [lent, expired]}
              then: It is on the shelf
              becomes: {hold: ready}
        """
    )
    let edited = try Self.analysed(fewer, objected)
    let finding = try #require(Self.contested(edited).first)
    #expect(finding.help.contains { $0.contains("changed since") }, "\(finding.help)")
    var agreed = AgreementLedger()
    agreed.record(.init(operation: decision.id, fingerprint: decision.fingerprint))
    let final = try #require(
      try Self.analysed(fewer, agreed).analysis.decisions.first { $0.kinds == [.final] }
    )
    #expect(final.id == decision.id)
    #expect(final.state == .changed(agreed.entries[0]) && !final.state.isConfirmed)
  }

  /// An open combination may leave a final state, but nobody has said so.
  @Test(arguments: [
    ("cancel: Cancel}", "cancel: Cancel, server_error: {during: lend}}"),
    (
      "    - when: {hold: [lent, expired, cancelled]}\n      then: Nothing happens\n",
      "    - when: {hold: [lent, expired]}\n      then: Nothing happens\n"
    ),
  ])
  func `what is open settles no objection to final values and drops no agreement`(
    old: String,
    new: String
  ) throws {
    let finals = try Self.analysed(Self.desk).analysis.decisions.filter { $0.kinds == [.final] }
    let body = Self.desk.replacing(old, with: new)
    #expect(body != Self.desk && !finals.isEmpty)
    for isContested in [true, false] {
      var ledger = AgreementLedger()
      for decision in finals {
        var entry = AgreementLedger.Entry(
          operation: decision.id,
          fingerprint: decision.fingerprint
        )
        entry.isContested = isContested
        ledger.record(entry)
      }
      let edited = try Self.analysed(body, ledger)
      #expect(edited.analysis.settledObjections == [])
      #expect(Self.contested(edited).count == (isContested ? finals.count : 0))
      let confirmed = edited.analysis.decisions.count {
        $0.kinds == [.final] && $0.state.isConfirmed
      }
      #expect(confirmed == (isContested ? 0 : finals.count))
    }
  }

  @Test func `agreement takes the place of an objection under another id`() throws {
    let (decision, ledger) = try Self.objection(to: .exception, of: Self.loan)
    let text = Self.loan.replacing("The file is saved", with: "The file is saved and named")
    let edited = try Self.analysed(text, ledger)
    let now = try #require(edited.analysis.decisions.first)
    #expect(now.id != decision.id)
    var former = ledger
    former.record(AgreementLedger.Entry(operation: now.id, fingerprint: "0"))
    for ledger in [ledger, former] {
      let applied = Self.agreeing(to: now, of: text, edited, ledger)
      #expect(applied.ledger.entries.map(\.operation) == [now.id])
      #expect(Self.contested(try Self.analysed(text, applied.ledger)).isEmpty)
    }
  }

  @Test func `an agreement does not move to a rule for another number`() throws {
    func body(_ rule: String) -> String {
      """
      data: {size: {range: 1..9}}
      operations: [look]
      rules:
        look:
          - then: A list is shown
      \(rule)
          - {when: {size: 5}, then: A note is shown}
      """
    }
    let whole = body("    - {when: {size: 1}, then: A card is shown}")
    let agreed = try #require(
      try Self.analysed(whole).analysis.decisions.first {
        $0.kinds == [.exception] && $0.sentence.contains("A card")
      }
    )
    var ledger = AgreementLedger()
    ledger.record(
      .init(operation: agreed.id, fingerprint: agreed.fingerprint, outcomes: agreed.sentence)
    )
    let left = try Self.analysed(body(""), ledger).analysis.decisions
    #expect(left.contains { $0.sentence.contains("A note") })
    #expect(left.allSatisfy { $0.state == .open }, "\(left.map(\.state))")
  }

  @Test func `an objection that the rules settle is told`() throws {
    let (_, ledger) = try Self.objection(to: .exception, of: Self.loan)
    let text = Self.loan.replacing("- then: Only", with: "- when: {plan: free}\n      then: Only")
      .replacing(", age: 18..", with: "")
    let edited = try Self.analysed(text, ledger)
    #expect(Self.contested(edited).isEmpty)
    #expect(edited.analysis.settledObjections.map(\.comment) == ["Both are shown"])
  }
}
