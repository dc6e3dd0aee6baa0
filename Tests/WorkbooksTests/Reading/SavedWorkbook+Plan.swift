import Reporting

@testable import Workbooks

extension SavedWorkbook {
  /// Creates the workbook that a reader must find after the plan was written.
  init(_ plan: WorkbookPlan) {
    self.init(
      tables: plan.sheets.map { sheet in
        var rows = sheet.rows.map { row in
          var cells = row.cells.map { SavedCell($0) }
          while cells.last == .empty { cells.removeLast() }
          return cells
        }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return SavedTable(name: sheet.name, isHidden: sheet.isHidden, rows: rows)
      }
    )
  }

  /// The workbook without column widths, which programs round differently.
  var withoutWidths: Self {
    Self(
      tables: tables.map {
        SavedTable(name: $0.name, isHidden: $0.isHidden, rows: $0.rows, comments: $0.comments)
      }
    )
  }

  /// The workbook without results of formulas, which some programs do not keep.
  var withoutResults: Self {
    changed { if case .formula(let text, _) = $0 { .formula(text, .empty) } else { $0 } }
  }

  /// The workbook with results of formulas only, whose texts programs write differently.
  var onlyResults: Self {
    changed { if case .formula(_, let result) = $0 { .formula("", result) } else { $0 } }
  }

  func changed(_ change: (SavedCell) -> SavedCell) -> Self {
    var book = self
    for table in book.tables.indices {
      book.tables[table].rows = book.tables[table].rows.map { $0.map(change) }
    }
    return book
  }
}

extension SavedWorkbook {
  /// Returns the first few differences from another workbook.
  func differences(from other: Self) -> [String] {
    if self == other { return [] }
    guard tables.map(\.name) == other.tables.map(\.name) else {
      return ["sheets \(tables.map(\.name)) in place of \(other.tables.map(\.name))"]
    }
    var found: [String] = []
    for (table, expected) in zip(tables, other.tables) {
      if table.isHidden != expected.isHidden { found.append("\(table.name) hidden or not") }
      if table.widths != expected.widths { found.append("\(table.name) widths") }
      for row in 0..<max(table.rows.count, expected.rows.count) {
        let cells = table.rows.count > row ? table.rows[row] : []
        let expectedCells = expected.rows.count > row ? expected.rows[row] : []
        for column in 0..<max(cells.count, expectedCells.count)
        where table[row: row, column: column] != expected[row: row, column: column] {
          found.append(
            """
            \(table.name) \(CellPosition(row: row, column: column)): \
            \(table[row: row, column: column]) in place of \(expected[row: row, column: column])
            """
          )
        }
      }
    }
    return found.isEmpty ? ["rows of different lengths"] : Array(found.prefix(5))
  }
}

extension SavedCell {
  fileprivate init(_ plan: CellPlan) {
    self =
      switch plan.content {
      case .blank, .kept: .empty
      case .text(let text): text.isEmpty ? .empty : .text(text)
      case .share: .text(plan.plainText)
      // Percentages are read as they are shown.
      case .saved(let cell): cell
      case .number(let number): .number(Double(number))
      case .formula(let text, _) where plan.style == .share: .formula(text, .text(plan.plainText))
      case .formula(let text, let value): .formula(text, value)
      }
  }
}
