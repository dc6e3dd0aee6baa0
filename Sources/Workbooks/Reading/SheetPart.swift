import Text

/// A reader of a saved sheet, element by element.
struct SheetPart {
  /// The table as read so far, without the widths.
  private var table: SavedTable
  private let part: String
  private let context: WorkbookContext
  private let limits: ReadingLimits
  /// The remaining capacity for all sheets of the workbook.
  private(set) var room: ReadingRoom
  private var row = -1
  private var column = -1
  /// The element of the current row.
  private var element: XMLTree?
  private var sharedFormulas: [String: SharedFormula] = [:]
  /// The columns, in ascending order as in files.
  private var columns: [(range: ClosedRange<Int>, width: Double)] = []

  init(
    _ table: SavedTable,
    part: String,
    context: WorkbookContext,
    limits: ReadingLimits,
    room: ReadingRoom
  ) {
    self.table = table
    self.part = part
    self.context = context
    self.limits = limits
    self.room = room
  }

  /// Reads an element of the part, given its ancestors, and returns true if nothing else needs it.
  mutating func take(_ element: XMLTree, in around: [XMLTree]) throws(WorkbookProblem) -> Bool {
    let isInData = around.count > 2 && around[2].name == "sheetData"
    switch element.name {
    case "row" where isInData && around.count == 3: try begin(element)
    case "c" where isInData && around.count == 4:
      try begin(around[3])
      try takeCell(element)
    case "col" where !isInData: takeColumn(element)
    case "mergeCell" where !isInData:
      if let range = element["ref"].flatMap({ CellRange($0) }) {
        try room.take(cells: 1, limits)
        table.merges.append(range)
      }
    default: return around.count > 1 && !(isInData && around.count > 4)
    }
    return true
  }

  /// The table with the widths of its columns in characters.
  var whole: SavedTable {
    var table = table
    let count = table.rows.map(\.count).max() ?? 0
    table.widths = Array(repeating: nil, count: columns.isEmpty ? 0 : count)
    for column in columns {
      for index in column.range where index < count { table.widths[index] = column.width }
    }
    return table
  }

  /// Begins a row unless one of its cells already has.
  private mutating func begin(_ element: XMLTree) throws(WorkbookProblem) {
    guard element !== self.element else { return }
    self.element = element
    row += 1
    column = -1
    if let written = element["r"] {
      guard let number = Int(written), (1...SpreadsheetLimits.rows).contains(number) else {
        throw .damaged(part: part, reason: "'\(written.prefix(40))' is not a row of a sheet")
      }
      row = number - 1
    }
    if element["outlineLevel"].flatMap({ Int($0) }) ?? 0 > 0 {
      try take(row, into: \.groupedRows)
    } else if element.flag("hidden") {
      try take(row, into: \.hiddenRows)
    }
  }

  private mutating func take(
    _ row: Int,
    into rows: WritableKeyPath<SavedTable, Set<Int>>
  ) throws(WorkbookProblem) {
    if table[keyPath: rows].insert(row).inserted { try room.take(cells: 1, limits) }
  }

  private mutating func takeCell(_ element: XMLTree) throws(WorkbookProblem) {
    var position = CellPosition(row: max(row, 0), column: column + 1)
    if let written = element["r"] {
      guard let place = CellPosition(written) else {
        throw .damaged(part: part, reason: "'\(written.prefix(40))' is not a cell of a sheet")
      }
      position = place
    }
    guard position.column < SpreadsheetLimits.columns, position.row < SpreadsheetLimits.rows else {
      throw .damaged(part: part, reason: "it has more rows or columns than a sheet")
    }
    column = position.column
    let cell = SheetCell(element, column: position.column)
    let style = context.style(cell.style)
    let value = try value(of: cell, at: position)
    if style.isPersonal { try take(position.row, into: \.styledRows) }
    if case .empty = value { return }
    table.unstruckTexts[position] =
      style.isStruck
      ? ""
      : cell.type == "s"
        ? cell.value.flatMap { Int($0) }.flatMap { context.unstruck[$0] }
        : cell.inline.flatMap(SpreadsheetText.unstruck)
    let (row, column) = (position.row, position.column)
    let missingRows = max(row + 1 - table.rows.count, 0)
    try room.take(cells: missingRows, limits)
    table.rows.append(contentsOf: repeatElement([], count: missingRows))
    let missing = max(column + 1 - table.rows[row].count, 0)
    try room.take(cells: missing, limits)
    table.rows[row].append(contentsOf: repeatElement(.empty, count: missing))
    table.rows[row][column] = value
  }

