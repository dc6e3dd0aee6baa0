import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// What no rule says of values that must be rejected.
@Suite struct InvalidLikeValidTests {
  private func text(_ rules: String, _ more: String = "") -> String {
    spec(
      """
      data: {comment: {length: 1..140}, late: It is late}
      operations: {back: , post: Tap Post, close: Tap Close}
      \(more)
      rules:
      \(rules)
      """
    )
  }

  private func questions(_ text: String) throws -> [Finding] {
    try analysed(text).analysis.findings.filter { $0.code == .invalidLikeValid }
  }

  @Test(arguments: [
    ("  back: A\n  post: The comment is posted\n  close: C", "", "Tap Post"),
    (
      "  back: A\n  post: The comment is posted\n  close: [{then: C}, {when: {comment: 1}, then: D}]",
      "", "Tap Close"
    ),
    ("  back: A\n  post: {when: {comment: any}, then: B}\n  close: C", "", nil),
    ("  back: A\n  post: B\n  close: [{then: B}, {when: {comment: 141}, then: C}]", "", nil),
    ("  back: A\n  post: B\n  close: [{then: B}, {when: {comment: invalid}, then: C}]", "", nil),
    ("  back: A\n  post: B\n  close: B", "impossible: [{when: {comment: invalid}}]", nil),
    ("  back: A\n  post: {comment: {valid: B}}\n  close: B", "", nil),
  ])
  func `one question, unless a rule names them or they are undefined`(
    rules: String,
    more: String,
    operation: String?
  ) throws {
    let found = try questions(text(rules, more))
    #expect(found.count == (operation == nil ? 0 : 1), "\(found.map(\.message))")
    if let operation {
      #expect(found[0].message.contains(operation), "\(found[0].message)")
      #expect(found[0].severity == .error && found[0].isQuestion)
      #expect(
        found[0].message.hasPrefix("What happens if comment is empty or at least 141 characters"),
        "\(found[0].message)"
      )
    }
  }

  @Test func `its stub closes it, and so does Yes`() throws {
    let text = text("  back: A\n  post: The comment is posted\n  close: C")
    let before = try analysed(text)
    let finding = try #require(
      before.analysis.findings.first { $0.code == .invalidLikeValid }
    )
    for answer in ["Yes", "The button is grey"] {
      let given = QuestionAnswer(
        question: finding.id,
        fingerprint: finding.question?.fingerprint,
        text: answer,
        place: "T.csv:B2"
      )
      let result = before.answered(
        [given],
        in: text,
        catalogue: .standard,
        settings: Settings(),
        today: testDay
      )
      #expect(result.outcomes[0].state.isApplied, "\(result.outcomes[0].state)")
      #expect(try questions(result.text).isEmpty, "\(result.text)")
    }
  }

  @Test func `own operations that leave named values out are one decision`() throws {
    let rules = """
        back: A
        post: {comment: {valid: B, invalid: C}}
        close: D
      """
    let decisions = try analysed(text(rules)).analysis.decisions
    #expect(decisions.map(\.kinds) == [[.invalid]])
    #expect(decisions.map(\.operations) == [[2]])
    #expect(decisions.map(\.combinations) == ["4"])
  }

  @Test(arguments: [
    ("0..100 EUR", "{when: {n: valid}, then: A}", true),
    ("0..9 people", "{when: {n: ..8}, then: A}", true),
    ("0..9 件", "{when: {n: valid}, then: A}", true),
    ("0..100 km", "{when: {n: valid}, then: A}", false),
    ("0..100", "{when: {n: valid}, then: A}", false),
    ("1..100 EUR", "{when: {n: valid}, then: A}", false),
    ("0..100 EUR", "{when: {n: any}, then: A}", false),
    ("0..100 EUR", "{when: {n: 0}, then: A}, {when: {n: 1..}, then: B}", false),
    ("0..100 EUR", "{then: A}", false),
  ])
  func `the zero of an amount is to confirm unless a rule tells it from others`(
    range: String,
    rules: String,
    isAsked: Bool
  ) throws {
    let text = spec("data: {n: {range: \(range)}}\noperations: [pay]\nrules: {pay: [\(rules)]}\n")
    let found = try analysed(text).analysis.decisions.filter { $0.kinds == [.zero] }
    #expect(found.count == (isAsked ? 1 : 0), "\(found.map(\.sentence))")
    if isAsked { #expect(found[0].sentence.contains("A"), "\(found[0].sentence)") }
  }
}
