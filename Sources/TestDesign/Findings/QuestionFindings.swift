import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

extension FindingWriter {
  /// The findings of undefined and contradictory combinations, one for each question.
  mutating func findings(of questions: [QuestionRegion]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for question in questions {
      findings.append(
        question.rules.isEmpty
          ? try undefinedFinding(question, behind: findings) : try contradictionFinding(question)
      )
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
    let nearest = wording.nearest(tight, among: rules)
    let count = space.decimalCount([question.rows])
    let message = wording.undefinedQuestion(asked, except: exceptions)
    // The question's region, however it is said; what earlier questions ask of it belongs to its meaning.
    let meaning = idParts(tight) + exceptions.flatMap { [""] + idParts($0.cube) }
    return Finding(
      code: .undefinedCombination,
      severity: .error,
      id: ids.next("Q", ["undefined", specification.id] + meaning),
      message: message,
      span: operation.span,
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
        example: try example(of: question.rows, in: question.cube),
        nearestRule: nearest?.phrase,
        nearest: nearest?.rule,
        followUp: wording.followUp(operation: question.operation),
        fingerprint: fingerprint(message, meaning, rules: [])
      )
    )
  }

  private mutating func contradictionFinding(
    _ question: QuestionRegion
  ) throws(LimitExceeded) -> Finding {
    let tight = lowered.named(question.tight)
    let declaredRules = specification.rules
    let rules = question.rules
    // The rule written last is the one that brought the contradiction in.
    let subject = rules[rules.count - 1]
    let message = wording.contradictionQuestion(tight, rules: rules)
    return Finding(
      code: .contradictoryRules,
      severity: .error,
      id: ids.next(
        "Q",
        ["contradictory", specification.id] + rules.map { idPart(ofRule: $0) }.sorted()
          + idParts(tight)
      ),
      message: message,
      span: declaredRules[subject].span,
      help: remedies(rules),
      related: rules.dropLast().map { rule in
        let name =
          declaredRules[rule].house == nil ? "`\(declaredRules[rule].id)`" : name(ofRule: rule)
        let isSame = declaredRules[rule].results == declaredRules[subject].results
        return Diagnostic.Related(
          span: declaredRules[rule].span,
          message: "\(name) says \(isSame ? "the same" : "something else")"
        )
      },
      cube: lowered.named(question.cube),
      combinations: space.decimalCount([question.rows]),
      ask: specification.owner,
      rules: rules,
      question: QuestionDetail(
        operation: question.operation,
        condition: wording.condition(conditions(tight)),
        example: try example(of: question.rows, in: question.cube),
        fingerprint: fingerprint(message, idParts(tight), rules: rules)
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

  /// What to do where some rules disagree.
  private func remedies(_ rules: [Int]) -> [String] {
    let declaredRules = specification.rules
    // House rules stand only against each other.
    if declaredRules[rules[0]].house != nil {
      return [
        "\(names(ofRules: rules)) disagree: narrow the `when` of one of them",
        "or say here what happens: a rule of the spec goes before house rules",
      ]
    }
    return whatToPutFirst(rules) + ["or narrow the `when` of a rule that is not meant to apply"]
  }

  /// For each of some disagreeing rules, what to write so that it wins; nothing that would close a circle of precedence.
  private func whatToPutFirst(_ rules: [Int]) -> [String] {
    let declaredRules = specification.rules
    guard rules.count <= 3 else {
      return ["put the rule that is right before those that disagree with it, in `precedence`"]
    }
    return rules.compactMap { rule in
      let others = rules.filter { declaredRules[$0].results != declaredRules[rule].results }
      let list = [rule] + others
      guard !closesCircle(list) else { return nil }
      let ids = list.map { declaredRules[$0].id.asFlowScalar }.joined(separator: ", ")
      let numbered = list.filter { specification.rules[$0].hasNumberedID }
      let first = "if \(name(ofRule: rule)) is right, put it first"
      guard numbered.isEmpty else {
        return "\(first): give \(names(ofRules: numbered)) an `id` and list it in `precedence`"
      }
      return specification.precedence.isEmpty
        ? "\(first): `precedence: [\(ids)]`" : "\(first): add the list `[\(ids)]` to `precedence`"
    }
  }

  /// Whether a list of rules would contradict what `precedence` says of an operation that two of them name.
  private func closesCircle(_ list: [Int]) -> Bool {
    let parts = lowered.parts
    return list.indices.contains { place in
      list[..<place].contains { earlier in
        parts.of(rule: list[place]).contains { part in
          parts.of(rule: earlier).contains {
            parts[$0].operation == parts[part].operation && regions.precedence.leads(part, to: $0)
          }
        }
      }
    }
  }
}
