import Combinatorics
import Specification

/// What a suite from elsewhere lacks.
extension CaseDesigner {
  /// The cases that make a suite complete at the designer's depth, and what its open places are meant to be with them.
  ///
  /// - Parameters:
  ///   - partial: The rows of the suite.
  ///   - effort: How long the rows are made fewer; `nil` for not at all.
  /// - Returns: By row the combination that it stands for, `nil` if it cannot happen or was not understood; and the new cases.
  /// - Throws: `LimitExceeded` if there are too many tuples.
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

  /// The row that a partly known one stands for: what is open is as usual as can be.
  private func completed(
    _ partial: PartialCombination,
    _ operations: [OperationRows]
  ) throws(LimitExceeded) -> [Int]? {
    guard !partial.values.contains(.unread) else { return nil }
    let lowered = analysed.regions.space.lowered
    var cube = Cube(partial: lowered.row(partial), domains: lowered.domains)
    // Who tests a part opens the whole screen.
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
