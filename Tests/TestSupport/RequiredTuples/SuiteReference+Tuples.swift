import Specification
import TestDesign

/// Values that a row must have together, and no counting row has.
package struct MissingTuple {
  package var tuple: [(factor: Int, value: Int)]
  /// The operation values of rows that may have it.
  package var values: [Int]
  /// The rows that count.
  package var standing: ReferenceSpace.Standing
  /// True if it occurs in an open row.
  var isHeldOpen: Bool
  /// The operations in words, or the kind of extreme.
  var name: String

  func isHeld(by row: SuiteReference.DefinedRow) -> Bool {
    values.contains(row.value) && tuple.allSatisfy { row.row[$0.factor] == $0.value }
      && row.counts(tuple.map(\.factor), standing)
  }
}

/// The tuples of values that the rows must contain, and the rotation of values that do not matter.
extension SuiteReference {
  /// A row that is defined for an operation value.
  struct DefinedRow {
    var value: Int
    var row: [Int]
    /// True for factors that matter.
    var matters: [Bool]
    var isValid: Bool

    /// True if it counts for values of some factors.
    func counts(_ factors: [Int], _ standing: ReferenceSpace.Standing) -> Bool {
      switch standing {
      case .possible, .defined: true
      case .mattering: factors.allSatisfy { matters[$0] }
      case .valid: isValid
      }
    }
  }

  func definedRow(_ row: [Int], _ point: ReferenceSpace.Point) -> DefinedRow {
    DefinedRow(
      value: row[space.operationFactor],
      row: row,
      matters: space.mattering(row, point),
      isValid: !row.indices.contains { space.isInvalid[$0][row[$0]] }
    )
  }

  func definedRows(_ row: Row) -> [DefinedRow] {
    row.seen.filter { $0.point.status == .defined }.map { definedRow(row.row($0.value), $0.point) }
  }

  private struct RowsByValue {
    var defined: [[DefinedRow]]
    var open: [[Row]]

    init(_ rows: [Row], _ reference: SuiteReference) {
      defined = reference.space.operationValues.map { _ in [] }
      open = defined.map { _ in [] }
      for row in rows {
        for defined in reference.definedRows(row) { self.defined[defined.value].append(defined) }
        for (value, point) in row.seen where point.status != .defined { open[value].append(row) }
      }
    }
  }

  func missingTuples(_ rows: [Row], depth: Depth, strength: Int) -> [MissingTuple] {
    guard depth >= .relevant else { return [] }
    let rows = RowsByValue(rows, self)
    return missingValues(rows, strength: strength)
      + missingMatteringTuples(rows, strength: strength)
      + missingEveryTuples(rows, depth: depth) + missingExtremes(rows)
      + (depth == .all ? missingTuplesOfAll(rows, strength: strength) : [])
  }

  /// Returns the missing operation values, values of factors, and values that an operation value has to meet.
  private func missingValues(_ rows: RowsByValue, strength: Int) -> [MissingTuple] {
    let values = Array(space.operationValues.indices)
    return values.flatMap { missing([], [$0], rows) }
      + specification.factors.indices.flatMap { missing([$0], values, rows) }
      + readSets(ofSize: 1, strength: strength).flatMap {
        missing($0.factors, $0.values, rows, isToBeMet: true)
      }
  }

  /// Returns the missing tuples of values to be met among what an operation value reads, where each of the factors matters.
  private func missingMatteringTuples(_ rows: RowsByValue, strength: Int) -> [MissingTuple] {
    (1...strength).flatMap { readSets(ofSize: $0, strength: strength) }.flatMap {
      missing($0.factors, $0.values, rows, .mattering, isToBeMet: true)
    }
  }

