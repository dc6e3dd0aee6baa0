import Reporting
import Specification
import Text
import Workbooks

/// The columns of the table and the rows above it, with people's additions to both.
extension TableCarryOver {
  /// Returns the index in the table of a saved column.
  func index(ofSaved column: Int) -> Int? {
    if let successor = successors[column] { return table.index(of: successor) }
    return switch sheet.columns[column] {
    case .role(let role): table.index(of: role)
    case .added: table.index(of: .added(column))
    case .gone, .digests, .blank: nil
    }
  }

  /// Adds people's own columns, the sheet's column `state`, and filled columns that the settings no longer ask for.
  mutating func addColumns() {
    for (number, column) in sheet.columns.enumerated() {
      var new: ReportColumn
      switch column {
      case .role(let role)
      where table.index(of: role) == nil && (role == .state || isFilled(number)):
        new = table.name.column(role, context.language)
      case .added(let heading) where !isIdle(number):
        new = ReportColumn(role: .added(number), heading: heading, kind: .people)
        new.formerKey = sheet.deviceKey(ofColumn: number)
      case .added, .role, .gone, .digests, .blank: continue
      }
      new.width = sheet.width(ofColumn: number)
      table.insert(new, at: table.columns.count)
    }
    for (number, column) in sheet.columns.enumerated() {
      if let role = column.role, let index = table.index(of: role) {
        table.columns[index].width = sheet.width(ofColumn: number)
      }
    }
  }

  /// True if a column for people has entries.
  func isFilled(_ column: Int) -> Bool {
    sheet.isForPeople(column)
      && sheet.rows.contains { !sheet.saved[row: $0, column: column].isBlank }
  }

  /// True for an empty column of results that the settings no longer ask for.
  func isIdle(_ column: Int) -> Bool { isForFormerResults(column) && !isFilled(column) }

  /// True for a column of results that no longer count.
  private func isForFormerResults(_ column: Int) -> Bool {
    switch sheet.columns[column] {
    case .role(let role): role.isResult && !table.results.contains(role)
    case .added: sheet.deviceKey(ofColumn: column) != nil
    case .gone, .digests, .blank: false
    }
  }

  /// The number of results that no longer count, by column.
  var uncounted: [(heading: String, results: Int)] {
    sheet.columns.indices.filter(isForFormerResults).compactMap { column in
      let results = sheet.rows.count {
        !sheet.isGone(row: $0) && !sheet.saved[row: $0, column: column].isBlank
      }
      return results > 0 ? (sheet.heading(ofColumn: column), results) : nil
    }
  }

  /// Returns the new column of results that replaces each idle column.
  func columnSuccessors() -> [Int: ReportColumn.Role] {
    let new = table.results.filter { sheet.column($0) == nil }
    return Dictionary(firstOf: zip(sheet.columns.indices.filter(isIdle), new).map { ($0, $1) })
  }

  /// True if the columns for people differ from those of the saved sheet.
  var hasOtherColumns: Bool {
    let saved = sheet.columns.compactMap(\.role).filter(table.name.isForPeople)
    let new = table.columns.filter { $0.kind == .people }.map(\.role)
    return Set(saved) != Set(new) || sheet.columns.indices.contains(where: isIdle)
  }

  /// True if people entered or attached anything.
  var isTouched: Bool {
    let head = FreeCells(
      sheet.saved,
      0..<sheet.headingRow,
      digests: isCSV ? nil : sheet.metadata?.digests ?? []
    )
    return sheet.saved.hasParts || !sheet.pinnedRows.isEmpty
      || sheet.columns.indices.contains { isFilled($0) || sheet.formerHeading(ofColumn: $0) != nil }
      || (0..<sheet.headingRow).contains { row in
        sheet.saved.rows[row].indices.contains {
          !sheet.saved[row: row, column: $0].isBlank && !head.isOwn(row: row, column: $0)
        }
      }
  }

  /// Arranges the columns as in the saved sheet, with new ones at the end, so that no column ever moves by itself.
  mutating func layColumns(restored: Set<Int>) {
    var order: [(column: ReportColumn, index: Int?)] = []
    func unused(_ kind: ReportColumn.Kind) -> (ReportColumn, Int?) {
      (ReportColumn(role: .unused, heading: "", kind: kind), nil)
    }
    var gone: Set<Int> = []
    for (number, column) in sheet.columns.enumerated() {
      if let index = index(ofSaved: number) {
        order.append((table.columns[index], index))
      } else if !isCSV {
        let isGone =
          column == .gone || isIdle(number)
          || column.role.map { !table.name.isForPeople($0) } ?? false
        if isGone { gone.insert(number) }
        order.append(unused(column == .digests ? .digests : isGone ? .gone : .kept))
      }
    }
    let known = Set(order.compactMap(\.index))
    let saved = order.count
    order += table.columns.indices.filter { !known.contains($0) }.map { (table.columns[$0], $0) }
    table.columns = order.map(\.column)
    for row in table.rows.indices {
      let cells = table.rows[row].cells
      table.rows[row].cells = order.map { $0.index.map { cells[$0] } ?? .empty }
    }
    // Numbered from the left, so that the columns keep their names in the next generation.
    var number = 0
    for column in table.columns.indices {
      guard case .added = table.columns[column].role else { continue }
      table.columns[column].role = .added(number)
      number += 1
    }
    guard !isCSV else { return }
    layHead()
    let hasDigests = table.columns.contains { $0.kind == .digests }
    table.overlay = SheetOverlay(
      newColumns: Set(saved..<table.columns.count + (hasDigests ? 0 : 1)),
      goneColumns: gone,
      restoredRows: restored,
      replacesValidations: table.name == .questions
    )
  }

  /// Arranges the rows above the headings as in the saved sheet, in the same number of rows.
  mutating func layHead() {
    guard sheet.headingRow != table.headingRow else { return }
    let cells = FreeCells(sheet.saved, 0..<sheet.headingRow, digests: sheet.metadata?.digests ?? [])
    var own = (0..<sheet.headingRow).filter(cells.isOwn)[...]
    var head = [ReportTable.HeadRow](repeating: .kept, count: sheet.headingRow)
    let lines = table.head.compactMap { if case .line(let line) = $0 { line } else { nil } }
    let entries = table.head.filter { if case .entry = $0 { true } else { false } }
    // Each entry keeps a row of its own. Sentences without a row are appended to the last one that has one.
    let room = max(own.count - entries.count, 0)
    let shown =
      lines.prefix(max(room - 1, 0)) + [lines.dropFirst(max(room - 1, 0)).joined(separator: " ")]
    for line in shown.prefix(room) {
      if let row = own.popFirst() { head[row] = .line(line) }
    }
    for entry in entries {
      if let row = own.popFirst() { head[row] = entry }
    }
    for row in own { head[row] = .line("") }
    table.head = head
  }
}

extension ReportTable {
  mutating func insert(_ column: ReportColumn, at index: Int) {
    columns.insert(column, at: index)
    for row in rows.indices { rows[row].cells.insert(.empty, at: index) }
  }
}
