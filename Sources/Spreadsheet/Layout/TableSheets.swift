import Reporting

/// The sheets of a report's tables, which know where each other's rows stand.
struct TableSheets {
  let tables: [ReportTable]
  /// The sheets' names, table by table.
  let names: [String]
  let typesetting: Typesetting
  /// Where each table's rows stand, by key.
  private let rowNumbers: [[String: Int]]

  init(tables: [ReportTable], names: [String], typesetting: Typesetting) {
    self.tables = tables
    self.names = names
    self.typesetting = typesetting
    rowNumbers = tables.map { table in
      Dictionary(
        table.rows.enumerated().map { ($0.element.key, $0.offset + 1) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  /// Names for the columns that people fill, for formulas of their own.
  var definedNames: [DefinedNamePlan] {
    let named: [(String, ReportTable.Name, ReportColumn.Role)] = [
      ("question_answers", .questions, .answer), ("case_results", .cases, .result),
    ]
    return named.compactMap { name, table, role in
      range(of: role, in: table).map {
        DefinedNamePlan(name: name, sheet: $0.sheet, range: $0.range)
      }
    }
  }

  /// The cells of a column without its heading; `nil` where there are none.
  func range(
    of role: ReportColumn.Role,
    in name: ReportTable.Name
  ) -> (sheet: String, range: CellRange)? {
    guard let number = tables.firstIndex(where: { $0.name == name }),
      let column = tables[number].index(of: role), !tables[number].rows.isEmpty
    else { return nil }
    return (names[number], CellRange(column: column, rows: 1...tables[number].rows.count))
  }

  /// Where a link of the report leads in the workbook; `nil` where nothing is there.
  func target(of link: ReportCell.Link?) -> CellPlan.Link? {
    switch link {
    case .row(let name, let key):
      guard let number = tables.firstIndex(where: { $0.name == name }),
        let row = rowNumbers[number][key]
      else { return nil }
      return .cell(CellPosition(row: row, column: 0), sheet: names[number])
    case .page(let address):
      return address.utf8.count <= SpreadsheetLimits.linkLength / 3 ? .page(address) : nil
    case nil: return nil
    }
  }

  /// The sheet of a table.
  func plan(of number: Int, page: PagePlan) -> SheetPlan {
    let table = tables[number]
    let widths = table.columns.indices.map { column in
      ColumnMeasure.width(
        of: table.columns[column],
        texts: table.rows.map { Self.shownText(of: $0.cells[column]) },
        typesetting: typesetting
      )
    }
    let last = CellPosition(row: table.rows.count, column: max(table.columns.count - 1, 0))
    let body =
      table.rows.isEmpty ? nil : CellRange(first: CellPosition(row: 1, column: 0), last: last)
    return SheetPlan(
      name: names[number],
      tabColor: Self.tabColor(of: table.name),
      columns: widths.map { ColumnPlan(width: $0) },
      rows: [headings(of: table, widths: widths)] + rows(of: table, widths: widths),
      freeze: CellPosition(row: 1, column: 1),
      filter: CellRange(first: CellPosition(row: 0, column: 0), last: last),
      validations: validations(of: table),
      conditionalFormats: conditionalFormats(of: table),
      digitsAsText: body,
      page: page
    )
  }

  private func headings(of table: ReportTable, widths: [Double]) -> RowPlan {
    let lines =
      zip(table.columns, widths)
      .map { typesetting.lines(of: $0.heading, width: $1 - 3) }
      .max() ?? 1
    return RowPlan(
      height: typesetting.height(lines: max(lines, 2)),
      cells: table.columns.map {
        CellPlan(
          .text(CellText.fitted($0.heading)),
          style: $0.kind == .people ? .peopleHeading : .heading
        )
      }
    )
  }

  private func rows(of table: ReportTable, widths: [Double]) -> [RowPlan] {
    var links = 0
    return table.rows.map { row in
      let lines =
        zip(row.cells, widths)
        .map { typesetting.lines(of: Self.shownText(of: $0), width: $1) }
        .max() ?? 1
      return RowPlan(
        height: typesetting.height(lines: lines),
        cells: row.cells.indices.map { column in
          var plan = plan(of: row.cells[column], in: table.columns[column], width: widths[column])
          if plan.link != nil { links += 1 }
          if links > SpreadsheetLimits.linksPerSheet { plan.link = nil }
          return plan
        }
      )
    }
  }

  private func plan(of cell: ReportCell, in column: ReportColumn, width: Double) -> CellPlan {
    guard column.kind == .generated else {
      let isDay = column.role == .answeredOn || column.role == .testedOn
      return CellPlan(
        cell.content == .empty ? .blank : .text(Self.shownText(of: cell)),
        style: isDay ? .peopleDay : .people
      )
    }
    // LibreOffice shows a linked text on one line, whatever its style says: what would be cut off there is no link.
    let fits = typesetting.lines(of: Self.shownText(of: cell), width: width) == 1
    let link = fits ? target(of: cell.link) : nil
    switch cell.content {
    case .empty: return CellPlan(style: .text)
    case .number(let number): return CellPlan(.number(number), style: .number, link: link)
    case .tally(let tally): return CellPlan(.number(tally.counted), style: .number, link: link)
    case .text:
      return CellPlan(
        .text(Self.shownText(of: cell)),
        style: link != nil ? .link : cell.isMuted ? .muted : .text,
        link: link
      )
    }
  }

  /// A cell's text as the sheet shows it, which is the brief one where there is one.
  static func shownText(of cell: ReportCell) -> String {
    switch cell.content {
    case .empty: ""
    case .text(let text): CellText.fitted(cell.brief ?? text)
    case .number(let number): String(number)
    case .tally(let tally): String(tally.counted)
    }
  }

  private static func tabColor(of name: ReportTable.Name) -> Int {
    switch name {
    case .questions: 0xED7D31
    case .cases: 0x2E75B6
    case .rules: 0x7F7F7F
    case .factors: 0xBFBFBF
    }
  }
}
