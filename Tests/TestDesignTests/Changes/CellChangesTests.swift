import Diagnostics
import Testing
import YAMLSyntax

@testable import TestDesign

/// The changes by a draft; the command line's tests compare every combination.
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

  @Test func `another state that follows is a change`() throws {
    func text(_ becomes: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      states:
        plan: {values: [free, premium], start: free}
      operations: {tap: Tap, hold: Hold}
      rules:
        hold: {then: Held, becomes: {plan: free}}
        tap: {then: Saved\(becomes)}

      """
    }
    func changes(_ old: String, _ new: String) throws -> [String] {
      let changes = try CellChanges(from: try analysed(text(old)), to: try analysed(text(new)))
      return try #require(changes).changes.map {
        "\($0.operation) \($0.count): \($0.before.becomes) > \($0.after.becomes)"
      }
    }
    let (premium, free) = (", becomes: {plan: premium}", ", becomes: {plan: free}")
    #expect(try changes("", premium) == [#"Tap 2: [] > [["plan: premium"]]"#])
    #expect(try changes(premium, free) == [#"Tap 2: [["plan: premium"]] > [["plan: free"]]"#])
    #expect(try changes(free, free + ", because: it was so") == [])
  }

  /// Comparisons of numbers, an operation that gets variants, and new names.
  @Test(arguments: [
    (
      "size: {range: 1..9 MB}, free: {range: 0..9 MB}",
      "size: {range: 1..9 MB}, free: {range: 0..9 MB}", true
    ),
    (
      "size: {range: 1..9 MB}, free: {range: 0..9 MB}",
      "size: {range: 1..20 MB}, free: {range: 0..9 MB}", false
    ),
    (
      "size: {range: 1..9 MB}, free: {range: 0..9 MB}",
      "size: {range: 1.0..9.0 MB}, free: {range: 0..9 MB}", false
    ),
  ])
  func `numbers that are compared or counted otherwise are not compared`(
    old: String,
    new: String,
    isCompared: Bool
  ) throws {
    func text(_ data: String, _ then: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      data: {\(data)}
      operations: {tap: Tap}
      rules:
        tap:
          - then: Saved
          - {when: {size: more than free}, then: \(then)}

      """
    }
    let changes = try CellChanges(
      from: try analysed(text(old, "Full")),
      to: try analysed(text(new, "No space"))
    )
    #expect((changes != nil) == isCompared)
    if isCompared { #expect(changes?.changes.map(\.isWholePlace) == [true]) }
  }

  @Test func `an operation that gets parts is its first part`() throws {
    func text(_ parts: String, _ rules: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      operations: {show: {label: The list opens\(parts)}}
      rules: {\(rules)}

      """
    }
    let whole = text("", "show: All are shown")
    let parts = text(", parts: [list, end]", "show/list: Ten are shown, show/end: A line is shown")
    func changes(_ old: String, _ new: String) throws -> [[[String]]] {
      let changes = try CellChanges(from: try analysed(old), to: try analysed(new))
      return try #require(changes).changes.map { $0.before.texts + $0.after.texts }
    }
    #expect(try changes(whole, parts) == [[["All are shown"], ["Ten are shown"]]])
    #expect(try changes(parts, whole) == [[["Ten are shown"], ["All are shown"]]])
    let variants = text(", variants: [list, end]", "show: All are shown")
    let none = try CellChanges(from: try analysed(variants), to: try analysed(parts))
    #expect(none?.changes.isEmpty ?? true)
  }

  @Test func `a factor and a value that have a new name are the same`() throws {
    func text(_ factor: String, _ value: String, _ then: String) -> String {
      """
      specmatrix: 1
      id: T
      feature: Test
      traits: []
      states:
        \(factor): {label: Plan, values: {free: Free, \(value): Premium}}
      operations: {tap: Tap}
      rules:
        tap:
          \(factor): {free: Left, \(value): \(then)}

      """
    }
    let (old, new) = (text("plan", "premium", "Stayed"), text("tier", "gold", "Moved"))
    let changes = try CellChanges(from: try analysed(old), to: try analysed(new))
    let said = try #require(changes).changes.map { change in
      "\(change.place.map { "\($0.factor): \($0.values)" }) \(change.before.texts) \(change.after.texts)"
    }
    #expect(said == [#"["Plan: Premium"] [["Stayed"]] [["Moved"]]"#])
    let names = DeclarationChange.all(from: try specification(old), to: try specification(new))
    #expect(names.isEmpty)
  }
}
