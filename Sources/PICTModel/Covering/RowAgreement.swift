import Combinatorics

/// Determines which partial rows are subsumed by other rows.
///
/// Partial rows are grouped by the set of parameters that have a value. For each such set, the other rows are projected onto it once, and
/// the projections are looked up.
///
/// Complexity: O(distinct sets of parameters · rows · parameters).
struct RowAgreement {
  /// True, by row, if some other row agrees with it and has more values.
  private(set) var hasMoreSpecific: [Bool]
  /// The first of the other rows with exactly the same values, or `Int.max`; at the latest the row itself if it is among them.
  private(set) var firstEqual: [Int]

  /// The maximum number of values to look at.
  private static let maxLooks = 500_000_000

  /// Compares `rows` with `others`.
  ///
  /// - Throws: `LimitExceeded` if there are too many distinct sets of parameters.
  init(_ rows: [[Int?]], with others: [[Int?]]) throws(LimitExceeded) {
    hasMoreSpecific = Array(repeating: false, count: rows.count)
    firstEqual = Array(repeating: .max, count: rows.count)
    var rowsOf: [[Int]: [Int]] = [:]
    for (number, row) in rows.enumerated() {
      rowsOf[row.indices.filter { row[$0] != nil }, default: []].append(number)
    }
    let looks = rowsOf.count.multipliedSaturated(by: others.count)
      .multipliedSaturated(by: 1 + (rows.first?.count ?? 0))
    guard looks <= Self.maxLooks else {
      throw LimitExceeded(
        what: "\(rows.count.grouped) rows to start from that leave values open in "
          + "\(rowsOf.count.grouped) ways"
      )
    }
    for (parameters, numbers) in rowsOf {
      var equal: [[Int]: Int] = [:]
      var specific: Set<[Int]> = []
      for (number, other) in others.enumerated()
      where parameters.allSatisfy({ other[$0] != nil }) {
        let values = parameters.map { other[$0] ?? 0 }
        if other.count(where: { $0 != nil }) > parameters.count {
          specific.insert(values)
        } else if equal[values] == nil {
          equal[values] = number
        }
      }
      for number in numbers {
        let values = parameters.map { rows[number][$0] ?? 0 }
        hasMoreSpecific[number] = specific.contains(values)
        firstEqual[number] = equal[values] ?? .max
      }
    }
  }
}
