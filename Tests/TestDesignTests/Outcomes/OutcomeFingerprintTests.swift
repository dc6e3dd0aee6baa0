import Testing

@testable import TestDesign

/// What agreement depends on, and what not.
struct OutcomeFingerprintTests {
  private static let text = """
    states:
      login: [guest, member]
      plan: {values: [free, premium], only_when: {login: member}}
      photos: [none, some]
    operations: [submit, look]
    rules:
      submit:
        - {id: first, when: {login: guest}, then: A}
        - {id: second, when: {plan: free}, then: [B, C]}
        - {id: third, when: {plan: premium, photos: some}, question: How many?}
      look: D
    """

  private static func fingerprint(_ text: String, operation: Int = 0) throws -> String {
    try analysed(spec(text)).outcomeTable(of: operation).fingerprint
  }

  private static func edited(_ old: String, _ new: String) -> String {
    let edited = text.replacing(old, with: new)
    #expect(edited != text)
    return edited
  }

  @Test(arguments: [
    ("  look: D", "  look: D  # as today"),
    ("id: first", "id: renamed"),
    ("id: third", "id: asks"),
    ("[guest, member]", "[member, guest]"),
    ("  look: D", "  look: {login: {guest: E, member: F}}"),
    ("  look: D", "  look: {photos: {none: E, some: F}}"),
    ("operations: [submit, look]", "operations: {look: Look, submit: Send it}"),
    (
      "{id: first, when: {login: guest}, then: A}",
      "{id: first, when: {login: not member}, then: A}"
    ),
  ])
  func otherThingsDoNotCount(old: String, new: String) throws {
    let edited = Self.edited(old, new)
    let operation = edited.contains("{look: Look") ? 1 : 0
    #expect(try Self.fingerprint(edited, operation: operation) == Self.fingerprint(Self.text))
  }

  /// A number that another operation names cuts a range for all of them.
  @Test(arguments: [
    ("look: D", "look: {n: {0..59: E, 60..200: F}}"), ("0..200", "0..300"),
  ])
  func thresholdsOfOthersDoNotCount(old: String, new: String) throws {
    let text = """
      data: {n: {range: 0..200}}
      operations: [submit, look]
      rules:
        submit: {n: {0..49: A, 50..: B, invalid: C}}
        look: D
      """
    let edited = text.replacing(old, with: new)
    #expect(edited != text)
    let isOther = old == "0..200"
    let operation = isOther ? 1 : 0
    #expect(
      try Self.fingerprint(edited, operation: operation)
        == Self.fingerprint(text, operation: operation)
    )
    #expect(
      try
        (Self.fingerprint(edited, operation: 1 - operation)
        != Self.fingerprint(text, operation: 1 - operation))
    )
  }

  @Test func theOrderOfRulesAndFactorsDoesNotCount() throws {
    let lines = Self.text.split(separator: "\n").map(String.init)
    var reordered = lines
    let login = reordered.remove(at: 1)
    reordered.insert(login, at: 3)
    reordered.swapAt(7, 9)
    #expect(reordered != lines)
    #expect(
      try Self.fingerprint(reordered.joined(separator: "\n")) == Self.fingerprint(Self.text)
    )
  }

  @Test(arguments: [
    ("then: A", "then: a"),
    ("then: [B, C]", "then: [C, B]"),
    ("then: [B, C]", "then: \"B, C\""),
    ("{plan: free}", "{plan: free, photos: some}"),
    ("How many?", "How many?!"),
    ("question: How many?", "then: How many"),
    ("operations:", "impossible: [{when: {plan: free, photos: some}}]\noperations:"),
    ("[free, premium]", "[free, premium, extra]"),
    ("[none, some]", "[none, some, 5!]"),
  ])
  func whatChangesACellCounts(old: String, new: String) throws {
    #expect(try Self.fingerprint(Self.edited(old, new)) != Self.fingerprint(Self.text))
  }

  /// What is taken to make no difference is agreed to as well.
  @Test func whatIsAssumedCounts() throws {
    let more = Self.edited("  photos:", "  device: [phone, tablet]\n  photos:")
    #expect(try Self.fingerprint(more) != Self.fingerprint(Self.text))
    // Whoever names it by `any` has looked at it.
    let confirmed = Self.edited("  look: D", "  look: {when: {login: any}, then: D}")
    #expect(
      try Self.fingerprint(confirmed, operation: 1) != Self.fingerprint(Self.text, operation: 1)
    )
  }
}
