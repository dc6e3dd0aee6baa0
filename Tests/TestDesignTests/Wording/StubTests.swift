import Specification
import Testing

@testable import TestDesign

/// The YAML answer to a question about many factors.
struct StubTests {
  @Test func manyFactorsThatMayNotApplyStayWritable() throws {
    func factor(_ name: String, _ condition: String = "") -> String {
      "  \(name): {values: [x, y]\(condition)}\n"
    }
    let values = (0..<50).map { "v\($0)" }.joined(separator: ", ")
    let first = (0..<40).map { factor("f\($0)", ", only_when: {login: v\($0)}") }
    let second = (0..<40).flatMap {
      [factor("g\($0)"), factor("h\($0)", ", only_when: {g\($0): y}")]
    }
    let text = "states:\n  login: [\(values)]\n" + (first + second).joined()
    let specification = try specification(spec(text + "operations: [o]"))
    func stub(_ factors: [Int]) -> [Substring] {
      let literals = factors.map { literal($0, [0], orNone: true) }
      let operation = literal(specification.operationFactor, [0])
      return Wording(specification).stub([NamedCube(literals: [operation] + literals)])
        .split(separator: "\n")
    }
    #expect(stub(Array(1...40)).count == 3 + 41)
    #expect(stub((0..<40).map { 42 + 2 * $0 }).count <= 3 + 64)
  }
}
