/// Where references to cells lead after a revision, for everything in a workbook that was saved.
struct ReferenceMap {
  /// By the name of the sheet in lower case.
  var layouts: [String: SheetLayout]
  /// Names of sheets that are gone, in lower case.
  var removed: Set<String>
  /// The rows that go on elsewhere.
  var moves = RowMoves()

  func layout(of sheet: String) -> SheetLayout? { layouts[sheet.lowercased()] }

  /// A formula of a sheet; of the workbook for the empty name.
  ///
  /// A formula that is relative to a cell, as those of conditional formats are, moves as far as that cell: what it names in rows
  /// without `$` on its own sheet keeps its distance. One that stands in a row which goes to another sheet names that sheet as its own.
  func formula(
    _ text: String,
    on sheet: String,
    movedBy move: Int? = nil,
    to destination: String? = nil
  ) -> String {
    let result = FormulaText(text).rewritten { name, area, relative in
      let own = name == nil || name?.lowercased() == sheet.lowercased()
      let key = (name ?? sheet).lowercased()
      if removed.contains(key) { return .gone }
      // What was on its own sheet is on another one now, where that is not said yet.
      func there(_ area: FormulaText.Area) -> FormulaText.Change {
        guard let destination else { return .area(area) }
        if key == destination.lowercased() { return .moved(sheet: nil, area) }
        return name == nil ? .moved(sheet: sheet, area) : .area(area)
      }
      guard let layout = layouts[key], let rows = area.rows else { return there(area) }
      if let move, own, relative {
        let first = rows.lowerBound + move
        let last = rows.upperBound + move
        guard first >= 0, last < SpreadsheetLimits.rows else { return .gone }
        var area = area
        area.rows = first...last
        return .area(area)
      }
      if let (elsewhere, cells) = moved(area, of: layout, key) {
        return .moved(sheet: elsewhere == destination ?? sheet ? nil : elsewhere, cells)
      }
      guard let changed = self.rows(rows, of: layout, isSingle: area.isSingle) else { return .gone }
      var area = area
      area.rows = changed
      return there(area)
    }
    return result
  }

  /// Where cells are that went to another sheet, with its name.
  private func moved(
    _ area: FormulaText.Area,
    of layout: SheetLayout,
    _ sheet: String
  ) -> (sheet: String, FormulaText.Area)? {
    guard let rows = area.rows, moves[sheet, rows.lowerBound] != nil,
      self.rows(rows, of: layout, isSingle: area.isSingle) == nil,
      let first = moves[sheet, rows.lowerBound], let last = moves[sheet, rows.upperBound],
      first.sheet == last.sheet
    else { return nil }
    var area = area
    area.rows = min(first.row, last.row)...max(first.row, last.row)
    if let columns = area.columns {
      guard let columns = first.columns(columns) else { return nil }
      area.columns = columns
    }
    return (first.sheet, area)
  }

  /// The places of an array's formula in a row that goes to another sheet; `nil` where they lie elsewhere.
  func movedRange(_ text: String, of sheet: String) -> String? {
    guard let range = CellRange(text), range.rows.count == 1,
      let move = moves[sheet, range.first.row],
      let columns = move.columns(range.columns)
    else { return nil }
    return CellRange(
      first: CellPosition(row: move.row, column: columns.lowerBound),
      last: CellPosition(row: move.row, column: columns.upperBound)
    ).written
  }

  private func rows(
    _ rows: ClosedRange<Int>,
    of layout: SheetLayout,
    isSingle: Bool
  ) -> ClosedRange<Int>? {
    guard isSingle else { return layout.rows(rows) }
    return layout.row(rows.lowerBound).flatMap { $0 < SpreadsheetLimits.rows ? $0...$0 : nil }
  }

