import Diagnostics
import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// A stub that is pasted into the spec says exactly the cube that it was made from.
struct StubRoundTripTests {
  /// Ids that YAML would misread, factors that apply together, and one that applies only where such a one does.
  private static let text = """
    specmatrix: 1
    id: T
    feature: Odd ids
    states:
      login: {values: [guest, member, "a: b", "- c", "12:30", "null"]}
      plan: {values: ["f, g", "[x]", "#1", "5"], only_when: {login: [member, "a: b"]}}
      "会員 種別": {values: ["~", "x\\ty", "\\"q\\"", "true", "trailing "], only_when: {login: [member, "a: b"]}}
      trial: {values: flag, only_when: {plan: "f, g"}}
    data:
      photos: {range: 1..4}
    operations:
      submit: Submit
      back: {label: Go back, variants: [edge, "a b", "{c}"]}
      leave: Leave
      close: Close
      reload: Reload
    expectations:

    """

  @Test func stubsCoverTheirCubes() throws {
    let base = try decode(Self.text + "- {when: {login: guest}, then: Something}\n")
    let wording = Wording(base)
    let space = combinations(of: base)
    #expect(space.count > 500)
    var random = SplitMix64(seed: 20_270_131)
    for _ in 0..<150 {
      let cube = randomCube(of: base, &random)
      let stub = wording.stub(cube)
      let condition = try decode(Self.text + stub + "\n").rules[0].when
      #expect(try decode(Self.text + flowItem(wording, cube)).rules[0].when == condition)
      for combination in space {
        let asked = holds(cube.literals, combination)
        let said = condition.alternatives.contains { holds($0.terms.map(\.literal), combination) }
        guard asked == said else {
          Issue.record("\(stub)\nsays \(said) of \(combination), the cube \(asked)")
          return
        }
      }
    }
  }

  private func flowItem(_ wording: Wording, _ cube: NamedCube) -> String {
    "- {when: \(wording.yamlCondition(cube.literals)), then: x}\n"
  }

  private func decode(_ text: String) throws -> Specification {
    let parsed = parseYAML(SourceFile(path: "t.yaml", text: text))
    let tree = try #require(parsed.value, "\(parsed.diagnostics)\n\(text)")
    let decoded = decodeSpecification(tree, path: "t.yaml", catalogue: .standard)
    return try #require(decoded.value, "\(decoded.diagnostics)\n\(text)")
  }

  private func randomCube(of spec: Specification, _ random: inout SplitMix64) -> NamedCube {
    func values(_ count: Int) -> [Int] {
      let share = random.pick([20, 50, 80, 100])
      return (0..<count).filter { _ in random.chance(share) }
    }
    let operations = values(spec.operationValues.count)
    var literals = [literal(spec.operationFactor, operations.isEmpty ? [0] : operations)]
    for factor in spec.factors.indices where random.chance(50) {
      let chosen = values(spec.factors[factor].values.count)
      let orNone = spec.factors[factor].onlyWhen != nil && random.chance(60)
      if !chosen.isEmpty || orNone { literals.append(literal(factor, chosen, orNone: orNone)) }
    }
    return NamedCube(literals: literals)
  }

  /// Every combination in which the factors apply where they should; the operation comes last.
  private func combinations(of spec: Specification) -> [[Int?]] {
    var rows: [[Int?]] = [[]]
    for factor in spec.factors {
      rows = rows.flatMap { row in
        let applies =
          factor.onlyWhen.map { condition in
            condition.alternatives.contains { holds($0.terms.map(\.literal), row) }
          } ?? true
        return applies ? factor.values.indices.map { row + [$0] } : [row + [nil]]
      }
    }
    return rows.flatMap { row in spec.operationValues.indices.map { row + [$0] } }
  }

  private func holds(_ literals: [NamedCube.Literal], _ combination: [Int?]) -> Bool {
    literals.allSatisfy { literal in
      combination[literal.factor].map { literal.values.contains($0) } ?? literal.allowsNotApplicable
    }
  }
}

extension Term {
  fileprivate var literal: NamedCube.Literal {
    NamedCube.Literal(factor: factor, values: values, allowsNotApplicable: allowsNotApplicable)
  }
}

extension Condition {
  /// Whether two conditions say the same in the same order, wherever they stand.
  fileprivate static func == (left: Condition, right: Condition) -> Bool {
    left.alternatives.map { $0.terms.map(\.literal) }
      == right.alternatives.map { $0.terms.map(\.literal) }
  }
}
