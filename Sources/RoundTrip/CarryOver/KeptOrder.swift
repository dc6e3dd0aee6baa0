import Reporting

/// The order in which people have the cases of a sheet, with those that are not shown at present.
///
/// Rows stand where people left them. A case that sleeps has no row, so the hidden sheet remembers behind which other it stood; when it
/// is shown again, it goes there, and not where the plan would put a new one.
struct KeptOrder {
  private let ids: [String]

  /// - Parameters:
  ///   - saved: The ids of the sheet's rows from above.
  ///   - earlier: The order that the hidden sheet remembers.
  ///   - isKept: Whether a case without a row is shown now, or may be some day.
  init(saved: [String], earlier: [String], isKept: (String) -> Bool) {
    let present = Set(saved)
    var behind: [String: [String]] = [:]
    var last = ""
    for id in earlier {
      if present.contains(id) {
        last = id
      } else if isKept(id) {
        behind[last, default: []].append(id)
      }
    }
    ids = (behind[""] ?? []) + saved.flatMap { [$0] + (behind[$0] ?? []) }
  }

  /// The order to be remembered for the next run.
  ///
  /// - Parameters:
  ///   - shown: The ids of the arranged rows from above.
  ///   - sleeping: The cases that have no row now.
  /// - Returns: The ids of all these; none if every case has a row.
  func remembered(shown: [String], sleeping: Set<String>) -> [String] {
    guard ids.contains(where: sleeping.contains) else { return [] }
    return KeptOrder(saved: shown, earlier: ids, isKept: sleeping.contains).ids
  }

  /// Puts the new rows of a table behind those that they stood behind.
  func arrange(_ table: inout ReportTable, _ alignment: inout TableAlignment) {
    let known = Set(ids)
    let returning = table.rows.indices.filter {
      alignment.rows[$0] == nil && !table.rows[$0].isAdded && known.contains(table.rows[$0].key)
    }
    guard !returning.isEmpty else { return }
    let isReturning = Set(returning)
    let numbers = Dictionary(
      table.rows.indices.filter { !table.rows[$0].isAdded }.map { (table.rows[$0].key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var first: [Int] = []
    var behind: [Int: [Int]] = [:]
    var last: Int?
    for id in ids {
      guard let number = numbers[id] else { continue }
      if !isReturning.contains(number) {
        last = number
      } else if let last {
        behind[last, default: []].append(number)
      } else {
        first.append(number)
      }
    }
    let order =
      first
      + table.rows.indices.filter { !isReturning.contains($0) }
      .flatMap { [$0] + (behind[$0] ?? []) }
    table.rows = order.map { table.rows[$0] }
    alignment.rows = order.map { alignment.rows[$0] }
  }
}
