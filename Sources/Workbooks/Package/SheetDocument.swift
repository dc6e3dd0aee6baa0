struct SheetCell {
  var column: Int
  /// The index of the style, or `nil` if none is given.
  var style: Int?
  /// The type as written, such as `s` for the index of a shared text.
  var type: String?
  /// Further attributes, which are kept.
  var others: [XMLTree.Attribute] = []
  var formula: XMLTree?
  var value: String?
  var inline: XMLTree?
  var rest: [XMLTree] = []
  /// A text, escaped for the file, that has not been added to the shared texts yet.
  var newText: String?
  /// True if the cell has a formula of the plan, which also provides its value.
  var isPlanned = false

  init(column: Int, style: Int? = nil) {
    self.column = column
    self.style = style
  }

  init(_ tree: XMLTree, column: Int) {
    self.column = column
    for attribute in tree.attributes {
      switch attribute.name {
      case "r": break
      case "s": style = Int(attribute.value)
      case "t": type = attribute.value
      default: others.append(attribute)
      }
    }
    for element in tree.elements {
      switch element.word {
      case "f": formula = element
      case "v": value = element.text
      case "is": inline = element
      default: rest.append(element)
      }
    }
  }

  /// True if the cell has no content.
  var isBlank: Bool { formula == nil && value == nil && inline == nil && newText == nil }

  fileprivate func write(row: String, prefix: Substring, to bytes: inout [UInt8]) {
    bytes += "<\(prefix)c".utf8
    bytes += " r=\"\(CellPosition.letters(ofColumn: column))\(row)\"".utf8
    if let style { bytes += " s=\"\(style)\"".utf8 }
    if let type { XMLTree.write("t", type, to: &bytes) }
    for attribute in others { XMLTree.write(attribute.name, attribute.value, to: &bytes) }
    guard formula != nil || value != nil || inline != nil || !rest.isEmpty else {
      bytes += "/>".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    formula?.write(to: &bytes)
    if let value {
      let keepsBlanks = value.first?.isWhitespace == true || value.last?.isWhitespace == true
      bytes += "<\(prefix)v\(keepsBlanks ? " xml:space=\"preserve\"" : "")>".utf8
      XMLTree.write(value, to: &bytes)
      bytes += "</\(prefix)v>".utf8
    }
    inline?.write(to: &bytes)
    for element in rest { element.write(to: &bytes) }
    bytes += "</\(prefix)c>".utf8
  }
}

struct SheetRow {
  var number: Int
  /// The attributes except for the row number.
  var attributes: [XMLTree.Attribute] = []
  /// The cells, in ascending order of their columns.
  var cells: [SheetCell] = []
  var rest: [XMLTree] = []

  subscript(attribute name: String) -> String? {
    get { attributes.first { $0.name == name }?.value }
    set {
      attributes.removeAll { $0.name == name }
      if let newValue { attributes.append(.init(name: name, value: newValue)) }
    }
  }

  /// Returns the index of a column's cell, or the index at which to insert it.
  func place(of column: Int) -> (index: Int, isThere: Bool) {
    var low = 0
    var high = cells.count
    while low < high {
      let middle = (low + high) / 2
      if cells[middle].column < column { low = middle + 1 } else { high = middle }
    }
    return (low, low < cells.count && cells[low].column == column)
  }

  /// Updates the attribute with the first and last column, which some programs rely on.
  mutating func fitSpans() {
    guard let index = attributes.firstIndex(where: { $0.name == "spans" }),
      let first = cells.first, let last = cells.last
    else { return }
    attributes[index].value = "\(first.column + 1):\(last.column + 1)"
  }

  fileprivate func write(prefix: Substring, to bytes: inout [UInt8]) {
    let row = String(number + 1)
    bytes += "<\(prefix)row r=\"\(row)\"".utf8
    for attribute in attributes { XMLTree.write(attribute.name, attribute.value, to: &bytes) }
    guard !cells.isEmpty || !rest.isEmpty else {
      bytes += "/>".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    for cell in cells { cell.write(row: row, prefix: prefix, to: &bytes) }
    for element in rest { element.write(to: &bytes) }
    bytes += "</\(prefix)row>".utf8
  }
}

/// The part of a sheet, with its rows and cells as values and everything else as a tree.
final class SheetDocument {
  let part: String
  let root: XMLTree
  /// The element with the rows, or `nil` for a chart sheet.
  private let data: XMLTree?
  /// The rows, in ascending order.
  var rows: [SheetRow] = []

