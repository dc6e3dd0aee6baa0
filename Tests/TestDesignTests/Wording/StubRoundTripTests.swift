import Specification
import TestSupport
import Testing
import YAMLSyntax

@testable import TestDesign

/// A stub inserted into the spec denotes exactly its original cube.
struct StubRoundTripTests {
  /// Ids that YAML would misread, invalid values and numbers, factors that apply together, one that applies only if such a factor does, and
  /// one whose condition names several.
  private static let text = """
    specmatrix: 1
    id: T
    feature: Odd ids
    traits: []
    states:
      login: {values: {guest: , member: , "a:b": , "-c": , "12:30": , banned: {invalid: true}}}
      plan: {values: ["f#g", "[x]", "#1", "5"], only_when: {login: [member, "a:b"]}}
      会員種別: {values: ['x\\y', "true", q], only_when: {login: [member, "a:b"]}}
      trial: {label: On trial, only_when: {plan: "f#g"}}
      deep:
        values: [x, y]
        only_when: [{login: guest}, {trial: yes, 会員種別: "true"}]
    data:
      photos: {range: 1..4}
    operations:
      submit: Submit
      back: {label: Go back, variants: {edge: , "a:b": , "{c}": {invalid: true}}}
      name: {label: Enter a name, length: 1..20, kinds: [emoji, whitespace]}
      leave: Leave

    """

  @Test func stubsCoverTheirCubes() throws {
    let base = try specification(Self.text + "rules: {submit: Something}\n")
    let wording = Wording(base)
    let space = combinations(of: base)
    #expect(space.count > 1_000)
    var random = SplitMix64(seed: 20_270_131)
    var cubes = 0
    for _ in 0..<120 {
      let cube = randomCube(of: base, &random)
      // Impossible cubes are not asked about.
      guard space.contains(where: { holds(cube.literals, $0) }) else { continue }
      cubes += 1
      let stub = wording.stub([cube])
      let rules = try specification(Self.text + "rules:\n" + stub.indented + "\n").rules
      #expect(rules.count == 1)
      let written = wording.written(cube.literals)
      let entry = wording.condition(
        written.alternatives,
        ofOperations: written.operations,
        in: .impossible
      )
      let impossible = NewField(
        "impossible",
        .list([.map([.init("when", entry), .init("because", .text("x"))])])
      ).inBlockStyle
      let conditions = [
        rules[0].when, try specification(Self.text + impossible + "\n").impossible[0].when,
      ]
      for combination in space {
        let asked = holds(cube.literals, combination)
        let said = conditions.map { condition in
          condition.alternatives.contains { holds($0.literals, combination) }
        }
        guard said == [asked, asked] else {
          Issue.record("\(stub)\n\(impossible)\nsay \(said) of \(combination), not \(asked)")
          return
        }
      }
    }
    #expect(cubes > 80)
  }

  /// Returns a cube with all or none of each class of numbers, as in every question.
  private func randomCube(of spec: Specification, _ random: inout SplitMix64) -> NamedCube {
    func values(_ classes: [ClosedRange<Int>?]) -> [Int] {
      let share = random.pick([20, 50, 80, 100])
      var chosen: [ClosedRange<Int>: Bool] = [:]
      return classes.indices.filter { place in
        let isChosen = random.chance(share)
        guard let numbers = classes[place] else { return isChosen }
        if chosen[numbers] == nil { chosen[numbers] = isChosen }
        return chosen[numbers] == true
      }
    }
    // Variants of different operations share no class.
    let variants = spec.operationValues.map { $0.operation == 2 ? $0.variant?.numbers : nil }
    let operations = values(variants)
    var literals = [literal(spec.operationFactor, operations.isEmpty ? [0] : operations)]
    for factor in spec.factors.indices where random.chance(50) {
      let chosen = values(spec.factors[factor].values.map(\.numbers))
      let orNone = spec.factors[factor].onlyWhen != nil && random.chance(60)
      if !chosen.isEmpty || orNone { literals.append(literal(factor, chosen, orNone: orNone)) }
    }
    return NamedCube(literals: literals)
  }

  /// Returns every combination in which exactly the applicable factors have values; the operation is last.
  private func combinations(of spec: Specification) -> [[Int?]] {
    var rows: [[Int?]] = [[]]
    for factor in spec.factors {
      rows = rows.flatMap { row in
        let applies =
          factor.onlyWhen.map { condition in
            condition.alternatives.contains { holds($0.literals, row) }
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

extension String {
  /// The lines indented by two spaces, as an entry under a key.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
      .joined(separator: "\n")
  }
}
