import Combinatorics
import Specification

/// A specification in small integers: what the engine sees of it.
///
/// Factor `i` of the engine is factor `i` of the specification, the last one is the operation. A factor that does not apply
/// everywhere has one value more than it declares: the last one, *not applicable*. The operation of a planned feature has one value that
/// never occurs.
struct LoweredSpecification {
  var specification: Specification
  let operationValues: [OperationValue]
  /// By operation: its numbers in `operationValues`, one for each variant.
  let variants: [Range<Int>]
  let domains: Domains
  /// What together makes the space, in the order of declaration.
  let constraints: [SpaceConstraint]
  /// By rule: the cubes of its condition.
  let rules: [[Cube]]
  /// The same rules, operation by operation.
  let parts: RuleParts
  /// The same as they are written, without what steps imply; `nil` if nothing is implied.
  let writtenParts: RuleParts?
  /// By factor that is compared with another: the comparisons.
  private let comparisons: [Int: [Int]]

  init(_ specification: Specification) {
    self.specification = specification
    let operationValues = specification.operationValues
    self.operationValues = operationValues
    var comparisons: [Int: [Int]] = [:]
    for (number, factor) in specification.factors.enumerated() {
      guard let comparison = factor.comparison else { continue }
      for side in [comparison.left, comparison.right] {
        comparisons[side, default: []].append(number)
      }
    }
    self.comparisons = comparisons
    var first = 0
    variants = specification.operations.map { operation in
      let count = max(1, operation.variants.count)
      defer { first += count }
      return first..<(first + count)
    }
    let domains = Domains(
      sizes: specification.factors.map { $0.values.count + ($0.onlyWhen == nil ? 0 : 1) }
        + [max(1, operationValues.count)]
    )
    self.domains = domains
    let lowering = ConditionLowering(specification: specification, domains: domains)
    constraints = lowering.constraints(operationValues)
    rules = specification.rules.map { lowering.cubes(of: $0.when) }
    let written = specification.rules.map { lowering.cubes(of: $0.when.withoutImplied) }
    let variants = variants
    func cut(_ rules: [[Cube]]) -> RuleParts {
      RuleParts(
        rules,
        isHouseRule: specification.rules.map { $0.house != nil },
        operations: variants,
        isDivided: specification.operations.map(\.hasParts),
        domains: domains
      )
    }
    parts = cut(rules)
    writtenParts = written == rules ? nil : cut(written)
  }

  var operationFactor: Int { specification.operationFactor }

  /// The values that the specification gives a factor or the operation: those of the engine without *not applicable*.
  func values(of factor: Int) -> Range<Int> {
    factor == operationFactor
      ? operationValues.indices : specification.factors[factor].values.indices
  }

  /// The engine's number of *not applicable*, for a factor that has it.
  func notApplicable(_ factor: Int) -> Int? {
    factor < operationFactor && specification.factors[factor].onlyWhen != nil
      ? specification.factors[factor].values.count : nil
  }

  /// The cubes of a condition.
  func cubes(of condition: Condition) -> [Cube] {
    ConditionLowering(specification: specification, domains: domains).cubes(of: condition)
  }

  /// The cube of a conjunction.
  func cube(of conjunction: Conjunction) -> Cube {
    ConditionLowering(specification: specification, domains: domains).cube(of: conjunction)
  }

  /// A factor, with those whose values cannot stay where its own changes: of a comparison its two, of these the comparison.
  func factors(changingWith factor: Int) -> [Int] {
    specification.factorsRead(with: factor) + comparisons[factor, default: []]
  }

  /// True if the values of a factor say how two others compare.
  func isComparison(_ factor: Int) -> Bool {
    factor < operationFactor && specification.factors[factor].comparison != nil
  }

  /// The pairs of values of two factors with nothing between.
  func nearPairs(_ factor: Int, _ comparison: Comparison) -> [Cube] {
    ConditionLowering(specification: specification, domains: domains)
      .pairs(of: factor, comparison, onlyNear: true)
  }

