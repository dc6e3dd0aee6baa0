struct SheetPart {
  private(set) var rows: [[SavedCell]] = []
  private(set) var styledRows: Set<Int> = []
  private(set) var struckCells: Set<CellPosition> = []
  private(set) var merges: [CellRange] = []
  private(set) var hiddenRows: Set<Int> = []
  private(set) var groupedRows: Set<Int> = []
  private let part: String
  private let context: WorkbookContext
  private let limits: ReadingLimits
  /// What all sheets of the workbook together may still take.
  private(set) var room: ReadingRoom
  private var isInData = false
  private var row = -1
  private var column = -1
  private var cell: CellReader?
  private var sharedFormulas: [String: SharedFormula] = [:]
  /// In ascending order, as files have them.
  private var columns: [(range: ClosedRange<Int>, width: Double)] = []

  init(part: String, context: WorkbookContext, limits: ReadingLimits, room: ReadingRoom) {
    self.part = part
    self.context = context
    self.limits = limits
    self.room = room
  }

  mutating func take(_ event: XMLEvent) throws(WorkbookProblem) {
    if cell != nil {
      if case .end(.c) = event { try finishCell() } else { try cell?.take(event) }
      return
    }
    switch event {
    case .start(let element):
      switch element.name {
      case .sheetData: isInData = true
      case .row where isInData: try beginRow(element)
      case .c where isInData: try beginCell(element)
      case .col where !isInData: takeColumn(element)
      case .mergeCell where !isInData:
        if let range = element[.ref].flatMap({ CellRange($0) }) {
          try room.take(cells: 1, limits)
          merges.append(range)
        }
      default: break
      }
    case .end(.sheetData): isInData = false
    case .end, .text: break
    }
  }

  /// In characters, of the columns that have cells.
  var widths: [Double?] {
    let count = rows.map(\.count).max() ?? 0
    var widths = [Double?](repeating: nil, count: columns.isEmpty ? 0 : count)
    for column in columns {
      for index in column.range.clamped(to: 0...SpreadsheetLimits.columns) where index < count {
        widths[index] = column.width
      }
    }
    return widths
  }

  private mutating func beginRow(_ element: XMLElement) throws(WorkbookProblem) {
    row += 1
    column = -1
    if let written = element[.r] {
      guard let number = Int(written), (1...SpreadsheetLimits.rows).contains(number) else {
        throw .damaged(part: part, reason: "'\(written.prefix(40))' is not a row of a sheet")
      }
      row = number - 1
    }
    if element[.outlineLevel].flatMap({ Int($0) }) ?? 0 > 0 {
      try take(row, into: \.groupedRows)
    } else if element.flag(.hidden) == true {
      try take(row, into: \.hiddenRows)
    }
  }

  private mutating func take(
    _ row: Int,
    into rows: WritableKeyPath<Self, Set<Int>>
  ) throws(WorkbookProblem) {
    if self[keyPath: rows].insert(row).inserted { try room.take(cells: 1, limits) }
  }

  private mutating func beginCell(_ element: XMLElement) throws(WorkbookProblem) {
    var position = CellPosition(row: max(row, 0), column: column + 1)
    if let written = element[.r] {
      guard let place = CellPosition(written) else {
        throw .damaged(part: part, reason: "'\(written.prefix(40))' is not a cell of a sheet")
      }
      position = place
    }
    guard position.column < SpreadsheetLimits.columns, position.row < SpreadsheetLimits.rows else {
      throw .damaged(part: part, reason: "it has more rows or columns than a sheet")
    }
    column = position.column
    cell = CellReader(element, at: position, limits: limits)
  }

  private mutating func finishCell() throws(WorkbookProblem) {
    guard var cell = cell.take() else { return }
    let value = try cell.finish(of: part, in: context) {
      group,
      position,
      text throws(WorkbookProblem) in
      if text.isEmpty, let formula = sharedFormulas[group] {
        try room.take(formulaBytes: formula.text.utf8.count, limits)
        return formula.text(at: position)
      }
      sharedFormulas[group] = SharedFormula(text: text, position: position)
      return text
    }
    if context.isPersonal(cell.style) { try take(cell.position.row, into: \.styledRows) }
    if case .empty = value { return }
    if context.struckStyles.contains(cell.style) { struckCells.insert(cell.position) }
    let (row, column) = (cell.position.row, cell.position.column)
    if row >= rows.count {
      try room.take(cells: row + 1 - rows.count, limits)
      rows.append(contentsOf: repeatElement([], count: row + 1 - rows.count))
    }
    if column >= rows[row].count {
      let missing = column + 1 - rows[row].count
      try room.take(cells: missing, limits)
      rows[row].append(contentsOf: repeatElement(.empty, count: missing))
    }
    rows[row][column] = value
  }

  private mutating func takeColumn(_ element: XMLElement) {
    guard let first = element[.min].flatMap({ Int($0) }),
      let last = element[.max].flatMap({ Int($0) }),
      let width = element[.width].flatMap(Double.init), (0...1_000).contains(width),
      first > (columns.last.map { $0.range.upperBound + 1 } ?? 0), last >= first,
      last <= SpreadsheetLimits.columns
    else { return }
    columns.append((first - 1...last - 1, Self.characters(width)))
  }

  /// The width that people set and programs are given, of the one that the file has: that takes in 5 pixels of space at the edges, where
  /// a character is 7 wide.
  private static func characters(_ width: Double) -> Double {
    let pixels = (width * 7).rounded()
    return pixels < 12 ? pixels / 12 : (pixels - 5) / 7
  }
}

extension CellPosition {
  /// The place written as spreadsheets write it, `B7` or `$B$7`, or `nil` for any other text and for places that no sheet has.
  init?(_ text: String) {
    var column = 0
    var row = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z") where digits == 0:
        column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where column > 0:
        row = row * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      case UInt8(ascii: "$"): break
      default: return nil
      }
      guard column <= SpreadsheetLimits.columns, row <= SpreadsheetLimits.rows else { return nil }
    }
    guard column > 0, row > 0 else { return nil }
    self.init(row: row - 1, column: column - 1)
  }
}
