@testable import Workbooks

extension WorkbookPlan {
  /// Returns the saved workbook with the revision applied cell by cell, without files and styles.
  func applied(to saved: SavedWorkbook) -> SavedWorkbook {
    var tables = saved.tables
    for (sheet, planned) in zip(sheets, self.saved.tables) {
      guard sheet.overlay != nil, let index = tables.firstIndex(where: { $0.name == sheet.name })
      else {
        tables.append(planned)
        continue
      }
      for (row, plan) in sheet.rows.enumerated() {
        while tables[index].rows.count <= row { tables[index].rows.append([]) }
        for (column, cell) in plan.cells.enumerated() where cell.content != .kept {
          while tables[index].rows[row].count <= column { tables[index].rows[row].append(.empty) }
          let isFormula = if case .formula = cell.content { true } else { false }
          if isFormula || tables[index].rows[row][column].plainText != cell.saved.plainText {
            tables[index].rows[row][column] = cell.saved
          }
        }
        while tables[index].rows[row].last == .empty { tables[index].rows[row].removeLast() }
      }
    }
    return SavedWorkbook(tables: tables)
  }
}
