/// The revision of a saved sheet's cells according to the plan.
///
/// A cell whose text is as planned stays as it was saved, with its colours, its formats within the text and its link. Any other cell gets
/// the planned content, and the planned style unless people formatted it.
struct SheetCells {
  let plan: SheetPlan
  let overlay: SheetOverlay
  /// The planned sheet as written by the library.
  let donorSheet: SheetDocument
  let donor: DonorBook
  let styles: StyleMerge
  let texts: [String]
  /// The sheet as people read it.
  let saved: SavedTable?
  /// The number of days to subtract from serial numbers if the saved workbook counts from 1904.
  let dayShift: Int

  /// Changes a saved sheet, and returns the cells with new content.
  func apply(to document: SheetDocument) -> Set<CellPosition> {
    var replaced: Set<CellPosition> = []
    var places: [Int: Int] = [:]
    for (index, row) in document.rows.enumerated() { places[row.number] = index }
    var formulas = UnsharedFormulas(in: document)
    for donorRow in donorSheet.rows {
      var row = SheetRow(number: donorRow.number)
      let place = places[donorRow.number]
      if let place { row = document.rows[place] }
      revise(&row, donorRow, isNew: place == nil, &replaced, &formulas)
      if let place {
        document.rows[place] = row
      } else if !row.cells.isEmpty || !row.attributes.isEmpty {
        document.rows.append(row)
      }
    }
    formulas.write(in: document)
    document.rows.sort { $0.number < $1.number }
    return replaced
  }

  private func revise(
    _ row: inout SheetRow,
    _ donorRow: SheetRow,
    isNew: Bool,
    _ replaced: inout Set<CellPosition>,
    _ formulas: inout UnsharedFormulas
  ) {
    var (isWider, isChanged) = (false, false)
    for donorCell in donorRow.cells {
      let place = CellPosition(row: row.number, column: donorCell.column)
      guard let planned = cellPlan(place), planned.content != .kept else { continue }
      let (index, isThere) = row.place(of: place.column)
      let old = isThere ? row.cells[index] : nil
      if let style = linkStyle(old, donorCell, planned) { row.cells[index].style = style }
      let isNewCell = isNew || overlay.newColumns.contains(place.column)
      guard let new = revised(old, donorCell, planned, place, isNew: isNewCell) else { continue }
      if let formula = old?.formula { formulas.replace(formula) }
      if isThere { row.cells[index] = new } else { row.cells.insert(new, at: index) }
      isWider = isWider || !isThere
      let isBlank = planned.content == .blank && old?.isBlank ?? false
      guard old?.formula == nil || new.formula == nil, !isBlank else { continue }
      isChanged = true
      replaced.insert(place)
    }
    if isWider || isChanged { row.fitSpans() }
    guard !overlay.isForContents else { return }
    if isChanged, donorRow[attribute: "ht"] != nil {
      row.take(["ht", "customHeight"], of: donorRow)
    }
    if overlay.restoredRows.contains(row.number) {
      row.take(["outlineLevel", "hidden", "collapsed"], of: donorRow)
    } else if donorRow[attribute: "outlineLevel"] != nil,
      row[attribute: "outlineLevel"].flatMap({ Int($0) }) ?? 0 == 0
    {
      row.take(["outlineLevel", "hidden"], of: donorRow)
    }
  }

  /// Returns the style for an entry that becomes a link or is no longer one, or `nil` if its style stays, such as one chosen by people.
  private func linkStyle(_ saved: SheetCell?, _ donorCell: SheetCell, _ planned: CellPlan) -> Int? {
    guard [.people, .peopleLink].contains(planned.style), let old = saved?.style,
      !styles.looks.isPersonal(old),
      (planned.style == .peopleLink) != styles.looks.isPeopleLink(old)
    else { return nil }
    return styles.style(donorCell.style ?? 0)
  }

