import Specification
import TestSupport
import Text

@testable import TestDesign

extension ReadInputs {
  /// Returns the wording of literals given by the value or the view: `plan=premium,–; photos=1,4`, `stub of operation=o; f=#0 and …`.
  func phrases(_ view: String, _ specification: Specification) -> [String]? {
    let words = view.split(separator: " of ", maxSplits: 1).map(String.init)
    let texts = words.count > 1 ? words[1] : inputs["value"]
    let cubes = texts.split(separator: " and ").map {
      NamedCube(literals: literals(String($0), specification))
    }
    let wording = Wording(specification)
    func each(_ phrase: (NamedCube) -> String) -> [String] { cubes.map(phrase) }
    return switch words[0] {
    case "condition":
      each {
        specification.language == .english
          ? wording.condition($0.literals) : wording.topic($0.literals)
      }
    case "cell":
      cubes.flatMap(\.literals).map { literal in
        let isAbsent = literal.allowsNotApplicable
        let count = specification.factors.dropFirst(literal.factor).first?.values.count ?? 0
        return wording.cell(literal.values + (isAbsent ? [count] : []), of: literal.factor)
      }
    case "absence":
      specification.factors.indices.map { wording.absence(of: $0) ?? "–" }
    case "clause": each { wording.operationClause($0.literals[0]) }
    case "question": each { wording.undefinedQuestion($0) }
    case "nearest": each { wording.nearest($0)?.phrase ?? "–" }
    case "stub":
      cubes.flatMap { cube in
        let stub = wording.stub([cube])
        return [stub]
          + wording.stubsInPlace([cube]).filter { $0.text != stub }.flatMap {
            [$0.heading, $0.text]
          }
      }
    case "value-text":
      cubes.flatMap(\.literals).map { literal in
        [ConditionPlace.rule, .impossible].map {
          let values = specification.factors[literal.factor].values
          return ValueText(literal.values, of: values, in: $0).text
        }.joined(separator: " / ")
      }
    case "selectors":
      each { cube in
        [ConditionPlace.rule, .impossible].map {
          wording.selectors(cube.literals[0].values, in: $0).joined(separator: ", ")
        }.joined(separator: " / ")
      }
    case "written": specification.rules.map { wording.condition(of: $0.when) }
    case "labels": labels(wording, specification)
    default: nil
    }
  }

  private func labels(_ wording: Wording, _ specification: Specification) -> [String] {
    let values = specification.factors.indices.map { factor in
      specification.factors[factor].values.indices.map { wording.value($0, of: factor) }
        .joined(separator: ", ")
    }
    let operations = specification.operationValues.indices.map { wording.operation($0) }
    let follows = specification.operations.indices.compactMap { wording.followUp(operation: $0) }
    let first = Combination(values: specification.factors.map { _ in 0 }, operation: 0)
    let last = Combination(
      values: specification.factors.map { $0.onlyWhen == nil ? $0.values.count - 1 : nil },
      operation: 0
    )
    return values + operations + follows + [wording.setup(first), wording.setup(last)]
  }

  private func literals(_ text: String, _ specification: Specification) -> [NamedCube.Literal] {
    text.split(separator: ";").map { part in
      let sides = part.trimmed.split(separator: "=", maxSplits: 1).map(String.init)
      let factor = specification.factors.firstIndex { $0.name == sides[0] }
      let ids =
        factor.map { specification.factors[$0].values.map(\.id) }
        ?? specification.operationValues.map(\.id)
      let named = sides.count > 1 ? sides[1].split(separator: ",").map(String.init) : []
      return NamedCube.Literal(
        factor: factor ?? specification.operationFactor,
        values: named.compactMap { name in
          name.hasPrefix("#") ? Int(name.dropFirst()) : ids.firstIndex(of: name)
        },
        allowsNotApplicable: named.contains("–")
      )
    }
  }
}
