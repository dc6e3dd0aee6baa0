import Diagnostics
import Testing
import YAMLSyntax

@testable import TestDesign

/// The changes by a draft; those between two specs are in `Specs/cell-changes.md`, and the command line's tests compare every combination.
struct CellChangesTests {
  private func added(_ draft: String, to text: String) throws -> String {
    let root = try #require(parseYAML(SourceFile(path: "", text: draft)).value)
    return try #require(try DraftedRules(root.entries).added(to: text))
  }

  private static let spec = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states: {plan: [free, premium], photos: {range: 0..4}}
    operations: {tap: Tap, hold: Hold, back: Back}
    rules:
      hold: [Held, Seen]
      tap:
        - {when: {plan: free}, then: Saved}
      back:
        plan: {free: Left}

    """

  @Test(arguments: [
    (
      "tap: {when: {plan: premium}, then: Sent}",
      "      - {when: {plan: premium}, then: Sent}\n"
    ),
    ("hold: Shaken", "      - then: Shaken\n"),
    ("back: {plan: {premium: Stayed}}", "      - plan:\n          premium: Stayed\n"),
  ])
  func `rules are added to the shape that stands there`(draft: String, lines: String) throws {
    let text = try added(draft, to: Self.spec)
    #expect(text.filter { !$0.isWhitespace }.contains(lines.filter { !$0.isWhitespace }), "\(text)")
    _ = try analysed(text)
  }

  @Test func `a draft makes holes, contradictions and thresholds visible`() throws {
    let before = try analysed(Self.spec)
    let draft = "tap:\n  - {when: {photos: 3..}, then: Full}\n"
    let after = try analysed(try added(draft, to: Self.spec))
    let changes = try #require(try CellChanges(from: before, to: after))
    let kinds = Set(changes.changes.map { "\($0.before.status)>\($0.after.status)" })
    #expect(kinds == ["undefined>defined", "defined>contradictory"])
    #expect(changes.changes.allSatisfy { $0.operation == "Tap" })
  }
}
