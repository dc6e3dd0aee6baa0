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

  @Test func `the core is one checklist, all other entries share a note`() throws {
    let text = "owner: Product\ntraits: [has_payment]\n" + Self.tap
    let findings = try findings(text)
    #expect(findings.map(\.severity) == [.error, .note])
    // What every feature has is listed by `catalogue` alone.
    #expect(findings.map(\.entries) == [["back", "payment_failure"], ["plan"]])
    #expect(
      findings.map(\.message) == [
        "Not yet considered: “Going back” and “Payment fails”. What happens on each, or why does it not matter?",
        "Does “Plan and payments” matter here?",
      ]
    )
    #expect(findings[0].stubInPlace?.text == "  back:\n  payment_failure:")
    #expect(findings[1].help.first?.hasPrefix("Plan and payments (`plan`): What of trial") == true)
    #expect(findings.allSatisfy { $0.isQuestion && $0.id.hasPrefix("Q-") && $0.ask == "Product" })
  }

  @Test func `each entry is a row behind all other questions, optional ones last`() throws {
    let text = "owner: Product\ntraits: [has_payment]\nstates: {x: [a, b]}\n"
    let rules = "operations: {tap: Tap}\nrules: {tap: {x: {a: Done}}}\n"
    let analysis = try analysed(spec(text + rules)).analysis
    let rows = analysis.questions
    #expect(rows.map(\.entries) == [[], ["back"], ["payment_failure"], ["plan"]])
    #expect(analysis.requiredQuestions.count == 3)
    #expect(rows[1].message == "Should the spec say what happens when the user goes back (back)?")
    #expect(rows[1].question?.followUp?.hasPrefix("Where do they arrive") == true)
    #expect(rows[3].message == "Does “Plan and payments” (plan) matter here?")
  }

  @Test func `a display is not asked what only screens with actions have`() throws {
    let findings = try findings("traits: [display_only, reads_network]\n" + Self.tap)
    let asked = Set(findings.flatMap(\.entries))
    #expect(asked.isSuperset(of: ["network_error", "refresh", "missing_field"]))
    #expect(asked.isDisjoint(with: ["back", "tap_while_loading", "double_tap"]))
  }

  @Test func `entries that touch the words of the spec come first`() throws {
    let first = { (rules: String) -> [String] in
      try findings("traits: [has_money]\n" + rules).last?.entries ?? []
    }
    let rounding =
      "operations: {split: Split the bill}\nrules: {split: Each pays a share of the tax}\n"
    #expect(try first(rounding).first == "rounding")
    let refund = "language: ja\noperations: {pay: 返金する}\nrules: {pay: 残高に返金し、訂正の記録を残す}\n"
    #expect(try first(refund).first == "negative_amount")
  }

  @Test func `an entry declared under another name is considered`() throws {
    let operations = "operations: {offline: The connection is lost, tap: Tap}\n"
    let text = "traits: [writes_network]\n" + operations + "rules: {offline: Done, tap: Done}\n"
    let asked = Set(try findings(text).flatMap(\.entries))
    #expect(!asked.contains("network_error"))
    #expect(asked.contains("server_error"))
    // The words of two labels are not a name.
    let apart = "operations: {a: The connection, b: A parcel is lost}\nrules: {a: Done, b: Done}\n"
    #expect(
      try findings("traits: [writes_network]\n" + apart).flatMap(\.entries).contains(
        "network_error"
      )
    )
  }

  @Test func `a Japanese spec is asked in Japanese`() throws {
    let findings = try findings("language: ja\ntraits: [reads_network]\n" + Self.tap)
    #expect(findings[0].message.hasPrefix("未検討の操作："))
    #expect(
      findings[0].items.contains { $0.message == "サーバーエラーが返ったとき（server_error）の動作を、仕様で決めますか？" }
    )
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
    let before = try findings("traits: [localized]\n" + Self.tap).flatMap(\.items)
    let after = try findings("traits: [localized]\n" + Self.tap + questions)
    let back = try #require(after.first { $0.entries == ["back"] })
    #expect(back.items.isEmpty)
    #expect(back.severity == severity)
    #expect(back.message == "Does Back matter?" && back.ask == "Legal")
    #expect(before.contains { $0.id == back.id })
    // It is one question, not two.
    let all = try analysed(spec("traits: [localized]\n" + Self.tap + questions)).analysis.findings
    #expect(!all.contains { $0.code == .openQuestion })
  }

  @Test func `a decided question settles a prompt, and no operation`() throws {
    let questions =
      "questions:\n  - {question: Does plan matter?, operation: plan, then: No}\n"
      + "  - {question: Does Back matter?, operation: back, then: No}\n"
    let findings = try findings("traits: [has_payment]\n" + Self.tap + questions)
    #expect(findings.map(\.entries) == [["back", "payment_failure"]])
  }

  @Test func `a decided question of the team is closed`() throws {
    let text = spec(Self.tap + "questions: [{question: When?, then: In May}]\n")
    #expect(try analysed(text).analysis.findings.isEmpty)
  }
}
