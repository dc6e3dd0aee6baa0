package import Specification
package import Workbooks

/// A table of the report: named columns and rows that other tables can point at, and what is said above them.
package struct ReportTable: Hashable, Sendable {
  /// Which table it is, the same in every language.
  package enum Name: String, CaseIterable, Hashable, Sendable {
    case questions, decisions, outcomes, cases, flows, progress, changes, rules, factors, setAside
  }

  /// A row above the headings.
  package enum HeadRow: Hashable, Sendable {
    /// A sentence that runs across the table.
    case line(String)
    /// A label, and a cell beside it that people fill: it holds for every row that says nothing of its own in the column with the role.
    case entry(ReportColumn.Role, label: String, cell: ReportCell)
    /// A row of a saved sheet that people wrote.
    case kept
  }

  /// One row; as many cells as the table has columns.
  package struct Row: Hashable, Sendable {
    /// The row's name within the table, for links.
    package var key: String
    package var cells: [ReportCell]
    /// True if people wrote it.
    package var isAdded: Bool
    /// True if it is about something that the spec no longer has: it stays in its place, folded, with the reason in the column of states.
    package var isGone = false
    /// True if it heads the rows below it.
    package var isHeading = false
    /// For a row about cases: their ids, and a remark for the column if they have earlier results.
    package var standing: (cases: [String], cell: ReportCell)? {
      get { standingCell.map { (standingCases, $0) } }
      set { (standingCases, standingCell) = (newValue?.cases ?? [], newValue?.cell) }
    }
    private var standingCases: [String] = []
    private var standingCell: ReportCell?
    /// True if it is for a second look: folded into the row above it that is not.
    package var isFolded = false
    /// True if the columns that people fill are to be filled in this row.
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
  /// What stands above the headings, where a format has room for it.
  package var head: [HeadRow]
  package var columns: [ReportColumn]
  package var rows: [Row]
  /// How many rows behind the last one are kept for people to write in, where a format has such rows.
  package var emptyRows = 0
  /// How many rows of a saved sheet below those are emptied.
  package var clearedRows = 0
  /// How the table lies on a saved sheet, row on row and column on column; `nil` for a new sheet, and in CSV.
  package var overlay: SheetOverlay?

  package init(
    name: Name,
    title: String,
    head: [HeadRow] = [],
    columns: [ReportColumn],
    rows: [Row]
  ) {
    precondition(
      rows.allSatisfy { $0.cells.count == columns.count },
      "every row has one cell per column"
    )
    self.name = name
    self.title = title
    self.head = head
    self.columns = columns
    self.rows = rows
  }

  /// The number of the row with the headings, counted from the first of the head.
  package var headingRow: Int { head.count }

  /// The number of the column with a role.
  package func index(of role: ReportColumn.Role) -> Int? {
    columns.firstIndex { $0.role == role }
  }

  /// The number of the row with a key.
  package func row(named key: String) -> Int? {
    rows.firstIndex { $0.key == key }
  }
}

extension ReportTable.Name {
  /// The title of the table, which is the name of its sheet.
  package func title(_ language: Language) -> String {
    let text = ReportText(language: language)
    return switch self {
    case .questions: text("Questions", "仕様の確認")
    case .decisions: text("Decisions", "決定の確認")
    case .outcomes: text("Outcomes", "期待結果一覧")
    case .cases: text("Cases", "テストケース")
    case .flows: text("End to end", "シナリオ")
    case .progress: text("Progress", "進捗")
    case .changes: text("Changes", "前回からの変更")
    case .rules: text("Rules", "ルール")
    case .factors: text("Factors", "因子・水準")
    case .setAside: text("Set aside", "退避した記入")
    }
  }

  /// The columns that together tell the rows apart.
  package var keyRoles: [ReportColumn.Role] {
    switch self {
    case .questions, .decisions, .outcomes, .cases, .flows, .rules, .changes, .setAside: [.id]
    case .progress: [.id, .kind]
    case .factors: [.factorID, .valueID]
    }
  }

  /// The columns by which the table is recognised, which no other has all of.
  package var identifyingRoles: [ReportColumn.Role] {
    switch self {
    case .rules: [.id, .relatedCases]
    case .setAside: [.id, .origin]
    case .decisions: [.id, .agreement, .question]
    case .outcomes: [.id, .agreement]
    case .flows: [.id, .after, .result]
    case .progress: [.id, .left]
    case .questions, .cases, .factors, .changes: keyRoles
    }
  }

  /// True if what people enter stays with the rows from one generation to the next.
  package var keepsEntries: Bool {
    switch self {
    case .questions, .decisions, .outcomes, .cases, .flows, .rules, .factors: true
    case .progress, .changes, .setAside: false
    }
  }
}