  /// The entry of `impossible` of the spec that some statements consist of; `nil` if they are several, or something else.
  func onlyEntry(_ statements: [Int]) -> Int? {
    guard statements.count == 1, case .impossible(let entry) = constraints[statements[0]].origin,
      specification.impossible[entry].house == nil
    else { return nil }
    return entry
  }

  /// All rows of an operation, its variants included.
  func cube(ofOperation operation: Int) -> Cube {
    Cube(domains, operationFactor, in: variants[operation])
  }

  /// All rows with a value of the operation.
  func cube(ofValue value: Int) -> Cube { Cube(domains, operationFactor, in: [value]) }

  /// The operations that a rule names, ascending.
  func operations(ofRule rule: Int) -> [Int] { parts.of(rule: rule).map { parts[$0].operation } }

  /// A row in the numbers of the specification.
  func combination(_ row: [Int]) -> Combination {
    Combination(
      values: specification.factors.indices.map {
        row[$0] == notApplicable($0) ? nil : row[$0]
      },
      operation: row[operationFactor]
    )
  }

  /// A combination in the numbers of the engine.
  func row(_ combination: Combination) -> [Int] {
    combination.values.enumerated().map { factor, value in
      value ?? specification.factors[factor].values.count
    } + [combination.operation]
  }

  /// A cube in the numbers of the specification: the operation, then the factors it names.
  func named(_ cube: Cube) -> NamedCube {
    let factors = cube.namedFactors.filter { $0 != operationFactor }
    return NamedCube(
      literals: ([operationFactor] + factors).map { factor in
        let values = cube.values(of: factor)
        let notApplicable = notApplicable(factor)
        return NamedCube.Literal(
          factor: factor,
          values: values.filter { $0 != notApplicable },
          allowsNotApplicable: notApplicable.map { values.contains($0) } ?? false
        )
      }
    )
  }

  /// An order of the factors under which diagrams stay small: the operation on top, since rules speak of one operation each.
  var factorOrder: [Int] {
    let operations = Double(operationValues.count)
    let groups =
      constraints.filter { $0.origin != .oneInvalid }.map {
        FactorGroup(factors: $0.factors, weight: 1)
      }
      + rules.joined().map { cube in
        FactorGroup(
          factors: cube.namedFactors,
          weight: Double(cube.valueCount(of: operationFactor)) / operations
        )
      }
    return Combinatorics.factorOrder(groups, factorCount: domains.count, first: operationFactor)
  }
}

extension LoweredSpecification {
  /// True if a value of a factor, or of the operation, is one that the feature must reject.
  func isInvalid(_ value: Int, of factor: Int) -> Bool {
    values(of: factor).contains(value)
      && (factor == operationFactor
        ? operationValues[value].isInvalid : specification.factors[factor].values[value].isInvalid)
  }

  /// By factor, all its values: the usual one first, then valid ones, then *not applicable*, then invalid ones.
  ///
  /// The valid values of the operation come first.
  var preference: [[Int]] {
    domains.sizes.indices.map { factor in
      let isOperation = factor == operationFactor
      let declared = isOperation ? nil : specification.factors[factor]
      func rank(_ value: Int) -> Int {
        if value == notApplicable(factor) { return 2 }
        return isInvalid(value, of: factor) ? 3 : value == declared?.usual ? 0 : 1
      }
      return (0..<domains.sizes[factor]).map { (rank($0), $0) }.sorted(by: <).map(\.1)
    }
  }
}

extension LoweredSpecification {
  /// A row in the numbers of the engine, `nil` if nothing is known.
  func row(_ partial: PartialCombination) -> [Int?] {
    partial.values.enumerated().map { factor, value in
      switch value {
      case .open, .unread: nil
      case .notApplicable: notApplicable(factor)
      case .value(let number): number
      }
    }
  }
}

extension [FactorValue] {
  /// The places of those that have a number, ascending by it.
  var numbered: [Int] {
    indices.filter { self[$0].number != nil }
      .sorted { self[$0].number ?? 0 < self[$1].number ?? 0 }
  }
}

extension Factor {
  /// The values that have a number, ascending by it.
  var numberedValues: [Int] { values.numbered }
}
