import Workbooks

/// The sheet with the front page: a title, then groups of labels and values.
struct SummarySheet {
  private static let widths = [34.0, 76.0, 8.0]

  let summary: ReportSummary
  let tables: TableSheets
  let typesetting: Typesetting

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
            CellPlan(style: .section), CellPlan(style: .section),
          ]
        )
      )
      let first = rows.count
      rows += section.lines.enumerated().map { number, line in
        let whole = line.whole.map {
          (row: first + $0, count: Double(section.lines[$0].cell.shownText) ?? 0)
        }
        return row(line, first + number, whole: whole)
      }
    }
    var plan = SheetPlan(
      name: name,
      tabColor: 0x1F3864,
      columns: Self.widths.map { ColumnPlan(width: $0) },
      rows: rows,
      page: page
    )
    plan.chart = chart
    plan.digitsAsText = CellRange(rows: 0...(rows.count - 1), columns: 0...(Self.widths.count - 1))
    return plan
  }

  /// The test results as a bar chart, beside the lines that count them.
  private var chart: ChartPlan? {
    // The title takes a row; each section takes a gap, a heading and its lines.
    var first = 1
    for section in summary.sections {
      first += 2
      let results = section.lines.indices.filter { number in
        guard case .tally(let tally) = section.lines[number].cell.content else { return false }
        return tally.readsResults && section.lines[number].whole != nil
      }
      if let start = results.first, let end = results.last {
        let rows = first + start...first + end
        return ChartPlan(
          title: CellText.fitted(section.heading, limit: 100),
          categories: CellRange(column: 0, rows: rows),
          values: CellRange(column: 1, rows: rows),
          colors: results.map { Self.color(of: $0 - start) },
          position: CellPosition(row: first - 1, column: Self.widths.count + 1),
          width: 480,
          height: 420
        )
      }
      first += section.lines.count
    }
    return nil
  }

  /// Returns the colour of a result in the order of the drop-down: passed, failed, blocked, not run, not applicable; then other entries, to
  /// be checked again, void.
  private static func color(of result: Int) -> Int {
    let colors = [
      0x70AD47, 0xC00000, 0x7F5FA8, 0xBFBFBF, 0xD9D9D9, 0xA5A5A5, 0xE0B400, 0xD06060,
    ]
    return colors[result % colors.count]
  }

  /// Returns the row for a line, with its share of the number in another row.
  private func row(
    _ line: ReportSummary.Line,
    _ number: Int,
    whole: (row: Int, count: Double)?
  ) -> RowPlan {
    let lines = max(
      typesetting.lines(of: line.label, width: Self.widths[0]),
      typesetting.lines(of: TableSheets.shownText(of: line.cell), width: Self.widths[1])
    )
    return RowPlan(
      height: typesetting.height(lines: lines),
      cells: [
        CellPlan(.text(CellText.fitted(line.label)), style: .label),
        tables.generated(line.cell, numbers: .count),
      ] + (whole.map { [share(of: line.cell, number, in: $0.row, $0.count)] } ?? [])
    )
  }

  private func share(of cell: ReportCell, _ row: Int, in whole: Int, _ total: Double) -> CellPlan {
    func place(_ row: Int) -> String { CellPosition(row: row, column: 1).description }
    let part = Double(cell.shownText) ?? 0
    return CellPlan(
      .formula(
        "IF(\(place(whole))=0,0,\(place(row))/\(place(whole)))",
        value: .number(total == 0 ? 0 : part / total)
      ),
      style: .share
    )
  }
}
