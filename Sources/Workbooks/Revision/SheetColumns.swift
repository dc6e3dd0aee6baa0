/// The widths of a sheet's columns: saved ones stay, new ones get the plan's, emptied ones are hidden.
struct SheetColumns {
  private struct Run {
    var range: ClosedRange<Int>
    var attributes: [XMLTree.Attribute]
  }

  /// Changes a saved sheet; the donor is the planned one as the library writes it.
  static func apply(
    to document: SheetDocument,
    donor: SheetDocument,
    _ alignment: SheetAlignment,
    _ layout: SheetLayout
  ) {
    let new = alignment.columns.indices.filter { alignment.columns[$0] == nil }
    let donorRuns = runs(of: donor.root.first("cols"))
    var runs = runs(of: document.root.first("cols"))
    var isChanged = false
    for planned in new {
      guard let run = donorRuns.first(where: { $0.range.contains(planned) }) else { continue }
      let attributes = run.attributes.filter { $0.name != "style" }
      runs = set(attributes, of: layout.plannedColumns[planned], in: runs)
      isChanged = true
    }
    for column in alignment.clearedColumns.sorted() {
      var attributes = runs.first { $0.range.contains(column) }?.attributes ?? []
      if attributes.contains(where: {
        $0.name == "hidden" && $0.value != "0" && $0.value != "false"
      }) {
        continue
      }
      attributes.removeAll { $0.name == "hidden" }
      attributes.append(.init(name: "hidden", value: "1"))
      runs = set(attributes, of: column, in: runs)
      isChanged = true
    }
    guard isChanged else { return }
    let columns = document.root.first("cols") ?? document.element("cols")
    if document.root.first("cols") == nil { document.insert(columns) }
    columns.children = runs.map { run in
      let element = document.element("col")
      element["min"] = String(run.range.lowerBound + 1)
      element["max"] = String(run.range.upperBound + 1)
      element.attributes += run.attributes
      return .element(element)
    }
    fitOutline(document, runs)
  }

  private static func runs(of columns: XMLTree?) -> [Run] {
    (columns?.elements ?? []).compactMap { element in
      guard let first = element["min"].flatMap({ Int($0) }),
        let last = element["max"].flatMap({ Int($0) }), first >= 1, last >= first,
        last <= SpreadsheetLimits.columns
      else { return nil }
      return Run(
        range: first - 1...last - 1,
        attributes: element.attributes.filter { $0.name != "min" && $0.name != "max" }
      )
    }
  }

