import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// The team's answers to its own questions are decisions that people see and may contest.
@Suite struct AnsweredQuestionTests {
  private static func body(_ answer: String) -> String {
    """
    operations: [join]
    rules: {join: The member is on the list}
    questions:
      - {question: Does the place stay?, \(answer)}
    """
  }

  private static func analysis(
    _ answer: String,
    _ ledger: AgreementLedger? = nil
  ) throws -> Analysis {
    try ObjectionTests.analysed(body(answer), ledger).analysis
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

  private static let stays = "then: It stays, source: Sato"

  @Test func `an objection opens the question again`() throws {
    let ledger = try ObjectionTests.objection(to: .answer, of: Self.body(Self.stays)).ledger
    let contested = try Self.analysis(Self.stays, ledger)
    let finding = try #require(contested.findings.first)
    #expect(contested.findings.count == 1)
    #expect(finding.code == .openQuestion && finding.severity == .error)
    #expect(finding.message == "Does the place stay?")
    #expect(
      finding.help.first
        == "the answer was “It stays”, and somebody disagrees (Sato, 2026-11-20, Both are shown)"
    )
    let open = try #require(try Self.analysis("ask: Anna").findings.first)
    #expect(finding.id == open.id)
    // The answer of an earlier workbook does not answer it again.
    #expect(finding.question?.fingerprint != open.question?.fingerprint)
  }

  @Test func `another answer settles the objection`() throws {
    let ledger = try ObjectionTests.objection(to: .answer, of: Self.body(Self.stays)).ledger
    let other = try Self.analysis("then: It is lost, source: Sato", ledger)
    #expect(other.findings.isEmpty)
    #expect(other.decisions.map(\.state) == [.reasoned("Sato")])
    #expect(other.settledObjections.count == 1)
  }
}
