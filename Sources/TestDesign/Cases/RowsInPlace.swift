import Combinatorics
import Specification

/// Substitutes for a row: an earlier case, whose test results then remain valid, or a row that is easier to reach.
extension CaseDesigner {
  /// Adds a row or its substitute.
  ///
  /// An earlier case stays as it is if it differs only in what makes no difference.
  func add(
    _ row: [Int],
    _ depth: Depth,
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) {
    guard !plan.contains(row), plan.shown[row].map({ $0 < depth }) ?? true else { return }
    plan.shown[row] = .all
    guard plan.standing.place(of: row) == nil else { return plan.add(row, depth) }
    let eased = try eased(row, plan, tasks)
    guard plan.standing.place(of: eased) == nil,
      let place = try place(inPlaceOf: row, depth, &plan, tasks)
    else { return plan.add(eased, depth) }
    plan.shown[row] = depth
    plan.add(plan.standing[place].compactMap(\.self), depth, before: place)
  }

  /// Returns the index of an earlier case that meets every target the row meets; beyond a review, the same factors must matter in it.
  private func place(
    inPlaceOf row: [Int],
    _ depth: Depth,
    _ plan: inout SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> Int? {
    let number = plan.operation(of: row)
    let key = SubstituteKey(operation: number, isReview: depth == .review)
    let known = plan.substitutes[key]
    let substitutes = known ?? substitutes(tasks.operations[number], depth, plan.standing, tasks)
    if known == nil { plan.substitutes[key] = substitutes }
    var steps = known == nil ? substitutes.places.count : 0
    let numbers = substitutes.rows.numbers(of: row, steps: &steps)
    try analysed.regions.space.charge(comparisons: steps)
    for place in numbers.map({ substitutes.places[$0] }) where plan.standing.isFree(place) {
      let other = plan.standing[place].compactMap(\.self)
      guard depth == .review || tasks.operations[number].matters(in: other, asIn: row) else {
        continue
      }
      if try tasks.reviewRows.isMet(by: other, allOf: row, of: number) { return place }
    }
    return nil
  }

  /// Returns the earlier cases of an operation that are not review rows.
  ///
  /// Factors that the operation reads may differ only at depth *review*.
  private func substitutes(
    _ operation: OperationRows,
    _ depth: Depth,
    _ standing: StandingCases,
    _ tasks: SuiteTasks
  ) -> Substitutes {
    let factors = lowered.specification.factors
    let reads = Set(operation.reads)
    func mayDiffer(_ factor: Int, _ row: [Int]) -> Bool {
      !lowered.isInvalid(row[factor], of: factor)
        && !(factors[factor].isYesNo && factors[factor].isUsualGiven)
        && (!reads.contains(factor)
          || depth == .review
            && operation.parts.indices.allSatisfy {
              !operation.matters([factor], toPart: $0, in: row)
            })
    }
    let ranked = standing.offered(to: operation.operation.value, .all).compactMap { place in
      let row = standing[place].compactMap(\.self)
      guard row.count == lowered.domains.count, operation.contains(row),
        !tasks.reviewed.contains(row)
      else { return nil as (place: Int, row: [Int], rank: (Int, Int, Int))? }
      let isOfReview = standing.cases[place].old.depth == .review
      return (place, row, (isOfReview ? 0 : 1, operation.costs.cost(of: row), place))
    }.sorted { $0.rank < $1.rank }
    var rows = OpenRows()
    for (number, other) in ranked.enumerated() {
      rows.add(
        number,
        other.row.enumerated().map { factor, value in
          factor < factors.count && mayDiffer(factor, other.row) ? nil : value
        }
      )
    }
    return Substitutes(rows: rows, places: ranked.map(\.place))
  }

  /// Returns a row in which factors that its operation does not read have the values needed by the steps that lead to it, unless something
  /// else requires the usual ones.
  func eased(
    _ row: [Int],
    _ plan: SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) -> [Int] {
    guard let writer = tasks.flowWriter else { return row }
    let number = plan.operation(of: row)
    let operation = tasks.operations[number]
    let steps = try writer.way(to: lowered.combination(row))
    var free = writer.inputs.filter {
      !operation.reads.contains($0) && operation.costs.costs[$0][row[$0]] == 0
    }
    // If another user takes the steps, the states that they need say nothing about the user of the row.
    let fixed = writer.actors.filter { !free.contains($0) }
    if steps.contains(where: { step in
      fixed.contains { lowered.row(step.combination)[$0] != row[$0] }
    }) {
      free.removeAll { lowered.specification.factors[$0].kind == .state }
    }
    var cube = Cube(full: lowered.domains)
    for (factor, value) in row.enumerated() where !lowered.isComparison(factor) {
      let isFree = free.contains(factor)
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

/// The key under which substitutes are cached.
struct SubstituteKey: Hashable {
  /// An index into `Specification.caseOperations`.
  var operation: Int
  var isReview: Bool
}

/// Earlier cases that may substitute for rows, indexed by row.
struct Substitutes {
  /// Rows with `nil` where another value is acceptable.
  let rows: OpenRows
  /// The index of each row in `StandingCases.cases`: review cases first, then by cost.
  let places: [Int]
}
