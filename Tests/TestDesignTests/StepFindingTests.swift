import Combinatorics
import Testing
import Text

@testable import TestDesign

/// Findings about cases that a tester cannot run as they are.
@Suite struct StepFindingTests {
  /// Returns rules that each hide the control of one of four operations.
  private static func controls(_ count: Int) -> String {
    let rules = (0..<count).map {
      "    - {when: {a: a\($0 / 20), b: b\($0 % 20)}, then: Key\($0 % 4) is hidden}"
    }
    return spec(
      """
      data: {a: \(values("a", 20)), b: \(values("b", 20))}
      operations:
        show: {label: The screen is shown, parts: [buttons]}
      \((0..<4).map { "  o\($0): Tap Key\($0)" }.joined(separator: "\n"))
      rules:
        show/buttons:
      \(rules.joined(separator: "\n"))
      """
    )
  }

  @Test func `twice the rules that hide controls take about twice the steps`() throws {
    try expectLinear(from: 200) { count in
      let analysed = try analysed(Self.controls(count))
      var writer = FindingWriter(regions: analysed.regions, today: .init(number: 20_000))
      let before = analysed.regions.space.store.budget.steps
      #expect(try writer.hiddenControls().count == 4)
      return analysed.regions.space.store.budget.steps - before
    }
  }
}
