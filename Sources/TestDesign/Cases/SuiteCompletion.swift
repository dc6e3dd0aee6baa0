import Combinatorics
import Specification

/// What a suite from elsewhere lacks.
extension CaseDesigner {
  /// The cases that make a suite complete at the designer's depth, and what its open places are meant to be with them.
  ///
  /// - Parameters:
  ///   - partial: The rows of the suite.
  ///   - effort: How long the rows are made fewer; `nil` for not at all.
  /// - Returns: By row the combination that it stands for, `nil` where it cannot happen or was not understood; and the new cases.
  func completion(
    of partial: [PartialCombination],
    effort: CoveringEffort?
  ) throws(LimitExceeded) -> (rows: [Combination?], added: [TestCase]) {
    let operations = try analysed.operationRows()
    var suite: [(row: [Int], operation: Int)] = []
    var combinations: [Combination?] = []
    for row in partial {
      let whole = try completed(row, operations)
      combinations.append(whole.map { analysed.regions.space.lowered.combination($0.row) })
      if let whole { suite.append(whole) }
    }
    let given = suite.count
    let review = try ReviewRows(analysed, operations, present: suite.map(\.row))
    for (number, rows) in review.rows.enumerated() { suite += rows.map { ($0, number) } }
    if depth >= .relevant {
      for (number, operation) in operations.enumerated() where operation.defined != .empty {
        let own = suite.filter { $0.operation == number }.map(\.row).filter(operation.isDefined)
        suite += try lacking(operation, own, effort).map { ($0, number) }
      }
    }
    if depth == .all {
      let space = try definedSpace(operations)
      let fixed = suite.map(\.row).filter(space.contains(row:))
      var request = allPairs()
      request.effort = effort
      request.fixed = fixed.map { .init(values: $0.map(\.self)) }
      let rows = try coveringArray(space: space, request: request).rows.dropFirst(fixed.count)
      for row in rows {
        let place = operations.firstIndex { $0.operation.value == row[row.count - 1] }
        suite.append((row, place ?? 0))
      }
    }
    let writer = CaseWriter(analysed, operations)
    let added = suite.dropFirst(given).enumerated().map { number, entry in
      writer.testCase(number + 1, entry.row, of: entry.operation, depth)
    }
    return (combinations, added)
  }

  /// The rows that an operation lacks beside its own: at least one.
  private func lacking(
    _ operation: OperationRows,
    _ own: [[Int]],
    _ effort: CoveringEffort?
  ) throws(LimitExceeded) -> [[Int]] {
    let suite = try OperationSuite(
      operation,
      RequiredTuples(of: operation, every: everyWithoutOperation, strength: strength),
      effort: effort,
      monitor: nil
    )
    let new = try suite.suite(fixed: own, earlier: []).new
    guard own.isEmpty, new.isEmpty else { return new }
    return try operation.mostUsualRow(of: operation.defined).map { [$0] } ?? []
  }

  /// The row that a partly known one stands for: what is open is as usual as can be.
  private func completed(
    _ partial: PartialCombination,
    _ operations: [OperationRows]
  ) throws(LimitExceeded) -> (row: [Int], operation: Int)? {
    guard !partial.values.contains(.unread) else { return nil }
    let lowered = analysed.regions.space.lowered
    let cube = lowered.cube(of: partial)
    var best: (row: [Int], operation: Int, cost: Int)?
    for (number, operation) in operations.enumerated()
    where cube.contains(operation.operation.value, factor: lowered.operationFactor) {
      let space = try operation.rows(of: operation.possible)
      guard let row = try space.cheapestRow(in: cube, operation.costs) else { continue }
      let cost = operation.costs.cost(of: row)
      if cost < best?.cost ?? .max { best = (row, number, cost) }
    }
    return best.map { ($0.row, $0.operation) }
  }
}
