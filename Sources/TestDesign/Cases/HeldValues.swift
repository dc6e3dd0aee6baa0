import Combinatorics

/// How often the rows of each part hold each value that it reads: what a row may give up because another row holds it.
struct HeldValues {
  private struct Setting: Hashable {
    /// A value of the operation.
    var part: Int
    var factor: Int
    var value: Int
  }

  private var counts: [Setting: Int] = [:]

  /// Counts rows, each with the place of its operation.
  init(_ operations: [OperationRows], _ rows: [(operation: Int, row: [Int])]) {
    for (operation, row) in rows { count(row, of: operations[operation], 1) }
  }

  /// The factors that some part reads, that matter to none in a row, and whose values another row holds as well.
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

  /// Counts another row, if any, in the place of one.
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
