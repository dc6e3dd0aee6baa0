import Combinatorics
import Specification

/// What the independent checker has against a suite.
package struct SuiteVerdict: Hashable, Sendable {
  /// A sentence for each case that cannot happen and each thing that should be in some case and is not.
  package let complaints: [String]
  /// Combinations of values that no case has and of which could not be decided within the limits whether they can happen.
  package let undecided: Int

  /// Whether the suite is complete for certain and all its cases can happen.
  package var isCertified: Bool { complaints.isEmpty && undecided == 0 }
}

extension AnalysedSpecification {
  /// Lets the independent checker judge a suite.
  ///
  /// Which combinations can happen is read from the specification's own conditions, case by case; no diagram is asked. Which rules win
  /// where, and what the questions are about, is the analysis' word; which of several values of an included case is taken is the generator's.
  package func verify(_ matrix: TestMatrix) -> SuiteVerdict {
    let lowered = regions.space.lowered
    let test = SpecificationTest(specification)
    let includes = specification.coverage.include.map { include in
      { (row: [Int]) in test.value(of: include.row, row) == true }
    }
    let won = regions.wins.indices.filter { regions.wins[$0] != .empty }
    let sets = openTargets.map(\.rows) + won.map { regions.wins[$0] }
    let store = regions.space.store
    var checker = CoverageChecker(
      sizes: test.sizes,
      constraints: test.constraints,
      request: test.request(strength: matrix.strength),
      targets: includes + sets.map { set in { row in store.contains(set, row: row) } }
    )
    let rows = matrix.cases.map { lowered.row($0.combination) }
    let report = checker.report(on: Suite(rows: rows, fixedCount: 0))
    let complaints = report.complaints.map { complaint in
      switch complaint {
      case .rowOutsideSpace(let row):
        "\(matrix.cases[row].id) cannot happen"
      case .tupleMissed(let factors, let values):
        "no case has " + zip(factors, values).map(name).joined(separator: ", ")
      case .targetMissed(let target):
        "no case meets \(name(ofTarget: target, won))"
      case .fixedRowMissing(let row), .fixedRowDropped(let row):
        "the earlier case in place \(row + 1) is missing"
      case .noRows:
        "there is no case, though there are combinations"
      }
    }
    return SuiteVerdict(complaints: complaints, undecided: report.undecided)
  }

  private func name(factor: Int, value: Int) -> String {
    guard factor != specification.operationFactor else {
      return "operation: \(specification.operationValues[value].id)"
    }
    let declared = specification.factors[factor]
    return "\(declared.name): \(declared.values[value].id)"
  }

  /// Targets are the included cases, then the questions, then the rules that win somewhere.
  private func name(ofTarget target: Int, _ won: [Int]) -> String {
    let includes = specification.coverage.include.count
    if target < includes { return "the case that must be there, number \(target + 1) of them" }
    let open = openTargets
    if target < includes + open.count { return open[target - includes].id }
    return "the rule `\(specification.rules[won[target - includes - open.count]].id)`"
  }
}

/// A specification as tests of rows, written from its conditions alone.
///
/// A row has a value for each factor, the number behind the last one standing for *not applicable*, and the operation at the end; any of
/// them may be open.
struct SpecificationTest {
  private let specification: Specification
  private let operations: [OperationValue]
  /// Values per factor.
  let sizes: [Int]

  init(_ specification: Specification) {
    self.specification = specification
    operations = specification.operationValues
    sizes =
      specification.factors.map { $0.values.count + ($0.onlyWhen == nil ? 0 : 1) }
      + [max(1, operations.count)]
  }

  /// What the suite must cover, at a strength for all factors.
  func request(strength: Int) -> CoveringRequest {
    let every = specification.coverage.every.map {
      CoveringRequest.Group(factors: $0.factors, strength: $0.factors.count)
    }
    let all = CoveringRequest.Group(
      factors: Array(sizes.indices),
      strength: min(strength, sizes.count)
    )
    return CoveringRequest(
      groups: [all] + every,
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
    } + applicability + [oneInvalid]
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

  /// At most one value of a combination is invalid.
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

  /// Whether a condition holds in a row; `nil` where that depends on what is open.
  private func value(of condition: Condition, _ row: [Int]) -> Bool? {
    let values = condition.alternatives.map { value(of: $0, row) }
    return values.contains(true) ? true : values.contains(nil) ? nil : false
  }

  /// Whether a conjunction holds in a row; `nil` where that depends on what is open.
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
