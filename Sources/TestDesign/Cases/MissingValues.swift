import Combinatorics
import Specification

/// The values that occur in rows with a defined result, by factor.
struct PresentValues {
  private var isPresent: [[Bool]]

  init(_ domains: Domains) {
    isPresent = domains.sizes.map { Array(repeating: false, count: $0) }
  }

  mutating func note(_ row: [Int]) {
    for (factor, value) in row.enumerated() { isPresent[factor][value] = true }
  }

  func contains(_ value: Int, of factor: Int) -> Bool { isPresent[factor][value] }
}

/// Ensures that each value of each factor occurs in some row.
extension CaseDesigner {
  func presentValues(in plan: SuitePlan, _ operations: [OperationRows]) -> PresentValues {
    var present = PresentValues(lowered.domains)
    for planned in plan.rows where operations[planned.operation].isDefined(planned.row) {
      present.note(planned.row)
    }
    return present
  }

  /// Adds rows for values that occur in none: first earlier cases that have them, then new rows, each with as many of them as possible.
  ///
  /// Most values are already there: those of factors that an operation reads, and those that fit into its rows.
  func addMissingValues(
    to plan: inout SuitePlan,
    _ tasks: SuiteTasks
  ) throws(LimitExceeded) {
    let operations = tasks.operations
    var present = presentValues(in: plan, operations)
    for operation in operations where operation.defined != .empty {
      for place in try offered(to: operation, plan)
      where stands(plan.standing[place], operation) {
        let row = plan.standing[place].compactMap(\.self)
        guard row.enumerated().contains(where: { !present.contains($1, of: $0) }) else { continue }
        plan.add(row, .relevant, before: place)
        present.note(row)
      }
    }
    for operation in operations where operation.defined != .empty {
      let space = try operation.rows(of: operation.defined)
      let possible = try space.support(in: Cube(full: lowered.domains))
      var missing: [(factor: Int, value: Int, cube: Cube)] = []
      for factor in 0..<lowered.operationFactor {
        for value in lowered.values(of: factor)
        where !present.contains(value, of: factor)
          && possible?.contains(value, factor: factor) == true
        {
          missing.append((factor, value, try cube(of: value, of: factor, operations)))
        }
      }
      while let first = missing.first {
        var all = first.cube
        for other in missing.dropFirst() {
          let both = all.intersection(other.cube)
          if !both.isEmpty, try space.intersects(both) { all = both }
        }
        guard var row = try operation.usualRow(of: operation.defined, in: all) else {
          missing.removeFirst()
          continue
        }
        let shown = missing.filter { row[$0.factor] == $0.value }.map(\.factor)
        if try !keeps(shown, row, tasks) {
          all = try withoutSteps(first.cube, operations)
          row = try operation.usualRow(of: operation.defined, in: all) ?? row
        }
        let eased = try eased(row, plan, tasks)
        if all.contains(row: eased), operation.isDefined(eased) { row = eased }
        plan.add(row, .relevant)
        present.note(row)
        missing.removeAll { present.contains($0.value, of: $0.factor) }
      }
    }
  }

  /// Returns the rows that may show a value.
  ///
  /// For an invalid value these are rows that need no preceding steps, if there are any.
  func cube(
    of value: Int,
    of factor: Int,
    _ operations: [OperationRows]
  ) throws(LimitExceeded) -> Cube {
    let all = Cube(lowered.domains, factor, in: [value])
    return lowered.isInvalid(value, of: factor) ? try withoutSteps(all, operations) : all
  }

  /// True if the steps that lead to a row use the row's values of the given numeric inputs.
  func keeps(_ factors: [Int], _ row: [Int], _ tasks: SuiteTasks) throws(LimitExceeded) -> Bool {
    guard let writer = tasks.flowWriter else { return true }
    let inputs = factors.filter {
      writer.inputs.contains($0) && lowered.specification.factors[$0].line != nil
    }
    guard !inputs.isEmpty else { return true }
    return try writer.way(to: lowered.combination(row)).allSatisfy { step in
      inputs.allSatisfy {
        [row[$0], lowered.notApplicable($0)].contains(lowered.row(step.combination)[$0])
      }
    }
  }

  /// Returns the rows of a cube that need no preceding steps, or the whole cube if none of those is defined.
  private func withoutSteps(
    _ all: Cube,
    _ operations: [OperationRows]
  ) throws(LimitExceeded) -> Cube {
    var cube = all
    for factor in lowered.specification.movingFactors {
      let declared = lowered.specification.factors[factor]
      for value in declared.values.indices where !declared.isWithoutSteps(value) {
        cube.remove(value, factor: factor)
      }
    }
    for operation in operations where operation.defined != .empty {
      if try operation.rows(of: operation.defined).intersects(cube) { return cube }
    }
    return all
  }
}

/// Fills a screen completely and not at all, since layouts break there.
extension CaseDesigner {
  /// Returns the fullest and the emptiest row of an operation with parts: the factors it reads have their greatest numbers and `yes`, or
  /// their least and `no`, as far as they go together.
  ///
  /// Returns none for other operations.
  func extremes(of operation: OperationRows) throws(LimitExceeded) -> [[Int]] {
    let lowered = analysed.regions.space.lowered
    guard operation.operation.hasParts, operation.defined != .empty else { return [] }
    let space = try operation.rows(of: operation.defined)
    var rows: [[Int]] = []
    for isFull in [true, false] {
      var cube = Cube(full: lowered.domains)
      for factor in lowered.domains.sizes.indices {
        let valid = cube.values(of: factor).filter { !lowered.isInvalid($0, of: factor) }
        cube.restrict(factor, to: valid)
      }
      var isTaken = false
      for factor in operation.reads {
        guard let value = extreme(lowered.specification.factors[factor], isFull) else { continue }
        let narrowed = cube.restricted(factor, to: [value])
        guard try space.intersects(narrowed) else { continue }
        (cube, isTaken) = (narrowed, true)
      }
      if isTaken, let row = try space.cheapestRow(in: cube, operation.costs) { rows.append(row) }
    }
    return rows
  }

  private func extreme(_ factor: Factor, _ isFull: Bool) -> Int? {
    if factor.isYesNo { return factor.values.firstIndex { $0.id == (isFull ? "yes" : "no") } }
    let numbers = factor.numberedValues.filter { !factor.values[$0].isInvalid }
    return isFull ? numbers.last : numbers.first
  }
}
