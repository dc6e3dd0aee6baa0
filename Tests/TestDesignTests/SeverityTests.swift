import Diagnostics
import Specification
import Testing
import Text

@testable import TestDesign

/// The effect of a project's severities on findings.
@Suite struct SeverityTests {
  private static let text = spec(
    """
    traits: [mobile]
    states: {plan: [free, premium]}
    operations: [submit]
    rules:
      submit: {id: free, when: {plan: free}, question: "What?", until: 2026-12-31}
    """
  )

  private func severities(
    _ levels: [FindingCode: Settings.Level]
  ) throws -> [FindingCode: [Severity]] {
    let levels = Dictionary(uniqueKeysWithValues: levels.map { ($0.key.rawValue, $0.value) })
    let findings = try analysed(Self.text).analysis.weighed(levels).findings
    return Dictionary(grouping: findings, by: \.code).mapValues { $0.map(\.severity).sorted() }
  }

  @Test func `without settings findings weigh what they weigh`() throws {
    let usual = try severities([:])
    #expect(usual[.undefinedCombination] == [.error])
    #expect(usual[.undecidedRule] == [.warning])
    #expect(usual[.unconsideredOperation] == [.note, .error])
  }

  @Test func `a severity replaces the usual one, and off leaves the finding out`() throws {
    let weighed = try severities([
      .undefinedCombination: .note, .undecidedRule: .off, .unconsideredOperation: .warning,
    ])
    #expect(weighed[.undefinedCombination] == [.note])
    #expect(weighed[.undecidedRule] == nil)
    #expect(weighed[.unconsideredOperation] == [.note, .warning])
  }

  @Test func `what was put off is made milder and never graver`() throws {
    #expect(try severities([.undecidedRule: .error])[.undecidedRule] == [.warning])
    #expect(try severities([.undecidedRule: .note])[.undecidedRule] == [.note])
  }

  @Test(arguments: FindingCode.allCases)
  func `no finding is graver than usual`(code: FindingCode) throws {
    let texts = [
      Self.text,
      spec(
        """
        states: {login: [guest, member], plan: [free, premium, none]}
        operations: [submit]
        impossible:
          - when: {login: guest, plan: premium}
          - when: {plan: premium, login: not member}
          - when: {plan: none}
        rules:
          submit:
            - {id: all, then: It works properly}
            - {id: dead, when: {plan: none}, then: Dead}
        questions: [{question: "Who decides?"}, {question: "When?", until: 2026-12-31}]
        """
      ),
    ]
    for finding in try texts.flatMap({ try analysed($0).analysis.findings })
    where finding.code == code {
      #expect(finding.severity <= code.usualSeverity)
    }
  }

  /// The table of the page on findings: the severity of each kind by default.
  private static let table: [String: Severity] = [
    "undefined-expectation": .error, "contradictory-expectations": .error,
    "undecided-expectation": .error, "open-question": .error, "placeholder-expectation": .error,
    "unconsidered-operation": .error, "unreachable-expectation": .warning,
    "impossible-value": .warning, "redundant-constraint": .warning, "unread-combination": .warning,
    "no-such-day": .error, "contested-decision": .error, "partly-unreachable": .note,
    "filler-expectation": .warning, "drafted-rule": .error,
    "excluded-expectation": .error,
    "invalid-like-valid": .error,
    "unconfirmed-decision": .warning,
    "hidden-control": .warning, "unnamed-trigger": .note, "unreached-value": .error,
    "breaks-impossible": .error, "never-reached": .warning,
    "unread-factor": .note, "vague-expectation": .note,
  ]

  @Test(arguments: FindingCode.allCases)
  func `each kind weighs what the page says`(code: FindingCode) {
    #expect(code.usualSeverity == Self.table[code.rawValue], "\(code.rawValue)")
  }

  @Test func `what makes a finding milder`() throws {
    let text = spec(
      """
      traits: [mobile]
      states: {plan: [free, premium]}
      operations: [submit]
      rules: {submit: {plan: {free: {question: "What?", until: 2026-12-31}, premium: {question: "Why?"}}}}
      questions: [{question: "Who?", until: 2026-12-31}, {question: "When?"}]
      """
    )
    for (day, isMilder) in [("2026-12-31", true), ("2027-01-01", false)] {
      let today = try #require(CalendarDate(day))
      let findings = try analysed(text, today: today).analysis.findings
      for code in [FindingCode.undecidedRule, .openQuestion] {
        let severities = findings.filter { $0.code == code }.map(\.severity)
        #expect(severities == [isMilder ? .warning : .error, .error])
        #expect(findings.filter { $0.code == code }.map(\.isOverdue) == [!isMilder, false])
      }
      // All entries but the core ones share one note.
      let unconsidered = findings.filter { $0.code == .unconsideredOperation }
      #expect(unconsidered.filter { $0.severity == .note }.count == 1)
    }
  }
}
