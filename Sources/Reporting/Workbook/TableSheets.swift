import Text
import Workbooks

/// The sheets of a report's tables, which know where each other's rows are.
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
    let widths = zip(table.columns, measuredWidths(of: table)).map { $0.width ?? $1 }
    let last = CellPosition(row: table.rows.count, column: max(table.columns.count - 1, 0))
    let body =
      table.rows.isEmpty ? nil : CellRange(first: CellPosition(row: 1, column: 0), last: last)
    let hasDigests = table.name.hasDigests
    return SheetPlan(
      name: names[number],
      tabColor: Self.tabColor(of: table.name),
      columns: zip(widths, table.columns).map {
        ColumnPlan(width: $1.width ?? $0, isHidden: $1.isHidden)
      } + (hasDigests ? [ColumnPlan(width: 12, isHidden: true)] : []),
      rows: [headings(of: table, widths: widths)] + rows(of: table, widths: widths),
      freeze: CellPosition(row: 1, column: 1),
      filter: CellRange(first: CellPosition(row: 0, column: 0), last: last),
      validations: validations(of: table),
      conditionalFormats: conditionalFormats(of: table),
      digitsAsText: body,
      page: page
    )
  }

  /// The widths that follow from the columns' contents.
  func measuredWidths(of table: ReportTable) -> [Double] {
    table.columns.indices.map { column in
      ColumnMeasure.width(
        of: table.columns[column],
        texts: table.rows.map { Self.shownText(of: $0.cells[column]) },
        typesetting: typesetting
      )
    }
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
      } + (table.name.hasDigests ? [CellPlan(.text(ReportMetadata.name), style: .plain)] : [])
    )
  }

  private func rows(of table: ReportTable, widths: [Double]) -> [RowPlan] {
    var links = 0
    return table.rows.map { row in
      let lines =
        zip(row.cells, widths)
        .map { typesetting.lines(of: Self.shownText(of: $0), width: $1) }
        .max() ?? 1
      var planned = RowPlan(
        height: typesetting.height(lines: lines),
        cells: row.cells.indices.map { column in
          var plan = plan(
            of: row.cells[column],
            in: table.columns[column],
            width: widths[column],
            isAdded: row.isAdded
          )
          if table.columns[column].kind == .generated {
            if row.isHeading { plan.style = .label }
          } else if !row.takesEntries, plan.content == .blank {
            plan.style = .text
          }
          if plan.link != nil { links += 1 }
          if links > SpreadsheetLimits.linksPerSheet { plan.link = nil }
          return plan
        } + (table.name.hasDigests ? [digests(of: row, in: table)] : [])
      )
      planned.isFolded = row.isFolded
      return planned
    }
  }

  private func plan(
    of cell: ReportCell,
    in column: ReportColumn,
    width: Double,
    isAdded: Bool
  ) -> CellPlan {
    guard column.kind == .generated, !isAdded else {
      return entered(cell, in: column, isAdded: isAdded)
    }
    // LibreOffice shows a linked text on one line, whatever its style says: a text that would be cut off there gets no link.
    let fits = typesetting.lines(of: Self.shownText(of: cell), width: width) == 1
    let link = fits ? target(of: cell.link) : nil
    switch cell.content {
    case .empty: return CellPlan(style: .text)
    case .number(let number): return CellPlan(.number(number), style: .number, link: link)
    case .tally(let tally): return CellPlan(.number(tally.counted), style: .number, link: link)
    case .saved(let saved): return CellPlan(.saved(saved), style: .text)
    case .text:
      return CellPlan(
        .text(Self.shownText(of: cell)),
        style: link != nil ? .link : cell.isMuted ? .muted : .text,
        link: link
      )
    }
  }

  /// A cell that people fill, or have filled.
  private func entered(_ cell: ReportCell, in column: ReportColumn, isAdded: Bool) -> CellPlan {
    var isDay = column.role == .answeredOn || column.role == .testedOn
    let content: CellPlan.Content
    switch cell.content {
    case .empty: content = .blank
    case .saved(let saved):
      content = .saved(saved)
      switch saved {
      case .day, .formula(_, .day): isDay = true
      case .number: isDay = false
      default: break
      }
    case .text, .number, .tally: content = .text(Self.shownText(of: cell))
    }
    if column.kind == .generated, isAdded, !isDay { return CellPlan(content, style: .peopleText) }
    return CellPlan(content, style: isDay ? .peopleDay : .people)
  }

  /// The digests of a row's generated cells, by which an edit is noticed; none of a row that people added.
  private func digests(of row: ReportTable.Row, in table: ReportTable) -> CellPlan {
    guard !row.isAdded else { return CellPlan(style: .plain) }
    let digests = zip(table.columns, row.cells)
      .filter { $0.0.kind == .generated }
      .map { TextDigest.cell(Self.shownText(of: $0.1)) }
    return CellPlan(.text(digests.joined()), style: .plain)
  }

  /// A cell's text as the sheet shows it, which is the brief one where there is one.
  static func shownText(of cell: ReportCell) -> String {
    switch cell.content {
    case .empty: ""
    case .text(let text): CellText.fitted(cell.brief ?? text)
    case .number(let number): String(number)
    case .tally(let tally): String(tally.counted)
    case .saved(let saved): CellText.fitted(saved.plainText)
    }
  }

  private static func tabColor(of name: ReportTable.Name) -> Int {
    switch name {
    case .questions: 0xED7D31
    case .outcomes: 0x548235
    case .cases: 0x2E75B6
    case .rules: 0x7F7F7F
    case .factors: 0xBFBFBF
    case .changes: 0x5B9BD5
    case .retired: 0xA5A5A5
    }
  }
}

extension ReportTable.Name {
  /// Whether edits of generated cells are to be noticed row by row.
  fileprivate var hasDigests: Bool {
    switch self {
    case .questions, .outcomes, .cases, .rules, .factors: true
    case .changes, .retired: false
    }
  }
}

/// What may be entered, and what stands out.
extension TableSheets {
  func validations(of table: ReportTable) -> [ValidationPlan] {
    table.columns.enumerated().flatMap { number, column in
      rows(of: table, alikeIn: column).compactMap { rows, choices in
        guard !choices.isEmpty || column.hint != nil else { return nil }
        return ValidationPlan(
          range: CellRange(column: number, rows: rows),
          choices: choices,
          allowsOthers: column.allowsOthers,
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
    for (number, row) in table.rows.enumerated() {
      let choices = row.choices[column.role] ?? column.choices
      if let last = runs.last, last.choices == choices {
        runs[runs.count - 1].rows = last.rows.lowerBound...(number + 1)
      } else {
        runs.append(((number + 1)...(number + 1), choices))
      }
    }
    return runs
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
