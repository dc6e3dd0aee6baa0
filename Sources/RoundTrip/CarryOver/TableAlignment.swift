import Reporting
import Workbooks

/// Where the rows and columns of a table stand in the sheet that somebody saved.
struct TableAlignment {
  let sheet: SavedSheet
  /// By row of the table: the saved row; `nil` for a new one.
  var rows: [Int?]
  /// Saved rows that the program wrote and that say nothing any more.
  var removed: Set<Int>

  /// The rows of the table as they stand in the revised sheet: saved ones stay, a new one follows the one before it in the table.
  var order: [Int] {
    var predecessor = -1
    let places = rows.enumerated().map { number, saved -> (saved: Int, number: Int) in
      predecessor = saved ?? predecessor
      return (predecessor, saved == nil ? number : -1)
    }
    return rows.indices.sorted { places[$0] < places[$1] }
  }

  /// How the table's sheet lies in the saved one.
  ///
  /// - Parameters:
  ///   - table: As it is going to be written: its columns may have been joined by some that came back.
  ///   - plan: The table's sheet: the head, the headings, the rows.
  ///   - columns: Where the columns stand.
  ///   - head: Where the rows of the head stand.
  /// - Returns: The alignment.
  func sheet(
    of table: ReportTable,
    _ plan: SheetPlan,
    columns: [Int?],
    head: FreeRows
  ) -> SheetAlignment {
    // Rows that are kept for people stand behind all that is written.
    let end = (sheet.rows.last ?? sheet.headingRow) + 1
    let first = head.rows.count + 1
    let spare = plan.rows.count - first - rows.count
    let own = table.rows.firstIndex(where: \.isAdded) ?? table.rows.count
    return SheetAlignment(
      saved: sheet.saved.name,
      rows: head.rows + [sheet.headingRow] + rows + (0..<max(spare, 0)).map { end + $0 },
      columns: columns,
      removedRows: removed.union(head.removed),
      clearedColumns: Set(sheet.columns.indices.filter { isGone(sheet.columns[$0], from: table) }),
      restatesValidations: table.name == .questions,
      body: first..<first + own
    )
  }

  /// True if the program wrote a column that the table has no more.
  private func isGone(_ column: SavedSheet.Column, from table: ReportTable) -> Bool {
    switch column {
    case .gone: true
    case .role(let role): !table.name.isForPeople(role) && table.index(of: role) == nil
    case .added, .digests, .blank: false
    }
  }

  /// By column of the table's sheet: where it stands; `nil` for a new one.
  func columns(of table: ReportTable, _ plan: SheetPlan) -> [Int?] {
    let added = sheet.columns.indices.filter {
      if case .added = sheet.columns[$0] { true } else { false }
    }
    var left = added
    var columns = table.columns.map { column -> Int? in
      guard case .added(let number) = column.role else { return sheet.column(column.role) }
      guard table.name == .retired else {
        return added.indices.contains(number) ? added[number] : nil
      }
      // What is gone has only the columns in which there is something, told by their headings.
      guard let place = left.firstIndex(where: { sheet.columns[$0] == .added(column.heading) })
      else { return nil }
      return left.remove(at: place)
    }
    // The last planned column holds the digests, where the sheet has them.
    let width = plan.rows.map(\.cells.count).max() ?? 0
    if width > columns.count { columns.append(sheet.digestColumn) }
    return columns
  }
}
