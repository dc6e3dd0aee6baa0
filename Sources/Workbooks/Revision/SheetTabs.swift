/// Sheets that the saved workbook does not have.
extension WorkbookReviser {
  /// Puts new sheets behind those that precede them in the plan.
  mutating func addSheets(_ donorParts: inout PackageParts) throws(WorkbookProblem) {
    guard plan.sheets.contains(where: { $0.overlay == nil }) else { return }
    let oldCount = sheets.count
    let types = try ContentTypes(&parts)
    var order: [(tab: TabSheet, sheet: Sheet)] = []
    for (number, sheet) in sheets.enumerated() { order.append((.saved(number), sheet)) }
    for (number, planned) in plan.sheets.enumerated() where planned.overlay == nil {
      let part = parts.unusedName("xl/worksheets/sheet", ".xml")
      parts.set(part, [])
      types.set(part, PackageTypes.spreadsheet + "worksheet+xml")
      let relations = PartRelations(of: part)
      let graft = GraftedSheet(number: number, donor: donor, styles: styles)
      let document = try graft.document(
        part: part,
        relations: relations,
        &donorParts,
        &parts,
        types
      )
      let id = book.relations.add(type: PackageTypes.relations + "worksheet", target: "/" + part)
      let sheet = Sheet(
        name: planned.name,
        document: document,
        relations: relations,
        planned: number,
        newID: id
      )
      let predecessor = order.lastIndex { $0.sheet.planned == number - 1 && number > 0 }
      order.insert(
        (.new(name: sheet.name, isHidden: planned.isHidden, id: id), sheet),
        at: predecessor.map { $0 + 1 } ?? (number == 0 ? 0 : order.count)
      )
    }
    book.setSheets(order.map(\.tab))
    sheets = order.map(\.sheet)
    for (place, sheet) in sheets.enumerated() where sheet.newID != nil {
      parts.set(sheet.relations)
      guard let planned = sheet.planned.map({ plan.sheets[$0] }) else { continue }
      if let filter = planned.filter {
        let range = filter.absolute(in: sheet.name)
        book.add("_xlnm._FilterDatabase", range, sheet: place, isHidden: true)
      }
      if let rows = planned.page.repeatedRows {
        let name = CellRange.quoted(sheet.name)
        let titles = "\(name)!$\(rows.lowerBound + 1):$\(rows.upperBound + 1)"
        book.add("_xlnm.Print_Titles", titles, sheet: place, isHidden: false)
      }
    }
    parts.set(book.relations)
    try parts.setTitles(sheets.map(\.name), old: oldCount)
  }
}
