/// Where a row goes that leaves its sheet for another one.
///
/// Everything that hangs on it goes along: its cells as they were saved, its height and whether it is hidden, what is pinned to it, and
/// what names its cells. The two sheets have different columns, so each column goes where the move says.
struct MovedRow {
  /// The number of the planned sheet that it goes to, and the row there.
  let target: CellPlace
  /// The name of that sheet in the end.
  let sheet: String
  /// Its row in the end.
  let row: Int
  /// By saved column: the planned one.
  let planned: [Int: Int]
  /// By saved column: where it lies in the end.
  let columns: [Int: Int]
  /// The last column of the sheet that it leaves, and of the one that it goes to.
  let ends: (saved: Int, final: Int)

  /// A planned sheet and a row of it.
  struct CellPlace: Hashable {
    var sheet: Int
    var row: Int
  }

  /// Where something goes that is pinned to a column: one without a counterpart goes to what stands left of it, one beside the table
  /// stays beside the table.
  func column(_ saved: Int) -> Int {
    if let known = columns[saved] { return known }
    if saved > ends.saved { return ends.final + saved - ends.saved }
    let left = columns.keys.filter { $0 < saved }.max() ?? columns.keys.min()
    return left.flatMap { columns[$0] } ?? saved
  }

  /// Where cells of the row go that are named by their columns; `nil` where a corner has no counterpart, or other columns would come in.
  func columns(_ range: ClosedRange<Int>) -> ClosedRange<Int>? {
    guard let first = columns[range.lowerBound], let last = columns[range.upperBound] else {
      return nil
    }
    let moved = min(first, last)...max(first, last)
    return columns.allSatisfy { range.contains($0) || !moved.contains($1) } ? moved : nil
  }
}

/// The rows that leave their sheets.
struct RowMoves {
  /// By the name of a saved sheet in lower case, and the saved row.
  private(set) var rows: [String: [Int: MovedRow]] = [:]

  init() {}

  /// - Parameters:
  ///   - revision: Says which row goes where; a row that stays on its sheet takes nothing along.
  ///   - sheets: The saved sheets: the name, how it lies in the end, and its last column.
  ///   - places: Where planned rows and columns lie in the end.
  init(
    _ revision: WorkbookRevision,
    _ sheets: [(name: String, layout: SheetLayout, end: Int)],
    _ places: PlannedPlaces
  ) {
    guard !revision.moves.isEmpty else { return }
    let sources = Dictionary(
      sheets.map { ($0.name, (layout: $0.layout, end: $0.end)) },
      uniquingKeysWith: { first, _ in first }
    )
    let ends = places.layouts.map { $0.plannedColumns.max() ?? 0 }
    for move in revision.moves {
      guard let source = sources[move.sheet], source.layout.row(move.row) == nil,
        let target = places.number(of: move.toSheet), places.names[target] != move.sheet,
        places.layouts[target].plannedRows.indices.contains(move.toRow),
        rows[move.sheet.lowercased()]?[move.row] == nil
      else { continue }
      let layout = places.layouts[target]
      rows[move.sheet.lowercased(), default: [:]][move.row] = MovedRow(
        target: .init(sheet: target, row: move.toRow),
        sheet: places.names[target],
        row: layout.plannedRows[move.toRow],
        planned: move.columns,
        columns: move.columns.compactMapValues {
          layout.plannedColumns.indices.contains($0) ? layout.plannedColumns[$0] : nil
        },
        ends: (source.end, ends[target])
      )
    }
  }

  subscript(sheet: String, row: Int) -> MovedRow? { rows[sheet.lowercased()]?[row] }

  /// The rows that leave a sheet.
  func rows(of sheet: String) -> [Int: MovedRow] { rows[sheet.lowercased()] ?? [:] }
}

/// What leaves a sheet for others.
struct LeavingRows {
  var rows: [SheetRow] = []
  var parts: [CellPosition: PinnedParts.Leaving] = [:]
  /// Those of the sheet that it leaves.
  var relations: PartRelations
}

/// Putting rows where they go.
extension WorkbookReviser {
  /// Puts the rows that left their sheets where they go, with all that was pinned to them.
  mutating func settle(
    _ leaving: [(sheet: String, rows: LeavingRows)],
    _ moves: RowMoves
  ) throws(WorkbookProblem) {
    guard !leaving.isEmpty else { return }
    let types = try ContentTypes(&parts)
    var numbers: [Int: Int] = [:]
    for (number, sheet) in sheets.enumerated() {
      if let planned = sheet.planned { numbers[planned] = number }
    }
    var pins: [Int: PinnedMoves] = [:]
    for (sheet, left) in leaving {
      let moved = moves.rows(of: sheet)
      try put(left.rows, of: sheet, moved, numbers)
      let drawing = try parts.relations(of: left.relations.first("drawing")?.part ?? "")
      let sorted = left.parts.values.sorted {
        ($0.place.row, $0.place.column) < ($1.place.row, $1.place.column)
      }
      for var item in sorted {
        guard let move = moved[item.place.row], let number = numbers[move.target.sheet],
          let document = sheets[number].document
        else { continue }
        // In its own columns the program says itself where a link leads inside of the workbook.
        if item.link?.relation == nil, !isForPeople(item.place.column, of: move) { item.link = nil }
        let target =
          pins[number]
          ?? PinnedMoves(document: document, relations: sheets[number].relations, types: types)
        pins[number] = target
        let place = CellPosition(row: move.row, column: move.column(item.place.column))
        try target.put(item, from: (left.relations, drawing), at: place, &parts)
      }
    }
    for (_, target) in pins.sorted(by: { $0.key < $1.key }) { target.write(to: &parts) }
    types.write(to: &parts)
  }

