import Combinatorics
import Specification

/// A screen at its fullest and at its emptiest: where layouts break.
extension CaseDesigner {
  /// The rows of an operation with parts in which what it reads has its greatest numbers and `yes`, and in which it has its least and `no`, as far as
  /// they go together; none of another operation.
  func extremes(of operation: OperationRows) throws(LimitExceeded) -> [[Int]] {
    let lowered = analysed.regions.space.lowered
    guard operation.operation.hasParts, operation.defined != .empty else { return [] }
    let space = try operation.rows(of: operation.defined)
    var rows: [[Int]] = []
    for isFull in [true, false] {
      var cube = Cube(full: lowered.domains)
      for (factor, isInvalid) in lowered.isInvalid.enumerated() where isInvalid.contains(true) {
        cube.restrict(factor, to: isInvalid.indices.filter { !isInvalid[$0] })
      }
      var isTaken = false
      for factor in operation.reads {
        guard let value = extreme(lowered.specification.factors[factor], isFull) else { continue }
        var narrowed = cube
        narrowed.restrict(factor, to: [value])
        guard try space.intersects(narrowed) else { continue }
        (cube, isTaken) = (narrowed, true)
      }
      if isTaken, let row = try space.cheapestRow(in: cube, operation.costs) { rows.append(row) }
    }
    return rows
  }

  private func extreme(_ factor: Factor, _ isFull: Bool) -> Int? {
    let values = factor.values
    if factor.isYesNo { return values.firstIndex { $0.id == (isFull ? "yes" : "no") } }
    let numbers = values.indices.filter { values[$0].number != nil && !values[$0].isInvalid }
    func number(_ value: Int) -> Int { values[value].number ?? 0 }
    return isFull
      ? numbers.max { number($0) < number($1) } : numbers.min { number($0) < number($1) }
  }
}
