import Diagnostics
import Specification
import Testing
import YAMLSyntax

@testable import TestDesign

/// Rules of a pack: they win only where nothing of the spec covers.
struct HouseRuleTests {
  /// Analyses a spec with two operations of its own and those of a pack.
  private func analysed(
    pack: String,
    _ sections: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AnalysedSpecification {
    let text = spec(
      """
      states: {a: [a0, a1], b: [b0, b1]}
      \(sections)
      """
    )
    let house = try #require(parseYAML(SourceFile(path: "company.yaml", text: pack)).value)
    let catalogue = Catalogue.standard.adding(house, path: "company.yaml")
    let root = try #require(parseYAML(SourceFile(path: "spec.yaml", text: text)).value)
    let decoded = decodeSpecification(
      root,
      path: "spec.yaml",
      catalogue: try #require(catalogue.value, "\(catalogue.diagnostics)")
    )
    let specification = try #require(
      decoded.value,
      "\(decoded.diagnostics)\n\(text)",
      sourceLocation: sourceLocation
    )
    let checked = try analyse(specification, today: testDay)
    return try #require(
      checked.value,
      "\(checked.diagnostics)\n\(text)",
      sourceLocation: sourceLocation
    )
  }

  private let pack = """
    rules:
      session_expired: {id: signed-out, then: The sign-in screen opens}
      back: The list is shown
    """

  @Test func `a house rule wins where nothing of the spec covers, and only there`() throws {
    let analysed = try analysed(
      pack: pack,
      """
      operations: [session_expired, back]
      rules:
        session_expired:
          a:
            a0: The draft is kept
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b0") == ["session_expired-a0"])
    #expect(analysed.winners("session_expired", "a1", "b0") == ["signed-out"])
    #expect(analysed.winners("back", "a0", "b1") == ["back"])
    #expect(
      analysed.defeats("session_expired", "a0", "b0") == [
        "signed-out gives way to session_expired-a0: isOfSpec"
      ]
    )
    #expect(analysed.findings.isEmpty)
    #expect(analysed.analysis.counts.defined == "8")
  }

  @Test func `an exception of the house does not beat the spec's general rule`() throws {
    let analysed = try analysed(
      pack: """
        states: {a: [a0, a1]}
        rules:
          session_expired:
            a: {a0: The house says so}
        """,
      """
      operations: [session_expired]
      rules:
        session_expired: The spec says so
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b0") == ["session_expired"])
    // An unused house rule is no finding.
    #expect(analysed.findings.isEmpty)
  }

  @Test func `what the spec asks itself is none of the house's`() throws {
    let analysed = try analysed(
      pack: pack,
      """
      operations: [session_expired]
      rules:
        session_expired:
          a: {a0: {question: Is the draft kept?}}
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b0") == ["session_expired-a0"])
    #expect(analysed.winners("session_expired", "a1", "b0") == ["signed-out"])
    #expect(analysed.analysis.counts.undecided == "2")
  }

  @Test func `others of precedence never means a house rule, and no list puts one first`() throws {
    let analysed = try analysed(
      pack: pack,
      """
      operations: [session_expired, back]
      precedence: [others, last]
      rules:
        session_expired:
          - {id: last, when: {a: a0}, then: Last}
          - {id: first, when: {a: a0, b: b0}, then: First}
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b1") == ["last"])
    #expect(analysed.winners("session_expired", "a0", "b0") == ["first"])
    #expect(analysed.winners("session_expired", "a1", "b0") == ["signed-out"])
  }

  @Test func `among house rules only shape decides`() throws {
    let analysed = try analysed(
      pack: """
        states: {a: [a0, a1], b: [b0, b1]}
        rules:
          session_expired:
            - {id: general, then: General}
            - {id: special, when: {a: a0}, then: Special}
          back:
            - {id: one, when: {a: a0}, then: One}
            - {id: two, when: {b: b0}, then: Two}
        """,
      """
      operations: [session_expired, back]
      rules:
        session_expired:
          - {when: {a: a0, b: b0}, then: Own}
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b0") == ["session_expired-a0-b0"])
    #expect(analysed.winners("session_expired", "a0", "b1") == ["special"])
    #expect(analysed.winners("session_expired", "a1", "b0") == ["general"])
    #expect(
      analysed.defeats("session_expired", "a0", "b0") == [
        "general gives way to session_expired-a0-b0: isOfSpec",
        "special gives way to session_expired-a0-b0: isOfSpec",
      ]
    )
    #expect(
      analysed.defeats("session_expired", "a0", "b1") == [
        "general gives way to special: isException"
      ]
    )
    #expect(analysed.winners("back", "a0", "b0") == ["one", "two"])
    let finding = try #require(
      analysed.analysis.findings.first { $0.code == .contradictoryRules }
    )
    #expect(
      finding.message
        == "When the user goes back, if a is a0 and b is b0: which one wins, “One” or “Two”? Or do both happen?"
    )
    #expect(
      finding.help == [
        "house rule one (company.yaml:7) and house rule two (company.yaml:8) disagree: narrow the `when` of one of them",
        "or say here what happens: a rule of the spec goes before house rules",
      ]
    )
    #expect(
      finding.related.map(\.message) == ["house rule one (company.yaml:7) says something else"]
    )
    #expect(analysed.analysis.counts.contradictory == "1")
  }

  @Test func `a general rule of the house is out where the spec covers only its exception`() throws
  {
    let analysed = try analysed(
      pack: """
        states: {a: [a0, a1], b: [b0, b1]}
        rules:
          session_expired:
            - {id: general, then: General}
            - {id: special, when: {a: a0}, then: Special}
        """,
      """
      operations: [session_expired]
      rules:
        session_expired:
          a: {a0: Own}
      """
    )
    #expect(analysed.winners("session_expired", "a0", "b0") == ["session_expired-a0"])
    #expect(analysed.winners("session_expired", "a1", "b0") == ["general"])
    #expect(analysed.findings.isEmpty)
  }

  @Test func `ids of house rules have a space of their own`() throws {
    let analysed = try analysed(
      pack: "rules: {session_expired: {id: same, question: What does the house say?}}",
      """
      operations: [session_expired]
      rules:
        session_expired:
          a: {a0: {id: same, question: What does the house say?}}
      """
    )
    #expect(analysed.specification.rules.map(\.id) == ["same", "same"])
    let findings = analysed.findings
    #expect(findings.map(\.code) == [.undecidedRule, .undecidedRule])
    #expect(Set(findings.map(\.id)).count == 2)
    #expect(
      findings.map(\.help).contains([
        "replace `question` with `then` in company.yaml:1, or write a rule here, once decided"
      ])
    )
  }

  @Test func `what the house says is impossible excludes, and is never redundant here`() throws {
    let analysed = try analysed(
      pack: """
        states: {a: [a0, a1], b: [b0, b1]}
        impossible:
          - {when: {a: a0, b: b0}, because: the house knows}
          - when: {a: a0, b: b0}
        """,
      """
      operations: {tap: Tap}
      impossible:
        - when: {a: a0, b: b0}
      rules:
        tap:
          - {id: never, when: {a: a0, b: b0}, then: Never}
          - {id: always, then: Always}
      """
    )
    #expect(analysed.winners("tap", "a0", "b0") == ["impossible"])
    let findings = analysed.findings
    #expect(findings.map(\.code) == [.redundantConstraint, .excludedRule])
    let finding = try #require(findings.first)
    #expect(finding.help == ["remove it"])
    #expect(
      finding.message
        == "this entry of `impossible` excludes nothing that is not excluded without it"
    )
    #expect(
      finding.related.map(\.message) == [
        "`impossible` of the house (company.yaml:3): the house knows"
      ]
    )
  }

  @Test func `a question of the house is asked in each spec`() throws {
    let analysed = try analysed(
      pack: "questions: [{question: Who signs off?, options: [Legal, [Product, Design]]}]",
      "operations: {tap: Tap}\nrules: {tap: Done}"
    )
    let finding = try #require(analysed.findings.first)
    #expect(finding.code == .openQuestion)
    #expect(finding.message == "Who signs off?")
    #expect(
      finding.help == [
        "the options: ① Legal; ② Product / Design",
        "once it is answered, write what follows from it, and the answer as `then` in company.yaml:1",
      ]
    )
  }
}

extension AnalysedSpecification {
  /// All but that nothing depends on one of the factors, which most of these specs have only for the combinations.
  fileprivate var findings: [Finding] { analysis.findings.filter { $0.code != .unreadFactor } }
}