  private mutating func value(
    of cell: SheetCell,
    at position: CellPosition
  ) throws(WorkbookProblem) -> SavedCell {
    var text = cell.formula?.text ?? ""
    guard max(cell.value?.utf8.count ?? 0, text.utf8.count) <= limits.textBytes else {
      throw .tooLarge("\(limits.textBytes >> 10) KB in one cell")
    }
    guard let content = try cell.content(in: context, limits) else {
      throw .damaged(part: part, reason: "cell \(position) wants a text that is not there")
    }
    text = SpreadsheetText.decoded(text)
    if let formula = cell.formula, formula["t"] == "shared", let group = formula["si"] {
      if text.isEmpty, let shared = sharedFormulas[group] {
        try room.take(formulaBytes: shared.text.utf8.count, limits)
        text = shared.text(at: position)
      } else {
        sharedFormulas[group] = SharedFormula(text: text, position: position)
      }
    }
    return text.isEmpty ? content : .formula(text, content)
  }

  private mutating func takeColumn(_ element: XMLTree) {
    guard let first = element["min"].flatMap({ Int($0) }),
      let last = element["max"].flatMap({ Int($0) }),
      let width = element["width"].flatMap(Double.init), (0...1_000).contains(width),
      first > (columns.last.map { $0.range.upperBound + 1 } ?? 0), last >= first,
      last <= SpreadsheetLimits.columns
    else { return }
    columns.append((first - 1...last - 1, Self.characters(width)))
  }

  /// Returns the width shown to people for a width in the file, which includes 5 pixels of padding, at 7 pixels per character.
  private static func characters(_ width: Double) -> Double {
    let pixels = (width * 7).rounded()
    return pixels < 12 ? pixels / 12 : (pixels - 5) / 7
  }
}

extension SheetCell {
  /// Returns the content of the cell, with a formula's value, or `nil` if it refers to a missing text.
  func content(
    in context: WorkbookContext,
    _ limits: ReadingLimits
  ) throws(WorkbookProblem) -> SavedCell? {
    func text(_ text: String) -> SavedCell { text.isEmpty ? .empty : .text(text) }
    if type == "inlineStr" {
      guard let inline else { return .empty }
      return text(try SpreadsheetText.decoded(inline, limits))
    }
    if type == "str" { return text(SpreadsheetText.decoded(value ?? "")) }
    let value = SpreadsheetText.trimmed(value ?? "")
    guard !value.isEmpty else { return .empty }
    switch type {
    case "s":
      guard let number = Int(value), context.texts.indices.contains(number) else { return nil }
      return text(context.texts[number])
    case "b":
      switch value {
      case "1", "true": return .boolean(true)
      case "0", "false": return .boolean(false)
      default: return .text(value)
      }
    case "e": return .error(value)
    case "d":
      let time = value.dropFirst(10)
      let isDay = time.allSatisfy { "T0:.Z".contains($0) }
      return (isDay ? CalendarDate(String(value.prefix(10))).map(SavedCell.day) : nil)
        ?? .text(value)
    default:
      // A text in place of a number is kept, since somebody may miss it.
      guard let number = Self.number(value) else { return .text(value) }
      return context.style(style).format.shown(number, context.dateSystem)
    }
  }

  /// Returns the number, excluding other formats that Swift accepts: hexadecimal digits, infinity and NaN.
  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension CellPosition {
  /// Parses a position such as `B7` or `$B$7`, or returns `nil` for any other text and for positions outside of a sheet.
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
