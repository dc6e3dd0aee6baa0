import Workbooks

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
      chart: chart,
      digitsAsText: CellRange(
        first: CellPosition(row: 0, column: 0),
        last: CellPosition(row: max(rows.count - 1, 0), column: 1)
      ),
      page: page
    )
  }

  /// The results as bars, beside the lines that count them.
  private var chart: ChartPlan? {
    // The title, then for each section a gap, a heading and its lines.
    var first = 1
    for section in summary.sections {
      first += 2
      let results = section.lines.indices.filter { number in
        guard case .tally(let tally) = section.lines[number].cell.content else { return false }
        return tally.role == .result
      }
      if let start = results.first, let end = results.last {
        let rows = first + start...first + end
        return ChartPlan(
          title: CellText.fitted(section.heading, limit: 100),
          categories: CellRange(column: 0, rows: rows),
          values: CellRange(column: 1, rows: rows),
          colors: results.map { Self.color(of: $0 - start) },
          position: CellPosition(row: 2, column: 3),
          width: 480,
          height: 260
        )
      }
      first += section.lines.count
    }
    return nil
  }

  /// In the order of the drop-down: passed, failed, blocked, not run, not applicable.
  private static func color(of result: Int) -> Int {
    let colors = [0x70AD47, 0xC00000, 0x7F5FA8, 0xBFBFBF, 0xD9D9D9]
    return colors[result % colors.count]
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
    case .saved(let saved): return CellPlan(.saved(saved), style: .text)
    }
  }

  /// `COUNTIF('Cases'!$X$2:$X$9,"OK")`, a sum of such where several texts count.
  private func formula(of tally: ReportTally) -> String? {
    guard let cells = tally.cells ?? tables.cells(of: tally) else { return nil }
    return tally.values
      .map { value in
        value.isEmpty
          ? "COUNTBLANK(\(cells))" : "COUNTIF(\(cells),\(TableSheets.literal(value)))"
      }
      .joined(separator: "+")
  }
}
