import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// What a project's severities make of findings.
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
    #expect(usual[.unconsideredOperation] == [.note, .error, .error])
  }

  @Test func `a severity replaces the usual one, and off leaves the finding out`() throws {
    let weighed = try severities([
      .undefinedCombination: .note, .undecidedRule: .off, .unconsideredOperation: .warning,
    ])
    #expect(weighed[.undefinedCombination] == [.note])
    #expect(weighed[.undecidedRule] == nil)
    #expect(weighed[.unconsideredOperation] == [.note, .warning, .warning])
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
}
