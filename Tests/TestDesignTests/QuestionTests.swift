import Diagnostics
import Specification
import Testing
import Text

@testable import TestDesign

/// What questions carry.
struct QuestionTests {
  private static let text = spec(
    """
    owner: Planning
    states:
      login: [guest, member]
      plan: {values: [free, premium], only_when: {login: member}}
    operations:
      submit: Submit
      network_error: {variants: [offline, timeout]}
    rules:
      submit: {id: free, when: {plan: free}, then: [Posted, Shown]}
      network_error/offline: {id: offline, then: A banner}
    """
  )

  @Test func `a cube says where its factor may be absent`() throws {
    let findings = try analysed(Self.text).analysis.findings
    let question = try #require(findings.first { $0.question?.operation == 0 })
    // Guests have no plan: "not the free one" holds for them, too.
    #expect(
      question.cube?.literals == [
        .init(factor: 2, values: [0], allowsNotApplicable: false),
        .init(factor: 1, values: [1], allowsNotApplicable: true),
      ]
    )
    #expect(question.combinations == "2")
    #expect(question.ask == "Planning")
    #expect(question.question?.example?.values == [1, 1])
    #expect(marked(question.span, in: Self.text) == "submit")
    #expect(
      question.question?.nearestRule
        == "`free` (line 12) says: Posted; Shown. It decides this only if plan is free."
    )
    #expect(question.rules == [0])
  }

  @Test func `a rule of another variant is the nearest`() throws {
    let findings = try analysed(Self.text).analysis.findings
    let question = try #require(findings.first { $0.question?.operation == 1 })
    #expect(question.cube?.literals == [.init(factor: 2, values: [2], allowsNotApplicable: false)])
    #expect(
      question.question?.nearestRule
        == "`offline` (line 13) says: A banner. It decides this only on “Network error” (offline)."
    )
  }

  @Test(arguments: [(-1, Severity.error), (0, .warning), (1, .warning)])
  func `a deferred question is a warning to the end of its day`(
    days: Int,
    severity: Severity
  ) throws {
    let until = CalendarDate(number: testDay.number + days)
    let text = spec(
      """
      states: {login: [guest, member]}
      operations: [submit]
      precedence: [hidden, all]
      rules:
        submit:
          - {id: all, then: Done}
          - id: open
            when: {login: guest}
            question: What then?
            ask: Ann
            until: \(until)
          - {id: hidden, when: {login: guest}, then: No}
      """
    )
    let findings = try analysed(text).analysis.findings.filter { $0.code == .undecidedRule }
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.severity == severity)
    #expect(finding.ask == "Ann")
    #expect(finding.rules == [1])
    #expect(finding.combinations == "1")
    #expect(marked(finding.span, in: text) == "What then?")
    #expect(
      finding.help[0]
        == (days < 0
          ? "the deferral ended on \(until)"
          : "deferred until \(until): an error from the day after")
    )
  }

  @Test func `a question without a day is an error`() throws {
    let text = spec(
      """
      operations: [submit]
      rules:
        submit: {id: open, question: "What then?"}
      """
    )
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.code) == [.undecidedRule])
    #expect(findings.map(\.severity) == [.error])
  }

  private static let contradiction = spec(
    """
    states: {login: [guest, member], plan: [free, premium]}
    operations: [submit]
    rules:
      submit:
        - {id: all, then: Zero}
        - {id: guests, when: {login: guest}, then: One}
        - {id: free, when: {plan: free}, then: Two}
    """
  )

  @Test func `a contradiction brings the precedence that settles it`() throws {
    let finding = try #require(try analysed(Self.contradiction).analysis.openFindings.first)
    #expect(finding.code == .contradictoryRules)
    #expect(finding.combinations == "1")
    #expect(marked(finding.span, in: Self.contradiction) == "free")
    #expect(
      finding.help == [
        "if `guests` (line 9) comes first: `precedence: [guests, free]`",
        "if `free` (line 10) comes first: `precedence: [free, guests]`",
        "if both happen, write one rule for these combinations with both results",
      ]
    )
    for pasted in ["precedence: [guests, free]\n", "precedence: [free, guests]\n"] {
      #expect(try analysed(Self.contradiction + pasted).analysis.openFindings.isEmpty)
    }
  }

  @Test func `no precedence is offered that would close a circle`() throws {
    let text = Self.contradiction.replacing(
      "rules:\n  submit:\n",
      with: """
        precedence: [[guests, last], [last, free]]
        rules:
          submit:
            - {id: last, when: {login: member, plan: premium}, then: Three}

        """
    )
    let finding = try #require(
      try analysed(text).analysis.findings.first { $0.code == .contradictoryRules }
    )
    #expect(
      finding.help.filter { $0.hasPrefix("if `") } == [
        "if `guests` (line 11) comes first: add `[guests, free]` to `precedence`"
      ]
    )
    let settled = text.replacing("[last, free]]", with: "[last, free], [guests, free]]")
    // What is left is that the other rules together leave nothing to `all`.
    #expect(try analysed(settled).analysis.openFindings.map(\.code) == [.unreachableRule])
    let circular = text.replacing("[last, free]]", with: "[last, free], [free, guests]]")
    #expect(try analysedIfValid(circular) == nil)
  }
}
