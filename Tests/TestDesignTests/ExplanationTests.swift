import Diagnostics
import Specification
import Testing

@testable import TestDesign
@testable import TestSupport

/// The reasons of findings, against an oracle that lists every combination.
struct ExplanationTests {
  @Test(arguments: 0..<4)
  func `reasons are minimal`(part: Int) throws {
    var tally = Tally()
    for seed in stride(from: part, to: Seeds.share(120), by: 4) {
      try tally.compareReasons(seed: UInt64(seed))
    }
    #expect(Array(tally.differences.prefix(10)) == [])
    #expect(tally["explained"] >= Seeds.count / 20)
  }

  @Test(arguments: [3, 17, 101])
  func `the same spec gives the same answer`(seed: UInt64) throws {
    let text = RandomSpec.make(seed: seed).yaml()
    guard try analysedIfValid(text) != nil else { return }
    let (one, other) = (try analysed(text), try analysed(text))
    #expect(String(reflecting: one.analysis) == String(reflecting: other.analysis))
    let matrices = (try one.cases(earlier: nil), try other.cases(earlier: nil))
    #expect(String(reflecting: matrices.0) == String(reflecting: matrices.1))
    // Earlier generations of cases do not matter either.
    let again = try one.cases(earlier: nil)
    #expect(String(reflecting: again) == String(reflecting: matrices.0))
  }

  @Test func `two constraints that imply each other are not both to go`() throws {
    let text = spec(
      """
      states: {login: [guest, member], plan: [free, premium]}
      operations: [submit]
      impossible:
        - when: {login: guest, plan: premium}
        - when: {plan: premium, login: not member}
      rules: {submit: Done}
      """
    )
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.code) == [.redundantConstraint, .redundantConstraint])
    for finding in findings {
      #expect(finding.help == ["remove this one or one that implies it, not both"])
      #expect(finding.related.count == 1)
    }
  }

  @Test func `a value that only a second invalid one excludes is told so`() throws {
    let text = spec(
      """
      states:
        login: {values: {guest: {label: Guest, invalid: true}}}
      data: {photos: {range: 1..2}}
      operations: [submit]
      rules: {submit: {when: {login: any, photos: any}, then: Done}}
      """
    )
    let findings = try analysed(text).analysis.findings
    #expect(findings.map(\.code) == [.impossibleValue, .impossibleValue])
    for finding in findings {
      #expect(finding.related.map { marked($0.span, in: text) } == ["login"])
      #expect(finding.help.last == "a combination contains at most one invalid value")
    }
  }
}

extension Tally {
  fileprivate mutating func compareReasons(seed: UInt64) throws {
    let abstract = RandomSpec.make(seed: seed)
    let oracle = Oracle(abstract)
    let specification = try specification(abstract.yaml())
    let checked = try analyse(specification, today: testDay)
    func constraints(_ places: [SourceSpan]) -> [Int] {
      specification.impossible.indices.filter {
        places.contains(specification.impossible[$0].span)
      }
    }
    func expect(_ isMinimal: Bool, _ what: String) {
      count("explained")
      if !isMinimal { differ("seed \(seed): \(what)") }
    }
    for error in checked.diagnostics where error.code == "no-combination" {
      let places = (error.span.map { [$0] } ?? []) + error.related.map(\.span)
      expect(oracle.isMinimalExclusionOfAll(by: constraints(places)), "no combination")
    }
    for finding in checked.value?.analysis.findings ?? [] {
      let named = constraints(finding.related.map(\.span))
      switch finding.code {
      case .impossibleValue:
        let cell = try #require(Self.cell(finding, specification))
        expect(oracle.isMinimalExclusion(of: cell, by: named), finding.message)
      case .unreachableRule where finding.rules.count == 1, .excludedRule:
        expect(
          oracle.isMinimalExclusion(ofRule: finding.rules[0], by: named),
          finding.message
        )
      case .redundantConstraint:
        let own = try #require(constraints([finding.span]).first)
        expect(oracle.isMinimalImplication(of: own, by: named), finding.message)
      default: break
      }
    }
  }

  /// Returns the value that a finding calls impossible.
  private static func cell(_ finding: Finding, _ specification: Specification) -> Oracle.Cell? {
    let literals = finding.cube?.literals ?? []
    let literal = literals.first { $0.factor != specification.operationFactor } ?? literals.first
    return literal.flatMap { literal in
      literal.values.first.map { Oracle.Cell(factor: literal.factor, value: $0) }
    }
  }
}
