import Reporting
package import Workbooks

/// The workbook of the report, laid over the one that people saved.
extension CarryOver {
  /// How the saved workbook becomes that of the report.
  ///
  /// What people wrote where nothing can stay joins the table of what is gone.
  ///
  /// - Parameter created: When the workbook says that it was made, in seconds since 1970; `nil` for a fixed time.
  /// - Returns: The plan, and where it lies.
  package mutating func revision(created: Int?) -> WorkbookRevision {
    var plan = plan(created)
    let displaced = plan.sheets.flatMap { sheet -> [RetiredRow] in
      guard let match = match(of: sheet) else { return [] }
      return match.displaced.map { match.saved.displaced($0, report.language) }
    }
    if !displaced.isEmpty {
      retire(displaced)
      plan = self.plan(created)
    }
    var sheets: [SheetAlignment?] = []
    for index in plan.sheets.indices {
      let match = match(of: plan.sheets[index])
      sheets.append(match?.alignment)
      for (place, cell) in match?.free.entries ?? [:] {
        plan.sheets[index].enter(cell, at: place)
      }
    }
    return WorkbookRevision(
      plan: plan,
      sheets: sheets,
      removedSheets: removedSheets(plan),
      moves: moves(plan)
    )
  }

  private func plan(_ created: Int?) -> WorkbookPlan {
    created.map { WorkbookPlan(report, created: $0) } ?? WorkbookPlan(report)
  }

  /// A planned sheet beside the saved one whose place it takes.
  private struct Match {
    var saved: SavedTable
    /// The rows without ids.
    var free: FreeRows
    var alignment: SheetAlignment
    /// What has no place any more.
    var displaced: [CellPosition] = []
  }

  /// The saved sheet of a planned one; `nil` where there is none.
  private func match(of sheet: SheetPlan) -> Match? {
    if sheet.name == ReportMetadata.name {
      return saved.tables.first { $0.isHidden && $0.name == sheet.name }
        .map { grid(sheet, over: $0, digests: nil, by: .numbers) }
    }
    if let table = report.tables.first(where: { $0.title == sheet.name }) {
      if let alignment = alignments[table.title] { return match(of: sheet, table, alignment) }
      return freeSheets[.table(table.name)].map {
        grid(
          sheet,
          over: $0,
          digests: digests(.table(table.name)),
          by: table.name == .changes ? .none : .words
        )
      }
    }
    if sheet.name == report.summary.title {
      return freeSheets[.summary].map {
        grid(sheet, over: $0, digests: digests(.summary), by: .words)
      }
    }
    guard sheet.name == report.coverage?.title else { return nil }
    return freeSheets[.coverage].map { saved in
      // Programs write shares in more ways than one; nobody else writes numbers there.
      let numbers = saved.rows.joined().filter(\.isShare).map(\.writtenDigest)
      return grid(sheet, over: saved, digests: digests(.coverage) + numbers, by: .grid)
    }
  }

  private func digests(_ part: ReportMetadata.Part) -> [String] {
    metadata?.sheets.first { $0.part == part }?.digests ?? []
  }

  private func match(
    of sheet: SheetPlan,
    _ table: ReportTable,
    _ alignment: TableAlignment
  ) -> Match {
    let saved = alignment.sheet.saved
    let columns = alignment.columns(of: table, sheet)
    let head = FreeRows(
      sheet.rows[..<table.headingRow],
      in: saved,
      0..<alignment.sheet.headingRow,
      columns: columns,
      digests: digests(.table(table.name)),
      by: alignment.sheet.headingRow == table.headingRow ? .numbers : .words
    )
    var match = Match(
      saved: saved,
      free: head,
      alignment: alignment.sheet(of: table, sheet, columns: columns, head: head)
    )
    if table.name == .changes, alignment.rows.allSatisfy({ $0 == nil }) {
      let old = FreeRows(
        [],
        in: saved,
        alignment.sheet.headingRow + 1..<max(saved.rows.count, alignment.sheet.headingRow + 1),
        columns: [],
        digests: digests(.table(.changes)),
        by: .none
      )
      match.alignment.removedRows.formUnion(old.removed)
      match.displaced = old.displaced
    }
    match.displaced += head.displaced
    return match
  }

