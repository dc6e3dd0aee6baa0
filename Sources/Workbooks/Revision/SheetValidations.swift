/// The revision of a sheet's drop-downs and prompts: saved ones stay, and planned cells without one get the planned ones.
struct SheetValidations {
  /// The visible properties of a drop-down; programs write the others differently.
  private struct Key: Hashable {
    var type: String
    var first: String
    var second: String
    var title: String
    var prompt: String
    var refuses: Bool

    init(_ element: XMLTree) {
      let isList = element["type"] == "list"
      type = element["type"] ?? "none"
      first = FormulaWords.comparable(element.first("formula1")?.text ?? "")
      second = isList ? "" : element.first("formula2")?.text ?? ""
      title = SpreadsheetText.decoded(element["promptTitle"] ?? "")
      prompt = SpreadsheetText.decoded(element["prompt"] ?? "")
      refuses = isList && element.flag("showErrorMessage")
    }
  }

  private let restates: Bool
  /// The index of the planned drop-down, by column and row.
  private var wanted: [Int: [Int: Int]] = [:]
  private var keys: [Key] = []
  private var planned: [XMLTree] = []
  private let rowCount: Int
  /// The number of cells that may still be examined, which limits overlapping drop-downs.
  private var budget: Int

  /// Collects the planned drop-downs from the donor, the planned sheet as written by the library.
  init(_ donor: SheetDocument, of plan: SheetPlan, restates: Bool) {
    self.restates = restates
    rowCount = plan.rows.count
    budget = ReadingLimits.standard.cells
    for element in donor.root.first("dataValidations")?.elements ?? [] {
      for range in CellRange.list(element["sqref"] ?? "") {
        for column in range.columns {
          for row in range.rows.clamped(to: 0...max(rowCount - 1, 0)) {
            guard plan.rows[row].cells.indices.contains(column),
              plan.rows[row].cells[column].content != .kept
            else { continue }
            wanted[column, default: [:]][row] = planned.count
          }
        }
      }
      planned.append(element.copy)
      keys.append(Key(element))
    }
  }

  mutating func apply(to document: SheetDocument) throws(WorkbookProblem) {
    guard !wanted.isEmpty else { return }
    let list = document.root.first("dataValidations") ?? document.element("dataValidations")
    var owners: [Key: XMLTree] = [:]
    for element in list.elements {
      let key = Key(element)
      try cut(element, key)
      if owners[key] == nil, element["sqref"] != "" { owners[key] = element }
    }
    list.remove { $0["sqref"] == "" }
    // Planned drop-downs left in `wanted` have no saved counterpart.
    var missing = [[CellRange]](repeating: [], count: planned.count)
    for column in wanted.keys.sorted() {
      let rows = wanted[column] ?? [:]
      for row in rows.keys.sorted() {
        guard let index = rows[row] else { continue }
        let place = CellPosition(row: row, column: column)
        if let last = missing[index].last, last.first.column == column, last.last.row == row - 1 {
          missing[index][missing[index].count - 1].last = place
        } else {
          missing[index].append(CellRange(first: place, last: place))
        }
      }
    }
    for (index, ranges) in missing.enumerated() where !ranges.isEmpty {
      if let owner = owners[keys[index]] {
        let all = CellRange.list(owner["sqref"] ?? "") + ranges
        owner["sqref"] = Self.joined(all).map(\.written).joined(separator: " ")
      } else {
        let element = planned[index]
        element.forEach { $0.name = String(document.root.prefix) + $0.word }
        element["sqref"] = ranges.map(\.written).joined(separator: " ")
        owners[keys[index]] = element
        list.append(element)
      }
    }
    if list["count"] != nil || document.root.first("dataValidations") == nil {
      let count = String(list.elements.count)
      if list["count"] != count { list["count"] = count }
    }
    document.keep(list)
  }

  /// Removes cells that are already as planned from `wanted`, and cells that the plan restates from the saved drop-down.
  private mutating func cut(_ element: XMLTree, _ key: Key) throws(WorkbookProblem) {
    var left: [CellRange] = []
    var isCut = false
    for range in CellRange.list(element["sqref"] ?? "") {
      var cuts: [Int: Set<Int>] = [:]
      for column in wanted.keys where range.columns.contains(column) {
        let first = max(range.first.row, 0)
        for row in first..<max(min(range.last.row + 1, rowCount), first) {
          budget -= 1
          guard budget >= 0 else {
            throw .tooLarge("\(ReadingLimits.standard.cells) cells with drop-downs")
          }
          guard let want = wanted[column]?[row] else { continue }
          if restates, keys[want] != key {
            cuts[column, default: []].insert(row)
          } else {
            wanted[column]?[row] = nil
          }
        }
      }
      guard !cuts.isEmpty else {
        left.append(range)
        continue
      }
      isCut = true
      left += Self.remains(of: range, without: cuts)
    }
    if isCut { element["sqref"] = left.map(\.written).joined(separator: " ") }
  }

  private static func remains(
    of range: CellRange,
    without cuts: [Int: Set<Int>]
  ) -> [CellRange] {
    var result: [CellRange] = []
    var next = range.first.column
    func block(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) {
      result.append(CellRange(rows: rows, columns: columns))
    }
    for column in cuts.keys.sorted() {
      if next < column { block(next...column - 1, range.rows) }
      var row = range.first.row
      for cut in (cuts[column] ?? []).sorted() {
        if row < cut { block(column...column, row...cut - 1) }
        row = cut + 1
      }
      if row <= range.last.row { block(column...column, row...range.last.row) }
      next = column + 1
    }
    if next <= range.last.column { block(next...range.last.column, range.rows) }
    return result
  }

  /// Returns the ranges with adjacent ones in the same columns merged.
  static func joined(_ ranges: [CellRange]) -> [CellRange] {
    let sorted = ranges.sorted {
      ($0.first.column, $0.last.column, $0.first.row) < (
        $1.first.column, $1.last.column, $1.first.row
      )
    }
    var result: [CellRange] = []
    for range in sorted {
      if let last = result.last, last.columns == range.columns,
        range.first.row <= last.last.row + 1
      {
        result[result.count - 1].last.row = max(last.last.row, range.last.row)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
