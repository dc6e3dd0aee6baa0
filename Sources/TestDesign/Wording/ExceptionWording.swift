import Specification

/// What another question asks about already.
package struct QuestionException: Sendable {
  /// The id of its finding.
  package var question: String
  /// Its cube, of which only a part may be concerned.
  package var cube: NamedCube
}

/// The words for what earlier questions ask about already.
extension Wording {
  /// "if limit is above, except if transfer is expired (Q-3F9A2C7D)"; 期限切れの場合（Q-3F9A2C7D）を除き、上限を超える場合.
  func condition(
    _ literals: [NamedCube.Literal],
    except exceptions: [QuestionException]
  ) -> String {
    let condition = [condition(literals)].filter { !$0.isEmpty }
    let exception = exception(exceptions, to: NamedCube(literals: literals))
    switch language {
    case .english: return (condition + exception).joined(separator: ", ")
    case .japanese: return (exception + condition).joined(separator: "、")
    }
  }

  /// The exceptions to a cube as one clause, each with the question that asks about it; none where there are none.
  func exception(_ exceptions: [QuestionException], to cube: NamedCube) -> [String] {
    guard !exceptions.isEmpty else { return [] }
    let clauses = exceptions.map { exception in
      let literals = resolvingApplicability(differing(exception.cube, from: cube))
      return phrase(withoutEvidentAbsence(literals), asTopic: false) + bracketed(exception.question)
    }
    switch language {
    case .english: return ["except \(EnglishGrammar.list(clauses, "and"))"]
    case .japanese: return [clauses.joined(separator: "と") + "を除き"]
    }
  }

  /// What a cube says that another does not say already.
  private func differing(_ cube: NamedCube, from other: NamedCube) -> [NamedCube.Literal] {
    cube.literals.filter { literal in
      guard let own = other.literals.first(where: { $0.factor == literal.factor }) else {
        return literal.factor != specification.operationFactor
      }
      return !own.values.allSatisfy(literal.values.contains)
        || own.allowsNotApplicable && !literal.allowsNotApplicable
    }
  }
}
