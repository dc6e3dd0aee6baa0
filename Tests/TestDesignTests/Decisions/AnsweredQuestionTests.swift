import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// What the team decided on its own questions is a decision that people see and may contest.
@Suite struct AnsweredQuestionTests {
  private static func analysis(
    _ answer: String,
    _ ledger: AgreementLedger? = nil
  ) throws -> Analysis {
    let body = """
      operations: [join]
      rules: {join: The member is on the list}
      questions:
        - {question: Does the place stay?, \(answer)}
      """
    let specification = try specification(spec(body))
    return try #require(try analyse(specification, today: testDay, ledger: ledger).value).analysis
  }

  private static func ledger(contesting decision: Decision) -> AgreementLedger {
    var entry = AgreementLedger.Entry(
      operation: decision.id,
      fingerprint: decision.fingerprint,
      by: "Sato",
      on: "2026-11-20",
      comment: "It is lost",
      outcomes: decision.sentence
    )
    entry.isContested = true
    var ledger = AgreementLedger()
    ledger.record(entry)
    return ledger
  }

  @Test func `an answer is a confirmed decision`() throws {
    let analysis = try Self.analysis("then: [It stays, The member is told], source: Sato")
    let decision = try #require(analysis.decisions.first)
    #expect(analysis.decisions.count == 1)
    #expect(decision.sentence == "Does the place stay? → “It stays” and “The member is told”")
    #expect(decision.state == .reasoned("Sato"))
    #expect(decision.winner == nil && decision.rules.isEmpty)
    #expect(analysis.findings.isEmpty)
  }

  @Test(arguments: ["ask: Sato", "then: It stays, source: draft"])
  func `what is open or drafted is not decided`(fields: String) throws {
    #expect(try Self.analysis(fields).decisions.isEmpty)
  }

  @Test func `an objection opens the question again`() throws {
    let decided = try Self.analysis("then: It stays, source: Sato")
    let ledger = Self.ledger(contesting: try #require(decided.decisions.first))
    let contested = try Self.analysis("then: It stays, source: Sato", ledger)
    let finding = try #require(contested.findings.first)
    #expect(contested.findings.count == 1)
    #expect(finding.code == .openQuestion && finding.severity == .error)
    #expect(finding.message == "Does the place stay?")
    #expect(
      finding.help.first
        == "the answer was “It stays”, and somebody disagrees (Sato, 2026-11-20, It is lost)"
    )
    let open = try #require(try Self.analysis("ask: Anna").findings.first)
    #expect(finding.id == open.id)
    // An answer in a workbook that was saved before does not answer it again.
    #expect(finding.question?.fingerprint != open.question?.fingerprint)
  }

  @Test func `another answer settles the objection`() throws {
    let decided = try Self.analysis("then: It stays, source: Sato")
    let ledger = Self.ledger(contesting: try #require(decided.decisions.first))
    let other = try Self.analysis("then: It is lost, source: Sato", ledger)
    #expect(other.findings.isEmpty)
    #expect(other.decisions.map(\.state) == [.reasoned("Sato")])
    #expect(other.settledObjections.count == 1)
  }
}