  private static func set(
    _ attributes: [XMLTree.Attribute],
    of column: Int,
    in runs: [Run]
  ) -> [Run] {
    var result: [Run] = []
    for run in runs {
      guard run.range.contains(column) else {
        result.append(run)
        continue
      }
      if run.range.lowerBound < column {
        result.append(Run(range: run.range.lowerBound...column - 1, attributes: run.attributes))
      }
      if run.range.upperBound > column {
        result.append(Run(range: column + 1...run.range.upperBound, attributes: run.attributes))
      }
    }
    result.append(Run(range: column...column, attributes: attributes))
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// How deep columns are folded stands once more in front of them.
  private static func fitOutline(_ document: SheetDocument, _ runs: [Run]) {
    let deepest =
      runs.compactMap { run in
        run.attributes.first { $0.name == "outlineLevel" }.flatMap { Int($0.value) }
      }.max() ?? 0
    guard let format = document.root.first("sheetFormatPr"),
      format["outlineLevelCol"].flatMap({ Int($0) }) ?? 0 < deepest
    else { return }
    format["outlineLevelCol"] = String(deepest)
  }
}

/// The filter over a table: what it hides stays hidden, and new rows and columns come under it.
struct SheetFilter {
  static func apply(
    to document: SheetDocument,
    plan: SheetPlan,
    number: Int,
    _ places: PlannedPlaces
  ) {
    guard let planned = plan.filter, let element = document.root.first("autoFilter"),
      let saved = element["ref"].flatMap({ CellRange($0) })
    else { return }
    let wanted = places.range(planned, on: number)
    let heading = places.position(planned.first, on: number).row
    // A filter that stands elsewhere is a person's.
    guard saved.first.row == heading else { return }
    let range = CellRange(
      first: saved.first,
      last: CellPosition(
        row: max(saved.last.row, wanted.last.row),
        column: max(saved.last.column, wanted.last.column)
      )
    )
    if range != saved { element["ref"] = range.description }
  }
}

/// The links of a sheet's cells.
struct SheetLinks {
  /// Changes a saved sheet; `replaced` are the cells that have another content than before.
  static func apply(
    to document: SheetDocument,
    plan: SheetPlan,
    number: Int,
    _ places: PlannedPlaces,
    _ relations: PartRelations,
    replaced: Set<CellPosition>
  ) {
    let layout = places.layouts[number]
    let list = document.root.first("hyperlinks") ?? document.element("hyperlinks")
    var links: [CellPosition: XMLTree] = [:]
    for link in list.elements {
      if let place = link["ref"].flatMap({ CellPosition($0) }) { links[place] = link }
    }
    var gone: Set<String> = []
    for (row, rowPlan) in plan.rows.enumerated() {
      for (column, cell) in rowPlan.cells.enumerated() {
        let place = CellPosition(
          row: layout.plannedRows[row],
          column: layout.plannedColumns[column]
        )
        let link = links[place]
        switch cell.link {
        case .cell(let target, let sheet):
          let location = places.location(target, sheet: sheet)
          if let link, link.relation == nil, link["location"] != nil {
            let isOurs = replaced.contains(place) || leads(link, to: sheet, places)
            if isOurs, link["location"] != location { link["location"] = location }
          } else if replaced.contains(place) {
            if link != nil { gone.insert("\(place)") }
            list.append(
              document.element("hyperlink", [("ref", "\(place)"), ("location", location)])
            )
          }
        case .page(let address):
          guard replaced.contains(place) else { continue }
          if link != nil { gone.insert("\(place)") }
          let id = relations.add(
            type: PackageTypes.relations + "hyperlink",
            target: address,
            isExternal: true
          )
          let new = document.element("hyperlink", [("ref", "\(place)")])
          new.attributes.append(.init(name: relationName(document), value: id))
          list.append(new)
        case nil:
          // The program's own link to a row; one to somewhere else is a person's.
          guard let link, replaced.contains(place), link.relation == nil else { continue }
          gone.insert("\(place)")
        }
      }
    }
    if !gone.isEmpty {
      let old = Set(
        links.values.filter { gone.contains($0["ref"] ?? "") }.map(ObjectIdentifier.init)
      )
      list.remove { old.contains(ObjectIdentifier($0)) }
    }
    list.remove { $0["location"]?.contains("#REF!") == true && $0.relation == nil }
    if document.root.first("hyperlinks") == nil {
      if !list.elements.isEmpty { document.insert(list) }
    } else if list.elements.isEmpty {
      document.root.remove { $0 === list }
    }
  }

  /// True if a link leads to a planned sheet, which programs rename without renaming it in links.
  private static func leads(_ link: XMLTree, to sheet: String, _ places: PlannedPlaces) -> Bool {
    guard let number = places.number(of: sheet), let location = link["location"] else {
      return false
    }
    return [places.names[number], sheet].contains { name in
      location.hasPrefix(CellRange.quoted(name) + "!") || location.hasPrefix(name + "!")
    }
  }

  /// The attribute that names a relation, in the sheet's own spelling.
  static func relationName(_ document: SheetDocument) -> String {
    let uri = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let strict = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    if let declared = document.root.attributes.first(where: {
      $0.name.hasPrefix("xmlns:") && ($0.value == uri || $0.value == strict)
    }) {
      return "\(XMLTree.word(of: declared.name)):id"
    }
    document.root["xmlns:r"] = uri
    return "r:id"
  }
}
