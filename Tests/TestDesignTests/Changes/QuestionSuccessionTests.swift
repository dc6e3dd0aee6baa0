import Specification
import Testing

@testable import TestDesign

/// Which question asks about most of what an earlier one asked about.
struct QuestionSuccessionTests {
  private static let text = """
    specmatrix: 1
    id: T
    feature: Test
    traits: []
    states:
      plan: [free, plus]
      device: {values: [ios, web], only_when: {plan: plus}}
    data:
      photos: {range: 0..9}
    operations:
      send: {variants: [mail, link]}
      tap: Tap
    rules:
      send:
        plan:
          free: Sent
      tap: Done

    """

  /// The region of the first question of an operation.
  private func region(
    _ analysed: AnalysedSpecification,
    of operation: Int
  ) throws -> (id: String, region: EarlierRegion, factors: [EarlierFactor]) {
    let specification = analysed.specification
    let finding = try #require(
      analysed.analysis.findings.first { $0.question?.operation == operation }
    )
    let cubes = finding.question?.region.map { cube in
      Dictionary(
        uniqueKeysWithValues: cube.literals.map { literal -> (String, [String?]) in
          let isOperation = literal.factor == specification.operationFactor
          let ids =
            isOperation
            ? specification.operationValues.map(\.id)
            : specification.factors[literal.factor].values.map(\.id)
          return (
            isOperation ? "operation" : specification.factors[literal.factor].name,
            literal.values.map { ids[$0] } + (literal.allowsNotApplicable ? [nil] : [])
          )
        }
      )
    }
    return (
      finding.id, EarlierRegion(cubes: try #require(cubes)), EarlierFactor.all(of: specification)
    )
  }

  /// The condition of the successor in a changed spec; empty where nothing of the region is asked about, `nil` where nobody can tell.
  private func successor(_ changes: (old: String, new: String)...) throws -> String? {
    let before = try region(try analysed(Self.text), of: 0)
    var text = Self.text
    for change in changes {
      #expect(text.contains(change.old))
      text = text.replacing(change.old, with: change.new)
    }
    let after = try analysed(text)
    guard let found = after.successor(of: before.region, before.factors) else { return nil }
    guard let id = found else { return "" }
    return try #require(after.analysis.findings.first { $0.id == id }).message
  }

  private static let rest = "send:\n    plan:\n      free: Sent\n"

  @Test func `a question is its own successor`() throws {
    let analysed = try analysed(Self.text)
    let (id, region, factors) = try region(analysed, of: 0)
    #expect(region.cubes.allSatisfy { $0["operation"] == ["send/mail", "send/link"] })
    #expect(analysed.successor(of: region, factors) == .some(id))
  }

  @Test func `the larger part goes first, whatever it is called`() throws {
    let most = try successor(
      (
        Self.rest,
        "send:\n    - {when: {plan: free}, then: Sent}\n    - {when: {plan: plus, photos: 3..5}, then: Some}\n"
      ),
      ("send: {variants: [mail, link]}", "send: {label: Dispatch, variants: [mail, link]}"),
      ("plan: [free, plus]", "plan: {label: Membership, values: {free: None, plus: Paid}}")
    )
    #expect(try #require(most).contains("Dispatch") && most?.contains("Paid") == true)
    // Of the values 0, 2, 3 and 9 only 0 and 9 stood there before.
    let upper = try successor(
      (
        Self.rest,
        "send:\n    - {when: {plan: free}, then: Sent}\n    - {when: {plan: plus, photos: 0..2}, then: Few}\n"
      )
    )
    #expect(try #require(upper).contains("3"))
  }

  @Test func `a rule's question and a contradiction take over`() throws {
    let asked = try successor(
      (Self.rest, "send:\n    plan:\n      free: Sent\n      plus: {question: Is it free?}\n")
    )
    #expect(asked?.contains("Is it free?") == true)
    let both = try successor(
      (
        Self.rest,
        "send:\n    - {when: {plan: free}, then: Sent}\n    - {when: {plan: plus, photos: 1..}, then: A}\n    - {when: {plan: plus, photos: ..8}, then: B}\n"
      )
    )
    #expect(
      both?.contains("which one wins") == true,
      "\(both ?? "")"
    )
  }

  @Test func `what is decided has no successor`() throws {
    #expect(try successor((Self.rest, "send: Sent\n")) == "")
    #expect(
      try successor(
        (Self.rest, "send:\n    plan:\n      plus: Sent\n")
      ) == ""
    )
  }

  @Test func `variants, ranges and factors may have changed`() throws {
    let variants = try successor(("[mail, link]", "[chat]"))
    #expect(variants?.contains("Plus") == true || variants?.contains("plus") == true)
    let device = try successor(
      ("  device: {values: [ios, web], only_when: {plan: plus}}\n", "")
    )
    #expect(device?.isEmpty == false)
    #expect(
      try successor(("send: {variants: [mail, link]}", "post: Post"), ("  send:\n", "  post:\n"))
        == nil
    )
  }

  @Test func `nobody can tell without a region`() throws {
    let analysed = try analysed(Self.text)
    #expect(analysed.successor(of: EarlierRegion(cubes: []), []) == .none)
  }
}