  /// Returns the sets of factors requested together, with the operation values that read them, any of which suffices.
  private func readSets(ofSize size: Int, strength: Int) -> [(factors: [Int], values: [Int])] {
    let all = space.operationValues.indices
    let groups =
      size == strength
      ? specification.operations.indices.map { operation in
        all.filter { space.operationValues[$0].operation == operation }
      } : all.map { [$0] }
    return groups.flatMap { values in
      let read = values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }.sorted()
      return Self.choices(of: size, from: read[...]).map { factors in
        (factors, values.filter { space.reads[$0].isSuperset(of: factors) })
      }
    }
  }

  // MARK: Fullest and emptiest

  /// Returns the missing fullest and emptiest rows of operations with parts.
  private func missingExtremes(_ rows: RowsByValue) -> [MissingTuple] {
    space.caseOperations.filter(\.hasParts).flatMap { operation in
      [true, false].compactMap { isFull in
        let tuple = MissingTuple(
          tuple: extreme(operation, isFull: isFull),
          values: Array(operation.values),
          standing: .valid,
          isHeldOpen: false,
          name: "\(operation.id) at its \(isFull ? "fullest" : "emptiest")"
        )
        let isHeld = operation.values.contains { rows.defined[$0].contains(where: tuple.isHeld) }
        return isHeld || tuple.tuple.isEmpty ? nil : tuple
      }
    }
  }

  /// Returns the full or empty values of what the parts of an operation read, each if it is compatible with those before.
  private func extreme(
    _ operation: CaseOperation,
    isFull: Bool
  ) -> [(factor: Int, value: Int)] {
    let read = operation.values.reduce(into: Set<Int>()) { $0.formUnion(space.reads[$1]) }
    return read.sorted().reduce(into: []) { taken, factor in
      guard let value = extreme(specification.factors[factor], isFull: isFull) else { return }
      let next = taken + [(factor: factor, value: value)]
      if operation.values.contains(where: { space.isFeasible($0, next, .valid) }) { taken = next }
    }
  }

  private func extreme(_ factor: Factor, isFull: Bool) -> Int? {
    if factor.isYesNo { return factor.values.firstIndex { $0.id == (isFull ? "yes" : "no") } }
    guard factor.line != nil else { return nil }
    let numbers = factor.values.indices.filter {
      !factor.values[$0].isInvalid && factor.values[$0].number != nil
    }.sorted { (factor.values[$0].number ?? 0) < (factor.values[$1].number ?? 0) }
    return isFull ? numbers.last : numbers.first
  }

  // MARK: Groups and depth all

  /// Returns the missing tuples of all factors and the case operation that a defined row can have.
  private func missingTuplesOfAll(_ rows: RowsByValue, strength: Int) -> [MissingTuple] {
    let all = Array(specification.factors.indices) + [space.operationFactor]
    return Self.choices(of: min(strength, all.count), from: all[...]).flatMap { factors in
      missingAnywhere(factors, rows)
    }
  }

  /// Returns the missing tuples of the groups of `every`: with the operation for each of its values that reads the others, else once; at
  /// depth all wherever defined.
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

  /// Returns the tuples of factors, perhaps with the case operation last, that a defined row can have and none has.
  private func missingAnywhere(_ factors: [Int], _ rows: RowsByValue) -> [MissingTuple] {
    guard factors.last == space.operationFactor else {
      return missing(factors, Array(space.operationValues.indices), rows)
    }
    return space.caseOperations.flatMap { missing(factors.dropLast(), Array($0.values), rows) }
  }

  /// Returns the tuples of factors that a counting row of some operation values can have and none has.
  ///
  /// With `isToBeMet`, an operation value requires only what it has to meet.
  private func missing(
    _ factors: [Int],
    _ values: [Int],
    _ rows: RowsByValue,
    _ standing: ReferenceSpace.Standing = .defined,
    isToBeMet: Bool = false
  ) -> [MissingTuple] {
    func tuple(_ row: [Int]) -> [Int] { factors.map { row[$0] } }
    let counting = values.flatMap { rows.defined[$0] }.filter { $0.counts(factors, standing) }
    let held = Set(counting.map { tuple($0.row) })
    var all: [[Int]] = [[]]
    for factor in factors {
      all = all.flatMap { tuple in (0..<space.counts[factor]).map { tuple + [$0] } }
    }
    let missing = all.filter { tuple in
      guard !held.contains(tuple) else { return false }
      let named = zip(factors, tuple).map { (factor: $0, value: $1) }
      return values.contains { value in
        let isAsked =
          !isToBeMet || named.allSatisfy { space.isToBeMet[value][$0.factor][$0.value] }
        return isAsked && space.isFeasible(value, named, standing)
      }
    }
    guard !missing.isEmpty else { return [] }
    let heldOpen = Set(values.flatMap { rows.open[$0] }.map { tuple($0.values) })
    let name =
      values.count == space.operationValues.count && values.count > 1
      ? "any operation" : values.map { space.operationValues[$0].id }.joined(separator: ", ")
    return missing.map { tuple in
      MissingTuple(
        tuple: zip(factors, tuple).map { (factor: $0, value: $1) },
        values: values,
        standing: standing,
        isHeldOpen: heldOpen.contains(tuple),
        name: name
      )
    }
  }

  func words(_ missing: MissingTuple) -> String {
    let tuple = space.words(missing.tuple)
    switch missing.standing {
    case .possible, .defined:
      let holder = missing.isHeldOpen ? "held by open rows only" : "in no row"
      return "\(tuple) @ \(missing.name) is \(holder)"
    case .mattering:
      let names = missing.tuple.map { specification.factors[$0.factor].name }
      let factors = names.joined(separator: " and ")
      let verb = names.count == 1 ? "matters" : "matter"
      return "\(tuple) @ \(missing.name) is in no row in which \(factors) \(verb)"
    case .valid: return "no row shows \(missing.name): \(tuple)"
    }
  }

  /// Returns all sets of `count` factors, each ascending.
  package static func choices(of count: Int, from factors: ArraySlice<Int>) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard let first = factors.first, factors.count >= count else { return [] }
    let rest = factors.dropFirst()
    return choices(of: count - 1, from: rest).map { [first] + $0 } + choices(of: count, from: rest)
  }

  // MARK: Odd values

  /// Complains about rows in which an unread factor lacks its usual value, unless no other row has the same value.
  ///
  /// Applies to factors that no condition links to another or to applicability.
  func oddValueComplaints(_ rows: [Row]) -> [String] {
    rows.compactMap { row -> String? in
      let odd = specification.factors.indices.filter { factor in
        !space.isConstrained(factor)
          && row.values[factor] != specification.factors[factor].usual
          && !row.operation.values.contains { space.reads[$0].contains(factor) }
      }
      let isNeeded = odd.contains { factor in
        rows.count { $0.values[factor] == row.values[factor] } == 1
      }
      guard !odd.isEmpty, !isNeeded else { return nil }
      let names = odd.map { specification.factors[$0].name }.joined(separator: ", ")
      return "\(row.operation.id) at \(row.values) changes \(names)"
    }
  }
}
