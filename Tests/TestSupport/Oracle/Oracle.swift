/// The reference against which the engine is judged: it lists every combination of a spec and reads the page's sentences off the list.
///
/// Factors, values and operations have the numbers of the engine's `Specification` (states, then data, then the operation;
/// values in the order of declaration), impossibilities and rules theirs in the order written, those of a pack behind. Combinations are numbered as
/// they are listed here, and every `PointSet` of combinations speaks in these numbers.
package struct Oracle: Sendable {
  /// What a combination is.
  package enum Status: String, CaseIterable, Sendable {
    case undefined, undecided, contradictory, defined
  }

  package let spec: AbstractSpec
  /// The factors of the spec and, last, the operation.
  package let factors: [AbstractFactor]
  /// By factor.
  package let values: [[AbstractValue]]
  /// By value of the operation: the number of its operation.
  package let operationOfValue: [Int]
  /// What would be the space without the constraints.
  let candidates: PointIndex
  /// What cannot happen by the spec, then by the pack.
  package let impossible: [AbstractImpossibility]
  /// By impossibility: the candidates that it forbids.
  let forbidden: [PointSet]
  /// The combinations of the space.
  let space: PointIndex
  /// The rules of the spec, then those of the pack whose factors, values and operations it declares.
  package let rules: [AbstractRule]
  /// By rule: the combinations that it covers.
  package let covered: [PointSet]
  /// By rule, then by rule: where the second takes a combination from the first.
  package let taken: [[Int: PointSet]]
  /// By rule: the combinations in which it is a winner.
  package let won: [PointSet]
  /// By status: its combinations.
  package let points: [Status: PointSet]

  /// - Parameters:
  ///   - spec: The spec.
  ///   - numbers: True if the numbers of a range are judged by those that the page lists, or one by one.
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
    // What is judged apart: each operation, and each part of one.
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
