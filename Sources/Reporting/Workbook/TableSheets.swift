import Specification
import Text
import Workbooks

/// The sheets of a report's tables, which can refer to each other's rows.
struct TableSheets {
  let tables: [ReportTable]
  let names: [String]
  let typesetting: Typesetting
  private let rowNumbers: [[String: Int]]

  init(tables: [ReportTable], names: [String], typesetting: Typesetting) {
    self.tables = tables
    self.names = names
    self.typesetting = typesetting
    rowNumbers = tables.map { table in
      Dictionary(
        firstOf: table.rows.enumerated().map { ($0.element.key, table.firstRow + $0.offset) }
      )
    }
  }

  /// The defined names for the columns that people fill, for use in their own formulas.
  var definedNames: [DefinedNamePlan] {
    let named: [(String, ReportTable.Name, ReportColumn.Role)] = [
      ("question_answers", .questions, .answer), ("case_results", .cases, .result),
      ("case_states", .cases, .state),
    ]
    return named.compactMap { name, table, role in
      (range(of: role, in: table) ?? (role == .state ? emptyRange(besides: table) : nil)).map {
        DefinedNamePlan(name: name, sheet: $0.sheet, range: $0.range)
      }
    }
  }

  /// Returns an empty range of the hidden sheet with as many rows as the table, which replaces a missing `state` column.
  private func emptyRange(besides name: ReportTable.Name) -> (sheet: String, range: CellRange)? {
    tables.first { $0.name == name }?.body.map {
      (ReportMetadata.name, CellRange(column: ReportMetadata.freeColumn, rows: $0))
    }
  }

  /// Returns the cells of a column below its heading, including the empty rows for people, or `nil` if there are none.
  func range(
    of role: ReportColumn.Role,
    in name: ReportTable.Name
  ) -> (sheet: String, range: CellRange)? {
    guard let number = tables.firstIndex(where: { $0.name == name }) else { return nil }
    return range(of: role, inTable: number).map { (names[number], $0) }
  }

  private func range(of role: ReportColumn.Role, inTable number: Int) -> CellRange? {
    guard let column = tables[number].index(of: role), let rows = tables[number].body
    else { return nil }
    return CellRange(column: column, rows: rows)
  }

  /// Returns the cells of a column that a tally reads, as a reference in a formula, or `nil` if there are none.
  func cells(of role: ReportColumn.Role, in tally: ReportTally) -> String? {
    if let sheet = tally.sheet {
      return sheet.columns[role].map {
        CellRange(column: $0, rows: sheet.rows).absolute(in: sheet.name)
      }
    }
    let number = tables.firstIndex { table in
      tally.title.map { table.title == $0 } ?? (table.name == tally.table)
    }
    return number.flatMap { number in
      range(of: role, inTable: number).map { $0.absolute(in: names[number]) }
    }
  }

  /// Returns the target of a link in the workbook, or `nil` if it has none.
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

  func plan(of number: Int, page: PagePlan) -> SheetPlan {
    let table = tables[number]
    let widths = zip(table.columns, measuredWidths(of: table)).map { $0.width ?? $1 }
    let last = CellPosition(
      row: table.body?.upperBound ?? table.headingRow,
      column: table.columns.lastIndex(where: \.hasContent) ?? 0
    )
    let body = table.body.map {
      CellRange(first: CellPosition(row: $0.lowerBound, column: 0), last: last)
    }
    var plan = SheetPlan(
      name: names[number],
      tabColor: table.name.tabColor,
      columns: columns(of: table, widths: widths),
      rows: head(of: table) + [headings(of: table, widths: widths)]
        + rows(of: table, widths: widths) + emptyRows(of: table) + clearedRows(of: table),
      page: printed(page, table, widths)
    )
    plan.freeze = CellPosition(row: table.firstRow, column: table.frozenColumns)
    plan.filter = CellRange(first: CellPosition(row: table.headingRow, column: 0), last: last)
    plan.validations = validations(of: table)
    plan.conditionalFormats = conditionalFormats(of: table)
    plan.digitsAsText = body
    plan.overlay = table.overlay
    return plan
  }

  private func columns(of table: ReportTable, widths: [Double]) -> [ColumnPlan] {
    var columns = zip(widths, table.columns).map { width, column in
      ColumnPlan(
        width: column.width ?? width,
        isHidden: column.look.isHidden || column.isFolded || column.kind == .gone
          || column.kind == .digests,
        outlineLevel: column.isFolded ? 1 : 0
      )
    }
    for number in columns.indices.dropLast() {
      columns[number].isCollapsed =
        !table.columns[number].isFolded && table.columns[number + 1].isFolded
    }
    return columns + (table.addsDigests ? [ColumnPlan(width: 12, isHidden: true)] : [])
  }

