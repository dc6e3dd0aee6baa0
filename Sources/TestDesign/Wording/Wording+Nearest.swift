import Diagnostics
import Specification

extension Wording {
  /// The rule whose condition comes nearest to a cube, and how it differs; `nil` where no rule speaks of the operation.
  ///
  /// Nearest is the condition with the fewest factors whose values have none in common with the cube's; among equals one that names
  /// the operation, then the one declared first. Complexity: linear in the size of all conditions.
  package func nearest(_ cube: NamedCube) -> (rule: Int, phrase: String)? {
    var nearest: (rank: (Int, Int), rule: Int, apart: [NamedCube.Literal])?
    for (rule, expectation) in specification.expectations.enumerated() {
      for alternative in expectation.when.alternatives where isAbout(alternative, cube) {
        let apart = alternative.literals.filter { isApart($0, cube) }
        let rank = (apart.count, namesOperation(alternative) ? 0 : 1)
        if nearest.map({ rank < $0.rank }) ?? true { nearest = (rank, rule, apart) }
      }
    }
    guard let nearest else { return nil }
    return (nearest.rule, difference(nearest.rule, nearest.apart, cube))
  }

  private func operationLiteral(_ literals: [NamedCube.Literal]) -> NamedCube.Literal? {
    literals.first { $0.factor == specification.operationFactor }
  }

  private func namesOperation(_ alternative: Conjunction) -> Bool {
    operationLiteral(alternative.literals) != nil
  }

  /// Whether a condition speaks of an operation of the cube, be it of another variant.
  private func isAbout(_ alternative: Conjunction, _ cube: NamedCube) -> Bool {
    guard let asked = operationLiteral(cube.literals),
      let said = operationLiteral(alternative.literals)
    else { return true }
    let operations = asked.values.map { operationValues[$0].operation }
    return said.values.contains { operations.contains(operationValues[$0].operation) }
  }

  /// Whether a literal has no value in common with the cube.
  private func isApart(_ literal: NamedCube.Literal, _ cube: NamedCube) -> Bool {
    guard let asked = cube.literals.first(where: { $0.factor == literal.factor }) else {
      return false
    }
    return !(literal.allowsNotApplicable && asked.allowsNotApplicable)
      && !literal.values.contains { asked.values.contains($0) }
  }

  private func difference(_ rule: Int, _ apart: [NamedCube.Literal], _ cube: NamedCube) -> String {
    let expectation = specification.expectations[rule]
    let line = expectation.span.start.line
    let asked = cube.literals.filter { literal in apart.contains { $0.factor == literal.factor } }
    let isOpen = if case .undecided = expectation.outcome { true } else { false }
    switch language {
    case .english:
      let name = "`\(expectation.id)` (line \(line))"
      let verb = isOpen ? "leaves this open" : "decides this"
      guard !apart.isEmpty else { return "\(name) comes near, but covers none of these" }
      return "\(name) \(verb) \(place(apart)), not \(place(asked))"
    case .japanese:
      let name = "「\(expectation.id)」（\(line)行目）"
      guard !apart.isEmpty else { return "\(name)の条件が近いですが、この場合は含みません" }
      let verb = isOpen ? "未決定としている" : "決めている"
      return "\(name)が\(verb)のは\(place(apart))で、\(place(asked))については書かれていません"
    }
  }

  /// Where the literals hold, the operation as a noun: a phrase to set side by side with another.
  private func place(_ literals: [NamedCube.Literal]) -> String {
    let operation = operationLiteral(literals).map(operationLabels)
    switch language {
    case .english:
      return [operation.map { "on \($0)" } ?? "", condition(literals)].filter { !$0.isEmpty }
        .joined(separator: " ")
    case .japanese:
      let condition = japaneseCondition(literals, asTopic: false)
      guard let operation else { return condition }
      return condition.isEmpty ? operation + "の場合" : "\(operation)で、\(condition)"
    }
  }
}
