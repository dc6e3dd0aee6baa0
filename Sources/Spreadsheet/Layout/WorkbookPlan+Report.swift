package import Reporting
import Specification

/// The workbook of a report: the front page, then a sheet per table.
extension WorkbookPlan {
  /// The day that workbooks bear unless told otherwise: 2000-01-01T00:00Z.
  package static let defaultCreated = 946_684_800

  /// The workbook of a report; `created` in seconds since 1970-01-01T00:00Z, of `SOURCE_DATE_EPOCH` where that is set.
  package init(_ report: Report, created: Int = Self.defaultCreated) {
    let typesetting = Typesetting(report.language)
    let names = SheetName.valid([report.summary.title] + report.tables.map(\.title))
    let sheets = TableSheets(
      tables: report.tables,
      names: Array(names.dropFirst()),
      typesetting: typesetting
    )
    func page(_ sheet: String, repeating rows: ClosedRange<Int>?) -> PagePlan {
      PagePlan(
        repeatedRows: rows,
        footer: Self.footer(feature: report.feature, sheet: sheet, tool: report.tool),
        isOnePage: rows == nil
      )
    }
    self.init(
      properties: WorkbookProperties(
        title: CellText.fitted(report.feature),
        subject: report.id,
        comments: report.tool,
        created: created
      ),
      font: typesetting.font,
      sheets: [
        SummarySheet(report.summary, tables: sheets, typesetting: typesetting)
          .plan(name: names[0], page: page(names[0], repeating: nil))
      ]
        + report.tables.indices.map {
          sheets.plan(of: $0, page: page(sheets.names[$0], repeating: 0...0))
        },
      definedNames: sheets.definedNames
    )
  }

  /// What is printed below every page, cut to what a footer can hold; a blank keeps digits away from the size of the type.
  private static func footer(feature: String, sheet: String, tool: String) -> String {
    func escaped(_ text: String, _ limit: Int) -> String {
      let line = CellText.fitted(text, limit: limit).map { $0 == "\n" || $0 == "\t" ? " " : $0 }
      return line.map { $0 == "&" ? "&&" : String($0) }.joined()
    }
    return "&L&8 \(escaped("\(feature) – \(sheet)", 80))&C&8&P / &N&R&8 \(escaped(tool, 30))"
  }
}
