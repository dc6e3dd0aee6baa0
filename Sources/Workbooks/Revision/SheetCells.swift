/// Puts the planned cells of a sheet into the saved one.
///
/// A cell whose text is what the plan says stays as it was saved: its colours, its formats within the text, its link. Any other gets the
/// planned content, and the planned look unless a person gave it one.
struct SheetCells {
  let number: Int
  let plan: SheetPlan
  let alignment: SheetAlignment
  let layout: SheetLayout
  let donor: DonorBook
  let places: PlannedPlaces
  let map: ReferenceMap
  let styles: StyleMerge
  let texts: [String]
  /// The sheet as people read it.
  let saved: SavedTable?
  /// Days that the saved workbook counts from 1904 are so many less.
  let dayShift: Int
  /// The planned cells that are written, without their looks; `nil` for all, with them.
  let touched: Set<CellPosition>?

  /// The cells that got another content, by where they lie in the end.
  struct Outcome {
    var replaced: Set<CellPosition> = []
  }

  /// Changes the rows of a saved sheet, whose formulas have been moved, into the final ones.
  func apply(to document: SheetDocument) -> Outcome {
    var outcome = Outcome()
    let sheet = donor.sheets[number]
    var donorRows: [Int: SheetRow] = [:]
    for row in sheet.rows { donorRows[row.number] = row }
    var rows: [Int: Int] = [:]
    for (index, row) in document.rows.enumerated() { rows[row.number] = index }
    for (planned, saved) in alignment.rows.enumerated() {
      guard let saved else { continue }
      let row = donorRows[planned] ?? SheetRow(number: planned)
      if let index = rows[saved] {
        revise(&document.rows[index], planned: planned, row, &outcome)
      } else {
        var new = SheetRow(number: saved)
        revise(&new, planned: planned, row, &outcome)
        if !new.cells.isEmpty || !new.attributes.isEmpty { document.rows.append(new) }
      }
    }
    document.rows.removeAll { layout.row($0.number) == nil }
    for index in document.rows.indices {
      document.rows[index].number = layout.nextRow(document.rows[index].number)
    }
    for new in layout.newRows {
      let row = donorRows[new.planned] ?? SheetRow(number: new.planned)
      document.rows.append(newRow(row, at: new.row, planned: new.planned, &outcome))
    }
    document.rows.sort { $0.number < $1.number }
    return outcome
  }

  private func revise(
    _ row: inout SheetRow,
    planned: Int,
    _ donorRow: SheetRow,
    _ outcome: inout Outcome
  ) {
    let final = layout.plannedRows[planned]
    var isChanged = false
    for cell in donorRow.cells where layout.plannedColumns.indices.contains(cell.column) {
      let place = CellPosition(row: planned, column: cell.column)
      guard touched?.contains(place) ?? true else { continue }
      let column = layout.plannedColumns[cell.column]
      let (index, isThere) = row.place(of: column)
      let saved = isThere ? row.cells[index] : nil
      guard let new = revised(saved, cell, planned: planned, column: column) else { continue }
      if isThere { row.cells[index] = new } else { row.cells.insert(new, at: index) }
      guard saved?.formula == nil || new.formula == nil else { continue }
      isChanged = true
      outcome.replaced.insert(CellPosition(row: final, column: column))
    }
    for column in alignment.clearedColumns.sorted() {
      let (index, isThere) = row.place(of: column)
      if isThere { row.cells[index].empty() }
    }
    guard isChanged else { return }
    row.fitSpans()
    guard touched == nil else { return }
    for name in ["ht", "customHeight"] {
      let value = donorRow[attribute: name]
      if row[attribute: name] != value { row[attribute: name] = value }
    }
  }

