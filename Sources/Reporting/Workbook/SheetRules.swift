import Workbooks

extension TableSheets {
  func validations(of table: ReportTable) -> [ValidationPlan] {
    table.columns.enumerated().flatMap { number, column in
      rows(of: table, alikeIn: column).compactMap { rows, choices in
        guard !choices.isEmpty || column.hint != nil else { return nil }
        return ValidationPlan(
          range: CellRange(column: number, rows: rows),
          choices: choices,
          promptTitle: CellText.fitted(
            column.heading,
            limit: SpreadsheetLimits.promptTitleLength
          ),
          prompt: CellText.fitted(
            column.hint ?? "",
            limit: SpreadsheetLimits.validationLength
          )
        )
      }
    }
  }

  /// The rows of the sheet, those together that follow each other and offer the same choices.
  private func rows(
    of table: ReportTable,
    alikeIn column: ReportColumn
  ) -> [(rows: ClosedRange<Int>, choices: [String])] {
    var runs: [(rows: ClosedRange<Int>, choices: [String])] = []
    for number in table.rows.indices {
      let choices = table.rows[number].choices[column.role] ?? column.choices
      let row = table.firstRow + number
      if let last = runs.last, last.choices == choices {
        runs[runs.count - 1].rows = last.rows.lowerBound...row
      } else {
        runs.append((row...row, choices))
      }
    }
    return runs
  }

  func conditionalFormats(of table: ReportTable) -> [ConditionalFormatPlan] {
    guard let first = table.body?.lowerBound, !table.rows.isEmpty else { return [] }
    return table.columns.enumerated().flatMap { number, column in
      column.marks.map { mark in
        ConditionalFormatPlan(
          range: CellRange(column: number, rows: first...(first + table.rows.count - 1)),
          .formula(formula(of: mark.match, column: number, table: table), mark.tone)
        )
      }
    }
  }

  /// The match as a formula for the first row below the heading.
  private func formula(of match: ReportMark.Match, column: Int, table: ReportTable) -> String {
    let cell = "$\(CellPosition.letters(ofColumn: column))\(table.firstRow + 1)"
    return switch match {
    case .equals(let text): "\(cell)=\(Self.literal(text))"
    case .begins(let text): "LEFT(\(cell),\(text.utf16.count))=\(Self.literal(text))"
    }
  }

  /// A text as formulas write it.
  static func literal(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
