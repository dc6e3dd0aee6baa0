import Reporting

/// A sheet that people added, as they left it: cells, formulas with what they gave, widths.
enum AddedSheet {
  static func plan(_ saved: SavedTable, name: String, page: PagePlan) -> SheetPlan {
    SheetPlan(
      name: name,
      isHidden: saved.isHidden,
      columns: saved.widths.map { ColumnPlan(width: $0 ?? 8.43) },
      rows: saved.rows.map { row in
        RowPlan(
          cells: row.map { cell in
            switch cell {
            case .empty: CellPlan(style: .plain)
            case .text(let text): CellPlan(.text(CellText.fitted(text)), style: .plain)
            case .day, .formula(_, .day): CellPlan(.saved(cell), style: .plainDay)
            case .number, .boolean, .formula, .error: CellPlan(.saved(cell), style: .plain)
            }
          }
        )
      },
      page: page
    )
  }
}
