import Specification
import Testing

@testable import TestDesign

/// `first` puts rules in order, `adds` puts results on top.
@Suite struct FirstAndAddsTests {
  private static let head = """
    states: {card: [good, expired, none], zone: [resident, visitor]}
    data: {minutes: {range: 1..720}}
    operations: [pay]

    """

  private func outcomes(_ text: String) throws -> [String] {
    let analysed = try analysed(spec(Self.head + text))
    let table = try analysed.outcomeTable(of: 0)
    return table.cells.map { "\($0.values) \($0.outcome)" }
  }

  /// The same rules with ids of their own, in the order of `precedence`.
  @Test func `a list under first is an order`() throws {
    let items = [
      "{id: a, when: {card: none}, then: A}", "{id: b, when: {zone: resident}, then: B}",
      "{id: c, when: {card: [good, none], minutes: ..60}, then: C}", "{id: d, then: D}",
    ]
    for shift in items.indices {
      let list = Array(items[shift...] + items[..<shift])
      let ids = list.map { String($0.dropFirst(5).prefix(1)) }.joined(separator: ", ")
      let rules = "[\(list.joined(separator: ", "))]"
      #expect(
        try outcomes("rules: {pay: {first: \(rules)}}\n")
          == outcomes("precedence: [\(ids)]\nrules: {pay: \(rules)}\n")
      )
    }
  }

  @Test func `a list under first is one decision, confirmed by its reason`() throws {
    func decisions(_ more: String) throws -> [Decision] {
      let rules = "[{when: {card: none}, then: A}, {when: {zone: resident}, then: B}, {then: D}]"
      let text = spec(Self.head + "rules: {pay: {first: \(rules)\(more)}}\n")
      return try analysed(text).analysis.decisions
    }
    let open = try decisions("")
    #expect(open.map(\.kinds) == [[.first]])
    #expect(open.map(\.state) == [.open])
    #expect(open.map(\.isAsked) == [false])
    #expect(open[0].sentence == "Always, the first that fits decides: A; B; D")
    #expect(try decisions(", because: it is the law").map(\.state) == [.reasoned("it is the law")])
  }

  @Test func `what a rule adds decides nothing and contradicts nothing`() throws {
    let base = "rules: {pay: [{when: {card: good}, then: A}, {when: {card: none}, then: B}"
    let before = try analysed(spec(Self.head + base + "]}\n"))
    let after = try analysed(
      spec(Self.head + base + ", {adds: C}, {when: {zone: visitor}, adds: [D, A]}]}\n")
    )
    #expect(before.analysis.counts == after.analysis.counts)
    #expect(
      before.analysis.findings.filter { $0.code != .unreadFactor }.map(\.message)
        == after.analysis.findings.filter { $0.code != .unreadFactor }.map(\.message)
    )
    let table = try after.outcomeTable(of: 0)
    let defined = Set(
      table.cells.compactMap { if case .defined(let texts) = $0.outcome { texts } else { nil } }
    )
    #expect(defined == [["A", "C"], ["A", "C", "D"], ["B", "C"], ["B", "C", "D", "A"]])
  }

  @Test func `an addition to a result that leaves no room is asked`() throws {
    func decisions(_ result: String, _ more: String = "") throws -> [Decision] {
      let rules = "[{then: \(result)}, {when: {zone: visitor}, adds: A receipt is sent\(more)}]"
      return try analysed(spec(Self.head + "rules: {pay: \(rules)}\n")).analysis.decisions
    }
    #expect(try decisions("The gate opens").isEmpty)
    #expect(try decisions("All lights go on").isEmpty)
    let asked = try decisions("Only the bell rings")
    #expect(asked.map(\.kinds) == [[.addition]])
    #expect(asked.map(\.isAsked) == [true])
    let confirmed = try decisions("Only the bell rings", ", because: it is the law")
    #expect(confirmed.map(\.state) == [.reasoned("it is the law")])
  }

  @Test(arguments: [
    ("{pay: {first: [A, B]}}", "an item of the list `first` under `pay`"),
    ("{pay: {first: [{then: A}], then: B}}", "`then`"),
    ("{pay: {then: A, adds: B}}", "has `adds` beside `then`"),
    ("{pay: {question: \"A?\", adds: B}}", "has `adds` beside `question`"),
  ])
  func `what does not fit is said`(rules: String, message: String) throws {
    let said = try remarks(spec(Self.head + "rules: \(rules)\n"))
    #expect(said.contains { $0.contains(message) }, "\(said)")
  }

  @Test(arguments: [
    ("The coupon comes back", "The coupon does not come back", true),
    ("クーポンを必ず戻す", "クーポンは必ず戻さない", true),
    ("The coupon comes back", "A mail is sent", false),
    ("The coupon comes back", "The coupon comes back at once", false),
  ])
  func `an addition that denies another one is asked about`(
    general: String,
    special: String,
    isAsked: Bool
  ) throws {
    let rules = [
      "{when: {card: good}, then: A}", "{adds: \(general)}",
      "{when: {card: expired}, adds: \(special)}",
    ]
    for list in [rules, [rules[0], rules[2], rules[1]]] {
      let text = spec(Self.head + "rules: {pay: [\(list.joined(separator: ", "))]}\n")
      let asked = try analysed(text).analysis.decisions.filter(\.isAsked)
      #expect(asked.map(\.kinds) == (isAsked ? [[.addition]] : []), "\(asked.map(\.sentence))")
      if isAsked { #expect(asked[0].sentence.contains(special), "\(asked[0].sentence)") }
    }
    // Where they never meet, both may hold.
    let apart = [
      "{when: {card: good}, then: A}", "{when: {card: good}, adds: \(general)}",
      "{when: {card: expired}, adds: \(special)}",
    ]
    let text = spec(Self.head + "rules: {pay: [\(apart.joined(separator: ", "))]}\n")
    #expect(try analysed(text).analysis.decisions.filter(\.isAsked).isEmpty)
  }

  @Test func `an addition that denies a decided result is asked about`() throws {
    let rules =
      "[{then: The coupon comes back}, {when: {card: none}, adds: The coupon does not come back}]"
    let decisions = try analysed(spec(Self.head + "rules: {pay: \(rules)}\n")).analysis.decisions
    #expect(decisions.filter(\.isAsked).map(\.kinds) == [[.addition]])
  }

  @Test func `what an addition reads is a column, and nothing else is`() throws {
    let text = spec(
      """
      states:
        clock: [day, night]
        door: [closed, open]
        wide: {values: [a, b], only_when: {door: open}}
      operations: {ack: Acknowledge}
      rules: {ack: [{then: The initials are shown}, {when: {clock: day}, adds: The chime stops}]}
      """
    )
    let table = try analysed(text).outcomeTable(of: 0)
    #expect(table.factors == [0])
    #expect(table.cells.count == 2)
    #expect(table.assumptions.allSatisfy { !$0.assumption.factors.contains(0) })
  }
}
