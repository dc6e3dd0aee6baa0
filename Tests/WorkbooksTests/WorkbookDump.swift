import Text

@testable import Workbooks

/// The plan as readable text for diffs.
extension WorkbookPlan {
  /// All facts of the plan, one per line, in the order of the workbook.
  var dump: String {
    var lines = [
      "title: \(properties.title)", "subject: \(properties.subject)",
      "comments: \(properties.comments)", "created: \(properties.created)", "font: \(font)",
    ]
    lines += definedNames.map { "name: \($0.name) \($0.formula)" }
    for sheet in sheets { lines += sheet.dump }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension SheetPlan {
  fileprivate var dump: [String] {
    var lines = ["", "# \(name)\(isHidden ? " (hidden)" : "")"]
    lines.append(
      "widths: "
        + columns.map { column in
          "\(column.width)" + (column.isHidden ? " hidden" : "")
            + (column.outlineLevel > 0 ? " level \(column.outlineLevel)" : "")
            + (column.isCollapsed ? " folds" : "")
        }
        .joined(separator: ", ")
    )
    if let tabColor { lines.append("tab: \(String(tabColor, radix: 16))") }
    if let freeze { lines.append("freeze: \(freeze)") }
    if let filter { lines.append("filter: \(filter)") }
    if let digitsAsText { lines.append("digits as text: \(digitsAsText)") }
    if let rows = page.repeatedRows {
      lines.append("repeat: \(rows.lowerBound + 1)-\(rows.upperBound + 1)")
    }
    lines.append("footer: \(page.footer)\(page.isOnePage ? ", one page" : "")")
    if let last = page.lastColumn {
      lines.append("print: A-\(CellPosition.letters(ofColumn: last))")
    }
    if case .several(let percent, let repeated) = page.width {
      lines.append("print: at \(percent) %, \(repeated) columns on every page")
    }
    lines += validations.map {
      "validation: \($0.range) [\($0.choices.joined(separator: " | "))] \($0.promptTitle): \($0.prompt)"
    }
    lines += conditionalFormats.map { format in
      switch format.rule {
      case .formula(let formula, let tone): "format: \(format.range) \(tone) =\(formula)"
      case .scale(let least, let most):
        "scale: \(format.range) \(String(least, radix: 16)) to \(String(most, radix: 16))"
      }
    }
    if let chart {
      lines.append(
        "chart: \(chart.title) of \(chart.categories), \(chart.values) at \(chart.position)"
      )
    }
    for (number, row) in rows.enumerated() {
      lines.append("row \(number + 1)" + (row.height.map { ", \($0) pt" } ?? ""))
      for (column, cell) in row.cells.enumerated()
      where cell.content != .blank && cell.content != .kept {
        let position = CellPosition(row: number, column: column)
        lines.append("  \(position) \(cell.style): \(cell.dump)")
      }
      let blanks = row.cells.enumerated().filter { $0.element.content == .blank }
      if !blanks.isEmpty {
        lines.append(
          "  blank: "
            + blanks.map {
              "\(CellPosition.letters(ofColumn: $0.offset)) \($0.element.style)"
            }
            .joined(separator: ", ")
        )
      }
    }
    return lines
  }
}

extension CellPlan {
  fileprivate var dump: String {
    let shown =
      switch content {
      case .blank, .kept: ""
      case .text(let text): text.debugDescription
      case .number(let number): String(number)
      case .share(let share): String(share)
      case .formula(let formula, let value): "=\(formula) (\(value.plainText))"
      case .saved(let cell): "\(cell)"
      }
    switch link {
    case .cell(let position, let sheet): return shown + " -> \(position.qualified(by: sheet))"
    case .page(let address): return shown + " -> \(address)"
    case nil: return shown
    }
  }
}