  /// A sheet whose columns stay where they are; without digests nobody but the program writes there.
  private func grid(
    _ sheet: SheetPlan,
    over saved: SavedTable,
    digests: [String]?,
    by order: FreeRows.Order
  ) -> Match {
    let own = digests ?? saved.rows.flatMap { $0.map(\.writtenDigest) }
    let columns = Array(0..<(sheet.rows.map(\.cells.count).max() ?? 0))
    let rows = FreeRows(
      sheet.rows[...],
      in: saved,
      saved.rows.indices,
      columns: columns,
      digests: own,
      by: order
    )
    return Match(
      saved: saved,
      free: rows,
      alignment: SheetAlignment(
        saved: saved.name,
        rows: rows.rows,
        columns: columns,
        removedRows: rows.removed
      ),
      displaced: rows.displaced
    )
  }

  /// Sheets of ours that are not planned any more, unless somebody wrote on them.
  private func removedSheets(_ plan: WorkbookPlan) -> [String] {
    freeSheets.values.filter { saved in
      guard !plan.sheets.contains(where: { $0.name == saved.name }) else { return false }
      let part = freeSheets.first { $0.value.name == saved.name }?.key
      let rows = FreeRows(
        [],
        in: saved,
        saved.rows.indices,
        columns: [],
        digests: part.map(digests) ?? [],
        by: .none
      )
      return rows.displaced.isEmpty && saved.pinnedRows.isEmpty
    }.map(\.name).sorted()
  }

  /// Where the rows go that leave their sheets.
  private func moves(_ plan: WorkbookPlan) -> [RowMove] {
    let sheets = Dictionary(
      alignments.values.map { ($0.sheet.saved.name, $0.sheet) },
      uniquingKeysWith: { first, _ in first }
    )
    var columns: [String: [String: [Int: Int]]] = [:]
    func move(_ place: SavedRow, to table: ReportTable, row: Int) -> RowMove? {
      guard let sheet = sheets[place.sheet], place.sheet != table.title else { return nil }
      let known = columns[place.sheet]?[table.title] ?? sheet.columns(in: table)
      columns[place.sheet, default: [:]][table.title] = known
      return RowMove(
        sheet: place.sheet,
        row: place.row,
        toSheet: table.title,
        toRow: table.headingRow + 1 + row,
        columns: known
      )
    }
    let tables = report.tables.filter { table in plan.sheets.contains { $0.name == table.title } }
    var rows: [String: [String: Int]] = [:]
    for table in tables where returned.contains(where: { $0.table == table.title }) {
      rows[table.title] = Dictionary(
        table.rows.enumerated().map { ($1.key, $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
    let retired = tables.first { $0.name == .retired }.map { table in
      retiredPlaces.compactMap { move($0.place, to: table, row: $0.row) }
    }
    let named = Dictionary(tables.map { ($0.title, $0) }, uniquingKeysWith: { first, _ in first })
    return (retired ?? [])
      + returned.compactMap { place, title, key in
        guard let table = named[title], let row = rows[title]?[key] else { return nil }
        return move(place, to: table, row: row)
      }
  }
}

extension SavedSheet {
  /// By saved column: the one of another table that means the same.
  fileprivate func columns(in table: ReportTable) -> [Int: Int] {
    var roles: [ReportColumn.Role: Int] = [:]
    var added: [String: [Int]] = [:]
    for (number, column) in table.columns.enumerated() {
      if case .added = column.role {
        added[column.heading, default: []].append(number)
      } else {
        roles[column.role] = number
      }
    }
    // What is gone says of a question under other headings what it says of a case.
    let others: [(ReportColumn.Role, ReportColumn.Role)] = [
      (.condition, .setup), (.question, .expected),
    ]
    var result: [Int: Int] = [:]
    var counts: [String: Int] = [:]
    for (number, column) in columns.enumerated() {
      switch column {
      case .role(let role):
        let other = others.first { $0.0 == role }?.1 ?? others.first { $0.1 == role }?.0
        // A case has both columns; each has its own meaning there.
        let standIn = other.flatMap { self.column($0) == nil ? roles[$0] : nil }
        result[number] = roles[role] ?? standIn
      case .added(let heading):
        let places = added[heading] ?? []
        let count = counts[heading, default: 0]
        counts[heading] = count + 1
        if count < places.count { result[number] = places[count] }
      case .gone, .digests, .blank: continue
      }
    }
    return result
  }
}

extension SavedCell {
  /// True if it is a number, or a number of hundredths.
  fileprivate var isShare: Bool {
    let text = plainText
    return Double(text.hasSuffix("%") ? String(text.dropLast()) : text) != nil
  }
}

extension SheetPlan {
  /// Puts what people wrote where nothing is planned.
  fileprivate mutating func enter(_ cell: SavedCell, at place: CellPosition) {
    rows[place.row].cells[place.column].content = .saved(cell)
  }
}