  /// Returns the rows above the headings: sentences that run across the sheet, and labelled cells for people.
  private func head(of table: ReportTable) -> [RowPlan] {
    table.head.map { row in
      switch row {
      case .line(""): RowPlan(cells: [CellPlan(style: .plain)])
      case .line(let text):
        RowPlan(
          height: typesetting.height(lines: 1),
          cells: [CellPlan(.text(CellText.fitted(text)), style: .caption)]
        )
      case .entry(let role, let label, let cell):
        RowPlan(
          height: typesetting.height(lines: 1),
          // A column of numbers has no room for a label.
          cells: (table.columns.first?.role == .number ? [CellPlan(style: .plain)] : []) + [
            CellPlan(.text(CellText.fitted(label)), style: .label),
            table.overlay == nil
              ? entered(cell, isDate: role.isDate) : CellPlan(.kept, style: .people),
          ]
        )
      case .kept: RowPlan()
      }
    }
  }

  /// Returns the page setup with as many columns as are legible on one page.
  ///
  /// The printed area reaches to the last column for people, if these follow the generated ones, and to the end of the sentences above. If
  /// that is too wide, there are several pages, on which the first columns are repeated.
  private func printed(_ page: PagePlan, _ table: ReportTable, _ widths: [Double]) -> PagePlan {
    var page = page
    let shown = table.columns.indices.filter {
      !table.columns[$0].isFolded && !table.columns[$0].look.isHidden
        && table.columns[$0].hasContent
    }
    // On the sheet of outcomes, the columns for people come first.
    let forPeople = shown.last { table.columns[$0].kind == .people && table.name != .outcomes }
    guard let most = forPeople ?? shown.last else { return page }
    let sentence =
      table.head.map { row in
        if case .line(let text) = row { WrappedText.width(of: text) } else { 0 }
      }.max() ?? 0
    var (last, pixels) = (most, 0)
    for column in shown {
      let isWide = pixels > Paper.pixels(ofWidth: Double(sentence) * typesetting.widthPerColumn)
      if column > most, isWide { break }
      last = column
      pixels += Paper.pixels(ofWidth: widths[column])
    }
    page.lastColumn = last
    if pixels > Paper.maxPixels {
      page.width = .several(percent: Paper.minPercent, repeatedColumns: table.frozenColumns)
    }
    return page
  }

