import Combinatorics
import Specification

/// A spec as tests of rows, derived from its conditions without diagrams.
///
/// A row has a value for each factor, with the number after the last one for *not applicable*, and the operation at the end. Any of them
/// may be `RowConstraint.open`.
struct SpecificationTest {
  private let specification: Specification
  private let operations: [OperationValue]
  /// The number of values of each factor.
  let sizes: [Int]

  init(_ specification: Specification) {
    self.specification = specification
    operations = specification.operationValues
    sizes =
      specification.factors.map { $0.values.count + ($0.onlyWhen == nil ? 0 : 1) }
      + [max(1, operations.count)]
  }

  func request(_ groups: [CoveringRequest.Group]) -> CoveringRequest {
    CoveringRequest(
      groups: groups,
      isAsked: sizes.indices.map { factor in
        (0..<sizes[factor]).map { !isNotApplicable($0, factor) }
      },
      weights: sizes.map { Array(repeating: 1, count: $0) }
    )
  }

  private func isNotApplicable(_ value: Int, _ factor: Int) -> Bool {
    factor < specification.factors.count && value == specification.factors[factor].values.count
  }

  // MARK: Constraints

  var constraints: [RowConstraint] {
    specification.impossible.map { impossibility in
      test(of: impossibility.when) { row in value(of: impossibility.when, row) == true }
    } + applicability + comparisons + [oneInvalid]
      + (operations.isEmpty ? [RowConstraint(factors: []) { _ in true }] : [])
  }

  private var applicability: [RowConstraint] {
    let factors = specification.factors.indices.compactMap { factor in
      specification.factors[factor].onlyWhen.map { condition in
        test(of: condition, and: factor) { row in
          let applies = value(of: condition, row)
          return row[factor] != RowConstraint.open && applies != nil
            && applies == isNotApplicable(row[factor], factor)
        }
      }
    }
    let last = specification.operationFactor
    return factors
      + specification.operations.indices.compactMap { operation in
        specification.operations[operation].onlyWhen.map { condition in
          test(of: condition, and: last) { row in
            row[last] != RowConstraint.open && operations[row[last]].operation == operation
              && value(of: condition, row) == false
          }
        }
      }
  }

  /// Constraints that the value of a comparison (less, same or more) agrees with the numbers of its two factors.
  private var comparisons: [RowConstraint] {
    let factors = specification.factors
    return factors.indices.compactMap { number in
      guard let comparison = factors[number].comparison else { return nil }
      let places = [comparison.left, comparison.right, number]
      return RowConstraint(factors: places.sorted()) { row in
        let values = places.compactMap { place in
          factors[place].values.indices.contains(row[place])
            ? factors[place].values[row[place]] : nil
        }
        return values.count == 3
          && comparison.relation(values[0], values[1])?.rawValue != values[2].number
      }
    }
  }

  /// The constraint that a combination has at most one invalid value.
  private var oneInvalid: RowConstraint {
    let invalid =
      specification.factors.map { $0.values.map(\.isInvalid) + [false] }
      + [operations.map(\.isInvalid)]
    let factors = invalid.indices.filter { invalid[$0].contains(true) }
    return RowConstraint(factors: factors) { row in
      factors.count { row[$0] != RowConstraint.open && invalid[$0][row[$0]] } > 1
    }
  }

  private func test(
    of condition: Condition,
    and factor: Int? = nil,
    isBroken: @escaping ([Int]) -> Bool
  ) -> RowConstraint {
    let named = condition.alternatives.flatMap(\.terms).map(\.factor)
    return RowConstraint(
      factors: Set(named + (factor.map { [$0] } ?? [])).sorted(),
      isBroken: isBroken
    )
  }

  // MARK: Conditions

  /// True if a condition holds in a row, or `nil` if that depends on open places.
  private func value(of condition: Condition, _ row: [Int]) -> Bool? {
    let values = condition.alternatives.map { value(of: $0, row) }
    return values.contains(true) ? true : values.contains(nil) ? nil : false
  }

  /// True if a conjunction holds in a row, or `nil` if that depends on open places.
  func value(of conjunction: Conjunction, _ row: [Int]) -> Bool? {
    var holds: Bool? = true
    for term in conjunction.terms {
      let value = row[term.factor]
      if value == RowConstraint.open {
        holds = nil
      } else if !term.values.contains(value)
        && !(term.allowsNotApplicable && isNotApplicable(value, term.factor))
      {
        return false
      }
    }
    return holds
  }
}
