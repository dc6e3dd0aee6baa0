/// The reference against which the engine is judged: it lists every combination of a spec and reads the page's sentences off the list.
///
/// Factors, values and operations have the numbers of the engine's `Specification` (states, then data, then the operation;
/// values in the order of declaration), constraints and rules theirs in the order written. Combinations are numbered as
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
  /// By constraint: the candidates that it forbids.
  let forbidden: [PointSet]
  /// The combinations of the space.
  let space: PointIndex
  /// By rule: the combinations that it covers.
  package let covered: [PointSet]
  /// By rule: the numbers of the rules that override it.
  package let overriders: [[Int]]
  /// By rule: the combinations in which it is a winner.
  package let won: [PointSet]
  /// By status: its combinations.
  package let points: [Status: PointSet]

  package init(_ spec: AbstractSpec) {
    self.spec = spec
    let factors = spec.factors + [spec.operationFactor]
    let values = factors.map(\.values)
    func compiled(_ condition: AbstractCondition) -> CompiledCondition {
      CompiledCondition(condition, factors: factors, values: values)
    }
    let operationOfValue = spec.operations.enumerated().flatMap { number, operation in
      Array(repeating: number, count: operation.values.count)
    }
    let listed = CandidateList(
      values: values,
      onlyWhen: spec.factors.map { $0.onlyWhen.map(compiled) },
      operationConditions: operationOfValue.map { spec.operations[$0].onlyWhen.map(compiled) }
    )
    let candidates = PointIndex(listed.combinations, values: values)
    let forbidden = spec.constraints.map { constraint in
      switch constraint {
      case .require(let when, let require, _):
        candidates.points(where: compiled(when))
          .subtracting(candidates.points(where: compiled(require)))
      case .exclude(let condition, _):
        candidates.points(where: compiled(condition))
      }
    }
    let possible = forbidden.reduce(candidates.all) { $0.subtracting($1) }
    let space = PointIndex(possible.members.map { candidates.combinations[$0] }, values: values)
    let covered = spec.rules.map { space.points(where: compiled($0.when)) }
    let overriders = Self.overriders(of: spec.rules, covered: covered)
    let won = covered.indices.map { rule in
      overriders[rule].reduce(covered[rule]) { $0.subtracting(covered[$1]) }
    }

    self.factors = factors
    self.values = values
    self.operationOfValue = operationOfValue
    self.candidates = candidates
    self.forbidden = forbidden
    self.space = space
    self.covered = covered
    self.overriders = overriders
    self.won = won
    points = Self.statuses(of: space.all, rules: spec.rules, covered: covered, won: won)
  }

  /// By rule: who overrides it, by covering a proper part of it or by word; both must cover something.
  private static func overriders(
    of rules: [AbstractRule],
    covered: [PointSet]
  ) -> [[Int]] {
    rules.indices.map { general in
      rules.indices.filter { exception in
        guard !covered[general].isEmpty, !covered[exception].isEmpty else { return false }
        let isProperPart =
          covered[exception] != covered[general]
          && covered[exception].isSubset(of: covered[general])
        return isProperPart || rules[exception].overrides.contains(rules[general].id)
      }
    }
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
      if rules[rule].isUndecided { undecided.formUnion(won[rule]) }
    }
    for one in rules.indices where !rules[one].isUndecided {
      for other in rules.indices.dropFirst(one + 1) where !rules[other].isUndecided {
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