  /// What becomes of a saved cell; `nil` where it stays.
  private func revised(
    _ saved: SheetCell?,
    _ donorCell: SheetCell,
    planned: Int,
    column: Int
  ) -> SheetCell? {
    let isFormula = isPlannedFormula(planned, donorCell.column)
    if isFormula, var kept = saved, let formula = kept.formula, let wanted = donorCell.formula,
      formula["t"] == nil || formula["t"] == "normal",
      FormulaText.comparable(formula.text)
        == FormulaText.comparable(places.formula(wanted.text, on: number))
    {
      kept.isPlanned = true
      if DonorBook.text(of: kept, texts) != donor.text(of: donorCell) {
        kept.value = donorCell.value
        kept.type = nil
      }
      return kept
    }
    if !isFormula, says(saved, donorCell, planned: planned, column: column) {
      // A cell of a new column has a look even where it has no text.
      guard saved == nil, alignment.columns[donorCell.column] == nil else { return nil }
    }
    var new = content(of: donorCell, planned: planned)
    new.column = column
    let style = donorCell.style ?? 0
    if touched != nil {
      new.style = saved?.style ?? 0
      if isDay(planned, donorCell.column) {
        new.style = styles.style(saved?.style ?? 0, withNumbersOf: style)
      }
    } else if let old = saved?.style, styles.isPersonal(old) {
      new.style = styles.style(old, withNumbersOf: style)
    } else {
      new.style = styles.style(style)
    }
    new.rest = saved?.rest ?? []
    return new
  }

  /// True if a saved cell says what is planned: as it is kept, or as people read it, for whom 0.5 may be 50% or 12:00.
  private func says(
    _ saved: SheetCell?,
    _ donorCell: SheetCell,
    planned: Int,
    column: Int
  ) -> Bool {
    let kept = saved.map { DonorBook.text(of: $0, texts) } ?? ""
    guard kept != donor.text(of: donorCell) else { return true }
    guard !kept.isEmpty, let row = alignment.rows[planned],
      let wanted = cellPlan(planned, donorCell.column)?.plainText, !wanted.isEmpty
    else { return false }
    return self.saved?[row: row, column: column].plainText == wanted
  }

  private func content(of donorCell: SheetCell, planned: Int) -> SheetCell {
    var new = donor.cell(donorCell)
    if let formula = new.formula {
      if isPlannedFormula(planned, donorCell.column) {
        formula.text = places.formula(formula.text, on: number)
        new.isPlanned = true
      } else {
        // What people entered names the cells that they saw.
        formula.text = map.formula(formula.text, on: alignment.saved)
      }
    }
    if dayShift != 0, isDay(planned, donorCell.column), let value = new.value.flatMap(Double.init) {
      new.value = SavedCell.number(value - Double(dayShift)).plainText
    }
    return new
  }

  private func newRow(
    _ donorRow: SheetRow,
    at final: Int,
    planned: Int,
    _ outcome: inout Outcome
  ) -> SheetRow {
    var row = SheetRow(number: final)
    row.attributes = donorRow.attributes.filter { $0.name == "ht" || $0.name == "customHeight" }
    for cell in donorRow.cells where layout.plannedColumns.indices.contains(cell.column) {
      var new = content(of: cell, planned: planned)
      new.column = layout.plannedColumns[cell.column]
      new.style = styles.style(cell.style ?? 0)
      row.set(new)
      outcome.replaced.insert(CellPosition(row: final, column: new.column))
    }
    return row
  }

  private func cellPlan(_ row: Int, _ column: Int) -> CellPlan? {
    guard plan.rows.indices.contains(row), plan.rows[row].cells.indices.contains(column) else {
      return nil
    }
    return plan.rows[row].cells[column]
  }

  private func isPlannedFormula(_ row: Int, _ column: Int) -> Bool {
    if case .formula = cellPlan(row, column)?.content { true } else { false }
  }

  private func isDay(_ row: Int, _ column: Int) -> Bool {
    switch cellPlan(row, column)?.content {
    case .saved(.day), .saved(.formula(_, .day)): true
    default: false
    }
  }
}