  /// Places and ranges between blanks, without those that are deleted; an `empty` text where all are.
  func ranges(_ text: String, of layout: SheetLayout) -> String {
    text.split(separator: " ").compactMap { part in
      // One cell is a column of a table of one row, and grows with it.
      if let cells = CellRange(part), cells.first.row == cells.last.row,
        layout.isWholeData(cells.first.row), let rows = layout.rows(cells.rows)
      {
        return CellRange(
          first: CellPosition(row: rows.lowerBound, column: cells.first.column),
          last: CellPosition(row: rows.upperBound, column: cells.last.column)
        ).written
      }
      let moved = range(String(part), of: layout)
      // What became one cell is written as one.
      return moved == String(part) ? moved : moved.flatMap { CellRange($0)?.written ?? $0 }
    }.joined(separator: " ")
  }

  /// One place or range of a sheet; `nil` where it is deleted.
  func range(_ text: String, of layout: SheetLayout) -> String? {
    var isGone = false
    let result = FormulaText(text).rewritten { _, area, _ in
      guard let rows = area.rows else { return .same }
      guard let changed = self.rows(rows, of: layout, isSingle: area.isSingle) else {
        isGone = true
        return .gone
      }
      var area = area
      area.rows = changed
      return .area(area)
    }
    return isGone ? nil : result
  }
}

extension CellRange {
  /// A range as files write it, `B7` or `A1:C9`; `nil` for any other text.
  init?(_ text: some StringProtocol) {
    let corners = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(corners.count), let first = CellPosition(String(corners[0])),
      let last = CellPosition(String(corners[corners.count - 1]))
    else { return nil }
    self.init(
      first: CellPosition(row: min(first.row, last.row), column: min(first.column, last.column)),
      last: CellPosition(row: max(first.row, last.row), column: max(first.column, last.column))
    )
  }

  /// The places and ranges between blanks.
  static func list(_ text: String) -> [CellRange] {
    text.split(separator: " ").compactMap { CellRange($0) }
  }

  /// As files write it: one place without a colon.
  var written: String { first == last ? "\(first)" : "\(self)" }

  var rows: ClosedRange<Int> { first.row...last.row }
  var columns: ClosedRange<Int> { first.column...last.column }
}

/// What stands around the cells of a sheet: everything in it that names places.
struct SheetSurroundings {
  let map: ReferenceMap
  let sheet: String
  let layout: SheetLayout

  /// Moves everything but the cells.
  func move(_ document: SheetDocument) {
    for element in document.root.elements {
      switch element.word {
      case "sheetData": continue
      case "sheetViews": views(element)
      case "rowBreaks": breaks(element)
      default: move(element)
      }
    }
    document.root.remove { element in
      switch element.word {
      case "conditionalFormatting": element["sqref"] == "" || element.elements.isEmpty
      case "autoFilter", "sortState": element["ref"] == ""
      case "mergeCells", "dataValidations", "hyperlinks", "ignoredErrors", "protectedRanges",
        "cellWatches", "rowBreaks":
        element.elements.isEmpty
      default: false
      }
    }
  }

  /// Moves an element and what is in it; one whose cells are all deleted says so by an empty reference, and goes with its parent's turn.
  private func move(_ element: XMLTree) {
    let isAnchored =
      element.word != "sparkline"
      && (element.attributes.contains { $0.name == "sqref" } || hasListedRanges(element))
    let shift = isAnchored ? anchorShift(of: element) : nil
    for index in element.attributes.indices {
      let attribute = element.attributes[index]
      let value: String
      switch attribute.name {
      case "sqref": value = map.ranges(attribute.value, of: layout)
      case "ref" where element.word != "table":
        value = map.range(attribute.value, of: layout) ?? ""
      case "r1", "r2", "activeCell", "topLeftCell", "r":
        guard CellPosition(attribute.value) != nil else { continue }
        value = map.range(attribute.value, of: layout) ?? ""
      case "location": value = map.formula(attribute.value, on: sheet)
      case "val" where element.word == "cfvo" && element["type"] == "formula":
        value = map.formula(attribute.value, on: sheet)
      default: continue
      }
      element.attributes[index].value = value
    }
    for child in element.elements {
      switch child.word {
      // In extensions the formula stands in an element of its own.
      case "formula", "formula1", "formula2":
        if child.elements.isEmpty { child.text = formula(child.text, shift) } else { move(child) }
      case "f" where child.prefix != "" || child.elements.isEmpty:
        child.text = formula(child.text, shift)
      case "sqref": child.text = map.ranges(child.text, of: layout)
      default:
        if let shift, child.word == "cfRule" || child.prefix != "" {
          rule(child, shift)
        } else {
          move(child)
        }
      }
    }
    let before = element.elements.count
    element.remove { $0["ref"] == "" || $0["sqref"] == "" || $0.first("sqref")?.text == "" }
    if element.elements.count != before, element["count"] != nil {
      element["count"] = String(element.elements.count)
    }
  }