  init(_ bytes: [UInt8], part: String, limits: ReadingLimits) throws(WorkbookProblem) {
    self.part = part
    var rows: [SheetRow] = []
    var cells: [SheetCell] = []
    var nextRow = 0
    var nextColumn = 0
    let root = try XMLTree(bytes, part: part, limits: limits) { element, around in
      guard around.count > 2, around[2].word == "sheetData" else { return false }
      if element.word == "c", around.count == 4 {
        var column = nextColumn
        if let written = element["r"], let place = CellPosition(written) { column = place.column }
        nextColumn = column + 1
        cells.append(SheetCell(element, column: column))
        return true
      }
      guard element.word == "row", around.count == 3 else { return false }
      let number = element["r"].flatMap { Int($0) }.map { $0 - 1 } ?? nextRow
      nextRow = number + 1
      nextColumn = 0
      var row = SheetRow(number: number)
      row.attributes = element.attributes.filter { $0.name != "r" }
      row.cells = cells
      row.rest = element.elements
      cells = []
      rows.append(row)
      return true
    }
    self.root = root
    data = root.first("sheetData")
    self.rows = rows.sorted { $0.number < $1.number }
    for index in self.rows.indices {
      if index > 0, self.rows[index].number == self.rows[index - 1].number {
        throw .damaged(part: part, reason: "row \(self.rows[index].number + 1) is there twice")
      }
      self.rows[index].cells.sort { $0.column < $1.column }
      let columns = self.rows[index].cells.map(\.column)
      if zip(columns, columns.dropFirst()).contains(where: ==) {
        throw .damaged(
          part: part,
          reason: "row \(self.rows[index].number + 1) has a cell twice"
        )
      }
    }
    before = document
  }

  /// The document as written without changes.
  private var before: [UInt8] = []

  var document: [UInt8] {
    var bytes = XMLTree.declaration
    root.write(to: &bytes) { element, bytes in
      guard element === data else { return false }
      for row in rows { row.write(prefix: element.prefix, to: &bytes) }
      return true
    }
    return bytes
  }

  /// The document to be written, or `nil` if it is unchanged.
  var changedDocument: [UInt8]? {
    let after = document
    return after == before ? nil : after
  }

  func changeCells(_ body: (inout SheetCell, _ row: Int) -> Void) {
    for row in rows.indices {
      let number = rows[row].number
      for index in rows[row].cells.indices { body(&rows[row].cells[index], number) }
    }
  }

  /// Creates an element with the prefix of the part's elements.
  func element(_ word: String, _ attributes: [(String, String)] = []) -> XMLTree {
    XMLTree(root.prefix + word, attributes)
  }

  /// The order of the elements of a sheet (ECMA-376-1, 18.3.1.99).
  private static let order = [
    "sheetPr", "dimension", "sheetViews", "sheetFormatPr", "cols", "sheetData", "sheetCalcPr",
    "sheetProtection", "protectedRanges", "scenarios", "autoFilter", "sortState",
    "dataConsolidate", "customSheetViews", "mergeCells", "phoneticPr", "conditionalFormatting",
    "dataValidations", "hyperlinks", "printOptions", "pageMargins", "pageSetup", "headerFooter",
    "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
    "drawing", "legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects",
    "controls", "webPublishItems", "tableParts", "extLst",
  ]

  /// Inserts an element after those that precede it and those of its kind, leaving `mc:AlternateContent` where it is.
  func insert(_ element: XMLTree) { root.insert(element, in: Self.order) }

  /// Inserts a list if it has elements, and removes it otherwise.
  func keep(_ list: XMLTree) {
    if list.elements.isEmpty { return root.remove { $0 === list } }
    if !root.elements.contains(where: { $0 === list }) { insert(list) }
  }

  /// Updates the range of all cells at the beginning of the sheet.
  func fitDimension() {
    guard let dimension = root.first("dimension") else { return }
    let columns = rows.flatMap { row in
      [row.cells.first?.column, row.cells.last?.column].compactMap { $0 }
    }
    let numbers = rows.filter { !$0.cells.isEmpty }.map(\.number)
    guard let left = columns.min(), let right = columns.max(), let top = numbers.first,
      let bottom = numbers.last
    else { return }
    dimension["ref"] = CellRange(rows: top...bottom, columns: left...right).written
  }

  /// Updates the maximum outline level of rows at the beginning of the sheet.
  func fitOutline(of row: SheetRow) {
    guard let level = row[attribute: "outlineLevel"].flatMap({ Int($0) }), level > 0,
      let format = root.first("sheetFormatPr"),
      format["outlineLevelRow"].flatMap({ Int($0) }) ?? 0 < level
    else { return }
    format["outlineLevelRow"] = String(level)
  }
}
