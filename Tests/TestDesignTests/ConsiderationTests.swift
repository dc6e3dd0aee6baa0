import Diagnostics
import Specification
import Testing
import Text

@testable import TestDesign

/// What of the catalogue a spec selects, declares, dismisses or leaves unconsidered.
struct ConsiderationTests {
  private func findings(_ sections: String) throws -> [Finding] {
    try analysed(spec(sections)).analysis.findings.filter { $0.code == .unconsideredOperation }
  }

  private static let tap = "operations: {tap: Tap}\nrules: {tap: Done}\n"

  @Test func `each operation of the core is a question, all other entries share a note`() throws {
    let findings = try findings("owner: Product\ntraits: [has_payment]\n" + Self.tap)
    #expect(findings.map(\.severity) == [.error, .error, .note])
    #expect(findings.map(\.entries.count) == [1, 1, 1])
    #expect(Set(findings.map(\.entries)) == [["payment_failure"], ["back"], ["plan"]])
    let back = try #require(findings.first { $0.entries == ["back"] })
    #expect(back.message == "Should the spec say what happens when the user goes back (back)?")
    #expect(back.isQuestion && back.id.hasPrefix("Q-") && back.ask == "Product")
    #expect(back.question?.followUp?.hasPrefix("Where do they arrive") == true)
    // What every feature has is listed by `catalogue` alone.
    #expect(findings[2].entries == ["plan"])
    #expect(findings[2].message == "Does “Plan and payments” matter here?")
  }

  @Test func `a Japanese spec is asked in Japanese`() throws {
    let findings = try findings("language: ja\ntraits: [reads_network]\n" + Self.tap)
    #expect(findings.contains { $0.message == "サーバーエラーが返ったとき（server_error）の動作を、仕様で決めますか？" })
    #expect(findings.last?.message.hasSuffix("件は、この機能に関係しますか？") == true)
  }

  @Test func `what is selected, is such a thing, is declared or dismissed is considered`() throws {
    let findings = try findings(
      """
      traits: [has_payment, has_list]
      states: {plan: [free, premium]}
      data: {sort_order: [newest, oldest]}
      operations: {tap: Tap, leave: {label: Leave, is: back}, payment_failure: }
      dismissed: {next_page: There is one page, refresh: No}
      rules:
        tap, leave, payment_failure: {plan: {any: {sort_order: {any: Done}}}}
      """
    )
    #expect(findings.map(\.entries) == [["item_count"]])
    #expect(findings.map(\.message) == ["Does “Number of items” matter here?"])
  }

  @Test func `a spec without traits is warned, one with an empty list is not`() throws {
    let text = "specmatrix: 1\nid: T\nfeature: Test\n" + Self.tap
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings[0].help.first?.contains("traits: [writes_network]") == true)
    #expect(!findings[0].isQuestion)
    #expect(try self.findings("traits: []\n" + Self.tap).isEmpty)
  }

  @Test(arguments: [(-1, Severity.error), (0, .warning)])
  func `a question puts an operation off to the end of its day`(
    days: Int,
    severity: Severity
  ) throws {
    let day = CalendarDate(number: testDay.number + days)
    let questions =
      "questions: [{question: Does Back matter?, operation: back, ask: Legal, until: \(day)}]\n"
    let before = try findings("traits: [localized]\n" + Self.tap)
    let after = try findings("traits: [localized]\n" + Self.tap + questions)
    #expect(after.map(\.entries.count).sorted() == before.map(\.entries.count).sorted())
    let back = try #require(after.first { $0.entries == ["back"] })
    #expect(back.severity == severity)
    #expect(back.message == "Does Back matter?" && back.ask == "Legal")
    #expect(before.contains { $0.id == back.id })
    // It is one question, not two.
    let all = try analysed(spec("traits: [localized]\n" + Self.tap + questions)).analysis.findings
    #expect(!all.contains { $0.code == .openQuestion })
  }

  @Test func `a decided question of the team is closed`() throws {
    let text = spec(Self.tap + "questions: [{question: When?, then: In May}]\n")
    #expect(try analysed(text).analysis.findings.isEmpty)
  }
}
