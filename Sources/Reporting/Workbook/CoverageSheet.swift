import Workbooks

/// The sheet with the grid of pairs: names to the left and above, numbers coloured from few to many.
struct CoverageSheet {
  private static let nameWidth = 24.0
  private static let cellWidth = 4.6
  /// The caption, the factors' names and the values' names.
  private static let headRows = 3

  let coverage: ReportCoverage
  let typesetting: Typesetting

  /// True if lines represent values, named after their factors.
  private var hasValues: Bool { coverage.lines.contains { $0.value != nil } }
  private var nameColumns: Int { hasValues ? 2 : 1 }

  func plan(name: String, page: PagePlan) -> SheetPlan {
    let count = coverage.lines.count
    let widths =
      Array(repeating: Self.nameWidth, count: nameColumns)
      + Array(repeating: hasValues ? Self.cellWidth : 7, count: count)
    var page = page
    if widths.reduce(0, { $0 + Paper.pixels(ofWidth: $1) }) > Paper.maxPixels {
      page.width = .several(percent: Paper.minPercent, repeatedColumns: nameColumns)
    }
    let first = CellPosition(row: Self.headRows, column: nameColumns)
    let last = CellPosition(row: Self.headRows + count - 1, column: nameColumns + count - 1)
    var plan = SheetPlan(
      name: name,
      tabColor: 0x70AD47,
      columns: widths.map { ColumnPlan(width: $0) },
      rows: [
        RowPlan(
          height: typesetting.height(lines: 1) + 4,
          cells: [CellPlan(.text(CellText.fitted(coverage.caption)), style: .caption)]
        ), heading(coverage.lines.indices.map { isFirst($0) ? coverage.lines[$0].factor : "" }),
        heading(coverage.lines.map { $0.value ?? "" }),
      ] + coverage.lines.indices.map(row),
      page: page
    )
    plan.freeze = first
    if count > 0 {
      let range = CellRange(first: first, last: last)
      plan.conditionalFormats = [.init(range: range, .scale(least: 0xE3F1DA, most: 0x5FA84A))]
    }
    return plan
  }

  private func heading(_ texts: [String]) -> RowPlan {
    let longest = texts.map(WrappedText.width).max() ?? 0
    let blank = Array(repeating: CellPlan(style: .heading), count: nameColumns)
    return RowPlan(
      // A rotated text needs its width as height.
      height: longest == 0 ? 4 : min(Double(longest) * 5.6 + 12, 150),
      cells: blank
        + texts.map {
          CellPlan($0.isEmpty ? .blank : .text(CellText.fitted($0)), style: .upright)
        }
    )
  }

  private func isFirst(_ number: Int) -> Bool {
    number == 0 || coverage.lines[number - 1].factor != coverage.lines[number].factor
  }

  private func row(_ number: Int) -> RowPlan {
    let line = coverage.lines[number]
    let factor = isFirst(number) ? line.factor : ""
    let names = hasValues ? [factor, line.value ?? ""] : [factor]
    let lines = names.map { typesetting.lines(of: $0, width: Self.nameWidth) }.max() ?? 1
    return RowPlan(
      height: typesetting.height(lines: lines),
      cells: names.map {
        CellPlan($0.isEmpty ? .blank : .text(CellText.fitted($0)), style: .label)
      }
        + coverage.cells[number].map { cell in
          switch cell {
          case .cases(let count): CellPlan(.number(count), style: .gridNumber)
          case .share(let covered, let possible):
            CellPlan(.share(Double(covered) / Double(max(possible, 1))), style: .gridShare)
          case .impossible: CellPlan(.text("–"), style: .gridImpossible)
          case .same: CellPlan(style: .gridSame)
          }
        }
    )
  }
}
