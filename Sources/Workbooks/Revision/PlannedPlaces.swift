/// Where the places that a plan names lie in the revised workbook.
struct PlannedPlaces {
  /// By planned sheet.
  let layouts: [SheetLayout]
  /// By planned sheet: the name that the sheet has in the revised workbook.
  let names: [String]
  /// The number of a planned sheet by its planned name in lower case.
  private let numbers: [String: Int]

  init(_ plan: WorkbookPlan, layouts: [SheetLayout], names: [String]) {
    self.layouts = layouts
    self.names = names
    numbers = Dictionary(
      plan.sheets.enumerated().map { ($1.name.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func number(of sheet: String) -> Int? { numbers[sheet.lowercased()] }

  /// A formula of a planned sheet.
  ///
  /// A formula that is relative to a cell, as those of conditional formats are, moves as that cell does.
  func formula(_ text: String, on sheet: Int, movedBy move: Int? = nil) -> String {
    FormulaText(text).rewritten { name in
      number(of: name).flatMap { names[$0] == name ? nil : names[$0] }
    } change: { name, area, isRelative in
      guard let number = name.map(number(of:)) ?? sheet else { return .same }
      var changed = area
      if let move, number == sheet, isRelative, let rows = area.rows {
        changed.rows = rows.lowerBound + move...rows.upperBound + move
        changed.columns = area.columns.map { layouts[number].plannedRange(columns: $0) }
        return .area(changed)
      }
      changed.rows = area.rows.map { layouts[number].plannedRange(rows: $0) }
      changed.columns = area.columns.map { layouts[number].plannedRange(columns: $0) }
      return .area(changed)
    }
  }

  /// The rectangle around all cells of a planned range.
  func range(_ range: CellRange, on sheet: Int) -> CellRange {
    let rows = layouts[sheet].plannedRange(rows: range.rows)
    let columns = layouts[sheet].plannedRange(columns: range.columns)
    return CellRange(
      first: CellPosition(row: rows.lowerBound, column: columns.lowerBound),
      last: CellPosition(row: rows.upperBound, column: columns.upperBound)
    )
  }

  func position(_ place: CellPosition, on sheet: Int) -> CellPosition {
    range(CellRange(first: place, last: place), on: sheet).first
  }

  /// Where a link of a planned cell leads inside of the workbook, as links write it.
  func location(_ position: CellPosition, sheet: String) -> String {
    guard let number = number(of: sheet) else { return position.qualified(by: sheet) }
    return self.position(position, on: number).qualified(by: names[number])
  }
}
