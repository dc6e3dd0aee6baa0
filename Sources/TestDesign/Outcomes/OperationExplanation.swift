package import Combinatorics
import Specification

/// What decides on a value of the operation: an operation, a variant or a part.
package struct OperationExplanation: Sendable {
  /// A number in `Specification.operationValues`.
  package var operationValue: Int
  /// The factors that its rules read, in the order of declaration.
  package var reads: [Int]
  /// The rules that win for it somewhere: numbers in `Specification.rules`.
  package var rules: [Int]
  /// Ids of the questions that it leaves open.
  package var questions: [String]
}

extension AnalysedSpecification {
  /// What decides on a value of the operation.
  ///
  /// - Throws: `LimitExceeded` if the search for a row took too long.
  package func explanation(
    ofOperationValue value: Int
  ) throws(LimitExceeded) -> OperationExplanation {
    var cube = Cube(full: regions.space.lowered.domains)
    cube.restrict(regions.space.lowered.operationFactor, to: [value])
    var rules: [Int] = []
    for rule in specification.rules.indices
    where try regions.space.rows(of: regions.wins[rule]).intersects(cube) {
      rules.append(rule)
    }
    var questions: [String] = []
    for question in questionRegions
    where try regions.space.rows(of: question.rows).intersects(cube) {
      questions.append(question.id)
    }
    return OperationExplanation(
      operationValue: value,
      reads: (try readFactors()[value] ?? []).sorted(),
      rules: rules,
      questions: questions
    )
  }

  /// Why a case expects what it expects: of an operation with parts one explanation for each part that can be seen.
  ///
  /// - Returns: With the value of the operation that each is about; empty for what is not in the space.
  package func explanations(
    of combination: Combination
  ) -> [(operationValue: Int, explanation: CaseExplanation)] {
    specification.caseOperationOfValue[combination.operation].values.compactMap { value in
      var combination = combination
      combination.operation = value
      return explanation(of: combination).map { (value, $0) }
    }
  }
}
