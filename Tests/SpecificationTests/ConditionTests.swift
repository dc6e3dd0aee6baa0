import Specification
import Testing

/// Every written form of a condition as the values it selects.
@Suite struct ConditionTests {
  /// A condition in words, `–` standing for not applicable.
  private func selected(_ condition: String) throws -> String {
    let spec = try specification(
      sections: """
        states:
          login: [guest, member]
          plan: {values: [free, premium, 'no', 1, true], only_when: {login: member}}
        data:
          photos: {range: 1..4}
          name: {text: {length: 1..140, kinds: [emoji]}}
          day: {date: 2026-01-01..2026-12-31}
          age: {values: {adult: Adult, minor: {invalid: true}}}
        operations:
          submit:
          network_error: {variants: [offline, timeout]}
          enter: {variants: {short: Short, long: {invalid: true}}}
        expectations:
          - when: \(condition)
            then: something
        """
    )
    let condition = spec.rules[0].when
    return condition.alternatives.map { conjunction in
      conjunction.terms.map { term in
        let isOperation = term.factor == spec.operationFactor
        let name = isOperation ? "operation" : spec.factors[term.factor].name
        let ids =
          isOperation
          ? spec.operationValues.map(\.id) : spec.factors[term.factor].values.map(\.id)
        let values = term.values.map { ids[$0] } + (term.allowsNotApplicable ? ["–"] : [])
        return "\(name)=\(values.joined(separator: "|"))"
      }.joined(separator: " & ")
    }.joined(separator: " or ")
  }

  @Test(arguments: [
    ("{login: guest}", "login=guest"),
    ("{login: [member, guest]}", "login=guest|member"),
    ("{login: [guest, guest]}", "login=guest"),
    ("{login: guest, plan: free}", "login=guest & plan=free"),
    ("[{login: guest}, {plan: free, login: member}]", "login=guest or plan=free & login=member"),
    ("{plan: {not: free}}", "plan=premium|no|1|true"),
    ("{plan: {not: [free, 1]}}", "plan=premium|no|true"),
    ("{plan: [no, 1, true]}", "plan=no|1|true"),
    ("{photos: {only: valid}}", "photos=1|2|4"),
    ("{photos: {only: invalid}}", "photos=0|5"),
    ("{photos: 4}", "photos=4"),
    ("{photos: {from: 2, to: 3}}", "photos=2"),
    ("{photos: {from: 2}}", "photos=2|4|5"),
    ("{photos: {to: 1}}", "photos=0|1"),
    ("{photos: {from: 4, to: 4}}", "photos=4"),
    ("{name: {from: 0, to: 2}}", "name=empty|1|2"),
    ("{name: {from: 100}}", "name=140|141"),
    ("{name: [empty, emoji]}", "name=empty|emoji"),
    ("{name: {only: valid}}", "name=1|2|140|emoji"),
    ("{day: {from: 2026-12-31}}", "day=2026-12-31|2027-01-01"),
    ("{day: 2025-12-31}", "day=2025-12-31"),
    ("{plan: {applies: false}}", "plan=–"),
    ("{plan: {applies: true}}", "plan=free|premium|no|1|true"),
    ("{age: {only: invalid}}", "age=minor"),
    ("{operation: submit}", "operation=submit"),
    ("{operation: network_error}", "operation=network_error/offline|network_error/timeout"),
    ("{operation: network_error/timeout}", "operation=network_error/timeout"),
    ("{operation: [network_error/timeout, submit]}", "operation=submit|network_error/timeout"),
    ("{operation: {not: network_error}}", "operation=submit|enter/short|enter/long"),
    ("{operation: {only: invalid}}", "operation=enter/long"),
    ("{}", ""),
  ])
  func `a form selects its values`(condition: String, selection: String) throws {
    #expect(try selected(condition) == selection)
  }

  @Test func `an empty condition holds everywhere, written or not`() throws {
    let spec = try specification(
      sections: """
        operations: [submit]
        expectations:
          - {then: a}
          - {when: {}, then: b}
          - {when: {operation: submit}, then: c}
        """
    )
    #expect(spec.rules.map(\.when.isUnconditional) == [true, true, false])
    #expect(spec.rules.map(\.id) == ["rule-1", "rule-2", "rule-3"])
  }

  @Test func `conditions name what is declared later`() throws {
    let spec = try specification(
      sections: """
        operations: {delete: {only_when: {draft: saved}}, submit: }
        expectations:
          - {id: a, then: x, overrides: [b]}
          - {id: b, then: y}
        states:
          plan: {values: [free], only_when: {draft: saved, operation: submit}}
        data:
          draft: [none, saved]
        """
    )
    #expect(spec.factors[0].onlyWhen?.alternatives[0].terms.map(\.factor) == [1, 2])
    #expect(spec.operations[0].onlyWhen?.alternatives[0].terms.map(\.values) == [[1]])
    #expect(spec.rules[0].overrides == [1])
  }
}
