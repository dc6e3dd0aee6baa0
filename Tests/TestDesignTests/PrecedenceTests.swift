import Testing

@testable import TestDesign

/// What lists of precedence cost.
struct PrecedenceTests {
  @Test(arguments: ["[LISTED, others]", "[others, LISTED]", "[o0-a0-b0, others]"])
  func `a list twice as long over twice the rules takes about twice the steps`(
    precedence: String
  ) throws {
    func steps(_ count: Int) throws -> AnalysedSpecification.Steps {
      func values(_ name: String) -> String {
        "[" + (0..<20).map { "\(name)\($0)" }.joined(separator: ", ") + "]"
      }
      let rules = (0..<count).map { rule in
        "    - {id: o\(rule % 4)-a\(rule / 4 / 20)-b\(rule / 4 % 20), when: {a: a\(rule / 4 / 20), b: b\(rule / 4 % 20)}, then: Result \(rule)}"
      }
      let sections = (0..<4).map { operation in
        (["  o\(operation):", "    - {id: o\(operation), then: General}"]
          + rules.indices.filter { $0 % 4 == operation }.map { rules[$0] }).joined(separator: "\n")
      }
      let listed = (0..<count / 2).map { "o\($0 % 4)-a\($0 / 4 / 20)-b\($0 / 4 % 20)" }
      return try analysed(
        spec(
          """
          states: {a: \(values("a")), b: \(values("b")), c: [c0, c1]}
          operations: {o0: Zero, o1: One, o2: Two, o3: Three}
          precedence: \(precedence.replacing("LISTED", with: listed.joined(separator: ", ")))
          rules:
          \(sections.joined(separator: "\n"))
          """
        )
      ).steps
    }
    let (small, large) = (try steps(400), try steps(800))
    #expect(Double(large.comparisons) < Double(small.comparisons) * 2.6)
    #expect(Double(large.diagramWork) < Double(small.diagramWork) * 2.6)
  }
}
