import Diagnostics
import Testing

@testable import Specification
@testable import YAMLSyntax

/// Excessive input is refused with a message, and damaged input breaks nothing.
@Suite struct LimitTests {
  private let span = SourceSpan.fileStart

  private func text(_ text: String) -> SyntaxNode {
    SyntaxNode(content: .scalar(SyntaxScalar(text: text, kind: .text)), span: span)
  }

  private func list(_ items: [SyntaxNode]) -> SyntaxNode {
    SyntaxNode(content: .sequence(items), span: span)
  }

  private func map(_ entries: [(String, SyntaxNode)]) -> SyntaxNode {
    SyntaxNode(
      content: .mapping(entries.map { SyntaxEntry(key: $0, keySpan: span, value: $1) }),
      span: span
    )
  }

  /// Decodes a spec with further sections, built without the parser and its own limits.
  private func decoded(
    _ sections: [(String, SyntaxNode)],
    operations: SyntaxNode? = nil,
    catalogue: Catalogue = .standard
  ) -> Checked<Specification> {
    let version = SyntaxNode(
      content: .scalar(SyntaxScalar(text: "1", kind: .int(1))),
      span: span
    )
    let head = [
      ("specmatrix", version), ("id", text("T")), ("feature", text("Test")),
      ("operations", operations ?? list([text("submit")])),
    ]
    return decodeSpecification(map(head + sections), path: "t.yaml", catalogue: catalogue)
  }

  private func codes(
    _ sections: [(String, SyntaxNode)],
    operations: SyntaxNode? = nil
  ) -> [String] {
    decoded(sections, operations: operations).diagnostics.map(\.code)
  }

  @Test(arguments: [(1_000, []), (1_001, ["too-many"])])
  func `factors`(count: Int, codes expected: [String]) {
    let factors = (0..<count).map { ("f\($0)", list([text("a")])) }
    #expect(codes([("states", map(factors))]) == expected)
  }

  @Test(arguments: [(1_000, []), (1_001, ["too-many"])])
  func `values of a factor`(count: Int, codes expected: [String]) {
    let values = list((0..<count).map { text("v\($0)") })
    #expect(codes([("states", map([("a", values)]))]) == expected)
  }

  @Test(arguments: [(110, []), (120, ["too-many"])])
  func `values of all factors`(count: Int, codes expected: [String]) {
    let values = list((0..<900).map { text("v\($0)") })
    #expect(codes([("data", map((0..<count).map { ("f\($0)", values) }))]) == expected)
  }

  @Test(arguments: [(1_000, []), (1_001, ["too-many"])])
  func `operations and variants`(count: Int, codes expected: [String]) {
    let variants = list((0..<(count - 1)).map { text("v\($0)") })
    let many = map([("submit", text("Send")), ("enter", map([("variants", variants)]))])
    #expect(codes([], operations: many) == expected)
  }

  @Test(arguments: [(10_000, []), (10_001, ["too-many"])])
  func `rules in a list`(count: Int, codes expected: [String]) {
    let rules = (0..<count).map { _ in map([("then", text("A"))]) }
    #expect(codes([("rules", map([("submit", list(rules))]))]) == expected)
  }

  /// The values of two factors; each rule is a leaf of one tree.
  @Test(arguments: [(100, []), (101, ["too-many"])])
  func `rules in a tree`(count: Int, codes expected: [String]) {
    let ids = (0..<count).map { "v\($0)" }
    let values = list(ids.map(text))
    let leaves = map([("b", map(ids.map { ($0, text("A")) }))])
    let tree = map([("a", map(ids.map { ($0, leaves) }))])
    let states = map([("a", values), ("b", values)])
    #expect(codes([("states", states), ("rules", map([("submit", tree)]))]) == expected)
  }

  @Test(arguments: [(10_000, []), (10_001, ["too-many"])])
  func `what cannot happen`(count: Int, codes expected: [String]) {
    let entries = (0..<count).map { _ in map([("when", map([("operation", text("submit"))]))]) }
    #expect(codes([("impossible", list(entries))]) == expected)
  }

  @Test func `a tree as deep as there are factors`() {
    let names = (0..<500).map { "f\($0)" }
    let states = map(names.map { ($0, list([text("a"), text("b")])) })
    let tree = names.reversed().reduce(text("A")) { below, name in
      map([(name, map([("a", below)]))])
    }
    let spec = decoded([("states", states), ("rules", map([("submit", tree)]))]).value
    #expect(spec?.rules.map { $0.when.alternatives.map(\.terms.count) } == [[501]])
  }

  @Test func `precedence over as many rules as there may be`() {
    let rules = (0..<10_000).map { number in map([("id", text("r\(number)")), ("then", text("A"))])
    }
    let all = list((0..<10_000).map { text("r\($0)") })
    #expect(codes([("rules", map([("submit", list(rules))])), ("precedence", all)]).isEmpty)
  }

