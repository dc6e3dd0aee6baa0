/// Where the rows and columns of a sheet lie after a revision.
///
/// Rows stay in the order in which they were saved, without those that are deleted; a new row stands behind the row that precedes it
/// in the plan. So everything that names saved rows is moved by counting: `slots[s]` rows stand before the saved row `s` in the end.
/// Columns never move.
struct SheetLayout {
  /// A new row: where it stands in the end, and which row of the plan it is.
  struct NewRow {
    var row: Int
    var planned: Int
  }

  private let slots: [Int]
  private let isKept: [Bool]
  /// How far the rows move that stand below all that were saved.
  private let shift: Int
  /// The final row of each planned one.
  let plannedRows: [Int]
  /// The final column of each planned one.
  let plannedColumns: [Int]
  /// In the order of the sheet.
  let newRows: [NewRow]
  /// The saved rows of the plan's data, from the first to the last.
  private let data: ClosedRange<Int>?
  /// The first row of the plan's data in the end.
  private let firstDataRow: Int
  /// The last row of the plan's data in the end.
  private let lastDataRow: Int

  /// Of a sheet that the plan does not have, or that stays as it was saved.
  init() {
    slots = [0]
    isKept = []
    shift = 0
    plannedRows = []
    plannedColumns = []
    newRows = []
    data = nil
    firstDataRow = 0
    lastDataRow = 0
  }

  /// Of a sheet that is new: all of it lies where the plan has it.
  init(new plan: SheetPlan) {
    slots = [0]
    isKept = []
    shift = 0
    plannedRows = Array(plan.rows.indices)
    plannedColumns = Array(0..<max(plan.columns.count, plan.rows.map(\.cells.count).max() ?? 0))
    newRows = []
    data = nil
    firstDataRow = 0
    lastDataRow = 0
  }

  /// Of a saved sheet with so many rows, and so many columns that have anything in them; new ones stand behind.
  init(_ plan: SheetPlan, _ alignment: SheetAlignment, rowCount: Int, columnCount: Int) {
    let named = alignment.rows.compactMap { $0 }
    let removed = alignment.removedRows.subtracting(named)
    let count = max(rowCount, (named.max() ?? -1) + 1, (removed.max() ?? -1) + 1)
    // New rows by the saved row that they follow; before the first saved row of the plan where none precedes them.
    var chains: [Int: [Int]] = [:]
    var leading: [Int] = []
    var predecessor: Int?
    for (planned, saved) in alignment.rows.enumerated() {
      if let saved {
        predecessor = saved
      } else if let predecessor {
        chains[predecessor, default: []].append(planned)
      } else {
        leading.append(planned)
      }
    }
    let first = min(named.min() ?? count, removed.min() ?? count)
    var slots: [Int] = []
    var kept = [Bool](repeating: true, count: count)
    for row in removed { kept[row] = false }
    var newRows: [NewRow] = []
    var next = 0
    func insert(_ rows: [Int]) {
      for planned in rows {
        newRows.append(NewRow(row: next, planned: planned))
        next += 1
      }
    }
    for saved in 0..<count {
      if saved == first { insert(leading) }
      slots.append(next)
      if kept[saved] { next += 1 }
      if let chain = chains[saved] { insert(chain) }
    }
    if first == count { insert(leading) }
    slots.append(next)
    var plannedRows = alignment.rows.map { $0.map { slots[$0] } ?? 0 }
    for row in newRows { plannedRows[row.planned] = row.row }
    var columns: [Int] = []
    var nextColumn = max(columnCount, (alignment.columns.compactMap { $0 }.max() ?? -1) + 1)
    for column in alignment.columns {
      columns.append(column ?? nextColumn)
      if column == nil { nextColumn += 1 }
    }
    self.slots = slots
    isKept = kept
    shift = next - count
    self.plannedRows = plannedRows
    plannedColumns = columns
    self.newRows = newRows
    // The rows below the headings, which the filter names, unless the alignment says which.
    let heading = plan.filter?.first.row ?? -1
    let plannedData = alignment.rows.indices.filter {
      $0 > heading && (alignment.body?.contains($0) ?? true)
    }
    let savedHeading = heading < 0 ? -1 : alignment.rows[..<(heading + 1)].last.flatMap { $0 } ?? -1
    let savedData =
      plannedData.compactMap { alignment.rows[$0] } + removed.filter { $0 > savedHeading }
    if let low = savedData.min(), let high = savedData.max() {
      data = low...high
      firstDataRow =
        plannedData.map { plannedRows[$0] }.min().map { min($0, slots[low]) } ?? slots[low]
      lastDataRow = plannedData.map { plannedRows[$0] }.max() ?? -1
    } else {
      data = nil
      firstDataRow = 0
      lastDataRow = 0
    }
  }

  /// True if no row moves.
  var keepsRows: Bool { newRows.isEmpty && isKept.allSatisfy { $0 } }

  /// Where a saved row lies; `nil` where it is deleted.
  func row(_ saved: Int) -> Int? {
    guard saved < isKept.count else { return saved + shift }
    return isKept[saved] ? slots[saved] : nil
  }

  /// Where a saved row lies, or the next one that remains.
  func nextRow(_ saved: Int) -> Int {
    saved < isKept.count ? slots[saved] : saved + shift
  }

  /// True if a saved row is all that the plan's data had.
  func isWholeData(_ row: Int) -> Bool { data == row...row }

  /// Where saved rows lie that are named as a range; `nil` where all of them are deleted.
  ///
  /// The range grows by what is inserted in it, and by what is appended to the plan's data where it ends with them.
  func rows(_ range: ClosedRange<Int>) -> ClosedRange<Int>? {
    let (first, last) = (range.lowerBound, range.upperBound)
    var start = nextRow(first)
    var end = row(last) ?? (nextRow(last) - 1)
    if let data, first < last || data.count == 1 {
      if last == data.upperBound { end = max(end, lastDataRow) }
      // What comes in front of all rows comes into it, also where rows of people's stand above or below them.
      if first <= data.lowerBound, last >= data.upperBound { start = min(start, firstDataRow) }
    }
    // A range to the end of the sheet stays one.
    if last == SpreadsheetLimits.rows - 1 { end = last }
    end = min(end, SpreadsheetLimits.rows - 1)
    return start <= end ? start...end : nil
  }

  /// Where planned rows lie: from the first to the last of them.
  func plannedRange(rows range: ClosedRange<Int>) -> ClosedRange<Int> {
    Self.range(range, in: plannedRows)
  }

  /// Where planned columns lie: from the first to the last of them.
  func plannedRange(columns range: ClosedRange<Int>) -> ClosedRange<Int> {
    Self.range(range, in: plannedColumns)
  }

  private static func range(_ range: ClosedRange<Int>, in places: [Int]) -> ClosedRange<Int> {
    let known = range.clamped(to: 0...max(places.count - 1, 0))
    guard !places.isEmpty, range.lowerBound < places.count, known.upperBound < places.count else {
      return range
    }
    var low = places[known.lowerBound]
    var high = low
    for place in places[known] {
      low = min(low, place)
      high = max(high, place)
    }
    return low...(high + range.upperBound - known.upperBound)
  }
}
