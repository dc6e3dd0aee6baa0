/// The reference for the engine: it lists every combination of a spec and evaluates the page's definitions on the list.
///
/// Factors, values and operations have the indices of the engine's `Specification` (states, then data, then the operation; values in
/// declaration order); impossibilities and rules are in written order, followed by those of a pack. Combinations are numbered as listed
/// here, and every `PointSet` of combinations uses these numbers.
package struct Oracle: Sendable {
  package enum Status: String, CaseIterable, Sendable {
    case undefined, undecided, contradictory, defined
  }

  package let spec: AbstractSpec
  /// The factors of the spec and, last, the operation.
  package let factors: [AbstractFactor]
  /// The values of each factor.
  package let values: [[AbstractValue]]
  package let operationOfValue: [Int]
  /// The combinations before constraints.
  let candidates: PointIndex
  /// The impossibilities of the spec, then of the pack.
  package let impossible: [AbstractImpossibility]
  /// The candidates that each impossibility forbids.
  let forbidden: [PointSet]
  let space: PointIndex
  /// The rules of the spec, then the applicable ones of the pack.
  package let rules: [AbstractRule]
  package let covered: [PointSet]
  /// The combinations that the second rule (inner key) takes from the first.
  package let taken: [[Int: PointSet]]
  /// The combinations in which each rule wins.
  package let won: [PointSet]
  /// The combinations of each status.
  package let points: [Status: PointSet]

  /// Judges a spec.
  ///
  /// `numbers` decides if the numbers of a range are those that the page lists, or all.
  package init(_ spec: AbstractSpec, numbers: AbstractSpec.Numbers = .representatives) {
    let spec = spec.judged(by: numbers)
    self.spec = spec
    let factors = spec.factors + [spec.operationFactor]
    let values = factors.map(\.values)
    func compiled(
      _ condition: AbstractCondition,
      in place: AbstractCondition.Place
    ) -> CompiledCondition {
      CompiledCondition(condition, factors: factors, values: values, in: place)
    }
    let operationOfValue = spec.operations.enumerated().flatMap { number, operation in
      Array(repeating: number, count: operation.values.count)
    }
    let listed = CandidateList(
      values: values,
      onlyWhen: spec.factors.map { $0.onlyWhen.map { compiled($0, in: .fact) } },
      operationConditions: operationOfValue.map { value in
        spec.operations[value].onlyWhen.map { compiled($0, in: .fact) }
      }
    )
    let house = HouseRules(spec.pack ?? AbstractPack(), factors: factors, values: values)
    let impossible = spec.impossible + house.impossible
    let rules = spec.rules + house.rules
    let candidates = PointIndex(listed.combinations, values: values)
    let forbidden = impossible.map { candidates.points(where: compiled($0.when, in: .fact)) }
    let possible = forbidden.reduce(candidates.all) { $0.subtracting($1) }
    let space = PointIndex(possible.members.map { candidates.combinations[$0] }, values: values)
    let covered = rules.map { rule in
      let key = [AbstractCondition.Text(rule.operations.map { .selector($0) })]
      let mask = AbstractCondition.mask(key, of: values[factors.count - 1], in: .rule)
      return space.points(factors.count - 1, in: mask)
        .intersection(space.points(where: compiled(rule.when, in: .rule)))
    }
    // Judged separately: each operation, and each part of one.
    let operations = spec.operations.indices.flatMap { operation in
      let values = operationOfValue.indices.filter { operationOfValue[$0] == operation }
      return (spec.operations[operation].hasParts ? values.map { [$0] } : [values]).map { values in
        let mask = values.reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
        return space.points(factors.count - 1, in: mask)
      }
    }
    let ranking = Ranking(spec, covered: covered, operations: operations)

    self.factors = factors
    self.values = values
    self.operationOfValue = operationOfValue
    self.impossible = impossible
    self.candidates = candidates
    self.forbidden = forbidden
    self.space = space
    self.rules = rules
    self.covered = covered
    taken = ranking.taken
    won = ranking.won
    points = Self.statuses(of: space.all, rules: rules, covered: covered, won: ranking.won)
  }

  private static func statuses(
    of space: PointSet,
    rules: [AbstractRule],
    covered: [PointSet],
    won: [PointSet]
  ) -> [Status: PointSet] {
    var open = space
    var undecided = space.subtracting(space)
    var contradictory = undecided
    for rule in rules.indices {
      open.subtract(covered[rule])
      if rules[rule].isOpen { undecided.formUnion(won[rule]) }
    }
    for one in rules.indices where !rules[one].isOpen {
      for other in rules.indices.dropFirst(one + 1) where !rules[other].isOpen {
        guard rules[one].outcome != rules[other].outcome else { continue }
        contradictory.formUnion(won[one].intersection(won[other]))
      }
    }
    contradictory.subtract(undecided)
    return [
      .undefined: open,
      .undecided: undecided,
      .contradictory: contradictory,
      .defined: space.subtracting(open).subtracting(undecided).subtracting(contradictory),
    ]
  }
}
