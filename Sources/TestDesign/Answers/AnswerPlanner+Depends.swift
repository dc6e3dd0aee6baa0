import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// What differs with a factor.
extension AnswerPlanner {
  /// An open question for each part into which the factor that the answer names cuts the question.
  func split(_ answer: QuestionAnswer, of question: AskedQuestion) -> AnswerPlan {
    guard let cubes = question.cubes, let cube = cubes.first, cubes.count == 1 else {
      return .refused("the question has several conditions; split its rule by hand")
    }
    let named: NamedFactor
    switch NamedFactor.find(in: answer.text.isEmpty ? answer.comment : answer.text, specification) {
    case .success(let found): named = found
    case .failure(let reason): return .refused(reason.text)
    }
    let parts = parts(of: cube, named).filter {
      analysed.regions.space.store.intersects(question.rows, $0)
    }
    let factor = specification.factors[named.factor]
    guard parts.count > 1 else {
      return .refused(
        "the question is about one value of `\(factor.name)` only, so that it cannot depend on it"
      )
    }
    var changes: [SpecificationChange] = []
    for (number, part) in parts.enumerated() {
      let id = newID(for: answer, part: number + 1)
      let item = item(id, question, [part], openFields(question), answer, remark: answer.text)
      changes.append(.addExpectation(item))
    }
    return .changes(changes, "split by `\(factor.name)` into \(parts.count) questions")
  }

  /// The parts of a cube: one for each value named and one for the rest; where none is named, one for each value.
  private func parts(of cube: Cube, _ named: NamedFactor) -> [Cube] {
    let values = cube.values(of: named.factor)
    var groups: [[Int]] = []
    if named.values.isEmpty {
      groups = values.map { [$0] }
    } else {
      groups = named.values.filter(values.contains).map { [$0] }
      groups.append(values.filter { !named.values.contains($0) })
    }
    return groups.filter { !$0.isEmpty }.map { group in
      var part = cube
      part.restrict(named.factor, to: group)
      return part
    }
  }
}
