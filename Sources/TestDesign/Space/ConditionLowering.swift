import Combinatorics
import Specification
import Text

/// One of the constraints whose conjunction is the space.
struct SpaceConstraint {
  /// The part of the specification that a constraint comes from.
  enum Origin: Hashable {
    /// A factor applies exactly where its `only_when` holds.
    case factorApplies(Int)
    /// A comparison is determined by the values of its two factors.
    case compares(Int)
    /// An operation is possible only where its `only_when` holds.
    case operationPossible(Int)
    /// An entry of `impossible`.
    case impossible(Int)
    /// A combination has at most one invalid value.
    case oneInvalid
    /// A planned feature has no operation yet, and therefore no combination.
    case nothingHappens
  }

  var origin: Origin
  var formula: Formula
  /// The factors that the constraint names.
  var factors: [Int]

  /// True if the constraint is an entry of `impossible`.
  var isWritten: Bool {
    if case .impossible = origin { true } else { false }
  }
}

/// Lowers conditions to cubes.
struct ConditionLowering {
  let specification: Specification
  let domains: Domains

  func cubes(of condition: Condition) -> [Cube] {
    condition.alternatives.map { cube(of: $0) }
  }

  func cube(of conjunction: Conjunction) -> Cube {
    var cube = Cube(full: domains)
    for term in conjunction.terms {
      var values = term.values
      if term.allowsNotApplicable, term.factor < specification.operationFactor,
        specification.factors[term.factor].onlyWhen != nil
      {
        values.append(specification.factors[term.factor].values.count)
      }
      cube.restrict(term.factor, to: values)
    }
    return cube
  }

  /// Returns all constraints of the space.
  func constraints(_ operationValues: [OperationValue]) -> [SpaceConstraint] {
    applicability(operationValues) + comparisons
      + specification.impossible.enumerated().map { number, impossibility in
        SpaceConstraint(
          origin: .impossible(number),
          formula: .not(.anyOf(cubes(of: impossibility.when))),
          factors: factors(of: impossibility.when)
        )
      } + oneInvalid(operationValues) + nothingHappens
  }

  private func applicability(_ operationValues: [OperationValue]) -> [SpaceConstraint] {
    var constraints: [SpaceConstraint] = []
    for (factor, declared) in specification.factors.enumerated() {
      guard let condition = declared.onlyWhen else { continue }
      let applies = Cube(domains, factor, in: declared.values.indices)
      constraints.append(
        SpaceConstraint(
          origin: .factorApplies(factor),
          formula: .equivalent(.anyOf([applies]), .anyOf(cubes(of: condition))),
          factors: [factor] + factors(of: condition)
        )
      )
    }
    for (number, operation) in specification.operations.enumerated() {
      let values = operationValues.indices.filter { operationValues[$0].operation == number }
      if let condition = operation.onlyWhen {
        constraints.append(possible(number, values, where: condition))
      }
      for value in values {
        guard let condition = operationValues[value].variant?.onlyWhen else { continue }
        constraints.append(possible(number, [value], where: condition))
      }
    }
    return constraints
  }

  private var comparisons: [SpaceConstraint] {
    specification.factors.enumerated().compactMap { number, declared in
      guard let comparison = declared.comparison else { return nil }
      let applies = Cube(domains, number, in: declared.values.indices)
      return SpaceConstraint(
        origin: .compares(number),
        formula: .any([.not(.anyOf([applies])), .anyOf(pairs(of: number, comparison))]),
        factors: [comparison.left, comparison.right, number]
      )
    }
  }

  /// Returns the pairs of values in each relation of a comparison; with `onlyNear`, only those with nothing in between.
  func pairs(of factor: Int, _ comparison: Comparison, onlyNear: Bool = false) -> [Cube] {
    let left = specification.factors[comparison.left].values
    let relations = specification.factors[factor].values
    return specification.factors[comparison.right].values.enumerated().flatMap { place, right in
      relations.indices.compactMap { relation in
        let values = left.indices.filter {
          comparison.relation(left[$0], right)?.rawValue == relations[relation].number
            && (!onlyNear || comparison.areNear(left[$0], right))
        }
        guard !values.isEmpty else { return nil }
        return Cube(domains, comparison.left, in: values)
          .restricted(comparison.right, to: [place]).restricted(factor, to: [relation])
      }
    }
  }

  /// Returns the constraint that values of an operation occur only under a condition.
  private func possible(
    _ operation: Int,
    _ values: [Int],
    where condition: Condition
  ) -> SpaceConstraint {
    let done = Cube(domains, specification.operationFactor, in: values)
    return SpaceConstraint(
      origin: .operationPossible(operation),
      formula: .any([.not(.anyOf([done])), .anyOf(cubes(of: condition))]),
      factors: [specification.operationFactor] + factors(of: condition)
    )
  }

  private func oneInvalid(_ operationValues: [OperationValue]) -> [SpaceConstraint] {
    var invalid = Cube(none: domains)
    for (factor, declared) in specification.factors.enumerated() {
      for (value, declared) in declared.values.enumerated() where declared.isInvalid {
        invalid.insert(value, factor: factor)
      }
    }
    for (value, operation) in operationValues.enumerated() where operation.isInvalid {
      invalid.insert(value, factor: specification.operationFactor)
    }
    let factors = (0..<domains.count).filter { invalid.valueCount(of: $0) > 0 }
    guard factors.count > 1 else { return [] }
    return [
      SpaceConstraint(origin: .oneInvalid, formula: .atMostOneIn(invalid), factors: factors)
    ]
  }

  private var nothingHappens: [SpaceConstraint] {
    guard specification.isPlanned else { return [] }
    let factors = [specification.operationFactor]
    return [SpaceConstraint(origin: .nothingHappens, formula: .anyOf([]), factors: factors)]
  }

  private func factors(of condition: Condition) -> [Int] {
    condition.alternatives.flatMap(\.terms).map(\.factor).withoutRepetitions
  }
}
