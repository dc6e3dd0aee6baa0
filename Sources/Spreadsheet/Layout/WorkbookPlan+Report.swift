package import Reporting
import Specification

/// The workbook of a report: the front page, then a sheet per table.
extension WorkbookPlan {
  /// The day that workbooks bear unless told otherwise: 2000-01-01T00:00Z.
  package static let defaultCreated = 946_684_800

  /// The workbook of a report; `created` in seconds since 1970-01-01T00:00Z, of `SOURCE_DATE_EPOCH` where that is set.
  package init(_ report: Report, created: Int = Self.defaultCreated) {
    let typesetting = Typesetting(report.language)
    let grid = report.coverage.map { [$0.title] } ?? []
    let ours = [report.summary.title] + report.tables.map(\.title) + grid
    let names = SheetName.valid([ReportMetadata.name] + ours + report.added.map(\.name))
    let sheets = TableSheets(
      tables: report.tables,
      names: Array(names[2...].prefix(report.tables.count)),
      typesetting: typesetting
    )
    func page(_ sheet: String, repeating rows: ClosedRange<Int>?, onOne: Bool = false) -> PagePlan {
      PagePlan(
        repeatedRows: rows,
        footer: Self.footer(feature: report.feature, sheet: sheet, tool: report.tool),
        isOnePage: onOne
      )
    }
    var plans = [
      SummarySheet(report.summary, tables: sheets, typesetting: typesetting)
        .plan(name: names[1], page: page(names[1], repeating: nil, onOne: true))
    ]
    plans += report.tables.indices.map {
      sheets.plan(of: $0, page: page(sheets.names[$0], repeating: 0...0))
    }
    if let coverage = report.coverage {
      let name = names[2 + report.tables.count]
      let sheet = CoverageSheet(coverage, typesetting: typesetting)
        .plan(name: name, page: page(name, repeating: 0...2))
      // Behind the factors that it speaks of.
      let factors = report.tables.firstIndex { $0.name == .factors } ?? report.tables.count - 1
      plans.insert(sheet, at: factors + 2)
    }
    let metadata = ReportMetadata(
      report,
      sheets: plans.map { plan in
        let table = sheets.names.firstIndex(of: plan.name)
        return Self.metadata(of: plan, table: table, in: sheets)
      }
    )
    plans += zip(report.added, names.suffix(report.added.count)).map {
      AddedSheet.plan($0, name: $1, page: page($1, repeating: nil))
    }
    plans.append(
      MetadataSheet.plan(metadata, page: page(ReportMetadata.name, repeating: nil))
    )
    self.init(
      properties: WorkbookProperties(
        title: CellText.fitted(report.feature),
        subject: report.id,
        comments: report.tool,
        created: created
      ),
      font: typesetting.font,
      sheets: plans,
      definedNames: sheets.definedNames
    )
  }

  private static func metadata(
    of plan: SheetPlan,
    table number: Int?,
    in sheets: TableSheets
  ) -> ReportMetadata.Sheet {
    guard let number else {
      return ReportMetadata.Sheet(
        table: nil,
        title: plan.name,
        digests: MetadataSheet.digests(of: plan)
      )
    }
    let table = sheets.tables[number]
    return ReportMetadata.Sheet(
      table: table.name,
      title: plan.name,
      columns: zip(table.columns, sheets.measuredWidths(of: table)).map {
        ReportMetadata.Column($0, width: $1)
      },
      digests: table.name == .changes ? MetadataSheet.digests(of: plan) : []
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
