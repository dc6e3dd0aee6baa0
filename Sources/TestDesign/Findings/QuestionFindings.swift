import Combinatorics
import Diagnostics
import Specification

extension FindingWriter {
  /// The findings of undefined combinations, one for each question.
  mutating func findings(of questions: [QuestionRegion]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for question in questions {
      findings.append(try undefinedFinding(question))
    }
    return findings
  }

  private mutating func undefinedFinding(
    _ question: QuestionRegion
  ) throws(LimitExceeded) -> Finding {
    let operation = specification.operations[question.operation]
    let tight = lowered.named(question.tight)
    let rules = wording.rules(about: [question.operation])
    comparedRules += rules.count
    let nearest = wording.nearest(tight, among: rules)
    let count = space.decimalCount([question.rows])
    let message = wording.undefinedQuestion(tight)
    return Finding(
      code: .undefinedCombination,
      severity: .error,
      id: ids.next("Q", ["undefined", specification.id] + idParts(tight)),
      message: message,
      span: operation.span,
      cube: lowered.named(question.cube),
      combinations: count,
      ask: specification.owner,
      rules: nearest.map { [$0.rule] } ?? [],
      stub: wording.stub(tight),
      stubInPlace: wording.stubInPlace(tight),
      question: QuestionDetail(
        operation: question.operation,
        condition: wording.condition(conditions(tight)),
        example: try example(of: question.rows, in: question.cube),
        nearestRule: nearest?.phrase,
        nearest: nearest?.rule,
        followUp: wording.followUp(operation: question.operation),
        fingerprint: fingerprint(message, idParts(tight), rules: [])
      )
    )
  }

  /// What changes as soon as an answer may no longer hold: the sentence, the combinations, and what the rules concerned say.
  func fingerprint(_ message: String, _ combinations: [String], rules: [Int]) -> String {
    let results = rules.map { rule in
      let declaredRule = specification.rules[rule]
      return (declaredRule.results ?? [""]).joined(separator: "\u{1D}")
    }
    return FindingID.digits([message] + combinations + results.sorted())
  }

  /// A combination that can happen of those in a set and a cube.
  func example(
    of rows: Diagram,
    in cube: Cube
  ) throws(LimitExceeded) -> Combination? {
    try space.rows(of: rows).anyRow(in: cube).map(lowered.combination)
  }

  private func conditions(_ cube: NamedCube) -> [NamedCube.Literal] {
    cube.literals.filter { $0.factor != specification.operationFactor }
  }
}