  /// Returns the widths derived from the columns' contents.
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
      cells: table.columns.map { column in
        switch column.kind {
        case .people where table.overlay != nil && column.role.isAdded:
          CellPlan(.kept, style: .plain)
        case .people where column.role == .refusal, .generated:
          CellPlan(.text(CellText.fitted(column.heading)), style: .heading)
        case .people: CellPlan(.text(CellText.fitted(column.heading)), style: .peopleHeading)
        case .digests: CellPlan(.text(ReportMetadata.name), style: .plain)
        case .kept: CellPlan(.kept, style: .plain)
        case .gone: CellPlan(style: .plain)
        }
      } + (table.addsDigests ? [CellPlan(.text(ReportMetadata.name), style: .plain)] : [])
    )
  }

  private func rows(of table: ReportTable, widths: [Double]) -> [RowPlan] {
    var links = 0
    return table.rows.enumerated().map { number, row in
      let lines =
        zip(row.cells, widths).enumerated()
        // Collapsed columns do not add to the height of the row.
        .filter { !table.columns[$0.offset].isFolded }
        .map { column, cell in
          let lines = typesetting.lines(of: Self.shownText(of: cell.0), width: cell.1)
          return min(lines, table.columns[column].room.shownLines ?? lines)
        }
        .max() ?? 1
      var planned = RowPlan(
        height: row.isGone ? nil : typesetting.height(lines: lines),
        cells: row.cells.indices.map { column in
          var plan = plan(of: row, table.columns[column], column, in: table, widths[column])
          if case .share(let share, let left, let whole) = row.cells[column].content,
            let left = table.index(of: left), let whole = table.index(of: whole)
          {
            let place = [left, whole].map { CellPosition(row: table.firstRow + number, column: $0) }
            plan.content = .formula(
              "IF(\(place[1])=0,0,1-\(place[0])/\(place[1]))",
              value: .number(share)
            )
          }
          if let formula = status(of: row, column, at: table.firstRow + number, in: table) {
            plan.content = formula
          }
          if plan.link != nil { links += 1 }
          if links > SpreadsheetLimits.linksPerSheet { plan.link = nil }
          return plan
        }
      )
      if table.addsDigests { planned.cells.append(digests(of: row, in: table)) }
      planned.isFolded = row.isFolded || row.isGone && !row.hasDrawing
      return planned
    }
  }

  /// Returns a formula that updates the status as an answer is typed, or `nil` if the cell contains another text.
  private func status(
    of row: ReportTable.Row,
    _ column: Int,
    at place: Int,
    in table: ReportTable
  ) -> CellPlan.Content? {
    let said = row.cells[column].shownText
    guard table.columns[column].role == .refusal, !row.isAdded, !row.isGone, !said.isEmpty,
      let words = Language.allCases.map(AnswerStatus.init).first(where: {
        [$0.open, $0.answered].contains(said) || said.hasPrefix($0.deferred)
      })
    else { return nil }
    let cells = [ReportColumn.Role.answerKind, .answer].compactMap(table.index)
      .map { "\(CellPosition(row: place, column: $0))" }
    let isDeferred = said.hasPrefix(words.deferred)
    let (open, answered) = (
      Self.literal(isDeferred ? said : words.open), Self.literal(words.answered)
    )
    return .formula(
      // Whitespace does not count, including full-width spaces and line breaks.
      "IF(TRIM(CLEAN(SUBSTITUTE(\(cells.joined(separator: "&")),\"\u{3000}\",\" \")))=\"\",\(open),\(answered))",
      value: .text(said)
    )
  }

  /// Returns the empty rows for people.
  private func emptyRows(of table: ReportTable) -> [RowPlan] {
    guard table.emptyRows > 0 else { return [] }
    let cells = table.columns.map { column in
      switch column.kind {
      case .generated, .people: CellPlan(style: column.role.isDate ? .peopleDate : .people)
      case .gone, .digests: CellPlan(style: .plain)
      case .kept: CellPlan(.kept, style: .plain)
      }
    }
    let digests = table.addsDigests ? [CellPlan(style: .plain)] : []
    let row = RowPlan(height: typesetting.height(lines: 2), cells: cells + digests)
    return Array(repeating: row, count: table.emptyRows)
  }

  /// Returns the cleared rows of a saved sheet.
  private func clearedRows(of table: ReportTable) -> [RowPlan] {
    let cells = table.columns.map { column in
      column.kind == .kept ? CellPlan(.kept, style: .plain) : CellPlan(style: .plain)
    }
    return Array(repeating: RowPlan(cells: cells), count: table.clearedRows)
  }
}

extension ReportColumn.Role {
  var isAdded: Bool { if case .added = self { true } else { false } }
}

extension ReportTable {
  /// True if the column of digests follows all others; a saved sheet may have it elsewhere.
  fileprivate var addsDigests: Bool {
    name.keepsEntries && !columns.contains { $0.kind == .digests }
  }

  /// The index of the first row below the headings.
  var firstRow: Int { headingRow + 1 }

  /// The rows below the headings, including the empty ones for people, or `nil` if there are none.
  var body: ClosedRange<Int>? {
    let count = rows.count + emptyRows
    return count == 0 ? nil : firstRow...(firstRow + count - 1)
  }

  /// The number of frozen columns: up to the one that identifies a row, unless people moved that too far.
  var frozenColumns: Int {
    let title = index(
      of: name == .cases ? .title : [.questions, .decisions].contains(name) ? .question : .id
    )
    return title.flatMap { $0 < 3 ? $0 + 1 : nil } ?? 1
  }
}

/// The paper size: A3 landscape, less the margins.
enum Paper {
  /// The printable width: 420 mm less two margins of 0.4 inches, in pixels of 1/96 inch.
  static let pixelsAcross = (420 / 25.4 - 0.8) * 96
  /// The minimum scale, at which text of 10 points is printed at 7 points.
  static let minPercent = 70
  /// The maximum width that is legible on one page.
  static let maxPixels = Int(pixelsAcross * 100 / Double(minPercent))

  /// Returns the width of a column in pixels on screen, at 100 %.
  static func pixels(ofWidth width: Double) -> Int { Int((width * 7).rounded()) + 5 }
}
