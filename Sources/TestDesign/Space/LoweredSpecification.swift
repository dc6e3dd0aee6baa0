import Combinatorics
import Specification
import Text

/// A specification lowered to small integers, the engine's view of it.
///
/// Factor `i` of the engine is factor `i` of the specification; the last one is the operation. A factor that does not always apply has an
/// additional last value, *not applicable*. The operation of a planned feature has one value that never occurs.
struct LoweredSpecification {
  var specification: Specification
  let operationValues: [OperationValue]
  /// The range in `operationValues` of each operation, with one element per variant.
  let variants: [Range<Int>]
  let domains: Domains
  /// The constraints that define the space, in the order of declaration.
  let constraints: [SpaceConstraint]
  /// The cubes of each rule's condition.
  let rules: [[Cube]]
  /// The rules split by operation.
  let parts: RuleParts
  /// The parts as written, without implied conditions of steps, or `nil` if nothing is implied.
  let writtenParts: RuleParts?
  /// The comparisons of each factor that is compared with another.
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

  /// Returns the declared values of a factor, or those of the operation, without *not applicable*.
  func values(of factor: Int) -> Range<Int> {
    factor == operationFactor
      ? operationValues.indices : specification.factors[factor].values.indices
  }

  /// Returns the engine's value for *not applicable*, or `nil` if the factor always applies.
  func notApplicable(_ factor: Int) -> Int? {
    factor < operationFactor && specification.factors[factor].onlyWhen != nil
      ? specification.factors[factor].values.count : nil
  }

  private var lowering: ConditionLowering {
    ConditionLowering(specification: specification, domains: domains)
  }

  func cubes(of condition: Condition) -> [Cube] { lowering.cubes(of: condition) }

  func cube(of conjunction: Conjunction) -> Cube { lowering.cube(of: conjunction) }

  /// Returns a factor with those that change along with it: the two sides of a comparison, or the comparisons of a side.
  func factors(changingWith factor: Int) -> [Int] {
    specification.factorsRead(with: factor) + comparisons[factor, default: []]
  }

  /// The factors that are compared with another, ascending.
  var compared: [Int] { comparisons.keys.sorted() }

  /// Returns the values of a compared factor by class, which is all that conditions on it distinguish.
  func classes(of factor: Int) -> [[Int]] {
    let values = specification.factors[factor].values
    return (0..<domains.sizes[factor]).gathered { value in
      (values.indices.contains(value) ? values[value].numbers : nil)
        .map { [$0.lowerBound, $0.upperBound] } ?? [value]
    }
  }

  /// Returns a cube with all values of the classes in it.
  func alike(_ cube: Cube) -> Cube {
    compared.reduce(into: cube) { whole, factor in
      for values in classes(of: factor)
      where values.contains(where: { cube.contains($0, factor: factor) }) {
        for value in values { whole.insert(value, factor: factor) }
      }
    }
  }

  /// True if the factor is a comparison of two others.
  func isComparison(_ factor: Int) -> Bool {
    factor < operationFactor && specification.factors[factor].comparison != nil
  }

  /// Returns the pairs of values of two compared factors with nothing in between.
  func nearPairs(_ factor: Int, _ comparison: Comparison) -> [Cube] {
    lowering.pairs(of: factor, comparison, onlyNear: true)
  }

  /// Returns the entry of `impossible` in the spec that is the only statement, or `nil`.
  func onlyEntry(_ statements: [Int]) -> Int? {
    guard statements.count == 1, case .impossible(let entry) = constraints[statements[0]].origin,
      specification.impossible[entry].house == nil
    else { return nil }
    return entry
  }

  /// Returns the cube of an operation with all its variants.
  func cube(ofOperation operation: Int) -> Cube {
    Cube(domains, operationFactor, in: variants[operation])
  }

  func cube(ofValue value: Int) -> Cube { Cube(domains, operationFactor, in: [value]) }

  /// Returns the operations that a rule applies to, ascending.
  func operations(ofRule rule: Int) -> [Int] { parts.of(rule: rule).map { parts[$0].operation } }

  /// Converts a row of the engine to a combination.
  func combination(_ row: [Int]) -> Combination {
    Combination(
      values: specification.factors.indices.map {
        row[$0] == notApplicable($0) ? nil : row[$0]
      },
      operation: row[operationFactor]
    )
  }

  /// Converts a combination to a row of the engine.
  func row(_ combination: Combination) -> [Int] {
    combination.values.enumerated().map { factor, value in
      value ?? specification.factors[factor].values.count
    } + [combination.operation]
  }

  /// Converts a cube of the engine to terms of the specification: the operation, then the named factors.
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

  /// A factor order that keeps diagrams small; the operation comes first, since most rules concern a single operation.
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
  /// True if the feature must reject a value of a factor or of the operation.
  func isInvalid(_ value: Int, of factor: Int) -> Bool {
    values(of: factor).contains(value)
      && (factor == operationFactor
        ? operationValues[value].isInvalid : specification.factors[factor].values[value].isInvalid)
  }

  /// The values of each factor in order of preference: the usual one, other valid ones, *not applicable*, invalid ones.
  ///
  /// For the operation, valid values come first.
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
  /// Converts a partial combination to a row of the engine, with `nil` for unknown values.
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
  /// The indices of values with a number, sorted by number.
  var numbered: [Int] {
    indices.filter { self[$0].number != nil }
      .sorted { self[$0].number ?? 0 < self[$1].number ?? 0 }
  }
}

extension Factor {
  var numberedValues: [Int] { values.numbered }
}
