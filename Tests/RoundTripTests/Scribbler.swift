import Reporting
import Specification
import TestSupport
import Text

@testable import Workbooks

/// Edits a workbook as people do (fill, edit, sort, move, add, rename) and records all that it wrote.
struct Scribbler {
  private(set) var written: [String] = []
  private var random: SplitMix64
  private var isEditing: Bool
  private var count = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    isEditing = random.chance(70)
  }

  /// Returns a unique cell.
  private mutating func note() -> SavedCell {
    count += 1
    let number = count
    let cell: SavedCell =
      switch random.below(10) {
      case 0: .number(Double(7_000_000 + number))
      case 1: .day(CalendarDate(number: 400_000 + number))
      case 2: .formula("\"formula \"&\(number)", .text("formula \(number)"))
      case 3: .text("=note \(number)\nsecond line")
      default: .text("note \(number)")
      }
    written.append(cell.plainText)
    return cell
  }

  private mutating func result() -> SavedCell {
    random.chance(40) ? .text(random.pick(["OK", "NG", "ブロック", "Blocked"])) : note()
  }

  mutating func scribble(on book: SavedWorkbook) -> SavedWorkbook {
    var book = book
    for number in book.tables.indices where !book.tables[number].isHidden {
      let head = book.tables[number].headingRow
      let headings =
        book.tables[number].rows.indices.contains(head)
        ? book.tables[number].rows[head] : []
      if headings.count > 4, (1..<12).contains(headings[0].plainText.count) {
        scribble(onTable: &book.tables[number])
      } else if random.chance(40) {
        set(
          note(),
          row: random.below(12),
          column: random.below(6),
          of: &book.tables[number],
          isNew: true
        )
      }
      if random.chance(10) { book.tables[number].name += " 写し" }
    }
    while random.chance(40) {
      var table = SavedTable(name: "Sheet \(random.below(1_000))", rows: [], widths: [12, nil, 30])
      for _ in 0..<random.within(1...6) {
        set(note(), row: random.below(9), column: random.below(5), of: &table, isNew: true)
      }
      book.tables.insert(table, at: random.below(book.tables.count + 1))
    }
    return book
  }

  private mutating func scribble(onTable table: inout SavedTable) {
    let head = table.headingRow
    let digests = table.rows[head].lastIndex { $0.plainText == "specmatrix" }
    let people = table.rows[head].indices.filter { column in
      table.rows.dropFirst(head + 1).allSatisfy { $0.count <= column || $0[column].isBlank }
    }
    for row in table.rows.indices.dropFirst(head + 1) {
      for column in people where random.chance(25) {
        set(result(), row: row, column: column, of: &table, isNew: true)
      }
      if isEditing, digests != nil, random.chance(8) {
        let column = random.within(1...max(1, (digests ?? 2) - 1))
        if !people.contains(column) {
          set(note(), row: row, column: column, of: &table, isNew: true)
        }
      }
    }
    if isEditing, digests != nil, random.chance(15) {
      set(note(), row: head, column: random.within(1...3), of: &table, isNew: true)
    }
    while random.chance(35) { addColumn(to: &table) }
    if random.chance(30), table.rows.count > head + 2 {
      table.rows =
        table.rows.prefix(head + 1) + random.shuffled(Array(table.rows.dropFirst(head + 1)))
    }
    if random.chance(20) { moveColumn(in: &table) }
    while random.chance(30) {
      let copy =
        random.chance(30) ? table.rows[random.within(head...(table.rows.count - 1))] : []
      table.rows.append(copy)
      for _ in 0..<random.within(1...4) {
        let column = random.below(max(table.rows[head].count - 2, 1))
        set(note(), row: table.rows.count - 1, column: column, of: &table, isNew: true)
      }
    }
    if random.chance(10) {
      table.rows.insert([note()], at: 0)
    }
  }

  private mutating func addColumn(to table: inout SavedTable) {
    let head = table.headingRow
    let column = random.below(table.rows[head].count + 1)
    let heading: SavedCell = random.chance(15) ? .empty : note()
    for row in table.rows.indices.dropFirst(head) {
      while table.rows[row].count < column { table.rows[row].append(.empty) }
      let cell: SavedCell = row == head ? heading : random.chance(30) ? note() : .empty
      table.rows[row].insert(cell, at: column)
    }
    if table.widths.count >= column { table.widths.insert(20, at: column) }
  }

  private mutating func moveColumn(in table: inout SavedTable) {
    let head = table.headingRow
    let count = table.rows[head].count
    let from = random.below(count)
    let to = random.below(count)
    for row in table.rows.indices.dropFirst(head) {
      while table.rows[row].count < count { table.rows[row].append(.empty) }
      let cell = table.rows[row].remove(at: from)
      table.rows[row].insert(cell, at: to)
    }
  }

  /// Writes a cell, deliberately replacing its former content.
  private mutating func set(
    _ cell: SavedCell,
    row: Int,
    column: Int,
    of table: inout SavedTable,
    isNew: Bool
  ) {
    while table.rows.count <= row { table.rows.append([]) }
    while table.rows[row].count <= column { table.rows[row].append(.empty) }
    let before = table.rows[row][column].plainText
    written.removeAll { $0 == before && !before.isEmpty }
    table.rows[row][column] = cell
  }
}
