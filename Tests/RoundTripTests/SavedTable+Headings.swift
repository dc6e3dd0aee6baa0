import Workbooks

extension SavedTable {
  /// The index of the row with the headings: the first with more than two filled cells, or 0 if there is none.
  var headingRow: Int {
    rows.firstIndex { row in row.count { !$0.isBlank } > 2 } ?? 0
  }
}
