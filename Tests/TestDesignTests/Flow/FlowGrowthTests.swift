import Diagnostics
import Testing

@testable import TestDesign

/// The cost of flows is linear in the spec: steps are counted for n and 2n.
@Suite struct FlowGrowthTests {
  /// Returns factors of four values, each cycled by five operations, one of which reads the previous factor.
  static func text(factors: Int) -> String {
    let names = (0..<factors).map { "f\($0)" }
    var rules: [String] = []
    for (place, name) in names.enumerated() {
      for value in 0..<4 {
        rules += [
          "  o\(place)_\(value):",
          "    - {when: {\(name): v\(value)}, then: Screen \(place) \(value), becomes: {\(name): v\((value + 1) % 4)}}",
          "    - {when: {\(name): not v\(value)}, then: Nothing happens}",
        ]
      }
      let before = names[(place + factors - 1) % factors]
      rules += [
        "  o\(place)_4:",
        "    - {when: {\(name): v1, \(before): v2}, then: Both are put back, becomes: {\(name): v0, \(before): v0}}",
        "    - {then: Nothing happens}",
      ]
    }
    let operations = (0..<factors).flatMap { place in
      (0..<5).map { "  o\(place)_\($0): Tap \(place) \($0)" }
    }
    return spec(
      """
      states:
      \(names.map { "  \($0): {values: [v0, v1, v2, v3], start: v0}" }.joined(separator: "\n"))
      operations:
      \(operations.joined(separator: "\n"))
      rules:
      \(rules.joined(separator: "\n"))
      """
    )
  }

  @Test func `twice the factors and operations take at most ten times the steps`() throws {
    let small = try analysed(Self.text(factors: 6))
    let large = try analysed(Self.text(factors: 12))
    for analysed in [small, large] {
      guard case .known = analysed.reach else {
        Issue.record("reach is not known")
        return
      }
    }
    let (one, other) = (small.steps.diagramWork, large.steps.diagramWork)
    // Twice the walks, each twice as long, through diagrams of twice the levels.
    #expect(other < one * 10, "\(one) → \(other)")
  }

  /// With a shrinking budget, the states are given up first: this is reported, and all other findings are present.
  @Test func `states that outgrow the budget are said to be unknown`() throws {
    // One more value that nothing leads to, which is known without the states.
    let text = Self.text(factors: 8)
      .replacing("f0: {values: [v0, v1, v2, v3]", with: "f0: {values: [v0, v1, v2, v3, v4]")
    let specification = try specification(text)
    let lowered = LoweredSpecification(specification)
    func ids(_ findings: [Finding]) -> [String] {
      findings.filter { $0.code != .neverReached && $0.code != .unconfirmedDecision }.map(\.id)
    }
    let whole = try #require(try analyse(SpecificationSpace(lowered), today: testDay).value)
    var unknown = 0
    for nodes in stride(from: 400, to: 20_000, by: 400) {
      let room = try? analyse(SpecificationSpace(lowered, nodeLimit: nodes), today: testDay).value
      guard let analysed = room ?? nil, case .unknown = analysed.reach else { continue }
      unknown += 1
      let notes = analysed.analysis.findings.filter { $0.code == .neverReached }
      #expect(
        notes.map(\.message) == ["the states are too entangled to say which of them are reached"]
      )
      #expect(notes.map(\.severity) == [.note])
      #expect(ids(analysed.analysis.findings) == ids(whole.analysis.findings))
      var matrix = TestMatrix(strength: 1, cases: [], retired: [])
      try? analysed.addFlows(to: &matrix, inPairs: false, by: FlowWriter(analysed))
      #expect(matrix.hasTooManyStates)
    }
    #expect(whole.analysis.findings.contains { $0.code == .unreachedValue })
    #expect(unknown > 0)
  }
}
