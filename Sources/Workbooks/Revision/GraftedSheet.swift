/// A planned sheet that the saved workbook does not have: its part comes from the donor, and what it leads to along with it.
struct GraftedSheet {
  let number: Int
  let donor: DonorBook
  let styles: StyleMerge

  /// The sheet as a part of the saved workbook under a name; its texts are not shared yet.
  func document(
    part: String,
    relations: PartRelations,
    _ donorParts: inout PackageParts,
    _ parts: inout PackageParts,
    _ types: ContentTypes
  ) throws(WorkbookProblem) -> SheetDocument {
    let source = donor.sheets[number]
    let document = try SheetDocument(
      donorParts.bytes(of: source.part),
      part: part,
      limits: parts.limits
    )
    document.changeCells { cell, _ in
      cell = donor.cell(cell)
      cell.style = cell.style.map(styles.style)
      cell.isPlanned = cell.formula != nil
    }
    var ids: [String: String] = [:]
    for relation in try donorParts.relations(of: source.part).all {
      if relation.kind == "drawing" {
        let drawing = try drawing(relation.part, &donorParts, &parts, types)
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

  /// A drawing of the donor with its charts, under names that the saved workbook does not have.
  private func drawing(
    _ source: String,
    _ donorParts: inout PackageParts,
    _ parts: inout PackageParts,
    _ types: ContentTypes
  ) throws(WorkbookProblem) -> String {
    let name = parts.unusedName("xl/drawings/drawing", ".xml")
    parts.set(name, try donorParts.bytes(of: source))
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
