import Testing

@testable import Reporting

/// Exports to issue trackers; see also `Reports/profiles.md`.
@Suite struct QuestionProfileTests {
  @Test func gitHubHearsOfQuestionsThatAreClosed() throws {
    let answered = ExportSpecs.transfer.replacing(
      "question: Is there a fee?}",
      with: "then: Two euros are taken, source: answer to Q-12345678}"
    )
    let asked = ["Q-12345678", "Q-0000000A"]
    let suite = try ExportedSuite(answered, asked: asked)
    let script = try suite.text(.gitHub, links: ["Q-12345678": "12", "Q-0000000A": "13"])
    #expect(
      script.hasSuffix(
        """
        settle Q-0000000A 'No longer asked: the spec has changed.'
        settle Q-12345678 'The spec says now:\("  ")
        Two euros are taken (fee)'

        """
      )
    )
    #expect(!script.contains("\nask "))
  }

  @Test func titlesStayWithinWhatTrackersTake() throws {
    let long = ExportSpecs.transfer.replacing(
      "Is there a fee?",
      with: String(repeating: "long ", count: 100) + "fee?"
    )
    let suite = try ExportedSuite(long)
    #expect(try suite.records(.jira)[1][0].utf16.count <= 255)
    #expect(suite.files(for: .gitHub, links: [:])[0].shortened == 1)
  }
}