  /// Returns the new form of a saved cell, or `nil` if it stays.
  private func revised(
    _ saved: SheetCell?,
    _ donorCell: SheetCell,
    _ planned: CellPlan,
    _ place: CellPosition,
    isNew: Bool
  ) -> SheetCell? {
    if case .formula = planned.content {
      if var kept = saved, let formula = kept.formula, let wanted = donorCell.formula,
        formula["t"] == nil || formula["t"] == "normal",
        FormulaWords.comparable(formula.text) == FormulaWords.comparable(wanted.text)
      {
        kept.isPlanned = true
        if DonorBook.text(of: kept, texts) != donor.text(of: donorCell) {
          kept.value = donorCell.value
          kept.type = donorCell.type
        }
        return kept
      }
    } else if says(saved, donorCell, planned, place) {
      guard let saved else {
        // A new cell is visible even without a text, such as the band beside a section heading.
        let isSeen = isNew || planned.style == .section && !overlay.isForContents
        return isSeen ? dressed(content(of: donorCell, planned), nil, donorCell, planned) : nil
      }
      // The row may have been an empty one for people.
      let isBlank = planned.content == .blank && !overlay.isForContents
      guard isBlank, let style = saved.style, !styles.looks.isPersonal(style),
        !styles.looks.hasBackground(style, of: planned.style)
      else { return nil }
    }
    return dressed(content(of: donorCell, planned), saved, donorCell, planned)
  }

  /// Returns a cell with the saved style if people formatted it, or else the planned one.
  private func dressed(
    _ cell: SheetCell,
    _ saved: SheetCell?,
    _ donorCell: SheetCell,
    _ planned: CellPlan
  ) -> SheetCell {
    var new = cell
    let style = donorCell.style ?? 0
    if overlay.isForContents {
      new.style = saved?.style ?? 0
      if planned.isDate { new.style = styles.style(saved?.style ?? 0, withNumbersOf: style) }
    } else if let old = saved?.style, styles.looks.isPersonal(old) {
      new.style = styles.style(old, withNumbersOf: style)
    } else {
      new.style = styles.style(style)
    }
    new.rest = saved?.rest ?? []
    return new
  }

  /// True if a saved cell has the planned content, either as stored or as people read it, where 0.5 may be 50% or 12:00.
  private func says(
    _ saved: SheetCell?,
    _ donorCell: SheetCell,
    _ planned: CellPlan,
    _ place: CellPosition
  ) -> Bool {
    guard (saved?.formula == nil) == (donorCell.formula == nil) else { return false }
    let kept = saved.map { DonorBook.text(of: $0, texts) } ?? ""
    guard kept != donor.text(of: donorCell) else { return true }
    let wanted = planned.plainText
    guard !kept.isEmpty, !wanted.isEmpty else { return false }
    return self.saved?[row: place.row, column: place.column].plainText == wanted
  }

  private func content(of donorCell: SheetCell, _ planned: CellPlan) -> SheetCell {
    var new = donor.cell(donorCell)
    if case .formula = planned.content { new.isPlanned = true }
    if dayShift != 0, planned.isDate, let value = new.value.flatMap(Double.init) {
      new.value = SavedCell.number(value - Double(dayShift)).plainText
    }
    return new
  }

  private func cellPlan(_ place: CellPosition) -> CellPlan? {
    guard plan.rows.indices.contains(place.row),
      plan.rows[place.row].cells.indices.contains(place.column)
    else { return nil }
    return plan.rows[place.row].cells[place.column]
  }
}

extension CellPlan {
  fileprivate var isDate: Bool {
    switch content {
    case .saved(.day), .saved(.formula(_, .day)): true
    default: false
    }
  }
}

extension SheetRow {
  /// Sets or removes attributes according to another row.
  fileprivate mutating func take(_ names: [String], of other: SheetRow) {
    for name in names where self[attribute: name] != other[attribute: name] {
      self[attribute: name] = other[attribute: name]
    }
  }
}

/// Formulas shared by several cells: if one of the cells is replaced, each of the others gets its own text.
private struct UnsharedFormulas {
  /// The formula of each group, whose text only the first cell has.
  private var formulas: [String: SharedFormula] = [:]
  private var replaced: Set<String> = []

  init(in document: SheetDocument) {
    for row in document.rows {
      for cell in row.cells {
        guard let formula = cell.formula, let group = formula["si"], !formula.text.isEmpty else {
          continue
        }
        let position = CellPosition(row: row.number, column: cell.column)
        formulas[group] = SharedFormula(text: formula.text, position: position)
      }
    }
  }

  mutating func replace(_ formula: XMLTree) {
    if formula["t"] == "shared", let group = formula["si"] { replaced.insert(group) }
  }

  func write(in document: SheetDocument) {
    guard !replaced.isEmpty else { return }
    document.changeCells { cell, row in
      guard let formula = cell.formula, let group = formula["si"], replaced.contains(group),
        let shared = formulas[group]
      else { return }
      let new = XMLTree(formula.name)
      new.text = shared.text(at: CellPosition(row: row, column: cell.column))
      cell.formula = new
    }
  }
}
