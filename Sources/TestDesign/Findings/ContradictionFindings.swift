import Combinatorics
import Diagnostics
import Specification
import Text
import YAMLSyntax

extension FindingWriter {
  /// Returns one finding per contradiction.
  mutating func findings(
    of contradictions: [Contradiction],
    _ setups: [OrdinarySetup?]
  ) throws(LimitExceeded) -> [Finding] {
    let cover = RegionCover(space)
    return try contradictions.map { (contradiction) throws(LimitExceeded) in
      try finding(of: contradiction, setups, cover)
    }
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
    let lead = try lead(of: contradiction, example?.row, setups, cover)
    let meetings = lead == nil ? try meetings(contradiction, place, cubes) : [:]
    // The last rule in the file is taken to have introduced the contradiction.
    let subject = rules[rules.count - 1]
    let operation = commonOperation(cubes)
    let isOne = cubes.count == 1 && isComplete && contradiction.isWhole
    let choices = wording.choices(contradiction)
    return Finding(
      code: .contradictoryRules,
      id: ids.next("Q", idParts(ofContradiction: rules)),
      message: wording.contradictionQuestion(
        lead?.place ?? place,
        contradiction,
        lead: lead?.pair,
        causes: lead?.causes ?? meetings
      ),
      span: declaredRules[subject].span,
      help: try remedies(contradiction, on: operations),
      related: rules.dropLast().map { rule in
        let name =
          wording.nameOfHouseRule(rule) ?? "`\(declaredRules[rule].id)`"
        let isSame = declaredRules[rule].results == declaredRules[subject].results
        let isAlike = declaredRules[rule].effect == declaredRules[subject].effect
        return Diagnostic.Related(
          span: declaredRules[rule].span,
          message: !isSame
            ? say("\(name) says something else")
            : isAlike ? say("\(name) says the same") : say("\(name) changes something else")
        )
      },
      cube: isOne ? named[0] : nil,
      combinations: contradiction.isWhole ? space.decimalCount([contradiction.rows]) : nil,
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
        fingerprint: Self.fingerprint(
          ["contradictory"],
          options: wording.results(ofRules: rules),
          of: named.map { idParts($0).joined(separator: "\u{1E}") }.sorted()
        )
      )
    )
  }

  /// Returns the most ordinary of the rows with its distance from the ordinary setup, or `nil` if no row has a setup.
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

  /// Returns the pair that disagrees in the most ordinary combination, where it disagrees, and for each rule why it applies, unless the
  /// place says so.
  ///
  /// Returns `nil` for a star of more than two rules.
  private func lead(
    of contradiction: Contradiction,
    _ example: [Int]?,
    _ setups: [OrdinarySetup?],
    _ cover: RegionCover
  ) throws(LimitExceeded) -> (
    pair: DisagreeingPair, place: [NamedCube.Literal], causes: [Int: String]
  )? {
    guard contradiction.kind == .order || contradiction.rules.count == 2, let example,
      let ordinary = setups[example[lowered.operationFactor]]?.row,
      let pair = contradiction.pairs.first(where: { store.contains($0.rows, row: example) })
    else { return nil }
    let own = Contradiction(
      kind: contradiction.rules.count == 2 ? contradiction.kind : .order,
      rules: [pair.first, pair.second],
      pairs: [pair],
      rows: pair.rows
    )
    let cubes = try cover.cubes(of: pair.rows, on: operations(ofRules: own.rules)).cubes
    let place = place(of: own, cubes, example, setups)
    // Conditions that the place states or both rules share do not tell the rules apart.
    let applying = own.rules.map { rule in
      lowered.rules[rule].filter { $0.contains(row: example) }.map { lowered.named($0).literals }
    }
    let shared = Set(applying[0].joined()).intersection(applying[1].joined())
    let known = Set((place + shared).map(\.factor))
    let causes = contradiction.rules.map { rule in
      let isOfPair = own.rules.contains(rule)
      var alternatives: [[NamedCube.Literal]] = []
      for cube in lowered.rules[rule] where !isOfPair || cube.contains(row: example) {
        let all = lowered.named(cube).literals.filter {
          $0.factor != specification.operationFactor && !(isOfPair && known.contains($0.factor))
        }
        let said = all.count > 2 ? unusual(cube, ordinary) : all
        if !alternatives.contains(said) { alternatives.append(said) }
      }
      // A rule that applies everywhere else needs no reason.
      let isSaid = alternatives.count < 3 && !(isOfPair && alternatives.contains([]))
      return (rule, isSaid ? wording.cause(alternatives) : "")
    }
    return (pair, place, Dictionary(uniqueKeysWithValues: causes))
  }

  /// Returns the phrase for when the other side of a star applies, by its first rule, if all of its rules have the same result.
  ///
  /// The phrase leaves out what the place already states.
  private func meetings(
    _ contradiction: Contradiction,
    _ place: [NamedCube.Literal],
    _ cubes: [Cube]
  ) throws(LimitExceeded) -> [Int: String] {
    guard case .star(let centre) = contradiction.kind, cubes.count > 1 else { return [:] }
    let others = contradiction.rules.filter { $0 != centre }
    guard Set(others.map { regions.resultNumbers[$0] }).count == 1 else { return [:] }
    var alternatives: [[NamedCube.Literal]] = []
    for cube in others.flatMap({ lowered.rules[$0] })
    where try space.meet(contradiction.rows, store.diagram(of: cube)) {
      let said = lowered.named(cube).literals.filter {
        $0.factor != specification.operationFactor && !place.contains($0)
      }
      if !alternatives.contains(said) { alternatives.append(said) }
      if said.isEmpty || alternatives.count > 3 { return [:] }
    }
    return [others[0]: wording.cause(alternatives)]
  }

  /// Returns the literals of a cube that exclude the ordinary value.
  private func unusual(_ cube: Cube, _ ordinary: [Int]) -> [NamedCube.Literal] {
    lowered.named(cube).literals.filter { literal in
      literal.factor != specification.operationFactor
        && !cube.contains(ordinary[literal.factor], factor: literal.factor)
    }
  }

  /// Returns the place of a disagreement as its sentence states it: the operations, and unusual values.
  ///
  /// For a single pair or cube, these come from the condition under which the rules meet; for a star, from that of its centre; otherwise
  /// only the operations are given.
  private func place(
    of contradiction: Contradiction,
    _ cubes: [Cube],
    _ example: [Int]?,
    _ setups: [OrdinarySetup?]
  ) -> [NamedCube.Literal] {
    let operations = Set(cubes.flatMap { $0.values(of: lowered.operationFactor) }).sorted()
    let head = NamedCube.Literal(factor: specification.operationFactor, values: operations)
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
    // The rule that names fewer factors is the more specific one.
    let named = contradiction.rules.map { rule in
      Set(specification.rules[rule].when.alternatives.flatMap { $0.terms.map(\.factor) })
    }
    let special = contradiction.pairs.count == 1 ? named.min { $0.count < $1.count } ?? [] : []
    let kept = unusual(said, ordinary).map(\.factor)
    return [head] + all.filter { kept.contains($0.factor) || special.contains($0.factor) }
  }

  /// Returns the disagreeing pairs, the first `Disagreement.shownCount` with their conditions.
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
      let disagreement = Disagreement(
        rules: rules,
        combinations: space.decimalCount([pair.rows]),
        cubes: named,
        condition: wording.disagreement(named, isOperationSaid: isOperationSaid),
        example: example,
        setup: example.map { setup(of: $0, for: rules, isOperationSaid) } ?? "",
        isSetupImplied: conditions.count == 1
          && conditions[0].namedFactors.allSatisfy { factor in
            factor == lowered.operationFactor || conditions[0].valueCount(of: factor) == 1
          }
      )
      disagreements.append(disagreement)
    }
    return disagreements
  }

  /// Returns the values of an example for the factors that the rules name, as text.
  func setup(
    of example: Combination,
    for rules: [Int],
    _ isOperationSaid: Bool = true
  ) -> String {
    var named = example
    let factors = Set(
      rules.flatMap { specification.rules[$0].when.alternatives.flatMap(\.terms).map(\.factor) }
        .flatMap(specification.factorsRead)
    )
    for factor in specification.factors.indices where !factors.contains(factor) {
      named.values[factor] = nil
    }
    let setup = wording.setup(named)
    guard !isOperationSaid else { return setup }
    let operation = wording.operation(example.operation)
    return setup.isEmpty ? operation : "\(setup) / \(operation)"
  }

  /// Returns the operations that the rules apply to, ascending.
  func operations(ofRules rules: [Int]) -> [Int] {
    Set(rules.flatMap { lowered.operations(ofRule: $0) }).sorted()
  }

  /// Returns the operation of the cubes, or `nil` if there are several.
  private func commonOperation(_ cubes: [Cube]) -> Int? {
    let operations = Set(
      cubes.flatMap { $0.values(of: lowered.operationFactor) }
        .map { lowered.operationValues[$0].operation }
    )
    return operations.count == 1 ? operations.first : nil
  }
}
