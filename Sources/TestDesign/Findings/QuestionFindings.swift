import Combinatorics
import Diagnostics
import Specification

extension FindingWriter {
  /// The findings of undefined and contradictory combinations, one for each question.
  mutating func findings(of questions: [QuestionRegion]) throws(LimitExceeded) -> [Finding] {
    var findings: [Finding] = []
    for question in questions {
      findings.append(
        question.rules.isEmpty
          ? try undefinedFinding(question) : try contradictionFinding(question)
      )
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
      question: QuestionDetail(
        operation: question.operation,
        condition: wording.condition(conditions(tight)),
        example: try example(of: question.rows, in: question.cube),
        nearestRule: nearest?.phrase,
        nearest: nearest?.rule,
        suggestion: try suggestion(for: question, among: rules),
        followUp: wording.followUp(operation: question.operation),
        fingerprint: fingerprint(message, idParts(tight), rules: [])
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
      help: overridesToPaste(rules) + ["or narrow the `when` of a rule that is not meant to apply"],
      related: rules.dropLast().map {
        Diagnostic.Related(
          span: declaredRules[$0].span,
          message: declaredRules[$0].results == declaredRules[subject].results
            ? "`\(declaredRules[$0].id)` says the same"
            : "`\(declaredRules[$0].id)` says something else"
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
  private func fingerprint(_ message: String, _ combinations: [String], rules: [Int]) -> String {
    let results = rules.map { rule in
      let declaredRule = specification.rules[rule]
      return (declaredRule.results ?? [""]).joined(separator: "\u{1D}")
    }
    return FindingID.digits([message] + combinations + results.sorted())
  }

  /// The open questions of the rules themselves, of those that win somewhere.
  mutating func undecidedFindings() throws(LimitExceeded) -> [(rule: Int, finding: Finding)] {
    var findings: [(rule: Int, finding: Finding)] = []
    for (rule, declaredRule) in specification.rules.enumerated() {
      guard let question = declaredRule.openQuestion, regions.wins[rule] != .empty else { continue }
      let message = wording.undecidedQuestion(rule)
      let isDeferred = question.until.map { today <= $0 } ?? false
      var help: [String] = []
      if let until = question.until {
        help.append(
          isDeferred
            ? "deferred until \(until): an error from the day after"
            : "the deferral ended on \(until)"
        )
      }
      help.append("replace `undecided` with `then` once decided")
      findings.append(
        (
          rule,
          Finding(
            code: .undecidedRule,
            severity: isDeferred ? .warning : .error,
            id: ids.next(
              "Q",
              ["undecided", specification.id, idPart(ofRule: rule), question.text]
            ),
            message: message,
            span: question.span,
            help: help,
            cube: try exactCube(ofRule: rule),
            combinations: space.decimalCount([regions.wins[rule]]),
            ask: question.ask ?? specification.owner,
            rules: [rule],
            question: QuestionDetail(
              operation: try singleOperation(ofRule: rule),
              condition: wording.condition(of: declaredRule.when),
              example: try example(of: regions.wins[rule], in: Cube(full: lowered.domains)),
              fingerprint: fingerprint(message, idParts(declaredRule.when), rules: [])
            )
          )
        )
      )
    }
    return findings
  }

  /// A combination that can happen of those in a set and a cube.
  private func example(
    of rows: Diagram,
    in cube: Cube
  ) throws(LimitExceeded) -> Combination? {
    try space.rows(of: rows).anyRow(in: cube).map(lowered.combination)
  }

  /// The rule's condition as a cube, where the rule wins in all of it.
  private func exactCube(ofRule rule: Int) throws(LimitExceeded) -> NamedCube? {
    guard lowered.rules[rule].count == 1,
      try space.isWithin(regions.matches[rule], regions.wins[rule])
    else { return nil }
    return lowered.named(lowered.rules[rule][0])
  }

  /// The only operation for which a rule wins.
  private func singleOperation(ofRule rule: Int) throws(LimitExceeded) -> Int? {
    let support = try space.rows(of: regions.wins[rule]).support(in: Cube(full: lowered.domains))
    let operations = support?.values(of: lowered.operationFactor).map {
      lowered.operationValues[$0].operation
    }
    guard let first = operations?.first, operations?.allSatisfy({ $0 == first }) ?? false else {
      return nil
    }
    return first
  }

  private func conditions(_ cube: NamedCube) -> [NamedCube.Literal] {
    cube.literals.filter { $0.factor != specification.operationFactor }
  }

  /// For each of some disagreeing rules, what to write so that it wins; nothing that would close a circle of overrides.
  private func overridesToPaste(_ rules: [Int]) -> [String] {
    let declaredRules = specification.rules
    guard rules.count <= 3 else {
      return [
        "add `overrides:` to the rule that is right, with the ids of those that disagree with it"
      ]
    }
    return rules.compactMap { rule in
      let others = rules.filter { declaredRules[$0].results != declaredRules[rule].results }
      guard !others.contains(where: { regions.precedence.givesWay(rule, to: $0) }) else {
        return nil
      }
      let ids = others.map { declaredRules[$0].id }.joined(separator: ", ")
      return "if \(name(ofRule: rule)) is right, add to it: `overrides: [\(ids)]`"
    }
  }

  /// The result on which all rules agree that win beside the question, in combinations that differ from its cube in one factor.
  ///
  /// Of the operation the other variants count.
  private func suggestion(
    for question: QuestionRegion,
    among rules: [Int]
  ) throws(LimitExceeded) -> [String]? {
    let all = lowered.cube(ofOperation: question.operation)
    let beside = question.tight.namedFactors.map { factor in
      var beside = question.tight
      beside.restrict(
        factor,
        to: all.values(of: factor).filter { !question.tight.contains($0, factor: factor) }
      )
      return beside
    }
    var agreed: [String]?
    for rule in rules {
      let rows = space.rows(of: regions.wins[rule])
      var isBeside = false
      for cube in beside where !isBeside { isBeside = try rows.intersects(cube) }
      guard isBeside else { continue }
      guard let results = specification.rules[rule].results,
        agreed == nil || agreed == results
      else {
        return nil
      }
      agreed = results
    }
    return agreed
  }
}
