package import Specification

/// A table of the report: named columns and rows that other tables can point at.
package struct ReportTable: Hashable, Sendable {
  /// Which table it is, the same in every language.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case questions, outcomes, cases, rules, factors, changes, retired
  }

  /// One row; as many cells as the table has columns.
  package struct Row: Hashable, Sendable {
    /// The row's name within the table, for links.
    package var key: String
    package var cells: [ReportCell]
    /// Whether people wrote it below what the program generates.
    package var isAdded: Bool
    /// Whether it heads the rows below it.
    package var isHeading = false
    /// Whether it is for a second look: folded into the row above it that is not.
    package var isFolded = false
    /// Whether the columns that people fill are to be filled in this row.
    package var takesEntries = true
    /// By column that people fill: the texts to choose from in this row, where they are not those of the whole column.
    package var choices: [ReportColumn.Role: [String]]

    package init(
      key: String,
      cells: [ReportCell],
      isAdded: Bool = false,
      choices: [ReportColumn.Role: [String]] = [:]
    ) {
      self.key = key
      self.cells = cells
      self.isAdded = isAdded
      self.choices = choices
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

  /// How many rows contain what the tally counts.
  package func count(of tally: ReportTally) -> Int {
    guard let column = index(of: tally.role) else { return 0 }
    // Spreadsheets compare texts without regard to case.
    let values = tally.values.map { $0.lowercased() }
    return rows.count { values.contains($0.cells[column].shownText.lowercased()) }
  }
}

extension ReportTable.Name {
  /// The title of the table, which is the name of its sheet.
  package func title(_ language: Language) -> String {
    let text = ReportText(language: language)
    return switch self {
    case .questions: text("Questions", "確認事項")
    case .outcomes: text("Outcomes", "期待結果一覧")
    case .cases: text("Cases", "テストケース")
    case .rules: text("Rules", "ルール")
    case .factors: text("Factors", "因子・水準")
    case .changes: text("Changes", "変更点")
    case .retired: text("Retired", "廃番")
    }
  }

  /// The columns that together tell the rows apart.
  package var keyRoles: [ReportColumn.Role] {
    switch self {
    case .questions, .outcomes, .cases, .rules, .changes, .retired: [.id]
    case .factors: [.factorID, .valueID]
    }
  }

  /// The columns by which the table is recognised, which no other has all of.
  package var tellingRoles: [ReportColumn.Role] {
    switch self {
    case .rules: [.id, .line]
    case .retired: [.id, .origin]
    case .outcomes: [.id, .agreement]
    case .questions, .cases, .factors, .changes: keyRoles
    }
  }

  /// Whether what people enter stays with the rows from one generation to the next.
  package var keepsEntries: Bool {
    switch self {
    case .questions, .outcomes, .cases, .rules, .factors: true
    case .changes, .retired: false
    }
  }
}

/// A number that follows what people enter: how many rows of a table have one of some texts in a column.
package struct ReportTally: Hashable, Sendable {
  package var table: ReportTable.Name
  package var role: ReportColumn.Role
  /// The texts that count; the empty text counts empty cells.
  package var values: [String]
  /// The number as the report stands.
  package var counted: Int

  package init(table: ReportTable.Name, role: ReportColumn.Role, values: [String], counted: Int) {
    self.table = table
    self.role = role
    self.values = values
    self.counted = counted
  }
}
