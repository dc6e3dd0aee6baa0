import Specification
import TestDesign

/// Which tuples of values the rows must hold, and how the values that do not matter take turns.
extension SuiteReference {
  /// Every tuple of what an operation value reads, in a row where it is defined; every operation value; every value of every factor.
  func relevantComplaints(_ rows: [Row], strength: Int) -> [String] {
    var found: [String] = []
    for value in space.operationValues.indices {
      let read = space.reads[value].sorted()
      for size in 0...min(strength, read.count) {
        for factors in Self.choices(of: size, from: read[...]) {
          found += missing(factors, of: value, rows) { space.isFeasible(value, $0, isDefined: true) }
        }
      }
    }
    for factor in specification.factors.indices {
      found += missing([factor], rows)
    }
    return found
  }

  /// Every tuple of all factors, the operation of the case among them, that a defined row can have.
  func allComplaints(_ rows: [Row], strength: Int) -> [String] {
    let all = Array(specification.factors.indices) + [space.operationFactor]
    return Self.choices(of: min(strength, all.count), from: all[...]).flatMap { factors in
      guard factors.last == space.operationFactor else { return missing(factors, rows) }
      return space.caseOperations.flatMap { missing(factors.dropLast(), ofCase: $0, rows) }
    }
  }

  /// The groups of `every`: with the operation for each value of it that reads the others, without it once; at depth all wherever defined.
  func everyComplaints(_ rows: [Row], depth: Depth) -> [String] {
    specification.coverage.every.flatMap { group -> [String] in
      let factors = group.factors.filter { $0 != space.operationFactor }.sorted()
      let withOperation = factors.count < group.factors.count
      let readers = space.operationValues.indices.filter {
        space.reads[$0].isSuperset(of: factors)
      }
      var found: [String] = []
      if withOperation {
        for value in readers {
          found += missing(factors, of: value, rows) { space.isFeasible(value, $0, isDefined: true) }
        }
        if depth == .all {
          found += space.caseOperations.flatMap { missing(factors, ofCase: $0, rows) }
        }
      } else {
        found += missing(
          factors,
          rows,
          of: "any reader",
          holds: { row in readers.contains { row.isDefined($0) } },
          canHold: { tuple in
            readers.contains { space.isFeasible($0, tuple, isDefined: true) }
          }
        )
        if depth == .all { found += missing(factors, rows) }
      }
      return found.map { "\($0) (every)" }
    }
  }

  private func missing(
    _ factors: [Int],
    of value: Int,
    _ rows: [Row],
    canHold: ([(factor: Int, value: Int)]) -> Bool
  ) -> [String] {
    let operation = space.caseOperationOfValue[value]
    return missing(
      factors,
      rows.filter { $0.operation.value == operation.value },
      of: space.operationValues[value].id,
      holds: { $0.isDefined(value) },
      canHold: canHold
    )
  }

  private func missing(
    _ factors: [Int],
    ofCase operation: CaseOperation,
    _ rows: [Row]
  ) -> [String] {
    missing(
      factors,
      rows.filter { $0.operation.value == operation.value },
      of: operation.id,
      holds: \.isDefined,
      canHold: { tuple in
        operation.values.contains { space.isFeasible($0, tuple, isDefined: true) }
      }
    )
  }

  private func missing(_ factors: [Int], _ rows: [Row]) -> [String] {
    missing(
      factors,
      rows,
      of: "any operation",
      holds: \.isDefined,
      canHold: { tuple in
        space.operationValues.indices.contains {
          space.isFeasible($0, tuple, isDefined: true)
        }
      }
    )
  }

  /// The tuples of some factors that a defined row can have, and no row that counts has.
  private func missing(
    _ factors: [Int],
    _ rows: [Row],
    of operation: String,
    holds: (Row) -> Bool,
    canHold: ([(factor: Int, value: Int)]) -> Bool
  ) -> [String] {
    var held: Set<[Int]> = []
    var heldOpen: Set<[Int]> = []
    for row in rows {
      let tuple = factors.map { row.values[$0] }
      if holds(row) { held.insert(tuple) } else { heldOpen.insert(tuple) }
    }
    var tuples: [[Int]] = [[]]
    for factor in factors {
      tuples = tuples.flatMap { tuple in (0..<space.counts[factor]).map { tuple + [$0] } }
    }
    return tuples.compactMap { tuple in
      guard !held.contains(tuple) else { return nil }
      let named = zip(factors, tuple).map { (factor: $0, value: $1) }
      guard canHold(named) else { return nil }
      return "\(space.words(named)) @ \(operation) is "
        + (heldOpen.contains(tuple) ? "held by open rows only" : "in no row")
    }
  }

  static func choices(of count: Int, from factors: ArraySlice<Int>) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard let first = factors.first, factors.count >= count else { return [] }
    let rest = factors.dropFirst()
    return choices(of: count - 1, from: rest).map { [first] + $0 } + choices(of: count, from: rest)
  }

  // MARK: Rotation

  /// Values of a factor that an operation does not read stand within one row of equally often in its rows that are not for review.
  ///
  /// Judged where no condition links the factor to another or to where anything applies, and by its valid values; with or without the plain case of the
  /// operation. Turns may also be taken over all operations that do not read the factor.
  func rotationComplaints(_ rows: [Row]) -> [String] {
    specification.factors.indices.flatMap { factor -> [String] in
      guard !space.isConstrained(factor) else { return [] }
      let valid = (0..<space.counts[factor]).filter { !space.isInvalid[factor][$0] }
      let unreading = space.caseOperations.filter { operation in
        !operation.values.contains { space.reads[$0].contains(factor) }
      }
      func isEven(_ operations: [CaseOperation]) -> Bool {
        let own = rows.filter { row in operations.contains { $0.value == row.operation.value } }
        let plain = operations.compactMap { self.plain($0)?.values }
        func spread(_ rows: [Row]) -> Int {
          let uses = valid.map { value in rows.count { $0.values[factor] == value } }
          return (uses.max() ?? 0) - (uses.min() ?? 0)
        }
        return spread(own) <= 1 || spread(own.filter { !plain.contains($0.values) }) <= 1
      }
      guard !isEven(unreading) else { return [] }
      return unreading.filter { !isEven([$0]) }.map {
        "\(specification.factors[factor].name), which \($0.id) does not read, takes no even turns"
      }
    }
  }
}
