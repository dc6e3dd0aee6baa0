import Specification
import YAMLSyntax

extension Wording {
  /// An item of `expectations` that answers a question once its text is replaced, two blanks of indentation inside.
  package func stub(_ cube: NamedCube) -> String {
    let maps = flowMaps(cube.literals)
    let when =
      if let only = maps.first, maps.count == 1 {
        " " + only
      } else {
        maps.map { "\n    - " + $0 }.joined()
      }
    let placeholder =
      switch language {
      case .english: "Write the expected result here"
      case .japanese: "ここに期待結果を書く"
      }
    return "- when:\(when)\n  then: \(placeholder)"
  }

  /// The literals as a condition in flow style: a map, or a list of maps where one cannot say them.
  func yamlCondition(_ literals: [NamedCube.Literal]) -> String {
    let maps = flowMaps(literals)
    return maps.count == 1 ? maps[0] : "[\(maps.joined(separator: ", "))]"
  }

  /// How many times "or does not apply" may double the maps: beyond, only the part where the factor applies is written.
  ///
  /// The stub then answers a part of the question, and the rest is asked again: better than a stub of a million lines.
  private static let mostDoublings = 6

  /// Naming a factor says that it applies, so that a literal which also allows not applicable takes a second map.
  func flowMaps(_ literals: [NamedCube.Literal]) -> [String] {
    let literals = resolvingApplicability(literals)
    var alternatives: [[Int: String]] = [[:]]
    var doublings = 0
    for group in applicabilityGroups(telling(literals)) {
      let choices = flowChoices(group, mayDouble: doublings < Self.mostDoublings)
      if choices.count > 1 { doublings += 1 }
      alternatives = alternatives.flatMap { alternative in
        choices.map { alternative.merging($0) { first, _ in first } }
      }
    }
    let operation =
      literals.filter { $0.factor == specification.operationFactor }
      .map { ["operation: \(flowOperations($0))"] }.first ?? []
    return alternatives.map { alternative in
      let entries = literals.compactMap { alternative[$0.factor] }
      return "{\((operation + entries).joined(separator: ", "))}"
    }
  }

  /// The literals in groups that apply or do not apply together because their factors have the same `only_when`.
  private func applicabilityGroups(_ literals: [NamedCube.Literal]) -> [[NamedCube.Literal]] {
    var groups: [(onlyWhen: [[[Int]]]?, literals: [NamedCube.Literal])] = []
    for literal in literals {
      let onlyWhen = specification.factors[literal.factor].onlyWhen?.alternatives.map {
        $0.literals.map { [$0.factor, $0.allowsNotApplicable ? 1 : 0] + $0.values }
      }
      if onlyWhen != nil, let known = groups.firstIndex(where: { $0.onlyWhen == onlyWhen }) {
        groups[known].literals.append(literal)
      } else {
        groups.append((onlyWhen, [literal]))
      }
    }
    return groups.map(\.literals)
  }

  /// What a group may be: the entries where its factors apply, and one entry where they do not.
  private func flowChoices(_ group: [NamedCube.Literal], mayDouble: Bool) -> [[Int: String]] {
    let selections = group.map(selection)
    let canApply = !selections.contains { $0.form == .none }
    let canBeAbsent = selections.allSatisfy(\.allowsNotApplicable)
    var choices: [[Int: String]] = []
    // A group that can do neither is impossible; writing all of it says just that.
    if canApply || !canBeAbsent {
      let entries = group.map { ($0.factor, flowEntry($0)) }
      choices.append(Dictionary(entries) { first, _ in first })
    }
    if canBeAbsent, mayDouble || !canApply, let first = group.first {
      choices.append([first.factor: "\(flowName(first.factor)): {applies: false}"])
    }
    return choices
  }

  private func flowName(_ factor: Int) -> String {
    specification.factors[factor].name.asFlowScalar
  }

  private func flowEntry(_ literal: NamedCube.Literal) -> String {
    let values = specification.factors[literal.factor].values
    func list(_ numbers: [Int]) -> String { flowList(numbers.map { values[$0].id }) }
    let written =
      switch selection(literal).form {
      case .none: "{applies: false}"
      case .all: "{applies: true}"
      case .oneOf(let numbers): list(numbers)
      case .allExcept(let numbers): "{not: \(list(numbers))}"
      }
    return "\(flowName(literal.factor)): \(written)"
  }

  /// The operations of a literal, a bare id for one of which all variants belong.
  private func flowOperations(_ literal: NamedCube.Literal) -> String {
    func ids(_ values: [Int]) -> [String] {
      operationGroups(values).flatMap { group in
        let operation = specification.operations[group.operation]
        guard let variants = group.variants else { return [operation.id] }
        return variants.map { "\(operation.id)/\(operation.variants[$0].id)" }
      }
    }
    let included = ids(literal.values)
    guard included.count > 3 else { return flowList(included) }
    let values = Set(literal.values)
    let missing = ids(operationValues.indices.filter { !values.contains($0) })
    let isShorterByMissing = (1..<included.count).contains(missing.count)
    return isShorterByMissing ? "{not: \(flowList(missing))}" : flowList(included)
  }

  private func flowList(_ ids: [String]) -> String {
    let scalars = ids.map(\.asFlowScalar)
    return scalars.count == 1 ? scalars[0] : "[\(scalars.joined(separator: ", "))]"
  }
}
