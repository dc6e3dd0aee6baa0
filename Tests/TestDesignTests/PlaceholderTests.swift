import Diagnostics
import Specification
import Testing
import Text
import YAMLSyntax

@testable import TestDesign

/// Rules with a text that is no result where the result belongs.
struct PlaceholderTests {
  /// A spec of an operation with these rules, four combinations.
  private func text(_ rules: String, language: String = "en") -> String {
    spec(
      """
      language: \(language)
      owner: Product
      states: {plan: [free, premium], login: [guest, member]}
      operations: {tap: Tap, hold: Hold}
      rules:
        hold: Held
        \(rules.replacing("\n", with: "\n  "))
      """
    )
  }

  private func counts(_ rules: String) throws -> [String?] {
    let counts = try analysed(text(rules)).analysis.counts
    return [
      counts.combinations, counts.defined, counts.undecided, counts.contradictory, counts.undefined,
    ]
  }

  @Test(arguments: [
    "tap: TBD", "tap: [It is saved, TBD]", "tap: {then: TBD}",
    "tap: {then: TBD, until: 2099-01-01}",
  ])
  func `what a placeholder decides is undecided`(rule: String) throws {
    #expect(try counts(rule) == ["8", "4", "4", "0", "0"])
    #expect(
      try counts(
        rule.replacing("TBD", with: "A badge says TBD").replacing(", until: 2099-01-01", with: "")
      ) == ["8", "8", "0", "0", "0"]
    )
  }

  @Test func `it is the only finding of its rule`() throws {
    let rules = """
      tap:
        - {when: {plan: free}, then: Saved properly}
        - {when: {login: guest}, then: [It works as expected, TBD]}
      """
    let findings = try found(text(rules))
    #expect(findings.map(\.code) == [.undefinedCombination, .vagueResult, .placeholderResult])
    #expect(findings[1].rules == [1])
    #expect(findings[2].rules == [2])
    #expect(findings[2].combinations == "2")
    // Where two win, the open one leaves it open, and nothing contradicts.
    #expect(try counts(rules) == ["8", "5", "2", "0", "1"])
    let other = rules.replacing("TBD", with: "It is lost")
    #expect(try counts(other) == ["8", "6", "0", "1", "1"])
  }

  @Test func `a placeholder asks what takes its place`() throws {
    let text = text(
      """
      tap:
        - {when: {plan: free}, then: TBD}
        - {when: {plan: premium}, then: [It is saved., A note says so, （未定）]}
      """
    )
    let findings = try found(text)
    #expect(findings.map(\.code) == [.placeholderResult, .placeholderResult])
    #expect(findings.map(\.severity) == [.error, .error])
    #expect(
      findings.map(\.message) == [
        "On “Tap”, what happens if plan is free? (so far: “TBD”)",
        "On “Tap”, what happens besides “It is saved” and “A note says so” if plan is premium? (so far: “（未定）”)",
      ]
    )
    #expect(findings.map { marked($0.span, in: text) } == ["TBD", "（未定）"])
    #expect(findings.map(\.ask) == ["Product", "Product"])
    #expect(findings.allSatisfy { $0.isQuestion && $0.id.hasPrefix("Q-") })
    #expect(
      findings.map(\.stubInPlace) == [
        StubInPlace(
          purpose: "or, if nobody knows yet, write this with `ask` and `until` in place of",
          place: "`TBD` (line 11)",
          text: "question: What happens?"
        ),
        StubInPlace(
          purpose: "or, if nobody knows yet, write this with `ask` and `until` in place of",
          place: "`（未定）` (line 12)",
          text: "question: What happens besides “It is saved” and “A note says so”?"
        ),
      ]
    )
    #expect(findings[0].help == ["replace `TBD` with what is observed"])
  }

  @Test func `it asks in Japanese too`() throws {
    let text = text(
      """
      tap:
        - {when: {plan: free}, then: 未定}
        - {when: {plan: premium}, then: [保存される。, 検討中]}
        - {when: [{plan: free, login: guest}, {plan: premium, login: guest}], then: 同上}
      """,
      language: "ja"
    ).replacing("{tap: Tap,", with: "{tap: 保存をタップする,")
    #expect(
      try found(text).map(\.message) == [
        "PlanがFreeで、保存をタップした場合は、どうなりますか？（現在の記載：「未定」）",
        "PlanがPremiumで、保存をタップした場合は、「保存される」のほかに、どうなりますか？（現在の記載：「検討中」）",
        "PlanがFreeで、LoginがGuest、またはPlanがPremiumで、LoginがGuestで、保存をタップした場合、どうなりますか？（現在の記載：「同上」） 「未定」や「保存される、検討中」にも当てはまる場合は、どれが優先されますか？",
      ]
    )
  }

  @Test func `the remedy fits the word`() throws {
    func finding(_ rule: String) throws -> Finding {
      let findings = try found(text(rule))
      return try #require(findings.first { $0.code == .placeholderResult })
    }
    let below = try finding("tap:\n  plan: {free: same as above, premium: Saved}")
    #expect(below.stub == nil)
    #expect(
      below.help == ["write out what is observed: nobody finds `same as above` from a test case"]
    )

    let excluded = try finding("tap:\n  plan: {free: N/A, premium: Saved}")
    #expect(excluded.help == ["replace `N/A` with what is observed, if it can happen"])
    #expect(
      excluded.stubInPlace?.heading
        == "or, if `N/A` means that it cannot happen or is left out on purpose, delete the rule and add to `impossible`:"
    )
    #expect(
      excluded.stub == """
        - when: {operation: tap, plan: free}
          because: Write the reason here
        """
    )

    let own = try finding("tap: Out of scope")
    #expect(own.stub == nil)
    #expect(
      own.help == [
        "if nothing is expected of `tap`, remove it from `operations`; otherwise replace `Out of scope` with what is observed"
      ]
    )

    let back = text("back: 対象外").replacing("tap: Tap", with: "back: Back")
    let ofCatalogue = try #require(try found(back).first)
    #expect(
      ofCatalogue.stubInPlace?.heading
        == "or, if `対象外` means that it does not matter here, remove `back` from `operations` and add to `dismissed`:"
    )
    #expect(ofCatalogue.stub == "back: Write the reason here")
  }

  /// What the stubs of a spec's placeholders say closes them, put where their headings say.
  @Test func `a stub closes its finding`() throws {
    let open = text("tap:\n  plan: {free: {then: TBD}, premium: Saved}")
    let question = try #require(try found(open).first?.stub)
    let asked = try found(open.replacing("then: TBD", with: question + ", until: 2099-01-01"))
    #expect(asked.map(\.code) == [.undecidedRule])

    let excluded = text("tap:\n  plan: {premium: Saved, free: N/A}")
    let entry = try #require(try found(excluded).first?.stub)
    let impossible = excluded.replacing(", free: N/A", with: "") + "impossible:\n" + entry + "\n"
    #expect(try found(impossible).isEmpty)

    let dismissed = text("back: n/a").replacing("tap: Tap", with: "back: Back")
    let reason = try #require(try found(dismissed).first?.stub)
    let without = dismissed.replacing("back: Back, ", with: "").replacing("back: n/a", with: "")
    #expect(try found(without + "dismissed:\n  " + reason + "\n").isEmpty)
  }

  @Test(arguments: [(0, Severity.warning), (1, .warning), (-1, .error)])
  func `with a day it is an open question`(days: Int, severity: Severity) throws {
    let day = CalendarDate(number: testDay.number + days)
    let text = text("tap: {then: [It is saved, 同上], until: \(day)}")
    let findings = try found(text)
    #expect(findings.map(\.code) == [.undecidedRule])
    #expect(findings.map(\.severity) == [severity])
    #expect(
      findings[0].help == [
        days < 0
          ? "the deferral ended on \(day)" : "deferred until \(day): an error from the day after",
        "write out what is observed: nobody finds `同上` from a test case",
      ]
    )
    #expect(marked(findings[0].span, in: text) == "同上")
    // It is the same question as without a day, and with another word.
    let others = try ["tap: [It is saved, TBD]", "tap: {then: [未定, It is saved]}"].map {
      try found(self.text($0)).map(\.id)
    }
    #expect(others == [[findings[0].id], [findings[0].id]])
  }

  @Test func `a rule that never decides anything is asked nothing`() throws {
    let findings = try found(
      text(
        """
        tap:
          - Saved
        """
      ).replacing("- Saved", with: "- {id: all, then: Saved}\n    - {id: never, then: TBD}")
        + "precedence: [all, never]\n"
    )
    #expect(findings.map(\.code) == [.unreachableRule])
  }

  @Test func `of a pack the place in the pack is named`() throws {
    let text = spec(
      """
      owner: Product
      states: {plan: [free, premium]}
      operations: [back, session_expired]
      rules:
        session_expired: {plan: {free: The sign-in screen opens}}
      """
    )
    let pack =
      "rules:\n  session_expired: TBD\n  back: {plan: {free: N/A, premium: [Closed, 同上]}}\n"
    let house = try #require(parseYAML(SourceFile(path: "company.yaml", text: pack)).value)
    let catalogue = try #require(Catalogue.standard.adding(house, path: "company.yaml").value)
    let root = try #require(parseYAML(SourceFile(path: "spec.yaml", text: text)).value)
    let decoded = decodeSpecification(root, path: "spec.yaml", catalogue: catalogue)
    let specification = try #require(decoded.value)
    let analysed = try #require(try analyse(specification, today: testDay).value)
    let findings = analysed.analysis.findings
    #expect(findings.map(\.code) == [.placeholderResult, .placeholderResult, .placeholderResult])
    #expect(findings.map { marked($0.span, in: text) } == ["back", "back", "session_expired"])
    #expect(
      findings.map(\.help) == [
        [
          "write what is observed in company.yaml:3, or write a rule here; what cannot happen is `impossible`, and an operation left out on purpose is `dismissed`"
        ],
        [
          "write out what is observed in company.yaml:3, or write a rule here: nobody finds `同上` from a test case"
        ],
        ["replace `TBD` with what is observed in company.yaml:2, or write a rule here"],
      ]
    )
    #expect(findings.map(\.stub) == [nil, nil, nil])
    // The spec's own rule leaves the pack's out.
    #expect(findings[2].combinations == "1")
    #expect(analysed.analysis.counts.defined == "1")
  }

  @Test func `the text of a stub is a placeholder until it is replaced`() throws {
    for (language, stub) in [
      ("en", PlaceholderKind.stubInEnglish), ("ja", PlaceholderKind.stubInJapanese),
    ] {
      let open = text("tap: {plan: {free: Saved}}", language: language)
      let findings = try found(open)
      let finding = try #require(findings.first { $0.code == .undefinedCombination })
      #expect(finding.stub?.contains(stub) == true)
      let pasted = text("tap: {plan: {free: Saved, premium: \(stub)}}", language: language)
      #expect(try found(pasted).map(\.code) == [.placeholderResult])
    }
  }

  /// What is found in a spec but that nothing reads its factors.
  private func found(_ text: String) throws -> [Finding] {
    try analysed(text).analysis.findings.filter { $0.code != .unreadFactor }
  }
}
