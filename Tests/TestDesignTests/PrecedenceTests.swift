import Testing

@testable import TestDesign

struct PrecedenceTests {
  @Test(arguments: ["[LISTED, others]", "[others, LISTED]", "[o0-a0-b0, others]"])
  func `a list twice as long over twice the rules takes about twice the steps`(
    precedence: String
  ) throws {
    try expectLinearAnalysis(from: 400) { count in
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
          states: {a: \(values("a", 20)), b: \(values("b", 20)), c: [c0, c1]}
          operations: {o0: Zero, o1: One, o2: Two, o3: Three}
          precedence: \(precedence.replacing("LISTED", with: listed.joined(separator: ", ")))
          rules:
          \(sections.joined(separator: "\n"))
          """
        )
      )
    }
  }
}
