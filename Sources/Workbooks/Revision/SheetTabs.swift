/// Adds sheets that the saved workbook does not have, copying their parts and everything related from the donor.
extension WorkbookReviser {
  /// Inserts new sheets after those that precede them in the plan.
  mutating func addSheets(_ donorParts: inout PackageParts) throws(WorkbookProblem) {
    guard plan.sheets.contains(where: { $0.overlay == nil }) else { return }
    let oldCount = sheets.count
    var order = sheets.enumerated().map { (saved: Optional($0), sheet: $1) }
    let anew = Set(sheets.filter(\.isNew).compactMap(\.planned))
    for (number, planned) in plan.sheets.enumerated()
    where planned.overlay == nil && !anew.contains(number) {
      let part = parts.unusedName("xl/worksheets/sheet", ".xml")
      parts.set(part, [])
      try ContentTypes(&parts).set(part, PackageTypes.spreadsheet + "worksheet+xml")
      let relations = PartRelations(of: part)
      let document = try document(number, part: part, relations, &donorParts)
      let id = book.relations.add(type: PackageTypes.relations + "worksheet", target: "/" + part)
      let sheet = Sheet(
        name: planned.name,
        document: document,
        relations: relations,
        planned: number,
        newID: id,
        isNew: true
      )
      let predecessor = order.lastIndex { $0.sheet.planned == number - 1 && number > 0 }
      let place = predecessor.map { $0 + 1 } ?? (number == 0 ? 0 : order.count)
      order.insert((nil, sheet), at: place)
    }
    book.setSheets(
      order.map { saved, sheet in
        let isHidden = sheet.planned.map { plan.sheets[$0].isHidden } ?? false
        return (saved, sheet.name, isHidden, sheet.newID ?? "")
      }
    )
    sheets = order.map(\.sheet)
    for (place, sheet) in sheets.enumerated() where sheet.isNew {
      parts.set(sheet.relations)
      guard let planned = sheet.planned.map({ plan.sheets[$0] }) else { continue }
      if let filter = planned.filter {
        let range = filter.absolute(in: sheet.name)
        book.set("_xlnm._FilterDatabase", range, sheet: place, isHidden: true)
      }
      if let area = planned.printArea {
        book.set("_xlnm.Print_Area", area.absolute(in: sheet.name), sheet: place)
      }
      if let rows = planned.page.repeatedRows {
        let name = CellRange.quoted(sheet.name)
        let titles = "\(name)!$\(rows.lowerBound + 1):$\(rows.upperBound + 1)"
        book.set("_xlnm.Print_Titles", titles, sheet: place)
      }
    }
    parts.set(book.relations)
    try parts.setTitles(sheets.map(\.name), old: oldCount)
  }

  /// Returns a planned sheet as a part of the saved workbook, with its texts not yet shared.
  mutating func document(
    _ number: Int,
    part: String,
    _ relations: PartRelations,
    _ donorParts: inout PackageParts
  ) throws(WorkbookProblem) -> SheetDocument {
    let (donor, styles) = (donor, styles)
    let source = donor.sheets[number].part
    let document = try SheetDocument(
      donorParts.bytes(of: source),
      part: part,
      limits: parts.limits
    )
    document.changeCells { cell, _ in
      cell = donor.cell(cell)
      cell.style = cell.style.map(styles.style)
      cell.isPlanned = cell.formula != nil
    }
    var ids: [String: String] = [:]
    for relation in try donorParts.relations(of: source).all {
      if relation.kind == "drawing" {
        let drawing = try drawing(relation.part, &donorParts)
        ids[relation.id] = relations.add(type: relation.type, target: "/" + drawing)
      } else if relation.isExternal {
        ids[relation.id] = relations.add(
          type: relation.type,
          target: relation.target,
          isExternal: true
        )
      }
    }
    document.root.forEach { element in
      if let id = element.relation.flatMap({ ids[$0] }) { element.relation = id }
      switch element.word {
      case "cfRule":
        if let style = element["dxfId"].flatMap({ Int($0) }) {
          element["dxfId"] = String(styles.differentialStyle(style))
        }
      case "sheetView": element["tabSelected"] = nil
      default: break
      }
    }
    return document
  }

  /// Copies a drawing of the donor with its charts, under unused names.
  private mutating func drawing(
    _ source: String,
    _ donorParts: inout PackageParts
  ) throws(WorkbookProblem) -> String {
    let name = parts.unusedName("xl/drawings/drawing", ".xml")
    parts.set(name, try donorParts.bytes(of: source))
    let types = try ContentTypes(&parts)
    types.set(name, "application/vnd.openxmlformats-officedocument.drawing+xml")
    let relations = PartRelations(of: name)
    let tree = try donorParts.tree(of: source)
    for relation in try donorParts.relations(of: source).all where relation.kind == "chart" {
      let chart = parts.unusedName("xl/charts/chart", ".xml")
      parts.set(chart, try donorParts.bytes(of: relation.part))
      types.set(chart, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml")
      let id = relations.add(type: relation.type, target: "/" + chart)
      tree.forEach { if $0.relation == relation.id { $0.relation = id } }
    }
    parts.set(name, tree.document)
    parts.set(relations)
    return name
  }
}
