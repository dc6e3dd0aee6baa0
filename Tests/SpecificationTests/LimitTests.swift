import Diagnostics
import Testing

@testable import Specification
@testable import YAMLSyntax

/// What is too much is refused with a message, and what is damaged breaks nothing.
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

  /// The codes found in a spec with further sections, built without the parser, which has limits of its own.
  private func codes(
    _ sections: [(String, SyntaxNode)],
    operations: SyntaxNode? = nil
  ) -> [String] {
    let version = SyntaxNode(
      content: .scalar(SyntaxScalar(text: "1", kind: .int(1))),
      span: span
    )
    let head = [
      ("specmatrix", version), ("id", text("T")), ("feature", text("Test")),
      ("operations", operations ?? list([text("submit")])),
    ]
    return decodeSpecification(map(head + sections), path: "t.yaml", catalogue: .standard)
      .diagnostics.map(\.code)
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

  @Test func `values of all factors`() {
    let range = map([
      ("range", map([("from", text("1")), ("to", text("900")), ("pick", text("all"))]))
    ])
    #expect(codes([("data", map((0..<110).map { ("f\($0)", range) }))]).isEmpty)
    #expect(codes([("data", map((0..<120).map { ("f\($0)", range) }))]) == ["too-many"])
  }

  @Test(arguments: [(10_000, []), (10_001, ["too-many"])])
  func `expectations`(count: Int, codes expected: [String]) {
    let rules = (0..<count).map { _ in map([("then", text("a"))]) }
    #expect(codes([("expectations", list(rules))]) == expected)
  }

  @Test(arguments: [(10_000, []), (10_001, ["too-many"])])
  func `constraints`(count: Int, codes expected: [String]) {
    let rules = (0..<count).map { _ in
      map([("exclude", map([("operation", text("submit"))]))])
    }
    #expect(codes([("constraints", list(rules))]) == expected)
  }

  @Test func `a circle as long as the file allows`() {
    let rules = (0..<10_000).map { number in
      map([
        ("id", text("r\(number)")), ("then", text("a")),
        ("overrides", text("r\((number + 1) % 10_000)")),
      ])
    }
    #expect(codes([("expectations", list(rules))]) == ["circular-overrides"])
  }

  /// Every node leads back to the first, so that each closes a circle with all nodes before it.
  @Test(arguments: [500, 1_000, 2_000, 4_000])
  func `circles grow with their graph`(count: Int) {
    let graph = (0..<count).map { $0 + 1 < count ? [0, $0 + 1] : [0] }
    let found = circles(in: graph)
    #expect(found.first == [0])
    #expect(found.reduce(0) { $0 + $1.count } <= 50 * count)
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
      return try #require(Catalogue.standard.adding(pack).value)
    }
    let large = try catalogue(5_000)
    #expect(large.listings.count == Catalogue.standard.listings.count + 5_000)
    #expect(large.listing("entry_4999")?.traits == ["of_entry_4999"])
    #expect(large.listing("entry_4999")?.isCore == true)
    #expect(large.traits.suffix(1) == ["of_entry_4999"])
  }

  @Test func `many names that are not there`() {
    let rules = (0..<5_000).map { number in
      map([("when", map([("x\(number)", text("a"))])), ("then", text("a"))])
    }
    #expect(codes([("expectations", list(rules))]).count == 5_000)
  }

  @Test func `many operations and many that are not there`() {
    let operations = map((0..<1_000).map { ("operation\($0)", text("label")) })
    let unknown = list((0..<20_000).map { text("operaton\($0)") })
    let rule = map([("when", map([("operation", unknown)])), ("then", text("a"))])
    let sections = [("expectations", list([rule]))]
    #expect(codes(sections, operations: operations).count == 20_000)
  }

  @Test func `a name as long as a file does not flood the messages`() throws {
    let name = String(repeating: "名", count: 100_000)
    let checked = decode(
      sections: "operations: [submit]\nexpectations: [{id: \(name), then: ~}]"
    )
    #expect(checked.diagnostics.map(\.code) == ["wrong-type"])
    let message = try #require(checked.diagnostics.last?.message)
    #expect(message.count < 1_000 && message.hasSuffix("must be a text, not nothing"))
  }
}
