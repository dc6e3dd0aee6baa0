import Workbooks

/// Normalisation of tables before they are read as sheets of test cases.
extension SavedTable {
  var withoutStruckTexts: SavedTable {
    var table = self
    for (place, text) in unstruckTexts {
      table.rows[place.row][place.column] = text.isEmpty ? .empty : .text(text)
    }
    return table
  }

  /// Returns the table with a two-line heading merged into its first line, such as 会員 and 在庫 below 条件.
  func withHeadingsInOneLine(_ head: Int) -> SavedTable {
    let isInTwo = merges.contains { $0.first.row == head && $0.last.row == head + 1 }
    guard isInTwo, rows.indices.contains(head + 1) else { return self }
    var table = self
    for merge in merges where merge.first.row == head && merge.last.row == head {
      let upper = self[row: head, column: merge.first.column]
      let isGroup = [nil, .conditions].contains(SheetWords.column(upper.words))
      for column in rows[head + 1].indices
      where (merge.first.column...merge.last.column).contains(column) {
        let lower = self[row: head + 1, column: column]
        let isNamed = isGroup && !lower.isBlank || SheetWords.column(lower.words) != nil
        while table.rows[head].count <= column { table.rows[head].append(.empty) }
        table.rows[head][column] = isNamed ? lower : upper
        table.rows[head + 1][column] = .empty
      }
    }
    return table
  }

  /// Returns the table with merged cells of the chosen columns filled into every row that they span.
  func filledMerges(below head: Int, _ isFilled: (Int) -> Bool) -> SavedTable {
    var table = self
    for merge in merges
    where merge.first.row > head && merge.first.row < merge.last.row
      && isFilled(merge.first.column)
    {
      let cell = self[row: merge.first.row, column: merge.first.column]
      guard !cell.isBlank else { continue }
      for row in merge.first.row...min(merge.last.row, rows.count - 1)
      where rows.indices.contains(row) {
        while table.rows[row].count <= merge.first.column { table.rows[row].append(.empty) }
        table.rows[row][merge.first.column] = cell
      }
    }
    return table
  }
}
