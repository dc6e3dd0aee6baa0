import Reporting
import Specification
import Workbooks

extension TableCarryOver {
  /// Returns the rows to expand again.
  ///
  /// These are rows whose subject returned or that now have a picture, and, after sorting in a program that leaves row groups in place,
  /// rows that are grouped by mistake.
  func restoredRows(_ numbers: [Int: Int]) -> Set<Int> {
    let grouped = sheet.saved.groupedRows
    let drawings = sheet.saved.drawings
    let isSorted = sheet.rows.contains {
      sheet.isGone(row: $0) && !grouped.contains($0) && !drawings.contains($0)
    }
    return Set(numbers.keys.filter { sheet.isGone(row: $0) || isSorted && grouped.contains($0) })
      .union(grouped.intersection(drawings).filter(sheet.isGone))
  }

  /// Arranges the rows as in the saved sheet, including removed and added ones, with new rows at the end.
  ///
  /// `numbers` maps saved rows to rows of the table.
  mutating func layRows(_ numbers: [Int: Int]) {
    let cells = [ReportCell](repeating: .empty, count: table.columns.count)
    let empty = ReportTable.Row(key: "", cells: cells, isAdded: true)
    let last = max(sheet.rows.last ?? 0, sheet.pinnedRows.max() ?? 0)
    var rows: [ReportTable.Row] = []
    var hasGone = false
    for row in stride(from: sheet.headingRow + 1, through: last, by: 1) {
      if let number = numbers[row] {
        rows.append(table.rows[number])
      } else if sheet.saved.rows.indices.contains(row),
        sheet.saved.rows[row].contains(where: { !$0.isBlank })
      {
        let isGone = isGivenUp(row)
        hasGone = hasGone || isGone
        rows.append(kept(row, isGone: isGone))
      } else if !isCSV {
        rows.append(empty)
      }
    }
    let taken = Set(numbers.values)
    rows += table.rows.indices.filter { !taken.contains($0) }.map { table.rows[$0] }
    table.rows = rows
    guard table.index(of: .state) == nil, hasGone else { return }
    table.insert(table.name.column(.state, context.language), at: table.columns.count)
    for number in table.rows.indices where table.rows[number].isGone {
      table.rows[number].cells[table.columns.count - 1] = .text(state.text(context.language))
    }
  }

  /// Returns a row of the saved sheet, kept as it is.
  private mutating func kept(_ row: Int, isGone: Bool) -> ReportTable.Row {
    var cells = [ReportCell](repeating: .empty, count: table.columns.count)
    for column in sheet.columns.indices {
      if let target = index(ofSaved: column) {
        cells[target] = carried(row, column, column: target)
      }
    }
    // The remaining questions are renumbered.
    if isGone, table.name == .questions, let column = table.index(of: .number) {
      cells[column] = .empty
    }
    if isGone, let column = table.index(of: .state), cells[column].content == .empty {
      cells[column] = .text(state.text(context.language))
    }
    var kept = ReportTable.Row(key: "", cells: cells, isAdded: !isGone)
    kept.isGone = isGone
    kept.hasDrawing = sheet.saved.drawings.contains(row)
    return kept
  }
}

/// The reason why a row stays although its subject was removed.
enum GoneState {
  case retired, renumbered, closed, dropped

  func text(_ language: Language) -> String {
    let text = ReportText(language: language)
    return switch self {
    case .retired: text("retired", "欠番")
    case .renumbered: text("renumbered", "振り直し前")
    case .closed: text("closed", "解決済み")
    case .dropped: text("not in the spec", "仕様から削除")
    }
  }
}