  /// The formulas in a conditional format or drop-down, which hold for the first cell of its range.
  private func rule(_ element: XMLTree, _ shift: Int) {
    for index in element.attributes.indices
    where element.attributes[index].name == "val" && element["type"] == "formula" {
      element.attributes[index].value = formula(element.attributes[index].value, shift)
    }
    for child in element.elements {
      switch child.word {
      case "formula", "formula1", "formula2", "f":
        if child.elements.isEmpty {
          child.text = formula(child.text, shift)
        } else {
          rule(child, shift)
        }
      case "sqref": child.text = map.ranges(child.text, of: layout)
      default: rule(child, shift)
      }
    }
  }

  private func formula(_ text: String, _ shift: Int?) -> String {
    map.formula(text, on: sheet, movedBy: shift)
  }

  private func hasListedRanges(_ element: XMLTree) -> Bool {
    element.elements.contains { $0.word == "sqref" }
  }

  /// How far the first cell of an element's ranges moves.
  private func anchorShift(of element: XMLTree) -> Int? {
    let text = element["sqref"] ?? element.first("sqref")?.text ?? ""
    let old = CellRange.list(text).map(\.first.row).min()
    let new = CellRange.list(map.ranges(text, of: layout)).map(\.first.row).min()
    guard let old, let new else { return nil }
    return new - old
  }

  private func views(_ views: XMLTree) {
    for view in views.elements {
      view.forEach { element in
        if element.word == "pane" || element === view, let text = element["topLeftCell"],
          let place = CellPosition(text)
        {
          // What comes in where the view begins is seen.
          let row = place.row == 0 ? 0 : layout.nextRow(place.row - 1) + 1
          element["topLeftCell"] = "\(CellPosition(row: row, column: place.column))"
        }
        if element.word == "pane", element["state"]?.hasPrefix("frozen") == true,
          let rows = element["ySplit"].flatMap({ Int($0) })
        {
          let first = view["topLeftCell"].flatMap { CellPosition($0) }?.row ?? 0
          // Rows that come in behind the last frozen one scroll.
          let split = layout.nextRow(first + max(rows, 1) - 1) + 1 - first
          if split != rows { element["ySplit"] = String(max(split, 1)) }
        }
        if element.word == "selection" {
          if let text = element["activeCell"], let place = CellPosition(text) {
            let row = layout.nextRow(place.row)
            let moved = "\(CellPosition(row: row, column: place.column))"
            if element["sqref"] == text {
              element["sqref"] = moved
            } else if let ranges = element["sqref"] {
              let changed = map.ranges(ranges, of: layout)
              element["sqref"] = changed.isEmpty ? moved : changed
            }
            element["activeCell"] = moved
          }
        }
      }
    }
  }

  private func breaks(_ breaks: XMLTree) {
    for element in breaks.elements {
      guard let row = element["id"].flatMap({ Int($0) }) else { continue }
      element["id"] = String(layout.nextRow(row))
    }
  }
}
