import Combinatorics

/// Which rows, some values left open, say no more than others.
///
/// Rows with open values are told apart by the parameters of which they have a value. For each such choice the other rows are cut down to it
/// once, and what is left of them is looked up.
///
/// Complexity: O(choices · rows · parameters).
struct RowAgreement {
  /// By row: whether some other row agrees with it and has a value more.
  private(set) var hasMoreSpecific: [Bool]
  /// By row: the first of the others that has the same values and no more; itself at the latest, where it is among them.
  private(set) var firstEqual: [Int]

  /// The maximum number of values that are looked at.
  private static let maxLooks = 500_000_000

  /// - Throws: `LimitExceeded` if there are too many choices of parameters.
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
