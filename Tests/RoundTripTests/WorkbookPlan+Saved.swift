import Reporting

@testable import Workbooks

extension WorkbookPlan {
  /// The workbook as it comes back unedited, without the detour through a file.
  var saved: SavedWorkbook {
    SavedWorkbook(
      tables: sheets.map { sheet in
        SavedTable(
          name: sheet.name,
          isHidden: sheet.isHidden,
          rows: sheet.rows.map { row in
            var cells = row.cells.map(\.saved)
            while cells.last == .empty { cells.removeLast() }
            return cells
          },
          widths: sheet.columns.map(\.width)
        )
      }
    )
  }
}

extension CellPlan {
  var saved: SavedCell {
    switch content {
    case .blank, .kept: .empty
    case .text(let text): text.isEmpty ? .empty : .text(text)
    case .number(let number): .number(Double(number))
    case .share: .text(plainText)
    case .formula(let formula, let value):
      .formula(formula, value.plainText == plainText ? value : .text(plainText))
    case .saved(let cell): cell
    }
  }
}
