/// The formulas in the cells of a sheet, which follow the cells that they name.
struct CellFormulas {
  let map: ReferenceMap
  let sheet: String
  let layout: SheetLayout
  let limits: ReadingLimits

  /// Moves what the formulas name; the cells themselves stand where they were saved.
  ///
  /// A formula that several cells share becomes one for each of them where these no longer mean the same.
  func move(
    _ document: SheetDocument,
    _ room: inout ReadingRoom
  ) throws(WorkbookProblem) {
    let unshared = try unshared(document, &room)
    for row in document.rows.indices {
      let number = document.rows[row].number
      let destination = map.moves[sheet, number]?.sheet
      for index in document.rows[row].cells.indices {
        guard let formula = document.rows[row].cells[index].formula else { continue }
        let position = CellPosition(row: number, column: document.rows[row].cells[index].column)
        switch formula["t"] {
        case "shared":
          guard let text = unshared[position] else { continue }
          let new = XMLTree(formula.name)
          new.text = map.formula(text, on: sheet, to: destination)
          document.rows[row].cells[index].formula = new
        case "array", "dataTable":
          formula.text = map.formula(formula.text, on: sheet, to: destination)
          for name in ["ref", "r1", "r2"] {
            guard let text = formula[name] else { continue }
            if let moved = map.movedRange(text, of: sheet) {
              formula[name] = moved
              continue
            }
            formula[name] = map.range(text, of: layout) ?? (name == "ref" ? text : "#REF!")
          }
        default: formula.text = map.formula(formula.text, on: sheet, to: destination)
        }
      }
    }
  }

  /// The texts of shared formulas that have to be written out, by cell.
  private func unshared(
    _ document: SheetDocument,
    _ room: inout ReadingRoom
  ) throws(WorkbookProblem) -> [CellPosition: String] {
    var first: [String: SharedFormula] = [:]
    var cells: [String: [(CellPosition, String)]] = [:]
    var broken: Set<String> = []
    for row in document.rows {
      for cell in row.cells {
        guard let formula = cell.formula, formula["t"] == "shared", let group = formula["si"] else {
          continue
        }
        let position = CellPosition(row: row.number, column: cell.column)
        var text = formula.text
        if text.isEmpty {
          guard let shared = first[group] else { continue }
          try room.take(formulaBytes: shared.text.utf8.count, limits)
          text = shared.text(at: position)
        } else {
          first[group] = SharedFormula(text: text, position: position)
        }
        cells[group, default: []].append((position, text))
        if layout.row(position.row) != position.row || map.formula(text, on: sheet) != text {
          broken.insert(group)
        }
      }
    }
    var result: [CellPosition: String] = [:]
    for group in broken {
      for (position, text) in cells[group, default: []] { result[position] = text }
    }
    return result
  }
}

/// The values that programs have kept of formulas, which go where they may no longer be right.
struct StaleValues {
  /// Takes the values away from people's formulas that depend on sheets that changed, directly or through others.
  ///
  /// Every program then calculates them anew, whatever its settings are. What depends on what is decided sheet by sheet.
  static func remove(from sheets: [(name: String, document: SheetDocument)], changed: Set<String>) {
    guard !changed.isEmpty else { return }
    // What each sheet's formulas depend on, in lower case.
    let dependencies = sheets.map {
      sheet -> [(row: Int, cell: Int, on: Set<String>, onNames: Bool)] in
      sheet.document.rows.indices.flatMap { row in
        sheet.document.rows[row].cells.indices.compactMap { index in
          let cell = sheet.document.rows[row].cells[index]
          guard let formula = cell.formula, !cell.isPlanned else { return nil }
          let found = FormulaText(formula.text).dependencies
          var names = Set(found.sheets.map { ($0 ?? sheet.name).lowercased() })
          // The text stands in the first of the cells that share it.
          if formula.text.isEmpty { names.insert(sheet.name.lowercased()) }
          return (row, index, names, found.usesNames || formula.text.isEmpty)
        }
      }
    }
    // Sheets whose formulas go stale when one that they depend on does, and those that may depend on any.
    var dependents: [String: Set<Int>] = [:]
    var open: [Int] = []
    for number in sheets.indices {
      for place in dependencies[number] {
        for name in place.on { dependents[name, default: []].insert(number) }
        if place.onNames { open.append(number) }
      }
    }
    var affected = changed
    for name in changed { open += dependents[name] ?? [] }
    while let number = open.popLast() {
      let name = sheets[number].name.lowercased()
      guard affected.insert(name).inserted else { continue }
      open += dependents[name] ?? []
    }
    for (number, sheet) in sheets.enumerated() {
      for place in dependencies[number]
      where place.onNames || !place.on.isDisjoint(with: affected) {
        let cell = sheet.document.rows[place.row].cells[place.cell]
        guard cell.value != nil else { continue }
        sheet.document.rows[place.row].cells[place.cell].value = nil
        // Without a value no cell says of what kind it is.
        sheet.document.rows[place.row].cells[place.cell].type = nil
      }
    }
  }
}