  /// True if a column of a row that leaves goes to one that people fill.
  private func isForPeople(_ column: Int, of move: MovedRow) -> Bool {
    let cells = revision.plan.sheets[move.target.sheet].rows[move.target.row].cells
    guard let planned = move.planned[column], cells.indices.contains(planned) else { return false }
    return cells[planned].isForPeople
  }

  /// Puts the cells of rows as they were saved into the planned ones that say the same.
  private func put(
    _ rows: [SheetRow],
    of sheet: String,
    _ moved: [Int: MovedRow],
    _ numbers: [Int: Int]
  ) throws(WorkbookProblem) {
    let saved = tables.tables.first { $0.name == sheet }
    var places: [Int: [Int: Int]] = [:]
    for row in rows {
      guard let move = moved[row.number], let number = numbers[move.target.sheet],
        let document = sheets[number].document
      else { continue }
      if places[number] == nil {
        places[number] = Dictionary(
          document.rows.enumerated().map { ($1.number, $0) },
          uniquingKeysWith: { first, _ in first }
        )
      }
      guard let index = places[number]?[move.row] else { continue }
      let isNew = revision.sheets[move.target.sheet]?.rows[move.target.row] == nil
      let content = MovedCells(
        plan: revision.plan.sheets[move.target.sheet].rows[move.target.row],
        texts: { saved?[row: row.number, column: $0].plainText ?? "" },
        styles: styles,
        isRich: texts.isRich,
        isNew: isNew
      )
      let isSame = content.put(row, into: &document.rows[index], move, document.root.prefix)
      if isNew { content.keepLook(of: row, in: &document.rows[index], withHeight: isSame) }
      document.fitOutline(of: document.rows[index])
    }
  }
}

/// The cells of a row as they were saved, where they go.
private struct MovedCells {
  let plan: RowPlan
  /// What people read in the saved row, by column.
  let texts: (Int) -> String
  let styles: StyleMerge
  let isRich: (SheetCell) -> Bool
  /// True if nothing stood before where the row goes.
  let isNew: Bool

  /// Puts the cells into the planned row; returns whether everything that the program says in them is as it was.
  func put(
    _ row: SheetRow,
    into target: inout SheetRow,
    _ move: MovedRow,
    _ prefix: Substring
  )
    -> Bool
  {
    var isSame = true
    for (column, planned) in move.planned.sorted(by: { $0.key < $1.key }) {
      guard plan.cells.indices.contains(planned), let final = move.columns[column] else { continue }
      let cell = plan.cells[planned]
      let isPeoples = cell.isForPeople
      let (index, isThere) = row.place(of: column)
      let (place, hasCell) = target.place(of: final)
      guard isThere else {
        // Nobody gave the cell the look that the plan has for it.
        if isNew, isPeoples, hasCell, cell.plainText.isEmpty { target.cells.remove(at: place) }
        continue
      }
      var new = row.cells[index]
      let isPersonal = new.style.map(styles.isPersonal) ?? false
      if cell.plainText == texts(column) {
        guard isPeoples ? isNew || !cell.plainText.isEmpty : isPersonal || isRich(new) else {
          continue
        }
        new.column = final
        new.adopt(prefix)
        target.set(new)
      } else {
        // What did not go along with the row says nothing else there.
        let isSaid = !cell.plainText.isEmpty && !texts(column).isEmpty
        if !isPeoples, isSaid { isSame = false }
        if isPersonal, hasCell { target.cells[place].style = new.style }
      }
    }
    target.fitSpans()
    return isSame
  }

  /// Keeps what people did to the row as a whole.
  func keepLook(of row: SheetRow, in target: inout SheetRow, withHeight: Bool) {
    var names = ["hidden", "outlineLevel", "collapsed", "s", "customFormat"]
    if withHeight, row[attribute: "ht"] != nil { names += ["ht", "customHeight"] }
    for name in names { target[attribute: name] = row[attribute: name] }
  }
}

extension CellPlan {
  /// True if it is a cell that people fill.
  var isForPeople: Bool { style == .people || style == .peopleDay }
}
