import Diagnostics
import Specification
import Testing

/// What rules say that factors become, and where factors begin.
@Suite struct MoveTests {
  private func spec(_ factor: String, _ rule: String) -> String {
    """
    specmatrix: 1
    id: MOVE
    feature: Accept a transfer
    traits: []
    states:
      transfer: \(factor)
      other: [a, b]
    operations:
      accept: Tap Accept
    rules:
      accept:
        \(rule)
    """
  }

  @Test(arguments: [
    ("{values: [a, b, c], start: b}", "{then: X, becomes: {transfer: c}}", [1], "value(2)"),
    ("{values: [a, b, c], start: [c, a]}", "{then: X, becomes: {transfer: any}}", [0, 2], "any"),
    ("{range: 0..3, start: 0}", "{then: X, becomes: {transfer: +1}}", [0], "step(1)"),
    ("{range: 0..3, start: 0}", "{then: X, becomes: {transfer: \"-1\"}}", [0], "step(-1)"),
    // What is named is a value of its own, as in a condition: 0, 1, 39, 40, 41, 200, 201.
    ("{range: 0..200, start: 40}", "{then: X, becomes: {transfer: 40}}", [3], "value(3)"),
  ])
  func `a rule moves a factor`(
    factor: String,
    rule: String,
    start: [Int],
    target: String
  ) throws {
    let checked = decode(spec(factor, rule))
    let specification = try #require(checked.value)
    #expect(checked.diagnostics.isEmpty)
    #expect(specification.factors[0].start == start)
    #expect(specification.factors[1].start == nil)
    #expect(specification.rules[0].becomes.map(\.factor) == [0])
    #expect(specification.rules[0].becomes.map { "\($0.target)" } == [target])
  }

  @Test func `a leaf of a tree moves in the order of declaration`() throws {
    let rule = "transfer: {a: {then: X, becomes: {other: b, transfer: b}}, b: Y}"
    let specification = try #require(decode(spec("[a, b]", rule)).value)
    #expect(specification.rules.map { $0.becomes.map(\.factor) } == [[0, 1], []])
  }

  @Test func `the start of what no rule moves is warned of`() throws {
    let checked = decode(spec("{values: [a, b], start: a}", "{then: X, becomes: {other: a}}"))
    #expect(checked.value != nil)
    #expect(
      checked.diagnostics.map(\.message) == [
        "no rule says what `transfer` becomes, so that its `start` has no effect"
      ]
    )
    #expect(checked.diagnostics.map(\.severity) == [.warning])
    #expect(checked.diagnostics.first?.span?.start.line == 6)
  }

  @Test func `a factor may be moved where the rule makes it apply`() {
    let factor = "{values: [a, b], only_when: {other: b}}"
    let moved = "{when: {other: a}, then: X, becomes: {other: b, transfer: a}}"
    #expect(decode(spec(factor, moved)).value != nil)
    #expect(decode(spec(factor, "{then: X, becomes: {transfer: a}}")).value != nil)
    #expect(
      decode(spec(factor, "{when: {other: a}, then: X, becomes: {transfer: a}}")).value == nil
    )
  }
}
