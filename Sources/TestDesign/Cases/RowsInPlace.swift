import Combinatorics
import Specification

/// Substitutes for a row: an earlier case, whose result then still holds, or a row that is easier to reach.
extension CaseDesigner {
  /// Adds a row or its substitute.
  ///
  /// An earlier case that differs in what makes no difference stays as it is.
  func add(
    _ row: [Int],
    _ depth: Depth,
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) {
    guard !plan.contains(row), plan.shown.insert(row).inserted else { return }
    guard plan.standing.place(of: row) == nil else { return plan.add(row, depth) }
    let eased = try eased(row, plan, tasks)
    guard plan.standing.place(of: eased) == nil,
      let place = try place(inPlaceOf: row, depth, plan, tasks)
    else { return plan.add(eased, depth) }
    plan.add(plan.standing[place].compactMap(\.self), depth, before: place)
  }

  /// The earlier case that can substitute for a row: one of a review first, then the most usual one.
  ///
  /// It meets everything that the row meets. A factor that the operation reads may differ only in a review.
  private func place(
    inPlaceOf row: [Int],
    _ depth: Depth,
    _ plan: SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> Int? {
    let number = plan.operation(of: row)
    let operation = tasks.operations[number]
    let reads = Set(operation.reads)
    func mayDiffer(_ factor: Int, _ other: [Int]) -> Bool {
      let declared = lowered.specification.factors[factor]
      let isIdle =
        !reads.contains(factor)
        || depth == .review
          && operation.parts.indices.allSatisfy {
            !operation.matters([factor], toPart: $0, in: other)
          }
      return isIdle && !lowered.isInvalid(other[factor], of: factor)
        && !(declared.isYesNo && declared.isUsualGiven)
    }
    var best: (place: Int, rank: (Int, Int))?
    let offered = plan.standing.offered(to: operation.operation.value, .all)
    try analysed.regions.space.charge(comparisons: offered.count)
    for place in offered {
      let other = plan.standing[place].compactMap(\.self)
      guard other.count == row.count, operation.contains(other), !tasks.reviewed.contains(other)
      else { continue }
      let rank =
        (plan.standing.cases[place].old.depth == .review ? 0 : 1, operation.costs.cost(of: other))
      guard best.map({ rank < $0.rank }) ?? true,
        row.indices.allSatisfy({ row[$0] == other[$0] || mayDiffer($0, other) }),
        try tasks.reviewRows.isMet(by: other, allOf: row, of: number)
      else { continue }
      best = (place, rank)
    }
    return best?.place
  }

  /// A row in which factors that its operation does not read have the values that the steps to it need, unless something else requires the usual ones.
  private func eased(
    _ row: [Int],
    _ plan: SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> [Int] {
    guard let writer = tasks.flowWriter else { return row }
    let number = plan.operation(of: row)
    let operation = tasks.operations[number]
    let steps = try writer.way(to: lowered.combination(row))
    var cube = Cube(full: lowered.domains)
    for (factor, value) in row.enumerated() where !lowered.isComparison(factor) {
      let isFree =
        writer.inputs.contains(factor) && !operation.reads.contains(factor)
        && operation.costs.costs[factor][value] == 0
      let needed = Set(
        steps.filter { $0.reads.contains(factor) }.map { lowered.row($0.combination)[factor] }
      )
      cube.restrict(factor, to: isFree && needed.count == 1 ? Array(needed) : [value])
    }
    guard !cube.contains(row: row),
      let eased = try operation.rows(of: operation.possible).cheapestRow(in: cube, operation.costs),
      !plan.contains(eased), try tasks.reviewRows.isMet(by: eased, allOf: row, of: number)
    else { return row }
    return eased
  }
}
