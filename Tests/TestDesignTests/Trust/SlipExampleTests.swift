import Diagnostics
import Specification
import Testing

@testable import TestDesign

/// Small slips that passed in silence or with a message that did not help, each with the neighbour that is right.
struct SlipExampleTests {
  private static func submit(_ rules: String, _ more: String = "") -> String {
    spec("operations: {submit: Submit}\nrules:\n  submit:\n\(rules)\n\(more)")
  }

  @Test func `a duplicate id says where the other stands`() throws {
    let text = Self.submit(
      """
          - {id: sent, when: {late: yes}, then: The mail comes later}
          - {id: sent, when: {late: no}, then: The mail comes at once}
      """,
      "states: {late: It is late}"
    )
    let diagnostics = try mistakesWithPlaces(text)
    let diagnostic = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(diagnostic.related.map { marked($0.span, in: text) } == ["sent"])
    #expect(try codes(text.replacing("id: sent, when: {late: no}", with: "when: {late: no}")) == [])
  }

  @Test(arguments: ["2027-02-30", "2027-04-31", "2026-02-29"])
  func `a day that does not exist`(day: String) throws {
    func text(_ day: String) -> String { Self.submit("    {question: Which?, until: \(day)}") }
    #expect(try remarks(text(day)).contains { $0.contains("no such day") })
    #expect(try !remarks(text("2027-02-28")).contains { $0.contains("no such day") })
  }

  @Test(arguments: [
    ("9月31日までに届く", "9月30日までに届く"), ("It comes by 31 June", "It comes by 30 June"),
    ("It comes by June 31", "It comes by June 30"), ("2月30日に終わる", "2月29日に終わる"),
  ])
  func `a day that does not exist in a result`(_ wrong: String, right: String) throws {
    #expect(try remarks(Self.submit("    \(wrong)")).contains { $0.contains("There is no ") })
    #expect(try !remarks(Self.submit("    \(right)")).contains { $0.contains("There is no ") })
  }

  @Test(arguments: ["{range: 0-200}", "{range: {min: 0, max: 200}}", "{range: 0 to 200}"])
  func `a range in another form shows the right one`(range: String) throws {
    func text(_ range: String) -> String {
      spec("data: {n: \(range)}\noperations: {a: A}\nrules: {a: {n: {valid: X, invalid: Y}}}")
    }
    let said = try remarks(text(range))
    #expect(said.contains { $0.contains("0..200") }, "\(said)")
    #expect(try codes(text("{range: 0..200}")) == [])
  }

  @Test func `a missing colon in braces is named`() throws {
    func text(_ values: String) -> String {
      spec(
        "states: {net: {values: \(values)}}\noperations: {a: A}\nrules: {a: {net: {online: X, off: Y}}}"
      )
    }
    #expect(
      try remarks(text("{online Online, off: Off}")).contains { $0.contains("online: Online") }
    )
    #expect(try codes(text("{online: Online, off: Off}")) == [])
  }

  @Test func `a statement stands in quotes and is never a noun`() throws {
    let text = spec(
      """
      states: {registered: Registered}
      operations: {a: Tap A}
      rules: {a: {registered: {yes: X}}}
      """
    )
    let english = try #require(try analysed(text).analysis.findings.first).message
    #expect(english.contains("“Registered” is no"), "\(english)")
    let japanese = try #require(
      try analysed(
        text.replacing("feature: Test", with: "feature: Test\nlanguage: ja")
          .replacing("Registered", with: "登録済み")
      ).analysis.findings.first
    ).message
    #expect(japanese.contains("登録済みでない状態で"), "\(japanese)")
  }

  @Test func `labels are never lower-cased`() throws {
    let text = spec(
      """
      states: {plan: {label: Plan, values: {a: VIP Lounge, b: Taken back by the sender}}}
      operations: {a: Tap A}
      rules: {a: {plan: {a: X}}}
      """
    )
    let message = try #require(try analysed(text).analysis.findings.first).message
    #expect(message.contains("Taken back by the sender"), "\(message)")
  }
}
