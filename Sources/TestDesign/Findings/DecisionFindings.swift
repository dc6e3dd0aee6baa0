import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// What rules disagree on.
extension FindingWriter {
  /// The most rules of a list that is proposed.
  private static let longestList = 12

  /// The findings of some decisions, one for each.
  mutating func findings(of decisions: [DecisionRegion]) throws(LimitExceeded) -> [Finding] {
    let cover = RegionCover(space)
    var findings: [Finding] = []
    for decision in decisions { findings.append(try finding(of: decision, cover)) }
    return findings
  }

  private mutating func finding(
    of decision: DecisionRegion,
    _ cover: RegionCover
  ) throws(LimitExceeded) -> Finding {
    let rules = decision.rules
    let declaredRules = specification.rules
    let operations = operations(ofRules: rules)
    let (cubes, isComplete) = try cover.cubes(of: decision.rows, on: operations)
    let named = cubes.map(lowered.named)
    let message = wording.decisionQuestion(named, rules: rules)
    // The rule written last is the one that brought the contradiction in.
    let subject = rules[rules.count - 1]
    let operation = commonOperation(cubes)
    let isOne = cubes.count == 1 && isComplete && decision.isWhole
    return Finding(
      code: .contradictoryRules,
      severity: .error,
      id: ids.next("Q", idParts(ofDecision: rules)),
      message: message,
      span: declaredRules[subject].span,
      help: try remedies(decision, on: operations),
      related: rules.dropLast().map { rule in
        let name =
          declaredRules[rule].house == nil ? "`\(declaredRules[rule].id)`" : name(ofRule: rule)
        let isSame = declaredRules[rule].results == declaredRules[subject].results
        return Diagnostic.Related(
          span: declaredRules[rule].span,
          message: "\(name) says \(isSame ? "the same" : "something else")"
        )
      },
      cube: isOne ? named[0] : nil,
      combinations: decision.isWhole ? space.decimalCount([decision.rows]) : nil,
      ask: specification.owner,
      rules: rules,
      question: QuestionDetail(
        operation: operation,
        condition: wording.disagreement(named, isOperationSaid: operation != nil),
        example: try example(of: decision.rows, in: Cube(full: lowered.domains)),
        region: named,
        besideChoices: wording.decisionQuestion(named, rules: rules, areChoicesBeside: true),
        disagreements: try disagreements(decision, cubes, isOperationSaid: operation != nil, cover),
        listsAllDisagreements: decision.listsAllPairs,
        choices: wording.decisionChoices(rules),
        fingerprint: fingerprint(
          ["contradictory"],
          options: wording.results(ofRules: rules),
          of: named.map { idParts($0).joined(separator: "\u{1E}") }.sorted()
        )
      )
    )
  }

  /// The pairs, the first ones with their conditions.
  private func disagreements(
    _ decision: DecisionRegion,
    _ cubes: [Cube],
    isOperationSaid: Bool,
    _ cover: RegionCover
  ) throws(LimitExceeded) -> [Disagreement] {
    var disagreements: [Disagreement] = []
    for pair in decision.pairs {
      let rules = [pair.first, pair.second]
      var conditions: [Cube] = []
      if decision.pairs.count == 1 {
        conditions = cubes
      } else if disagreements.count < Disagreement.shownCount {
        conditions = try cover.cubes(of: pair.rows, on: operations(ofRules: rules)).cubes
      }
      let example = try example(of: pair.rows, in: Cube(full: lowered.domains))
      let named = conditions.map(lowered.named)
      disagreements.append(
        Disagreement(
          rules: rules,
          combinations: space.decimalCount([pair.rows]),
          cubes: named,
          condition: wording.disagreement(named, isOperationSaid: isOperationSaid),
          example: example,
          setup: example.map { setup(of: $0, for: rules, isOperationSaid) } ?? "",
          isSetupSaid: conditions.count == 1
            && conditions[0].namedFactors.allSatisfy { factor in
              factor == lowered.operationFactor || conditions[0].valueCount(of: factor) == 1
            }
        )
      )
    }
    return disagreements
  }

  /// What a combination is of the factors that some rules name.
  func setup(
    of example: Combination,
    for rules: [Int],
    _ isOperationSaid: Bool = true
  ) -> String {
    var named = example
    let factors = Set(
      rules.flatMap { specification.rules[$0].when.alternatives.flatMap(\.terms).map(\.factor) }
    )
    for factor in specification.factors.indices where !factors.contains(factor) {
      named.values[factor] = nil
    }
    let setup = wording.setup(named)
    guard !isOperationSaid else { return setup }
    let operation = wording.operation(example.operation)
    return setup.isEmpty ? operation : "\(setup) / \(operation)"
  }

  /// The operations that some rules name, ascending.
  private func operations(ofRules rules: [Int]) -> [Int] {
    Set(rules.flatMap { lowered.operations(ofRule: $0) }).sorted()
  }