  /// Each number named in conditions splits a range.
  @Test func `more thresholds than a factor can have values`() {
    let numbers = stride(from: 0, to: 2_000, by: 2).map(String.init).joined(separator: ", ")
    let checked = decode(
      sections: """
        data: {n: {range: 0..10000}}
        operations: {add: Add}
        rules: {add: [{when: {n: '\(numbers)'}, then: X}]}
        """
    )
    #expect(checked.value == nil)
    #expect(checked.diagnostics.map(\.code) == ["too-many"])
    #expect(checked.diagnostics.first?.span?.start.line == 5)
  }

  /// Every node leads back to the first and so closes a cycle with all nodes before it.
  @Test(arguments: [500, 1_000, 2_000, 4_000])
  func `circles grow with their graph`(count: Int) {
    let graph = (0..<count).map { $0 + 1 < count ? [0, $0 + 1] : [0] }
    let found = circles(in: graph)
    #expect(found.first == [0])
    #expect(found.reduce(0) { $0 + $1.count } <= 50 * count)
  }

  /// Every factor depends on the first and the next and so closes a cycle with all before it.
  @Test(arguments: [250, 500, 1_000])
  func `messages of circles grow with their factors`(count: Int) {
    let factors = (0..<count).map { number in
      let next = number + 1 < count ? [("f\(number + 1)", text("a"))] : []
      let named = number > 0 || next.isEmpty ? [("f0", text("a"))] + next : next
      return ("f\(number)", map([("values", list([text("a")])), ("only_when", map(named))]))
    }
    let found = decoded([("states", map(factors))]).diagnostics
    #expect(found.first?.code == "circular-only-when")
    #expect(found.reduce(0) { $0 + $1.message.utf8.count } <= 400 * count)
  }

  @Test func `a pack as large as a catalogue can be`() throws {
    func catalogue(_ count: Int) throws -> Catalogue {
      let entry = map([("label", text("a")), ("question", text("a?"))])
      let ids = (0..<count).map { "entry_\($0)" }
      let pack = map([
        ("operations", map(ids.map { ($0, entry) })),
        ("traits", map(ids.map { ("of_\($0)", list([text("network_error"), text($0)])) })),
        ("core", list(ids.map(text))),
      ])
      return try #require(Catalogue.standard.adding(pack, path: "company.yaml").value)
    }
    let large = try catalogue(5_000)
    #expect(large.listings.count == Catalogue.standard.listings.count + 5_000)
    #expect(large.listing("entry_4999")?.traits == ["of_entry_4999"])
    #expect(large.listing("entry_4999")?.isCore == true)
    #expect(large.traits.suffix(1) == ["of_entry_4999"])
  }

  @Test func `a pack with as many rules as there may be`() throws {
    let rules = (0..<10_000).map { number in
      map([("id", text("r\(number)")), ("then", text("A"))])
    }
    let pack = map([("rules", map([("back", list(rules))]))])
    let catalogue = try #require(Catalogue.standard.adding(pack, path: "company.yaml").value)
    let spec = decoded([], operations: list([text("back")]), catalogue: catalogue).value
    #expect(spec?.rules.count == 10_000)
  }

  @Test func `many names that are not there`() {
    let rules = (0..<5_000).map { number in
      map([("when", map([("x\(number)", text("a"))])), ("then", text("A"))])
    }
    #expect(codes([("rules", map([("submit", list(rules))]))]).count == 5_000)
    let tree = map((0..<5_000).map { ("x\($0)", text("A")) })
    let states = map([("a", list([text("b")]))])
    #expect(
      codes([("states", states), ("rules", map([("submit", map([("a", tree)]))]))]).count == 5_000
    )
  }

  @Test func `many operations and many that are not there`() {
    let operations = map((0..<1_000).map { ("operation\($0)", text("Label")) })
    let unknown = list((0..<5_000).map { text("operaton\($0)") })
    let entry = map([("when", map([("operation", unknown)]))])
    #expect(codes([("impossible", list([entry]))], operations: operations).count == 5_000)
    let keys = map((0..<1_000).map { ("operaton\($0)", text("A")) })
    #expect(codes([("rules", keys)], operations: operations).count == 1_000)
  }

  @Test func `many names of one text`() {
    let long = (0..<20_000).map { "v\($0)" }.joined(separator: ", ")
    let states = map([("a", list([text("b")]))])
    let rule = map([("when", map([("a", text(long))])), ("then", text("A"))])
    let found = codes([("states", states), ("rules", map([("submit", rule)]))])
    #expect(!found.isEmpty && Set(found) == ["unknown-value"])
  }

  @Test func `a name as long as a file does not flood the messages`() throws {
    let name = String(repeating: "名", count: 100_000)
    let checked = decode(
      sections: "operations: [submit]\nrules: {submit: {id: \(name), then: ~}}"
    )
    #expect(checked.diagnostics.count == 1)
    let message = try #require(checked.diagnostics.last?.message)
    #expect(message.count < 1_000)
    let other = decode(
      sections: "operations: [submit]\nrules: {submit: A, \(name): B}"
    )
    #expect(other.diagnostics.count == 1)
    let shown = other.diagnostics.flatMap { [$0.message] + $0.help }
    #expect(shown.allSatisfy { $0.count < 1_100 })
  }
}
