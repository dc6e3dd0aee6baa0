@testable import Workbooks

extension WorkbookRevision {
  /// The saved workbook after the revision, cell by cell, as the contract of a revision says it: no files, no styles, no references.
  func applied(to saved: SavedWorkbook) -> SavedWorkbook {
    let planned = plan.saved.tables
    let byName = Dictionary(
      zip(sheets, plan.sheets).compactMap { alignment, sheet in
        alignment.map {
          ($0.saved, (alignment: $0, plan: sheet.rows.map { $0.cells.map(\.saved) }))
        }
      },
      uniquingKeysWith: { first, _ in first }
    )
    var tables = saved.tables.filter { !removedSheets.contains($0.name) }
    for index in tables.indices {
      guard let (alignment, plan) = byName[tables[index].name] else { continue }
      tables[index] = tables[index].revised(by: alignment, plan)
    }
    tables += zip(sheets, planned).filter { $0.0 == nil }.map(\.1)
    move(&tables, of: saved)
    return SavedWorkbook(tables: tables)
  }

  /// Comments of rows that go follow them where the revision says so.
  private func move(_ tables: inout [SavedTable], of saved: SavedWorkbook) {
    for move in moves {
      guard let source = saved.tables.first(where: { $0.name == move.sheet }),
        let number = plan.sheets.firstIndex(where: { $0.name == move.toSheet }),
        let target = tables.firstIndex(where: {
          $0.name == sheets[number]?.saved ?? move.toSheet
        })
      else { continue }
      tables[target].comments += source.comments.filter { $0.row == move.row }
    }
  }
}

extension SavedTable {
  fileprivate func revised(by alignment: SheetAlignment, _ plan: [[SavedCell]]) -> SavedTable {
    // The rows as they are going to stand: saved ones by number, new ones by that of the plan.
    enum Row: Equatable {
      case saved(Int)
      case new(Int)
    }
    var order = rows.indices.filter { !alignment.removedRows.contains($0) }.map(Row.saved)
    var behind: Row?
    for (number, row) in alignment.rows.enumerated() {
      if let row {
        behind = .saved(row)
      } else {
        let place = behind.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        order.insert(.new(number), at: place)
        behind = .new(number)
      }
    }
    var end = rows.map(\.count).max() ?? 0
    let columns = alignment.columns.map { column -> Int in
      guard let column else {
        end += 1
        return end - 1
      }
      end = max(end, column + 1)
      return column
    }
    let planned = Dictionary(
      alignment.rows.enumerated().compactMap { number, row in row.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first }
    )
    var result = self
    result.comments = []
    result.rows = order.enumerated().map { place, row in
      let cells: [SavedCell]
      let number: Int?
      switch row {
      case .new(let new): (cells, number) = ([], new)
      case .saved(let old):
        (cells, number) = (rows[old], planned[old])
        result.comments += comments.filter { $0.row == old }
          .map { SavedComment(row: place, column: $0.column, text: $0.text) }
      }
      guard let number else { return cells }
      return Self.revised(cells, plan[number], columns, alignment.clearedColumns)
    }
    return result
  }

  private static func revised(
    _ cells: [SavedCell],
    _ planned: [SavedCell],
    _ columns: [Int],
    _ cleared: Set<Int>
  ) -> [SavedCell] {
    var cells = cells
    // Beside what is planned, nothing is touched.
    for (plan, column) in zip(planned, columns) {
      while cells.count <= column { cells.append(.empty) }
      if cells[column].plainText != plan.plainText { cells[column] = plan }
    }
    for column in cleared where column < cells.count { cells[column] = .empty }
    while cells.last == .empty { cells.removeLast() }
    return cells
  }
}
