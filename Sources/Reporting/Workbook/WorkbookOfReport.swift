import Specification
import Text
import Workbooks

/// The workbook of a report: the front page, then a sheet per table.
extension WorkbookPlan {
  /// The default creation time of workbooks: 2000-01-01T00:00Z.
  package static let defaultCreated = 946_684_800

  /// Creates the workbook of a report.
  ///
  /// `created` is in seconds since 1970-01-01T00:00Z, from `SOURCE_DATE_EPOCH` if that is set.
  package init(_ report: Report, created: Int = Self.defaultCreated) {
    let typesetting = Typesetting(report.language)
    let grid = report.coverage.map { [$0.title] } ?? []
    let ours = [report.summary.title] + report.tables.map(\.title) + grid
    let taken = [ReportMetadata.name] + report.foreignSheets
    let names = [taken[0]] + SheetName.valid(taken + ours)[taken.count...]
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
      SummarySheet(summary: report.summary, tables: sheets, typesetting: typesetting)
        .plan(name: names[1], page: page(names[1], repeating: nil, onOne: true))
    ]
    plans += report.tables.indices.map {
      let heading = report.tables[$0].headingRow
      return sheets.plan(of: $0, page: page(sheets.names[$0], repeating: heading...heading))
    }
    if let coverage = report.coverage {
      let name = names[2 + report.tables.count]
      let sheet = CoverageSheet(coverage: coverage, typesetting: typesetting)
        .plan(name: name, page: page(name, repeating: 0...2))
      // The grid follows the factors that it refers to.
      let factors = report.tables.firstIndex { $0.name == .factors } ?? report.tables.count - 1
      plans.insert(sheet, at: factors + 2)
    }
    let nothing = ReportText(language: report.language)(
      "This time there is nothing to show here.",
      "今回、表示する内容はありません。"
    )
    let emptied = report.emptiedSheets.map { sheet in
      SheetPlan(
        name: sheet.title,
        columns: [],
        rows: [RowPlan(cells: [CellPlan(.text(nothing), style: .caption)])],
        page: page(sheet.title, repeating: nil)
      )
    }
    let metadata = ReportMetadata(
      report,
      sheets: plans.map { plan in
        let table = sheets.names.firstIndex(of: plan.name)
        let grid = plan.name == names[1] ? ReportPart.summary : .coverage
        return Self.metadata(
          of: plan,
          part: table.map { .table(sheets.tables[$0].name) } ?? grid,
          in: sheets
        )
      }
        + zip(emptied, report.emptiedSheets).map {
          Self.metadata(of: $0, part: $1.part, in: sheets)
        }
    )
    plans += emptied
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
    part: ReportPart,
    in sheets: TableSheets
  ) -> ReportMetadata.Sheet {
    guard let number = sheets.names.firstIndex(of: plan.name) else {
      return ReportMetadata.Sheet(
        part: part,
        title: plan.name,
        digests: MetadataSheet.digests(of: plan.rows[...])
      )
    }
    let table = sheets.tables[number]
    // Rows with ids have their digests beside them, unlike the rows above.
    return ReportMetadata.Sheet(
      part: part,
      title: plan.name,
      columns: zip(table.columns, sheets.measuredWidths(of: table))
        .filter(\.0.hasContent)
        .map { ReportMetadata.Column($0, width: $1) },
      digests: MetadataSheet.digests(
        of: table.name.keepsEntries || table.name == .setAside
          ? plan.rows[..<table.headingRow] : plan.rows[...]
      )
    )
  }

  /// Returns the footer of every page, shortened to the maximum length; a space separates digits in the text from the font size.
  private static func footer(feature: String, sheet: String, tool: String) -> String {
    func escaped(_ text: String, _ limit: Int) -> String {
      let line = CellText.fitted(text, limit: limit).map { $0 == "\n" || $0 == "\t" ? " " : $0 }
      return line.map { $0 == "&" ? "&&" : String($0) }.joined()
    }
    return "&L&8 \(escaped("\(feature) – \(sheet)", 80))&C&8&P / &N&R&8 \(escaped(tool, 30))"
  }
}

/// The hidden sheet with the workbook's metadata.
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

  /// Returns the digests of everything written in some rows.
  static func digests(of rows: ArraySlice<RowPlan>) -> [String] {
    rows.flatMap(\.cells).filter { ![.people, .peopleDate].contains($0.style) }.compactMap { cell in
      switch cell.content {
      case .blank, .kept: nil
      case .text(let text): TextDigest.cell(text)
      case .number(let number): TextDigest.cell(String(number))
      case .formula(let formula, _): TextDigest.cell("=" + FormulaWords.comparable(formula))
      case .share, .saved: TextDigest.cell(cell.plainText)
      }
    }
  }
}
