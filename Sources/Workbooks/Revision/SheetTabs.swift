/// Which sheets there are, and in which order.
extension WorkbookReviser {
  /// Puts new sheets behind those that precede them in the plan, and takes removed ones away.
  mutating func setSheets(
    _ places: PlannedPlaces,
    _ removed: Set<String>,
    _ donorParts: inout PackageParts
  ) throws(WorkbookProblem) {
    let isNew = revision.sheets.contains { $0 == nil }
    guard isNew || sheets.contains(where: { removed.contains($0.name.lowercased()) }) else {
      return
    }
    let reachable = try parts.reachable()
    let oldCount = sheets.count
    let types = try ContentTypes(&parts)
    var order: [(tab: TabSheet, sheet: Sheet)] = []
    for (number, sheet) in sheets.enumerated() where !removed.contains(sheet.name.lowercased()) {
      order.append((.saved(number), sheet))
    }
    for planned in revision.plan.sheets.indices where revision.sheets[planned] == nil {
      let part = parts.unusedName("xl/worksheets/sheet", ".xml")
      parts.set(part, [])
      types.set(part, PackageTypes.spreadsheet + "worksheet+xml")
      let relations = PartRelations(of: part)
      let graft = GraftedSheet(number: planned, donor: donor, places: places, styles: styles)
      let document = try graft.document(
        part: part,
        relations: relations,
        &donorParts,
        &parts,
        types
      )
      let id = book.relations.add(type: PackageTypes.relations + "worksheet", target: "/" + part)
      let plan = revision.plan.sheets[planned]
      let sheet = Sheet(
        name: places.names[planned],
        document: document,
        relations: relations,
        planned: planned,
        layout: places.layouts[planned],
        newID: id
      )
      let predecessor = order.lastIndex { $0.sheet.planned == planned - 1 && planned > 0 }
      order.insert(
        (.new(name: sheet.name, isHidden: plan.isHidden, id: id), sheet),
        at: predecessor.map { $0 + 1 } ?? (planned == 0 ? 0 : order.count)
      )
    }
    book.setSheets(order.map(\.tab))
    for sheet in sheets where removed.contains(sheet.name.lowercased()) {
      guard let id = book.relations.all.first(where: { $0.part == sheet.relations.part })?.id
      else { continue }
      book.relations.remove(id)
    }
    sheets = order.map(\.sheet)
    for (place, sheet) in sheets.enumerated() where sheet.newID != nil {
      parts.set(sheet.relations)
      guard let planned = sheet.planned else { continue }
      let plan = revision.plan.sheets[planned]
      if let filter = plan.filter {
        let range = places.range(filter, on: planned).absolute(in: sheet.name)
        book.add("_xlnm._FilterDatabase", range, sheet: place, isHidden: true)
      }
      if let rows = plan.page.repeatedRows {
        let name = CellRange.quoted(sheet.name)
        let titles = "\(name)!$\(rows.lowerBound + 1):$\(rows.upperBound + 1)"
        book.add("_xlnm.Print_Titles", titles, sheet: place, isHidden: false)
      }
    }
    parts.set(book.relations)
    types.write(to: &parts)
    try CarriedParts.setTitles(sheets.map(\.name), old: oldCount, &parts)
    // What only led from a removed sheet goes with it.
    try parts.removeUnreachable(of: reachable)
  }

  /// A name that no other sheet has.
  static func freeName(_ name: String, _ taken: inout Set<String>) -> String {
    var free = name
    var number = 2
    while !taken.insert(free.lowercased()).inserted {
      let suffix = " \(number)"
      let limit = SpreadsheetLimits.sheetNameLength - suffix.utf16.count
      free = CellText.fitted(name, limit: limit) + suffix
      number += 1
    }
    return free
  }
}
