import Combinatorics
import Specification

/// Completes suites from elsewhere.
extension CaseDesigner {
  /// Returns the combination that each row stands for, and the cases that make the suite complete at the designer's depth.
  ///
  /// A combination is `nil` if it cannot happen or the row was not understood. Without an `effort` no time is spent on making the new rows
  /// fewer. Throws `LimitExceeded` if there are too many tuples.
  func completion(
    of partial: [PartialCombination],
    effort: CoveringEffort?
  ) throws(LimitExceeded) -> (rows: [Combination?], added: [TestCase]) {
    let operations = try analysed.operationRows()
    let lowered = analysed.regions.space.lowered
    var plan = SuitePlan(standing: standing(nil, operations), operations)
    var combinations: [Combination?] = []
    for row in partial {
      let whole = try completed(row, operations)
      combinations.append(whole.map(lowered.combination))
      if let whole { plan.add(whole, depth) }
    }
    let given = plan.rows.count
    let tasks = try SuiteTasks(of: self, operations, present: plan.rows.map(\.row))
    try addRows(to: &plan, tasks, SuiteEffort(steps: effort))
    let writer = CaseWriter(analysed, operations)
    var added: [TestCase] = []
    for planned in plan.rows.dropFirst(given) {
      try analysed.chargeCase()
      added.append(writer.testCase(planned.row, of: planned.operation, planned.depth))
    }
    var ids = CaseIDs([], retired: [])
    ids.give(to: &added, of: analysed.specification)
    return (combinations, added)
  }

  /// Returns the row that a partial one stands for, with open places as usual as possible.
  private func completed(
    _ partial: PartialCombination,
    _ operations: [OperationRows]
  ) throws(LimitExceeded) -> [Int]? {
    guard !partial.values.contains(.unread) else { return nil }
    let lowered = analysed.regions.space.lowered
    var cube = Cube(partial: lowered.row(partial), domains: lowered.domains)
    // Testing a part takes the whole screen.
    let values = cube.values(of: lowered.operationFactor)
    cube.release(lowered.operationFactor)
    var best: (row: [Int], cost: Int)?
    for operation in operations
    where operation.operation.values.contains(where: values.contains) {
      let space = try operation.rows(of: operation.possible)
      let own = cube.intersection(operation.cube)
      guard let row = try space.cheapestRow(in: own, operation.costs) else { continue }
      let cost = operation.costs.cost(of: row)
      if cost < best?.cost ?? .max { best = (row, cost) }
    }
    return best?.row
  }
}
