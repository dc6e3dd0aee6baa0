import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Questions that people have written down: of rules, and of the team beside the matrix.
struct OpenQuestionTests {
  private func text(_ day: String) -> String {
    spec(
      """
      owner: Product
      operations: {tap: Tap}
      rules:
        tap:
          question: Is it saved?
          options: [It is saved, [It is discarded, A note says so]]
          ask: Legal
          until: \(day)
      questions:
        - question: Who signs off?
        - question: When does it ship?
          options: [In May, In June]
          ask: Sales
          until: \(day)
      """
    )
  }

  @Test func `a question of the team is a finding at its place, without combinations`() throws {
    let text = text("2020-01-01")
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.code) == [.undecidedRule, .openQuestion, .openQuestion])
    #expect(findings.map(\.code.rawValue).last == "open-question")
    #expect(findings.map(\.severity) == [.error, .error, .error])
    let (first, second) = (findings[1], findings[2])
    #expect(first.message == "Who signs off?")
    #expect(marked(first.span, in: text) == "Who signs off?")
    #expect([first.ask, second.ask] == ["Product", "Sales"])
    #expect(first.isQuestion && first.cube == nil && first.combinations == nil)
    #expect(first.id.hasPrefix("Q-") && first.id != second.id)
    #expect(first.rules.isEmpty && first.stub == nil)
    #expect(
      first.help == [
        "once it is answered, write what follows from it, and the answer as `then`"
      ]
    )
    #expect(
      second.help == [
        "the deferral ended on 2020-01-01", "the options: ① In May; ② In June",
        "once it is answered, write what follows from it, and the answer as `then`",
      ]
    )
  }

  @Test func `until its day a question is a warning`() throws {
    let findings = try analysed(text("2099-12-31")).analysis.findings
    #expect(findings.map(\.severity) == [.warning, .error, .warning])
    #expect(
      findings[0].help == [
        "deferred until 2099-12-31: an error from the day after",
        "the options: ① It is saved; ② It is discarded / A note says so",
        "replace `question` with `then` once decided",
      ]
    )
    #expect(findings[2].help.first == "deferred until 2099-12-31: an error from the day after")
  }

  @Test func `the id of a question stays while the rules before it change`() throws {
    func id(_ before: String) throws -> String? {
      try analysed(
        spec(
          """
          states: {a: [a0, a1]}
          operations: {tap: Tap, hold: Hold}
          rules:
            hold: Held
            tap:
              - {when: {a: a1}, then: Done}
          \(before)
              - {when: {a: a0}, question: Is it saved?}
          """
        )
      ).analysis.findings.first { $0.code == .undecidedRule }?.id
    }
    // Its derived id is `tap-a0`, and behind another rule of that condition `tap-a0-2`.
    #expect(try id("    - {when: {a: a0}, then: Saved}") == id(""))
  }
}
