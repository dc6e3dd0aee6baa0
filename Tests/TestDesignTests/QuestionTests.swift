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
    expectations:
      - {id: free, when: {operation: submit, plan: free}, then: [Posted, Shown]}
      - {id: offline, when: {operation: network_error/offline}, then: A banner}
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
    #expect(question.question?.example?.values == [0, nil])
    #expect(marked(question.span, in: Self.text) == "submit")
    #expect(question.question?.suggestion == ["Posted", "Shown"])
    #expect(question.rules == [0])
  }

  @Test func `another variant of the operation suggests a result`() throws {
    let findings = try analysed(Self.text).analysis.findings
    let question = try #require(findings.first { $0.question?.operation == 1 })
    #expect(question.cube?.literals == [.init(factor: 2, values: [2], allowsNotApplicable: false)])
    #expect(question.question?.suggestion == ["A banner"])
  }

  @Test(arguments: [(-1, Severity.error), (0, .warning), (1, .warning)])
  func `a deferred question is a warning to the end of its day`(
    days: Int,
    severity: Severity
  ) throws {
    let until = CalendarDay(number: testDay.number + days)
    let text = spec(
      """
      states: {login: [guest, member]}
      operations: [submit]
      expectations:
        - {id: all, when: {operation: submit}, then: Done}
        - {id: open, when: {operation: submit, login: guest}, undecided: What then?, ask: Ann, until: \(until)}
        - {id: hidden, when: {operation: submit, login: guest}, then: No, overrides: [all]}
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
      expectations: [{id: open, when: {operation: submit}, undecided: What then?}]
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
    expectations:
      - {id: all, when: {operation: submit}, then: Nothing}
      - {id: guests, when: {operation: submit, login: guest}, then: One}
      - {id: free, when: {operation: submit, plan: free}, then: Two}
    """
  )

  @Test func `a contradiction brings the overrides that settle it`() throws {
    let finding = try #require(try analysed(Self.contradiction).analysis.findings.first)
    #expect(finding.code == .contradictoryRules)
    #expect(finding.combinations == "1")
    #expect(marked(finding.span, in: Self.contradiction) == "free")
    #expect(
      finding.help == [
        "if `guests` (line 8) is right, add to it: `overrides: [free]`",
        "if `free` (line 9) is right, add to it: `overrides: [guests]`",
        "or narrow the `when` of a rule that is not meant to apply",
      ]
    )
    for (rule, pasted) in [
      ("One}", "One, overrides: [free]}"), ("Two}", "Two, overrides: [guests]}"),
    ] {
      let settled = Self.contradiction.replacing(rule, with: pasted)
      #expect(try analysed(settled).analysis.findings.isEmpty)
    }
  }

  @Test func `no overrides are offered that would close a circle`() throws {
    let text = Self.contradiction.replacing(
      "then: One}",
      with:
        "then: One, overrides: [last]}\n  - {id: last, when: {login: member, plan: premium}, then: Three, overrides: [free]}"
    )
    let finding = try #require(
      try analysed(text).analysis.findings.first { $0.code == .contradictoryRules }
    )
    #expect(
      finding.help.filter { $0.hasPrefix("if") } == [
        "if `guests` (line 8) is right, add to it: `overrides: [free]`"
      ]
    )
  }
}
