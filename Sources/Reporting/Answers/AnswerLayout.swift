/// Where the columns of a table of questions stand.
struct AnswerLayout {
  var headingRow: Int
  var columns: [ReportColumn.Role: Int] = [:]
  /// Columns with a heading that another one before them has.
  var doubled: [(role: ReportColumn.Role, column: Int)] = []

  /// The headings are looked for in so many rows: people put titles above them.
  private static let searchedRows = 20

  /// The layout of a table that has a row with the headings of questions and answers; `nil` for any other.
  init?(_ table: SavedTable, _ headings: QuestionHeadings) {
    for row in table.rows.indices.prefix(Self.searchedRows) {
      headingRow = row
      columns = [:]
      doubled = []
      for (column, cell) in table.rows[row].enumerated() {
        guard let role = headings.role(of: cell.plainText) else { continue }
        if columns[role] == nil {
          columns[role] = column
        } else {
          doubled.append((role, column))
        }
      }
      let hasAnswers = columns[.answer] != nil || columns[.answerKind] != nil
      if columns[.id] != nil, hasAnswers { return }
    }
    return nil
  }

  /// The text of a cell, empty where the column is missing.
  func text(_ role: ReportColumn.Role, _ row: Int, _ table: SavedTable) -> String {
    columns[role].map { table[row: row, column: $0].plainText } ?? ""
  }
}
