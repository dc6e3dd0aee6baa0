import Workbooks

extension SavedTable {
  /// The number of the row with the headings: the first one with more than a label and what stands beside it; 0 where there is none.
  var headingRow: Int {
    rows.firstIndex { row in row.count { !$0.isBlank } > 2 } ?? 0
  }
}
