import Reporting

/// The front page: a title, then groups of labels and values.
struct SummarySheet {
  private static let widths = [32.0, 64.0]

  private let summary: ReportSummary
  private let tables: TableSheets
  private let typesetting: Typesetting

  init(_ summary: ReportSummary, tables: TableSheets, typesetting: Typesetting) {
    self.summary = summary
    self.tables = tables
    self.typesetting = typesetting
  }

  func plan(name: String, page: PagePlan) -> SheetPlan {
    var rows = [
      RowPlan(
        height: 2 * typesetting.lineHeight,
        cells: [CellPlan(.text(CellText.fitted(summary.heading)), style: .title)]
      )
    ]
    for section in summary.sections {
      rows.append(RowPlan(height: 8))
      rows.append(
        RowPlan(
          height: typesetting.lineHeight + 6,
          cells: [
            CellPlan(.text(CellText.fitted(section.heading)), style: .section),
            CellPlan(style: .section),
          ]
        )
      )
      rows += section.lines.map(row)
    }
    return SheetPlan(
      name: name,
      tabColor: 0x1F3864,
      columns: Self.widths.map { ColumnPlan(width: $0) },
      rows: rows,
      digitsAsText: CellRange(
        first: CellPosition(row: 0, column: 0),
        last: CellPosition(row: max(rows.count - 1, 0), column: 1)
      ),
      page: page
    )
  }

  private func row(_ line: ReportSummary.Line) -> RowPlan {
    let lines = max(
      typesetting.lines(of: line.label, width: Self.widths[0]),
      typesetting.lines(of: TableSheets.shownText(of: line.cell), width: Self.widths[1])
    )
    return RowPlan(
      height: typesetting.height(lines: lines),
      cells: [
        CellPlan(.text(CellText.fitted(line.label)), style: .label), plan(of: line.cell),
      ]
    )
  }

  private func plan(of cell: ReportCell) -> CellPlan {
    let link = tables.target(of: cell.link)
    switch cell.content {
    case .empty: return CellPlan(style: .text)
    case .text:
      return CellPlan(
        .text(TableSheets.shownText(of: cell)),
        style: link == nil ? .text : .link,
        link: link
      )
    case .number(let number): return CellPlan(.number(number), style: .count)
    case .tally(let tally):
      guard let formula = formula(of: tally) else {
        return CellPlan(.number(tally.counted), style: .count)
      }
      return CellPlan(.formula(formula, value: tally.counted), style: .count)
    }
  }

  /// `COUNTIF('Cases'!$X$2:$X$9,"OK")`, a sum of such where several texts count.
  private func formula(of tally: ReportTally) -> String? {
    guard let (sheet, range) = tables.range(of: tally.role, in: tally.table) else { return nil }
    let cells = range.absolute(in: sheet)
    return tally.values
      .map { value in
        value.isEmpty
          ? "COUNTBLANK(\(cells))" : "COUNTIF(\(cells),\(TableSheets.literal(value)))"
      }
      .joined(separator: "+")
  }
}
