import Combinatorics
import Specification

/// Gives usual values to the factors that make no difference in a row.
///
/// Factors that the rules of an operation do not read, or that do not matter in a row, could have any value. Unusual ones might find
/// behaviour that no rule describes, but whoever tests something else has to set them up, and nothing in the spec says that they go
/// together.
extension CaseDesigner {
  /// A row and the factors that are free in it.
  private struct PlainRow {
    var row: [Int]
    let operation: OperationRows
    /// The factors that make no difference.
    var free: [Int]
    /// The rows that may replace it, with the same expected results and the same factors that matter.
    var rows: Diagram

    /// The rows that it may become: only free factors change.
    var cube: Cube {
      var cube = operation.cube
      for (factor, value) in row.enumerated() where !free.contains(factor) {
        cube.restrict(factor, to: [value])
      }
      return cube
    }

    /// Returns the row of a cube in which the free factors have usual values as far as possible, or `nil` if no row is in the cube.
    func plain(in cube: Cube) throws(LimitExceeded) -> [Int]? {
      try operation.usualRow(of: rows, in: cube)
    }
  }

  /// Returns the new rows of a plan in plain form, without those that are already in it.
  ///
  /// A value that would otherwise occur in no row is put into one in which it makes no difference, at most one in each row.
  func plainRows(
    of new: [(operation: Int, row: [Int])],
    beside plan: SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> [[Int]] {
    let operations = tasks.operations
    let whole = Set(lowered.specification.coverage.every.flatMap(\.factors))
    var held = HeldValues(operations, plan.rows.map { ($0.operation, $0.row) } + new)
    var rows: [PlainRow] = []
    var isTaken = Set(plan.rows.map(\.row))
    for (number, row) in new.sorted(by: { $0.operation < $1.operation }) {
      let operation = operations[number]
      let idle = held.idleFactors(row, of: operation).filter { !whole.contains($0) }
      var plain = try plainRow(row, operation, idle)
      plain.row = try plain.plain(in: plain.cube) ?? row
      let isNew = isTaken.insert(plain.row).inserted
      held.replace(row, with: isNew ? plain.row : nil, of: operation)
      if isNew { rows.append(plain) }
    }
    var present = presentValues(in: plan, operations)
    for row in rows { present.note(row.row) }
    for number in rows.indices {
      guard let row = try row(rows[number], with: present, tasks) else { continue }
      rows[number].row = row
      present.note(row)
    }
    return rows.map(\.row)
  }

  /// Returns the row with a value that is missing from `present` and that no step to the row contradicts, or `nil` if there is none.
  private func row(
    _ row: PlainRow,
    with present: PresentValues,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> [Int]? {
    let absent = row.free.filter { factor in
      lowered.values(of: factor).contains { !present.contains($0, of: factor) }
    }
    guard !absent.isEmpty,
      let support = try row.operation.rows(of: row.rows).support(in: row.cube)
    else { return nil }
    for factor in absent {
      for value in lowered.values(of: factor)
      where !present.contains(value, of: factor) && support.contains(value, factor: factor) {
        let cube = row.cube.intersection(try cube(of: value, of: factor, tasks.operations))
        guard !cube.isEmpty, let plain = try row.plain(in: cube) else { continue }
        if try keeps([factor], plain, tasks) { return plain }
      }
    }
    return nil
  }

  /// True if no trigger has its ordinary result in a row, although one could have it with the same expected result of the row.
  func isOutdated(_ row: [Int?], _ operation: OperationRows) throws(LimitExceeded) -> Bool {
    let whole = row.compactMap(\.self)
    guard stands(row, operation), !operation.isOrdinary(whole) else { return false }
    let plain = try plainRow(whole, operation, [])
    return try plain.plain(in: plain.cube).map(operation.isOrdinary) ?? false
  }

  private func plainRow(
    _ row: [Int],
    _ operation: OperationRows,
    _ idle: [Int]
  ) throws(LimitExceeded) -> PlainRow {
    var sets: [Diagram] = []
    for part in operation.definedParts(in: row) {
      sets.append(operation.parts[part].defined)
      let sensitivity = operation.sensitivities[part]
      let holding =
        sensitivity.outcomes + sensitivity.matters.sorted { $0.key < $1.key }.map(\.value)
      sets += holding.filter { store.contains($0, row: row) }
    }
    let reads = Set(operation.reads)
    return PlainRow(
      row: row,
      operation: operation,
      free: (0..<lowered.operationFactor).filter { !reads.contains($0) } + idle,
      rows: try store.intersection(sets)
    )
  }
}

/// The number of rows of each part that have each value that it reads.
///
/// A row may give up a value that another row has, too.
struct HeldValues {
  private struct Setting: Hashable {
    /// A value of the operation.
    var part: Int
    var factor: Int
    var value: Int
  }

  private var counts: [Setting: Int] = [:]

  /// Counts rows, each given with the index of its operation.
  init(_ operations: [OperationRows], _ rows: [(operation: Int, row: [Int])]) {
    for (operation, row) in rows { count(row, of: operations[operation], 1) }
  }

  /// Returns the factors that some part reads but that matter to none in the row, and whose values another row has as well.
  func idleFactors(_ row: [Int], of operation: OperationRows) -> [Int] {
    let defined = operation.definedParts(in: row)
    guard defined.allSatisfy({ !operation.sensitivities[$0].outcomes.isEmpty }) else { return [] }
    return operation.reads.filter { factor in
      defined.allSatisfy { part in
        guard operation.parts[part].reads.contains(factor) else { return true }
        let setting = setting(operation.parts[part], factor, row)
        return !operation.matters([factor], toPart: part, in: row)
          && counts[setting, default: 0] > 1
      }
    }
  }

  /// Replaces one row by another, or removes it.
  mutating func replace(_ row: [Int], with other: [Int]?, of operation: OperationRows) {
    count(row, of: operation, -1)
    if let other { count(other, of: operation, 1) }
  }

  private mutating func count(_ row: [Int], of operation: OperationRows, _ change: Int) {
    for part in operation.definedParts(in: row) {
      for factor in operation.parts[part].reads {
        counts[setting(operation.parts[part], factor, row), default: 0] += change
      }
    }
  }

  private func setting(_ part: OperationRows.Part, _ factor: Int, _ row: [Int]) -> Setting {
    Setting(part: part.value, factor: factor, value: row[factor])
  }
}
