import Diagnostics
import Specification
import Testing

/// Slips in packs that made house rules hold everywhere.
@Suite struct PackSlipTests {
  /// A bound that is no number was an open end: `foo..bar` was every value.
  @Test(arguments: ["foo..3", "a..b", "..x", "2027-01-01.."])
  func `a bound that cannot be read does not widen a house rule`(interval: String) throws {
    let pack = """
      rules:
        back:
          - {when: {n: \(interval)}, then: H}
      """
    let read = adding(pack)
    // Either the pack is refused, or the rule holds nowhere.
    guard let catalogue = read.value else { return }
    let spec = try specification(
      sections: """
        data: {n: {range: 1..5}}
        operations: {back: }
        """,
      catalogue: catalogue
    )
    #expect(spec.rules.isEmpty)
  }

  @Test(arguments: ["2027-01-01..2027-01-99", "1..2", "2027-02-30.."])
  func `a day that does not exist does not widen a house rule`(interval: String) throws {
    guard let catalogue = adding("rules: {back: {d: {\(interval): H}}}").value else { return }
    let spec = try specification(
      sections: """
        data: {d: {date: 2027-01-01..2027-02-01}}
        operations: {back: }
        """,
      catalogue: catalogue
    )
    #expect(spec.rules.isEmpty)
  }

  /// As an entry of `impossible` the same left no combination at all.
  @Test func `a bound that cannot be read does not widen what is impossible`() throws {
    let pack = "impossible: [{when: {n: foo..bar, operation: back}, because: B}]"
    guard let catalogue = adding(pack).value else { return }
    let spec = try specification(
      sections: """
        data: {n: {range: 1..5}}
        operations: {back: }
        """,
      catalogue: catalogue
    )
    #expect(spec.impossible.isEmpty)
  }

  /// The pack's factor needs another one of the pack: the spec wrote nothing that the message speaks of.
  @Test func `a factor of a pack that needs another one says where that comes from`() throws {
    let catalogue = try catalogue(
      with: """
        states:
          login: [guest, member]
          plan: {values: [free, premium], only_when: {login: member}}
        """
    )
    let checked = decode(
      sections: """
        states: {plan: }
        operations: {back: }
        """,
      catalogue: catalogue
    )
    let lines: [String] = checked.diagnostics.flatMap(\.help)
    let help = lines.joined(separator: " ")
    #expect(help.contains("company.yaml") || help.contains("login:"))
  }

  @Test func `variants of a pack may be a list as in a spec`() {
    let read = adding("operations: {op: {label: Op, question: What?, variants: [v, w]}}")
    #expect(read.diagnostics.map(\.message) == [])
  }
}
