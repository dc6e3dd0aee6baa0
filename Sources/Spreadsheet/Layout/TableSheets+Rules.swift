import Reporting

/// What may be entered, and what stands out.
extension TableSheets {
  func validations(of table: ReportTable) -> [ValidationPlan] {
    guard !table.rows.isEmpty else { return [] }
    return table.columns.enumerated().compactMap { number, column in
      guard !column.choices.isEmpty || column.hint != nil else { return nil }
      return ValidationPlan(
        range: CellRange(column: number, rows: 1...table.rows.count),
        choices: column.choices,
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

  func conditionalFormats(of table: ReportTable) -> [ConditionalFormatPlan] {
    guard !table.rows.isEmpty else { return [] }
    return table.columns.enumerated().flatMap { number, column in
      column.marks.compactMap { mark in
        formula(of: mark.match, column: number, table: table).map {
          ConditionalFormatPlan(
            range: CellRange(column: number, rows: 1...table.rows.count),
            formula: $0,
            tone: mark.tone
          )
        }
      }
    }
  }

  /// The match as a formula for the first row below the heading.
  private func formula(
    of match: ReportMark.Match,
    column: Int,
    table: ReportTable
  ) -> String? {
    func cell(_ column: Int) -> String { "$\(CellPosition.letters(ofColumn: column))2" }
    switch match {
    case .equals(let text): return "\(cell(column))=\(Self.literal(text))"
    case .begins(let text):
      return "LEFT(\(cell(column)),\(text.utf16.count))=\(Self.literal(text))"
    case .isEmpty(let role):
      return table.index(of: role).map { "LEN(TRIM(\(cell($0))))=0" }
    }
  }

  /// A text as formulas write it.
  static func literal(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
