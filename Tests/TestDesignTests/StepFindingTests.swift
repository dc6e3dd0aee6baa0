import Combinatorics
import Diagnostics
import Testing
import Text

@testable import TestDesign

/// What keeps a tester from running cases as they stand.
@Suite struct StepFindingTests {
  private func hidden(_ text: String) throws -> [Finding] {
    try analysed(text).analysis.findings.filter { $0.code == .hiddenControl }
  }

  private func text(hiding result: String, _ operations: String, shows: String = "show") -> String {
    spec(
      """
      data: {amount: {range: 1..9}, plan: [free, paid]}
      operations:
        \(shows): {label: The screen is shown, parts: [head, buttons]}
      \(operations.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      rules:
        \(shows)/buttons:
          amount: {valid: All is well, invalid: \(result)}
      """
    )
  }

  private let buttons =
    "accept: Tap Accept\ndecline: Tap Decline\nback: Go back\ntwice: Tap Accept twice"

  @Test(arguments: [
    ("Both buttons are hidden", ["accept", "decline", "twice"]),
    ("A message is shown and both buttons are hidden", ["accept", "decline", "twice"]),
    ("Accept is hidden", ["accept", "twice"]),
    ("The “Decline” button is not shown", ["decline"]),
    ("“Accept” and “Decline” are hidden", ["accept", "decline", "twice"]),
    ("Accept is shown and Decline is hidden", ["decline"]),
    ("The image is hidden", []),
    ("Unaccept is hidden", []),
    ("Accept is shown", []),
  ])
  func `what a result hides in English`(result: String, operations: [String]) throws {
    let findings = try hidden(text(hiding: "'\(result)'", buttons))
    #expect(findings.map { $0.message.split(separator: "`")[0] }.map(String.init) == operations)
  }

  @Test(arguments: [
    ("承認ボタンを表示しない", ["accept"]),
    ("「承認」と「却下」を隠す", ["accept", "decline"]),
    ("両方のボタンを非表示にする", ["accept", "decline"]),
    ("案内を表示し、却下ボタンは表示しない", ["decline"]),
    ("承認済みの印を表示しない", []),
    ("承認ボタンを表示する", []),
  ])
  func `what a result hides in Japanese`(result: String, operations: [String]) throws {
    let buttons = "accept: 「承認」をタップする\ndecline: 却下ボタンを押す\nrefresh: 更新する"
    let findings = try hidden(text(hiding: result, buttons))
    #expect(findings.map { $0.message.split(separator: "`")[0] }.map(String.init) == operations)
  }

  @Test func `the finding says which rule, how many and what to write`() throws {
    let findings = try hidden(text(hiding: "Accept is hidden", "accept: Tap Accept"))
    let finding = try #require(findings.first)
    #expect(findings.count == 1)
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "`accept` can also be done where `show-buttons-amount-invalid` (line 10) says that its control is hidden"
    )
    #expect(
      finding.help == [
        "say where it is seen: `only_when: {amount: valid}`; or narrow the rule, if the control is there"
      ]
    )
    #expect(finding.combinations == "4")
    #expect(finding.related.first?.span.start.line == 10)
  }

  @Test(arguments: ["{amount: valid}", "{amount: 1..9}"])
  func `it is settled by what it proposes`(condition: String) throws {
    let accept = "accept: {label: Tap Accept, only_when: \(condition)}"
    #expect(try hidden(text(hiding: "Accept is hidden", accept)).isEmpty)
  }

  @Test func `an exception that shows the control counts`() throws {
    let text = spec(
      """
      data: {amount: [some, none], plan: [free, paid]}
      operations:
        show: {label: The screen is shown, parts: [buttons]}
        accept: {label: Tap Accept, only_when: {plan: paid}}
      rules:
        show/buttons:
          - {then: Accept is hidden}
          - {when: {plan: paid}, then: Accept is shown}
      """
    )
    #expect(try hidden(text).isEmpty)
    #expect(try hidden(text.replacing("only_when: {plan: paid}", with: "note: x")).count == 1)
  }

  @Test func `what is only a result of something done hides nothing`() throws {
    let text = spec(
      """
      data: {amount: [some, none]}
      operations: {accept: Tap Accept, send: Tap Send}
      rules:
        send: Accept is hidden
      """
    )
    #expect(try hidden(text).isEmpty)
  }

  /// Rules that each hide the control of one of four operations.
  private static func controls(_ count: Int) -> String {
    func values(_ name: String) -> String {
      "[" + (0..<20).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
    }
    let rules = (0..<count).map {
      "    - {when: {a: a\($0 / 20), b: b\($0 % 20)}, then: Key\($0 % 4) is hidden}"
    }
    return spec(
      """
      data: {a: \(values("a")), b: \(values("b"))}
      operations:
        show: {label: The screen is shown, parts: [buttons]}
      \((0..<4).map { "  o\($0): Tap Key\($0)" }.joined(separator: "\n"))
      rules:
        show/buttons:
      \(rules.joined(separator: "\n"))
      """
    )
  }

  @Test func `twice the rules that hide controls take about twice the steps`() throws {
    func steps(_ count: Int) throws -> Double {
      let analysed = try analysed(Self.controls(count))
      var writer = FindingWriter(regions: analysed.regions, today: .init(number: 20_000))
      let before = analysed.regions.space.store.budget.steps
      #expect(try writer.hiddenControls().count == 4)
      return Double(analysed.regions.space.store.budget.steps - before)
    }
    #expect(try steps(400) < steps(200) * 2.6)
  }

  private func unnamed(_ operations: String, traits: String = "[]") throws -> [Finding] {
    let text = spec("operations: {\(operations)}\ntraits: \(traits)\n")
    return try analysed(text).analysis.findings.filter { $0.code == .unnamedTrigger }
  }

  @Test func `a failure of several operations is to be named`() throws {
    let two = "post: Tap Post, delete: Tap Delete, "
    let finding = try #require(try unnamed(two + "network_error: , server_error: ").first)
    #expect(
      finding.message
        == "nothing says during which operation `network_error` and `server_error` happen"
    )
    #expect(
      finding.help == [
        "name it with `during`, so that a tester need not guess: `post` or `delete`"
      ]
    )
    #expect(try unnamed(two + "network_error: {during: delete}").isEmpty)
    #expect(try unnamed("post: Tap Post, network_error: ").isEmpty)
    #expect(
      try unnamed("post: Tap Post, comes: {label: It comes, happens: true}, network_error: ")
        .isEmpty
    )
    #expect(try unnamed(two + "back: , app_kill: ").isEmpty)
    #expect(try unnamed("back: , network_error: ").isEmpty)
    let shows = "post: Tap Post, show: {label: Show, parts: [head]}, network_error: "
    #expect(try unnamed(shows).count == 1)
    #expect(try unnamed(shows, traits: "[writes_network]").isEmpty)
  }
}
