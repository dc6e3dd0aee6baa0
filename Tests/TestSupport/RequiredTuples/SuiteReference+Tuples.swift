import Specification
import TestDesign

/// Values of some factors that a row must hold, and none that counts does.
package struct MissingTuple {
  package var tuple: [(factor: Int, value: Int)]
  /// The operation values in a defined row of any of which it may stand.
  package var values: [Int]
  /// True if it stands in an open row.
  var isHeldOpen: Bool
  /// The operations in words.
  var name: String

  /// True if a row has the values.
  package func isHeld(by row: [Int]) -> Bool { tuple.allSatisfy { row[$0.factor] == $0.value } }
}

/// Which tuples of values the rows must hold, and how the values that do not matter take turns.
extension SuiteReference {
  /// The rows by operation value.
  private struct RowsByValue {
    var defined: [[Row]]
    var open: [[Row]]

    init(_ rows: [Row], _ space: ReferenceSpace) {
      defined = space.operationValues.map { _ in [] }
      open = defined
      for row in rows {
        for (value, point) in row.seen {
          if point.status == .defined {
            defined[value].append(row)
          } else {
            open[value].append(row)
          }
        }
      }
    }
  }

  /// All tuples that are missing at a depth and strength.
  func missingTuples(_ rows: [Row], depth: Depth, strength: Int) -> [MissingTuple] {
    guard depth >= .relevant else { return [] }
    let rows = RowsByValue(rows, space)
    return missingReadTuples(rows, strength: strength) + missingEveryTuples(rows, depth: depth)
      + (depth == .all ? missingTuplesOfAll(rows, strength: strength) : [])
  }

  /// Every tuple of what an operation value reads, in a row where it is defined; every operation value; every value of every factor.
  private func missingReadTuples(_ rows: RowsByValue, strength: Int) -> [MissingTuple] {
    let values = space.operationValues.indices
    let own = values.flatMap { value in
      let read = space.reads[value].sorted()
      let most = wholeTuples == .perValue ? strength : strength - 1
      return (0...min(most, read.count)).flatMap { size in
        Self.choices(of: size, from: read[...]).flatMap { missing($0, [value], rows) }
      }
    }
    let shared =
      wholeTuples == .perValue
      ? []
      : specification.operations.indices.flatMap { operation -> [MissingTuple] in
        let all = values.filter { space.operationValues[$0].operation == operation }
        let read = all.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }.sorted()
        return Self.choices(of: strength, from: read[...]).flatMap { factors in
          missing(factors, all.filter { space.reads[$0].isSuperset(of: factors) }, rows)
        }
      }
    return own + shared
      + specification.factors.indices.flatMap { missing([$0], Array(values), rows) }
  }

  /// Every tuple of all factors, the operation of the case among them, that a defined row can have.
  private func missingTuplesOfAll(_ rows: RowsByValue, strength: Int) -> [MissingTuple] {
    let all = Array(specification.factors.indices) + [space.operationFactor]
    return Self.choices(of: min(strength, all.count), from: all[...]).flatMap { factors in
      missingAnywhere(factors, rows)
    }
  }

  /// The groups of `every`: with the operation for each value of it that reads the others, without it once; at depth all wherever defined.
  private func missingEveryTuples(_ rows: RowsByValue, depth: Depth) -> [MissingTuple] {
    specification.coverage.every.flatMap { group -> [MissingTuple] in
      let factors = group.factors.filter { $0 != space.operationFactor }.sorted()
      let readers = space.operationValues.indices.filter {
        space.reads[$0].isSuperset(of: factors)
      }
      let own =
        factors.count < group.factors.count
        ? readers.flatMap { missing(factors, [$0], rows) } : missing(factors, readers, rows)
      return own + (depth == .all ? missingAnywhere(group.factors.sorted(), rows) : [])
    }.map { tuple in
      var tuple = tuple
      tuple.name += " (every)"
      return tuple
    }
  }

  /// The tuples of factors, perhaps with the operation of the case as the last, that a defined row can have and none has.
  private func missingAnywhere(_ factors: [Int], _ rows: RowsByValue) -> [MissingTuple] {
    guard factors.last == space.operationFactor else {
      return missing(factors, Array(space.operationValues.indices), rows)
    }
    return space.caseOperations.flatMap { missing(factors.dropLast(), Array($0.values), rows) }
  }

  /// The tuples of some factors that a defined row of some operation values can have, and none has.
  private func missing(
    _ factors: [Int],
    _ values: [Int],
    _ rows: RowsByValue
  ) -> [MissingTuple] {
    func tuples(_ rows: [[Row]]) -> Set<[Int]> {
      var tuples: Set<[Int]> = []
      for value in values {
        for row in rows[value] { tuples.insert(factors.map { row.values[$0] }) }
      }
      return tuples
    }
    let held = tuples(rows.defined)
    var all: [[Int]] = [[]]
    for factor in factors {
      all = all.flatMap { tuple in (0..<space.counts[factor]).map { tuple + [$0] } }
    }
    let missing = all.filter { tuple in
      guard !held.contains(tuple) else { return false }
      let named = zip(factors, tuple).map { (factor: $0, value: $1) }
      return values.contains { space.isFeasible($0, named, isDefined: true) }
    }
    guard !missing.isEmpty else { return [] }
    let heldOpen = tuples(rows.open)
    let name =
      values.count == space.operationValues.count && values.count > 1
      ? "any operation" : values.map { space.operationValues[$0].id }.joined(separator: ", ")
    return missing.map { tuple in
      MissingTuple(
        tuple: zip(factors, tuple).map { (factor: $0, value: $1) },
        values: values,
        isHeldOpen: heldOpen.contains(tuple),
        name: name
      )
    }
  }

  func words(_ missing: MissingTuple) -> String {
    "\(space.words(missing.tuple)) @ \(missing.name) is "
      + (missing.isHeldOpen ? "held by open rows only" : "in no row")
  }

  /// All sets of so many factors, each ascending.
  package static func choices(of count: Int, from factors: ArraySlice<Int>) -> [[Int]] {
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
