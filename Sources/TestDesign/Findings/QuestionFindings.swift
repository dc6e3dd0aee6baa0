import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension FindingWriter {
  /// The findings of undefined combinations, one for each question.
  mutating func findings(of questions: [QuestionRegion]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for question in questions {
      findings.append(try undefinedFinding(question, behind: findings))
    }
    return findings
  }

  private mutating func undefinedFinding(
    _ question: QuestionRegion,
    behind earlier: [Finding]
  ) throws(LimitExceeded) -> Finding {
    let operation = specification.operations[question.operation]
    let tight = lowered.named(question.tight)
    let asked = try asked(question)
    let parts = question.parts.map(lowered.named)
    let exceptions = question.except.map { number in
      QuestionException(question: earlier[number].id, cube: earlier[number].cube ?? tight)
    }
    let rules = wording.rules(about: [question.operation])
    comparedRules += rules.count
    // A condition is many words.
    try space.charge(comparisons: 10 * rules.count)
    let nearest = wording.nearest(tight, among: rules)
    let count = space.decimalCount([question.rows])
    let message = wording.undefinedQuestion(asked, except: exceptions)
    // The question's region, however it is said, and whatever the others are.
    let cubes = question.name.map { $0.map { idParts(lowered.named($0)) } ?? [] }
    let meaning = Array(cubes.joined(separator: [""]))
    return Finding(
      code: .undefinedCombination,
      severity: .error,
      id: ids.next("Q", ["undefined", specification.id] + meaning),
      message: message,
      span: operation.span,
      help: whereNeighboursCannotOccur(asked),
      cube: lowered.named(question.cube),
      except: exceptions,
      combinations: count,
      ask: specification.owner,
      rules: nearest.map { [$0.rule] } ?? [],
      stub: wording.stub(parts),
      stubInPlace: wording.stubInPlace(parts),
      question: QuestionDetail(
        operation: question.operation,
        condition: wording.condition(conditions(asked), except: exceptions),
        asked: asked,
        example: try example(of: question.rows, in: question.cube),
        region: parts,
        nearestRule: nearest?.phrase,
        nearest: nearest?.rule,
        nearestCondition: nearest?.condition ?? "",
        followUp: wording.followUp(operation: question.operation),
        onlyWhere: exceptions.isEmpty ? try whatIsNotSaid(of: question.rows, in: asked) : "",
        fingerprint: fingerprint(["undefined"], of: meaning)
      )
    )
  }

  /// The condition that goes without saying for who knows the whole spec: factors that can only have one value in the question's combinations.
  private func whatIsNotSaid(
    of rows: Diagram,
    in asked: NamedCube
  ) throws(LimitExceeded) -> String {
    let full = Cube(full: lowered.domains)
    guard let support = try space.rows(of: rows).support(in: full) else { return "" }
    var said = Set(asked.literals.map(\.factor))
    // Where a factor applies is said with it.
    for factor in said where factor < specification.operationFactor {
      let terms = specification.factors[factor].onlyWhen?.alternatives.flatMap(\.terms) ?? []
      said.formUnion(terms.map(\.factor))
    }
    let literals = lowered.named(support).literals.filter { literal in
      !said.contains(literal.factor) && literal.values.count == 1 && !literal.allowsNotApplicable
    }
    return literals.isEmpty ? "" : wording.condition(literals)
  }

  /// What to write where a question is about numbers beside a range that nobody can bring about, such as a balance that the system itself keeps.
  private func whereNeighboursCannotOccur(_ cube: NamedCube) -> [String] {
    conditions(cube).compactMap { literal in
      let factor = specification.factors[literal.factor]
      guard factor.line != nil, !literal.values.isEmpty,
        literal.values.allSatisfy({ factor.values[$0].isNeighbour })
      else { return nil }
      let numbers = ValueText(literal.values, of: factor.values, in: .impossible).flow
      return
        "if \(EnglishGrammar.quoted(factor.label.onOneLine)) is never outside its range, say so under `impossible`: "
        + "`{when: {\(factor.name.asFlowScalar): \(numbers)}, because: …}`"
    }
  }

  /// What an answer is an answer to: the question without its labels, its options in their order, its combinations.
  func fingerprint(_ asked: [String], options: [[String]] = [], of region: [String]) -> String {
    let options = options.map { $0.joined(separator: "\u{1D}") }
    return FindingID.digits(asked + [""] + options + [""] + region)
  }

  /// A combination that can happen of those in a set and a cube, with usual values where there is a choice.
  func example(
    of rows: Diagram,
    in cube: Cube
  ) throws(LimitExceeded) -> Combination? {
    try space.rows(of: rows).anyRow(in: cube, preferring: preference).map(lowered.combination)
  }

  private func conditions(_ cube: NamedCube) -> [NamedCube.Literal] {
    cube.literals.filter { $0.factor != specification.operationFactor }
  }
}
