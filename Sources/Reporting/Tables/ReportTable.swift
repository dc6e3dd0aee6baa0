/// A table of the report: named columns and rows that other tables can point at.
package struct ReportTable: Hashable, Sendable {
  /// Which table it is, the same in every language.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case questions, cases, rules, factors, changes, retired
  }

  /// One row; as many cells as the table has columns.
  package struct Row: Hashable, Sendable {
    /// The row's name within the table, for links.
    package var key: String
    package var cells: [ReportCell]
    /// Whether people wrote it below what the program generates.
    package var isAdded: Bool

    package init(key: String, cells: [ReportCell], isAdded: Bool = false) {
      self.key = key
      self.cells = cells
      self.isAdded = isAdded
    }
  }

  package var name: Name
  package var title: String
  package var columns: [ReportColumn]
  package var rows: [Row]

  package init(name: Name, title: String, columns: [ReportColumn], rows: [Row]) {
    precondition(
      rows.allSatisfy { $0.cells.count == columns.count },
      "every row has one cell per column"
    )
    self.name = name
    self.title = title
    self.columns = columns
    self.rows = rows
  }

  /// The number of the column with a role.
  package func index(of role: ReportColumn.Role) -> Int? {
    columns.firstIndex { $0.role == role }
  }

  /// The number of the row with a key.
  package func row(named key: String) -> Int? {
    rows.firstIndex { $0.key == key }
  }

  /// How many rows hold what the tally counts.
  func count(of tally: ReportTally) -> Int {
    guard let column = index(of: tally.role) else { return 0 }
    // Spreadsheets compare texts without regard to case.
    let values = tally.values.map { $0.lowercased() }
    return rows.count { values.contains($0.cells[column].shownText.lowercased()) }
  }
}
