import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Rules that disagree are asked about once, however often they do.
struct DisagreementTests {
  /// Five rules about one thing, of which nine pairs overlap.
  static let invitation = spec(
    """
    owner: Planning
    states:
      age: [fresh, expired]
      revoked: The invitation was revoked
      used: [never, once]
      team: [open, full]
      app: [new, old]
    operations: {accept: Tap Accept}
    rules:
      accept:
        - then: The team opens
        - {id: expired, when: {age: expired, app: new}, then: “Expired” is shown}
        - {id: revoked, when: {revoked: yes}, then: “Revoked” is shown}
        - {id: used, when: {used: once}, then: “Already used” is shown}
        - {id: full, when: {team: full}, then: “The team is full” is shown}
        - {id: old, when: {app: old}, then: The store opens}
    """
  )

  private func decisions(_ text: String) throws -> [Finding] {
    try analysed(text).analysis.findings.filter { $0.code == .contradictoryRules }
  }

  @Test func `rules that disagree pairwise are one question`() throws {
    let findings = try decisions(Self.invitation)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.rules == [1, 2, 3, 4, 5])
    #expect(marked(finding.span, in: Self.invitation) == "old")
    #expect(
      finding.message
        == "On “Tap Accept”, if team is full and app is old: which one wins, ‘“The team is full” is shown’ or “The store opens”? Or do they all happen? Please put ‘“Expired” is shown’ (if age is expired and app is new), ‘“Revoked” is shown’ (if the invitation was revoked) and ‘“Already used” is shown’ (if used is once) in order with them as well."
    )
    #expect(
      finding.help == [
        "add to `precedence` one list of `expired` (line 15), `revoked` (line 16), `used` (line 17), `full` (line 18) and `old` (line 19), what comes first in front",
        "where several happen, write one rule for these combinations with all their results",
      ]
    )
    // 11 of the new app with two to four of the others, 14 of the old app with one to three.
    #expect(finding.combinations == "25")
    let pairs = try #require(finding.question).disagreements
    #expect(
      pairs.map(\.rules)
        == [[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [2, 5], [3, 4], [3, 5], [4, 5]]
    )
    #expect(pairs[0].combinations == "4")
    #expect(
      pairs[0].condition
        == "if age is expired and the invitation was revoked and app is new"
    )
    #expect(pairs[0].setup == "Age: Expired / The invitation was revoked: yes / App: New")
    #expect(pairs[0].isSetupImplied)
    let list = "precedence: [expired, revoked, used, full, old]\n"
    #expect(try decisions(Self.invitation + list).isEmpty)
  }

  @Test func `two rules that disagree under several conditions are one question`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium], photos: [none, one, many]}
      operations: {submit: Tap Post, back: Tap Back}
      rules:
        submit, back:
          - then: Nothing
          - {id: one, when: [{login: guest}, {photos: one}], then: One}
          - {id: two, when: [{plan: free, photos: [none, one]}, {plan: premium, photos: many}], then: Two}
      """
    )
    let findings = try decisions(text)
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(
      finding.message
        == "On “Tap Post” or on “Tap Back”, if plan is free and photos is one: which one wins, “One” or “Two”? Or do both happen?"
    )
    #expect(finding.combinations == "8")
    #expect(finding.cube == nil)
    #expect(finding.question?.disagreements.count == 1)
    #expect(finding.question?.disagreements.first?.cubes.count == 3)
    #expect(
      finding.question?.disagreements.first?.setup
        == "Login: Member / Plan: Free / Photos: One / Tap Post"
    )
  }

  @Test func `a rule against others on several operations is one question`() throws {
    let text = spec(
      """
      states: {a: [a0, a1], b: [b0, b1]}
      operations: [submit, look, close]
      rules:
        submit, look: {id: one, when: {a: a0}, then: One}
        submit, close: {id: two, when: {b: b0}, then: Two}
        look: {id: three, when: {b: b1}, then: Three}
        close:
          - {id: four, when: {a: a1}, then: Four}
      """
    )
    let findings = try decisions(text)
    let finding = try #require(findings.first)
    #expect(findings.map(\.rules) == [[0, 1, 2], [1, 3]])
    #expect(finding.question?.operation == nil)
    #expect(
      finding.question?.disagreements.map(\.condition) == [
        "on submit, if a is a0 and b is b0", "on look, if a is a0 and b is b1",
      ]
    )
    // What is shown has parts that stand beside each other.
    #expect(
      finding.help.last
        == "if they stand side by side on the screen, give `look` `parts`: rules of different parts never disagree"
    )
  }

  @Test func `rules without a rule in common are decisions of their own`() throws {
    let text = spec(
      """
      states: {a: [a0, a1, a2], b: [b0, b1], c: [c0, c1]}
      operations: [submit]
      rules:
        submit:
          - {id: one, when: {a: a0, b: b0}, then: One}
          - {id: two, when: {a: a0, c: c0}, then: Two}
          - {id: three, when: {a: a1, b: b0}, then: Three}
          - {id: four, when: {a: a1, c: c0}, then: Four}
      """
    )
    #expect(try decisions(text).map(\.rules) == [[0, 1], [2, 3]])
  }

  /// The id is that of the rules, wherever and in however many places they disagree.
  @Test func `an id outlives conditions and the order of factors`() throws {
    let id = try #require(try decisions(Self.invitation).first).id
    let turned = Self.invitation.replacing("  age: [fresh, expired]\n", with: "")
      .replacing("  app: [new, old]\n", with: "  app: [new, old]\n  age: [fresh, expired]\n")
    #expect(try decisions(turned).map(\.id) == [id])
    let more = Self.invitation.replacing("age: expired, app: new", with: "age: expired")
    #expect(try decisions(more).map(\.id) == [id])
  }

  /// All rules disagree with each other: more pairs than are looked at.
  @Test func `more pairs than are listed are still one question`() throws {
    let factors = (0..<20).map { "f\($0): [x, y]" }.joined(separator: ", ")
    let rules = (0..<20).map { "    - {id: r\($0), when: {f\($0): x}, then: Result \($0)}\n" }
    let text = spec(
      "states: {\(factors)}\noperations: [submit]\nrules:\n  submit:\n\(rules.joined())"
    )
    let analysis = try analysed(text).analysis
    let finding = try #require(analysis.findings.first { $0.code == .contradictoryRules })
    #expect(finding.rules == Array(0..<20))
    // Of 2^20 combinations 1 has no rule and 20 have one.
    #expect(finding.combinations == "1048555")
    #expect(analysis.counts.contradictory == "1048555")
    #expect(finding.question?.disagreements.count == 150)
    #expect(finding.question?.listsAllDisagreements == false)
    #expect(analysis.incomplete.isEmpty)
    #expect(finding.message.contains("“Result 0”, “Result 1”, “Result 2” or 17 more?"))
  }

  @Test func `a question rule asks what comes first where others win too`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: {submit: Tap Post}
      rules:
        submit:
          - then: Nothing
          - {id: guests, when: {login: guest}, question: "Is it posted?", options: [It is posted, It is kept]}
          - {id: free, when: {plan: free}, then: An ad is shown}
          - {id: also, when: {plan: free, login: [guest, member]}, question: "And now?"}
      """
    )
    let findings = try analysed(text).analysis.findings.filter { $0.code == .undecidedRule }
    #expect(findings.map(\.rules) == [[1], [3]])
    #expect(
      findings[0].message
        == "If login is guest: Is it posted? Where “An ad is shown” applies too, which one wins?"
    )
    #expect(
      findings[0].question?.choices
        == ["The answer wins", "“An ad is shown” wins"]
    )
    // Of two questions the one behind asks about both.
    #expect(
      findings[1].message
        == "If plan is free: And now? Where “Is it posted?” or “An ad is shown” applies too, which one wins?"
    )
    #expect(
      findings[0].help.last
        == "`free` (line 10) wins together with it: list in `precedence` what comes first"
    )
  }
}
