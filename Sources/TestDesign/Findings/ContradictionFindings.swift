import Combinatorics
import Diagnostics
import Specification
import YAMLSyntax

/// What rules disagree on.
extension FindingWriter {
  /// The most rules of a list that is proposed.
  private static let longestList = 12

  /// The findings of some contradictions, one for each.
  mutating func findings(
    of contradictions: [Contradiction],
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> [Finding] {
    let cover = RegionCover(space)
    var findings: [Finding] = []
    for contradiction in contradictions {
      findings.append(try finding(of: contradiction, setups, cover))
    }
    return findings
  }

  private mutating func finding(
    of contradiction: Contradiction,
    _ setups: [OrdinarySetup?],
    _ cover: RegionCover
  ) throws(LimitExceeded) -> Finding {
    let rules = contradiction.rules
    let declaredRules = specification.rules
    let operations = operations(ofRules: rules)
    let (cubes, isComplete) = try cover.cubes(of: contradiction.rows, on: operations)
    let named = cubes.map(lowered.named)
    let example = try plainest(contradiction.rows, setups)
    let place = place(of: contradiction, cubes, example?.row, setups)
    let causes = causes(of: contradiction, example?.row, setups)
    // The rule written last is the one that brought the contradiction in.
    let subject = rules[rules.count - 1]
    let operation = commonOperation(cubes)
    let isOne = cubes.count == 1 && isComplete && contradiction.isWhole
    let choices = wording.choices(contradiction)
    return Finding(
      code: .contradictoryRules,
      severity: .error,
      id: ids.next("Q", idParts(ofContradiction: rules)),
      message: wording.contradictionQuestion(place, contradiction, causes: causes),
      span: declaredRules[subject].span,
      help: try remedies(contradiction, on: operations),
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
      combinations: contradiction.isWhole ? space.decimalCount([contradiction.rows]) : nil,
      ask: specification.owner,
      rules: rules,
      question: QuestionDetail(
        operation: operation,
        condition: wording.disagreement(named, isOperationSaid: operation != nil),
        example: example.map { lowered.combination($0.row) },
        distance: example?.cost ?? 0,
        region: named,
        besideChoices: wording.contradictionQuestion(
          place,
          contradiction,
          causes: causes,
          areChoicesBeside: true
        ),
        disagreements: try disagreements(
          contradiction,
          cubes,
          isOperationSaid: operation != nil,
          cover
        ),
        listsAllDisagreements: contradiction.listsAllPairs,
        choices: choices.map(\.text),
        briefChoices: choices.map(\.brief),
        fingerprint: fingerprint(
          ["contradictory"],
          options: wording.results(ofRules: rules),
          of: named.map { idParts($0).joined(separator: "\u{1E}") }.sorted()
        )
      )
    )
  }

  /// The most ordinary of some rows, and how far it is from ordinary; `nil` where there is none.
  func plainest(
    _ rows: Diagram,
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> (cost: Int, row: [Int])? {
    var best: (cost: Int, row: [Int])?
    let some = space.rows(of: rows)
    let support = try some.support(in: Cube(full: lowered.domains))
    for value in support?.values(of: lowered.operationFactor) ?? [] {
      guard let setup = setups[value],
        let row = try some.cheapestRow(in: lowered.cube(ofValue: value), setup.costs)
      else { continue }
      let isRejected = lowered.operationValues[value].isInvalid
      let cost = setup.costs.cost(of: row) + (isRejected ? 1 << 40 : 0)
      if best.map({ cost < $0.cost }) ?? true { best = (cost, row) }
    }
    return best
  }

  /// By rule of an order what its condition names that is not ordinary.
  private func causes(
    of contradiction: Contradiction,
    _ example: [Int]?,
    _ setups: [OrdinarySetup?]
  ) -> [Int: [NamedCube.Literal]] {
    guard contradiction.kind == .order,
      let ordinary = example.flatMap({ setups[$0[lowered.operationFactor]] })?.row
    else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: contradiction.rules.map { rule in
        let cube = lowered.rules[rule].count == 1 ? lowered.rules[rule].first : nil
        return (rule, cube.map { unusual($0, ordinary) } ?? [])
      }
    )
  }

  /// What a cube names of the factors that is not ordinary.
  private func unusual(_ cube: Cube, _ ordinary: [Int]) -> [NamedCube.Literal] {
    lowered.named(cube).literals.filter { literal in
      literal.factor != specification.operationFactor
        && !cube.contains(ordinary[literal.factor], factor: literal.factor)
    }
  }

  /// What a sentence says of where rules disagree: the operations, and what is not ordinary there.
  ///
  /// Of two rules, it is the condition under which they meet; of a star, that of its centre; of an order, what all conditions have in common.
  private func place(
    of contradiction: Contradiction,
    _ cubes: [Cube],
    _ example: [Int]?,
    _ setups: [OrdinarySetup?]
  ) -> [NamedCube.Literal] {
    var operation = Cube(none: lowered.domains)
    for cube in cubes {
      for value in cube.values(of: lowered.operationFactor) {
        operation.insert(value, factor: lowered.operationFactor)
      }
    }
    let operations = operation.values(of: lowered.operationFactor)
    let head = NamedCube.Literal(
      factor: specification.operationFactor,
      values: operations,
      allowsNotApplicable: false
    )
    guard let example, let ordinary = setups[example[lowered.operationFactor]]?.row else {
      return [head]
    }
    var said: Cube?
    if contradiction.pairs.count == 1 || cubes.count == 1 {
      said = cubes.first { $0.contains(row: example) }
    } else if case .star(let centre) = contradiction.kind {
      said = lowered.rules[centre].first { $0.contains(row: example) }
    }
    guard let said else { return [head] }
    let all = lowered.named(said).literals.filter { $0.factor != specification.operationFactor }
    guard all.count > 2 else { return [head] + all }
    // Of two rules the one that names less is the special one.
    let named = contradiction.rules.map { rule in
      Set(specification.rules[rule].when.alternatives.flatMap { $0.terms.map(\.factor) })
    }
    let special = contradiction.pairs.count == 1 ? named.min { $0.count < $1.count } ?? [] : []
    let kept = unusual(said, ordinary).map(\.factor)
    return [head] + all.filter { kept.contains($0.factor) || special.contains($0.factor) }
  }

  /// The pairs, the first ones with their conditions.
  private func disagreements(
    _ contradiction: Contradiction,
    _ cubes: [Cube],
    isOperationSaid: Bool,
    _ cover: RegionCover
  ) throws(LimitExceeded) -> [Disagreement] {
    var disagreements: [Disagreement] = []
    for pair in contradiction.pairs {
      let rules = [pair.first, pair.second]
      var conditions: [Cube] = []
      if contradiction.pairs.count == 1 {
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
    _ contradiction: Contradiction,
    on operations: [Int]
  ) throws(LimitExceeded) -> [String] {
    let rules = contradiction.rules
    // House rules stand only against each other.
    if specification.rules[rules[0]].house != nil {
      return [
        "\(names(ofRules: rules)) disagree: narrow the `when` of one of them",
        "or say here what happens: a rule of the spec goes before house rules",
      ]
    }
    let choices = wording.choices(contradiction)
    let together =
      choices.contains { $0.first == nil }
      ? [
        rules.count == 2
          ? "if both happen, write one rule for these combinations with both results"
          : "where several happen, write one rule for these combinations with all their results"
      ] : []
    let parts = operations.filter { isAboutShowing($0) }.map { specification.operations[$0].id }
    let first = try whatToPutFirst(contradiction, choices)
    return (first.isEmpty ? ["if one of them is wrong, narrow its `when` or remove it"] : first)
      + together
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
  private func whatToPutFirst(
    _ contradiction: Contradiction,
    _ choices: [ContradictionChoice]
  ) throws(LimitExceeded) -> [String] {
    let rules = contradiction.rules
    guard rules.count <= Self.longestList else {
      return ["if one always comes first, list them in `precedence` in their order"]
    }
    // Each pair is asked whether the lists lead from one rule to the other.
    let listed = operations(ofRules: rules).reduce(0) { $0 + regions.precedence.size(on: $1) }
    try space.charge(comparisons: rules.count * rules.count * listed)
    let isOrder = contradiction.kind == .order && choices.count { $0.first != nil } > 2
    guard !isOrder else {
      // An order that settles it is shown to exist, and which one it is stays open.
      let list = regions.precedence.inOrder(exceptionsFirst(rules), lowered.parts)
      return isRepair([list], of: contradiction)
        ? ["add to `precedence` one list of \(names(ofRules: rules)), what comes first in front"]
        : []
    }
    return choices.compactMap { choice in
      guard let first = choice.first else { return nil }
      let lists = contradiction.pairs.map { pair in
        first.contains(pair.first) ? [pair.first, pair.second] : [pair.second, pair.first]
      }
      guard isRepair(lists, of: contradiction) else { return nil }
      let reason = needsReason(lists) ? ", and `because` beside its `then`" : ""
      return "if \(names(ofRules: first)) \(first.count == 1 ? "comes" : "come") first: "
        + precedence(lists) + reason
    }
  }

  /// True if a result that leaves no room for another one would give way without a reason.
  private func needsReason(_ lists: [[Int]]) -> Bool {
    lists.contains { list in
      specification.rules[list[0]].because == nil
        && (specification.rules[list[1]].results ?? []).contains {
          AbsoluteWords.word($0, .absolute) != nil
        }
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

  /// True if lists of `precedence`, tried on the spec, settle a contradiction and change nothing else.
  private func isRepair(_ lists: [[Int]], of contradiction: Contradiction) -> Bool {
    guard contradiction.listsAllPairs, !lists.contains(where: closesCircle) else { return false }
    return store.attempt(nodeShare: 0.9) { () throws(LimitExceeded) in
      guard let trial = try PrecedenceTrial(lists, regions) else { return false }
      guard try trial.settles(contradiction.pairs), try trial.revived().isEmpty else {
        return false
      }
      if try trial.kills() { return false }
      return try !trial.changesOthers(than: contradiction.rows)
    } ?? false
  }

  /// How to put rules into `precedence`, the one before the other.
  private func precedence(_ lists: [[Int]]) -> String {
    let numbered = Set(lists.joined()).sorted().filter { specification.rules[$0].hasNumberedID }
    guard numbered.isEmpty else {
      return "give \(names(ofRules: numbered)) "
        + (numbered.count == 1
          ? "an `id` and list it in `precedence`" : "`id`s and list them in `precedence`")
    }
    let written = lists.map { list in
      "[" + list.map { specification.rules[$0].id.asFlowScalar }.joined(separator: ", ") + "]"
    }
    guard specification.precedence.isEmpty else {
      return "add \(written.map { "`\($0)`" }.joined(separator: ", ")) to `precedence`"
    }
    return written.count == 1
      ? "`precedence: \(written[0])`" : "`precedence: [\(written.joined(separator: ", "))]`"
  }

  private func closesCircle(_ list: [Int]) -> Bool {
    regions.precedence.closesCircle(list, lowered.parts)
  }
}
