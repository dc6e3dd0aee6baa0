/// The revision of a sheet's columns: saved widths stay, new columns get the planned ones, and columns no longer filled are hidden.
struct SheetColumns {
  private typealias Run = (range: ClosedRange<Int>, attributes: [XMLTree.Attribute])

  /// Changes a saved sheet; the donor is the planned one as written by the library.
  static func apply(to document: SheetDocument, donor: SheetDocument, _ overlay: SheetOverlay) {
    let donorRuns = runs(of: donor.root.first("cols"))
    var runs = runs(of: document.root.first("cols"))
    var isChanged = false
    for column in overlay.newColumns.sorted() {
      guard let run = donorRuns.first(where: { $0.range.contains(column) }) else { continue }
      runs = set(run.attributes.filter { $0.name != "style" }, of: column, in: runs)
      isChanged = true
    }
    for column in overlay.goneColumns.sorted() {
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
      let attributes = element.attributes.filter { $0.name != "min" && $0.name != "max" }
      return (first - 1...last - 1, attributes)
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
        result.append((run.range.lowerBound...column - 1, run.attributes))
      }
      if run.range.upperBound > column {
        result.append((column + 1...run.range.upperBound, run.attributes))
      }
    }
    result.append((column...column, attributes))
    return result.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Updates the maximum outline level of columns at the beginning of the sheet.
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

extension XMLTree {
  /// Extends a range that covers the whole table of a sheet: a filter, which keeps its criteria, or a table that people created.
  ///
  /// The headings are in the first row of the planned range. A range that starts in another row stays.
  func growRange(with planned: CellRange, takesColumns: Bool = false) {
    guard let saved = self["ref"].flatMap({ CellRange($0) }),
      saved.first.row == planned.first.row, saved.last.row > saved.first.row
    else { return }
    var range = saved
    range.last.row = max(range.last.row, planned.last.row)
    if takesColumns { range.last.column = max(range.last.column, planned.last.column) }
    if range != saved { self["ref"] = range.description }
  }
}

extension String {
  /// The scheme and host of an address.
  fileprivate var site: [Substring] {
    Array(split(separator: "/", omittingEmptySubsequences: false).prefix(3))
  }
}

struct SheetLinks {
  /// Changes a saved sheet; `replaced` are the cells with new content.
  static func apply(
    to document: SheetDocument,
    plan: SheetPlan,
    _ relations: PartRelations,
    replaced: Set<CellPosition>
  ) {
    let list = document.root.first("hyperlinks") ?? document.element("hyperlinks")
    var links: [CellPosition: XMLTree] = [:]
    for link in list.elements {
      if let place = link["ref"].flatMap({ CellPosition($0) }) { links[place] = link }
    }
    var gone: Set<ObjectIdentifier> = []
    for (row, rowPlan) in plan.rows.enumerated() {
      for (column, cell) in rowPlan.cells.enumerated() where cell.content != .kept {
        let place = CellPosition(row: row, column: column)
        let link = links[place]
        switch cell.link {
        case .cell(let target, let sheet):
          let location = target.qualified(by: sheet)
          if let link, link.relation == nil, link["location"] != nil {
            // Programs rename a sheet without updating links to it.
            if link["location"] != location { link["location"] = location }
          } else if replaced.contains(place) {
            if let link { gone.insert(ObjectIdentifier(link)) }
            list.append(
              document.element("hyperlink", [("ref", "\(place)"), ("location", location)])
            )
          }
        case .page(let address):
          // A link to another site is a person's. One to the same site may belong to an id that was here before.
          if let link, !replaced.contains(place) {
            let target = link.relation.flatMap { relations[$0]?.target } ?? ""
            guard cell.style == .peopleLink, target.site == address.site,
              !target.contains(cell.plainText.drop { $0 == "#" })
            else { continue }
          }
          if let link { gone.insert(ObjectIdentifier(link)) }
          let parts = address.split(separator: "#", maxSplits: 1)
          let id = relations.add(
            type: PackageTypes.relations + "hyperlink",
            target: String(parts.first ?? ""),
            isExternal: true
          )
          let new = document.element("hyperlink", [("ref", "\(place)")])
          new.attributes.append(.init(name: relationName(document), value: id))
          if parts.count > 1 { new["location"] = String(parts[1]) }
          list.append(new)
        case nil:
          // A link to a row is the program's; one to another target is a person's.
          guard let link, replaced.contains(place), link.relation == nil else { continue }
          gone.insert(ObjectIdentifier(link))
        }
      }
    }
    list.remove { gone.contains(ObjectIdentifier($0)) }
    document.keep(list)
  }

  /// Returns the attribute that names a relation, with the sheet's prefix.
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
