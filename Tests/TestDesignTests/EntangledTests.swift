import Combinatorics
import Diagnostics
import Specification
import TestSupport
import Testing

@testable import TestDesign

/// Specs whose constraints entangle too many factors for a joint diagram.
struct EntangledTests {
  /// Returns a spec with pairs of states that exclude each other, far apart in any order, and fields that apply only for certain states.
  ///
  /// Some rows satisfy all constraints, among them the planted one without a rule: `s0: c, s1: c`.
  private static func text(states: Int, seed: UInt64, constraints last: [String] = []) -> String {
    var random = TestSupport.SplitMix64(seed: seed)
    func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
    let values = ["a", "b", "c"]
    var spared: [[Int]] = []
    for number in 0..<3 {
      spared.append((0..<states).map { state in number == 0 && state < 2 ? 2 : below(3) })
    }
    // The values of the first states that rules name all occur.
    spared[1][0] = 0
    spared[2][0] = 1
    var lines = ["states:"]
    for state in 0..<states { lines.append("  s\(state): [a, b, c]") }
    lines.append("data:")
    for state in stride(from: 0, to: states, by: 4) {
      lines.append("  f\(state): {values: [x, y], only_when: {s\(state): a}}")
    }
    lines += ["operations: [submit, cancel]", "impossible:"]
    for first in 0..<states {
      var left = 3
      while left > 0 {
        let second = (first + 1 + below(states - 1)) % states
        let (one, other) = (below(3), below(3))
        guard !spared.contains(where: { $0[first] == one && $0[second] == other }) else { continue }
        lines.append("  - when: {s\(first): \(values[one]), s\(second): \(values[other])}")
        left -= 1
      }
    }
    lines += last.map { "  - \($0)" }
    lines += [
      "rules:",
      "  cancel: The form closes",
      "  submit:",
      "    - {id: first, when: {s0: a}, then: It is sent}",
      "    - {id: second, when: {s0: b}, then: It is kept}",
      "    - {id: third, when: {s0: c, s1: [a, b]}, then: It is refused}",
    ]
    return spec(lines.joined(separator: "\n"))
  }

  private static func analysed(_ text: String) throws -> AnalysedSpecification {
    let lowered = LoweredSpecification(try specification(text))
    #expect(throws: LimitExceeded.self) {
      try SpecificationSpace(joining: lowered, nodeLimit: 2_000)
    }
    let space = try SpecificationSpace(lowered, nodeLimit: 2_000)
    #expect(!space.isJoined)
    return try #require(try analyse(space, today: testDay).value)
  }

  /// Returns the questions, without warnings about the rows that the random constraints leave.
  private static func questions(_ analysed: AnalysedSpecification) -> [Finding] {
    analysed.analysis.findings.filter { $0.isQuestion && $0.code != .unreadFactor }
  }

  @Test(arguments: [UInt64(3), 7])
  func aPlantedHoleIsFound(seed: UInt64) throws {
    let analysed = try Self.analysed(Self.text(states: 20, seed: seed))
    let specification = analysed.specification
    #expect(analysed.analysis.counts.combinations == nil)
    #expect(analysed.analysis.incomplete == [])
    let questions = Self.questions(analysed)
    #expect(!questions.isEmpty)
    let test = SpecificationTest(specification)
    for question in questions {
      #expect(question.code == .undefinedCombination)
      #expect(question.combinations == nil)
      let example = try #require(question.question?.example)
      // Checks the conditions directly, without a diagram.
      let row = analysed.regions.space.lowered.row(example)
      #expect(!test.constraints.contains { $0.isBroken(row) })
      #expect(example.values[0] == 2)
      #expect(example.values[1] == 2)
    }
    let suite = try analysed.cases(earlier: nil)
    #expect(try analysed.verify(suite) == SuiteVerdict(complaints: [], undecided: 0))
    #expect(suite.cases.contains { !$0.questions.isEmpty })
  }

  /// Only three constraints together exclude the row, and the relaxation keeps them separate.
  @Test func aHoleThatCannotHappenIsNoQuestion() throws {
    let text = Self.text(
      states: 20,
      seed: 7,
      constraints: [
        "when: {s0: c, s2: a}", "when: {s0: c, s2: c}", "when: {s1: c, s2: b}",
      ]
    )
    #expect(Self.questions(try Self.analysed(text)).isEmpty)
    let lowered = LoweredSpecification(try specification(text))
    let space = try SpecificationSpace(relaxing: lowered, size: 0, nodeLimit: 2_000)
    let analysed = try #require(try analyse(space, today: testDay).value)
    #expect(Self.questions(analysed).isEmpty)
  }
}
