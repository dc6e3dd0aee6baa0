import Reporting

/// The hidden sheet with what the workbook remembers of itself.
enum MetadataSheet {
  static func plan(_ metadata: ReportMetadata, page: PagePlan) -> SheetPlan {
    SheetPlan(
      name: ReportMetadata.name,
      isHidden: true,
      columns: [ColumnPlan(width: 16), ColumnPlan(width: 24), ColumnPlan(width: 40)],
      rows: metadata.rows.map { row in
        RowPlan(cells: row.map { CellPlan($0.isEmpty ? .blank : .text($0), style: .plain) })
      },
      page: page
    )
  }

  /// The digests of all that was written on a sheet.
  static func digests(of sheet: SheetPlan) -> [String] {
    sheet.rows.flatMap(\.cells).compactMap { cell in
      switch cell.content {
      case .blank: nil
      case .text(let text): TextDigest.cell(text)
      case .number(let number): TextDigest.cell(String(number))
      case .share(let share): TextDigest.cell(SavedCell.number(share).plainText)
      case .formula(let formula, _): TextDigest.cell(TextDigest.formula(formula))
      case .saved(let cell): TextDigest.cell(cell.plainText)
      }
    }
  }
}