  /// The one operation that some cubes are about.
  private func commonOperation(_ cubes: [Cube]) -> Int? {
    let operations = Set(
      cubes.flatMap { $0.values(of: lowered.operationFactor) }
        .map { lowered.operationValues[$0].operation }
    )
    return operations.count == 1 ? operations.first : nil
  }

  // MARK: Remedies

  /// What to do where some rules disagree.
  private func remedies(
    _ decision: DecisionRegion,
    on operations: [Int]
  ) throws(LimitExceeded) -> [String] {
    let rules = decision.rules
    // House rules stand only against each other.
    if specification.rules[rules[0]].house != nil {
      return [
        "\(names(ofRules: rules)) disagree: narrow the `when` of one of them",
        "or say here what happens: a rule of the spec goes before house rules",
      ]
    }
    let together =
      rules.count == 2
      ? "if both happen, write one rule for these combinations with both results"
      : "where several happen, write one rule for these combinations with all their results"
    let parts = operations.filter { isAboutShowing($0) }.map { specification.operations[$0].id }
    let first = try whatToPutFirst(decision)
    return (first.isEmpty ? ["if one of them is wrong, narrow its `when` or remove it"] : first)
      + [together]
      + parts.prefix(1).map {
        "if they stand side by side on the screen, give `\($0)` `parts`: rules of different parts never disagree"
      }
  }

  /// True if an operation looks like one that shows something, of which nothing says yet what it consists of.
  private func isAboutShowing(_ number: Int) -> Bool {
    let operation = specification.operations[number]
    guard operation.variants.isEmpty else { return false }
    let words = Set(
      (operation.id + " " + operation.label).lowercased().split { !$0.isLetter }.map(String.init)
    )
    let english = [
      "show", "shown", "shows", "display", "displayed", "view", "see", "look", "appear",
    ]
    return !words.isDisjoint(with: english)
      || ["表示", "見る", "閲覧", "眺め"].contains { operation.label.contains($0) }
  }

  /// What to write so that one of some disagreeing rules comes first, as far as nothing else changes with it.
  private func whatToPutFirst(_ decision: DecisionRegion) throws(LimitExceeded) -> [String] {
    let rules = decision.rules
    guard rules.count <= Self.longestList else {
      return ["if one always comes first, list them in `precedence` in their order"]
    }
    // Each pair is asked whether the lists lead from one rule to the other.
    let listed = operations(ofRules: rules).reduce(0) { $0 + regions.precedence.size(on: $1) }
    try space.charge(comparisons: rules.count * rules.count * listed)
    guard rules.count == 2 else {
      let list = regions.precedence.inOrder(exceptionsFirst(rules), lowered.parts)
      return isRepair([list], of: decision)
        ? ["if one always comes first, list them in their order: \(precedence(list))"] : []
    }
    return [rules, rules.reversed()].compactMap { list in
      isRepair([list], of: decision)
        ? "if \(name(ofRule: list[0])) comes first: \(precedence(list))" : nil
    }
  }

  /// Some rules in their order, each behind its exceptions among them.
  private func exceptionsFirst(_ rules: [Int]) -> [Int] {
    let parts = lowered.parts
    let exceptions = rules.map { rule in
      Set(parts.of(rule: rule).flatMap { regions.exceptions.of[$0] }.map { parts[$0].rule })
    }
    var rest = Array(rules.indices)
    var order: [Int] = []
    while let next = rest.firstIndex(where: { number in
      rest.allSatisfy { !exceptions[number].contains(rules[$0]) }
    }) {
      order.append(rules[rest.remove(at: next)])
    }
    return order + rest.map { rules[$0] }
  }

  /// True if lists of `precedence`, tried on the spec, settle a decision and change nothing else.
  private func isRepair(_ lists: [[Int]], of decision: DecisionRegion) -> Bool {
    guard decision.listsAllPairs, !lists.contains(where: closesCircle) else { return false }
    return store.attempt(nodeShare: 0.9) { () throws(LimitExceeded) in
      guard let trial = try PrecedenceTrial(lists, regions) else { return false }
      guard try trial.settles(decision.pairs), try trial.revived().isEmpty else { return false }
      if try trial.kills() { return false }
      return try !trial.changesOthers(than: decision.rows)
    } ?? false
  }

  /// How to put rules into `precedence`.
  private func precedence(_ list: [Int]) -> String {
    let numbered = list.filter { specification.rules[$0].hasNumberedID }
    guard numbered.isEmpty else {
      return numbered.count == 1
        ? "give \(names(ofRules: numbered)) an `id` and list it in `precedence`"
        : "give \(names(ofRules: numbered)) `id`s and list them in `precedence`"
    }
    let ids = list.map { specification.rules[$0].id.asFlowScalar }.joined(separator: ", ")
    return specification.precedence.isEmpty
      ? "`precedence: [\(ids)]`" : "add the list `[\(ids)]` to `precedence`"
  }

  private func closesCircle(_ list: [Int]) -> Bool {
    regions.precedence.closesCircle(list, lowered.parts)
  }
}
